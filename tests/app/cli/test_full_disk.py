"""Every file is found or listed, even if the disk was full when it was read."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from twofold.app.paths import HOME_VARIABLE

ROOT = Path(__file__).parents[3]
FILES = 30
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits files as Linux does")


def run_with_size_limit(home, *words, most_bytes=300_000):
    """Run a command line. No file may become larger than `most_bytes`."""

    def limit():
        import resource  # noqa: PLC0415 (Windows has none)

        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))

    return subprocess.run(
        (sys.executable, "-m", "twofold", *words),
        cwd=ROOT,
        env={**os.environ, HOME_VARIABLE: str(home)},
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_files_not_read_on_a_full_disk_are_counted_and_listed(twofold, home, write_file, tmp_path):
    for number in range(FILES):
        write_file(f"notes/{number}.md", f"# Note {number}\n\n" + f"The river {number}. " * 2000)
    words = ("index", "--no-vectors")

    full = run_with_size_limit(home, "folder", "add", "--no-vectors", str(tmp_path / "notes"))
    again = run_with_size_limit(home, *words)
    listed = twofold("failures")
    as_json = json.loads(twofold("failures", "--json").out)

    assert full.returncode == again.returncode == 1
    assert "The disk is full" in full.stderr
    assert f"0 not indexed, {FILES} not read yet" in full.stdout
    assert f"{FILES} files not read yet" in again.stderr
    assert listed.out.endswith(f"0 files not indexed, {FILES} not read yet\n")
    assert [entry["reason"] for entry in as_json] == ["waiting"] * FILES
    assert {entry["path"] for entry in as_json} == {f"notes/{n}.md" for n in range(FILES)}

    with_space = twofold(*words, "--json")

    assert with_space.code == 0
    summary = json.loads(with_space.out)
    assert (summary["documents"]["indexed"], summary["unread"]) == (FILES, 0)
    assert twofold("failures").out == "0 files not indexed\n"


@pytest.mark.real_model
@pytest.mark.slow
def test_the_command_fails_when_vectors_could_not_be_written(twofold, home, write_file, tmp_path):
    for number in range(200):
        write_file(f"notes/{number}.md", f"The river {number} and the sea {number}.")
    assert twofold("folder", "add", "--no-vectors", str(tmp_path / "notes")).code == 0
    library = home / "library" / "catalog.sqlite"

    full = run_with_size_limit(home, "index", "--json", most_bytes=library.stat().st_size + 40_000)

    assert "The disk is full" in full.stderr
    summary = json.loads(full.stdout.splitlines()[-1])
    assert summary["documents"]["indexed"] == 200
    assert full.returncode == 1
    assert twofold("index").code == 0
    assert json.loads(twofold("status", "--json").out)["vectors"] == {"ready": 200, "pending": 0}
