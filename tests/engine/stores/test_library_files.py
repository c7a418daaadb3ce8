import os
import subprocess
import sys
from pathlib import Path

import pytest

from twofold.engine.model.errors import CatalogError, LibraryInUseError
from twofold.engine.stores import library_files
from twofold.engine.stores.library_files import LibraryLock

ROOT = Path(__file__).parents[4]
_HOLD = """
import sys
from pathlib import Path
from twofold.engine.stores.library_files import LibraryLock
lock = LibraryLock.acquire(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_second_writer_is_rejected_until_the_first_releases_the_lock(tmp_path):
    command = [sys.executable, "-c", _HOLD, str(tmp_path / "lock")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, **pipes) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(LibraryInUseError, match="Another Twofold") as failure:
            LibraryLock.acquire(tmp_path / "lock")
        assert failure.value.hint
        other.kill()
    held = LibraryLock.acquire(tmp_path / "lock")
    with pytest.raises(LibraryInUseError):
        LibraryLock.acquire(tmp_path / "lock")
    held.release()
    LibraryLock.acquire(tmp_path / "lock").release()


def test_opening_waits_for_a_process_that_is_closing(tmp_path, monkeypatch):
    held, waits = LibraryLock.acquire(tmp_path / "lock"), []

    def wait(seconds):
        waits.append(seconds)
        if len(waits) == 2:
            held.release()

    monkeypatch.setattr(library_files.time, "sleep", wait)
    held.announce_closing()
    following = LibraryLock.acquire(tmp_path / "lock")
    assert len(waits) == 2
    # the marker is gone, because this process is not closing
    with pytest.raises(LibraryInUseError):
        LibraryLock.acquire(tmp_path / "lock")
    assert len(waits) == 2
    following.release()


def test_unwritable_library_folder_has_a_clear_error(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(CatalogError, match="cannot be written"):
        LibraryLock.acquire(tmp_path / "file" / "lock")


@pytest.mark.skipif(os.name == "nt", reason="permissions are other ones there")
def test_new_library_is_private_and_an_existing_one_is_unchanged(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    for folder in (tmp_path / "new", shared):
        LibraryLock.acquire(folder / "lock").release()

    assert (tmp_path / "new").stat().st_mode & 0o077 == 0
    assert shared.stat().st_mode & 0o777 == 0o755
