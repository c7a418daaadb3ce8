"""`twofold index --watch` in a separate process, stopped with Ctrl+C."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from twofold.app.paths import HOME_VARIABLE
from twofold.engine.stores.catalog.catalog import Catalog

pytestmark = pytest.mark.real_model
ROOT = Path(__file__).parents[3]


def handle_ctrl_c():
    """Restore the handling of Ctrl+C, which shells disable for background jobs."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_until_known(process, home, number):
    catalog = Catalog.open(home / "library" / "catalog.sqlite", read_only=True)
    try:
        while len(catalog.files.known("notes")) != number and process.poll() is None:
            os.sched_yield()
    finally:
        catalog.close()


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_changes_are_indexed_until_a_signal_stops_the_watch(
    twofold, home, write_file, tmp_path, number
):
    write_file("notes/first.md", "A hound barks.\n")
    assert twofold("folder", "add", str(tmp_path / "notes"), "--no-vectors").code == 0
    words = ("-m", "twofold", "index", "--watch", "--no-vectors")
    with subprocess.Popen(
        (sys.executable, *words),
        cwd=ROOT,
        env={**os.environ, HOME_VARIABLE: str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=handle_ctrl_c,  # noqa: PLW1509 (no thread of the test runs Python code now)
    ) as process:
        assert any("Ctrl+C stops it" in line for line in process.stderr)
        write_file("notes/second.md", "A piano is tuned.\n")
        wait_until_known(process, home, 2)
        for words in (
            ("tag", "add", "notes/first.md", "urgent"),
            ("trust", "set", "notes", "primary"),
            ("collection", "add", "first.md#L1"),
        ):
            changed = twofold(*words)
            assert (changed.code, changed.err) == (0, ""), words
        assert twofold("search", "tag:urgent", "--files").out.endswith("first.md\n")
        process.send_signal(signal.Signals[number])
        out, err = process.communicate()
    assert process.returncode == 0
    assert "Stopped watching." in err
    assert out.splitlines()[-1].startswith("2 documents, 2 passages")
