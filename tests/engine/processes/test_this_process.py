"""The current process: file permissions, priority, and memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from twofold.engine.processes.this_process import release_free_memory

ROOT = Path(__file__).resolve().parents[3]

_UMASKS = """
import os, subprocess
from twofold.engine.processes.this_process import inherited_umask, make_new_files_private
make_new_files_private()
make_new_files_private()
print(subprocess.check_output(["sh", "-c", "umask"], text=True).strip())
with inherited_umask():
    print(subprocess.check_output(["sh", "-c", "umask"], text=True).strip())
print(subprocess.check_output(["sh", "-c", "umask"], text=True).strip())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no umask")
def test_children_write_privately_but_programs_of_the_user_use_the_users_umask():
    done = subprocess.run(
        [sys.executable, "-c", _UMASKS], umask=0o027, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0077", "0027", "0077"]


_AUTOGROUP = Path("/proc/self/autogroup")
_PRIORITY = """
import os, pathlib
from twofold.engine.processes.this_process import lower_priority
before = os.nice(0)
lower_priority(3)
print(os.nice(0) - before, before, *pathlib.Path("/proc/self/autogroup").read_text().split()[-1:])
"""


@pytest.mark.skipif(not _AUTOGROUP.exists(), reason="this system has no autogroups")
@pytest.mark.parametrize("own_session", [True, False])
def test_own_session_gets_the_niceness_of_the_process(own_session):
    before = _AUTOGROUP.read_text(encoding="ascii")
    done = subprocess.run(
        [sys.executable, "-c", _PRIORITY],
        start_new_session=own_session, capture_output=True, text=True, check=True,
    )  # fmt: skip
    # The file is empty for a process that never had its own session.
    lowered, at_first, *of_session = map(int, done.stdout.split())
    assert lowered == 3 or at_first + 3 > 19
    if own_session:
        assert of_session == [min(at_first + 3, 19)]
    assert _AUTOGROUP.read_text(encoding="ascii") == before


_BLOCKS = 60_000
_PICTURE = 20_000_000


def held_bytes():
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


_PICTURES = f"""
from twofold.engine.processes.this_process import release_large_blocks_immediately
from tests.engine.processes.test_this_process import held_bytes

before, is_set = held_bytes(), release_large_blocks_immediately()
kept = []
for _ in range(5):  # what is freed raises the limit, unless that is set
    picture = bytearray({_PICTURE})
    kept.append(bytes(100_000))
    del picture
print(is_set, held_bytes() - before)
"""


def test_freed_picture_does_not_stay_in_the_heap_of_small_blocks():
    try:
        held_bytes()
    except (OSError, IndexError, AttributeError):
        pytest.skip("this system does not tell what a process holds")
    # In a new process: the picture would be placed in a heap gap of this size.
    done = subprocess.run(
        [sys.executable, "-c", _PICTURES], capture_output=True, text=True, check=True, cwd=ROOT
    )
    is_set, held = done.stdout.split()
    if is_set != "True":
        pytest.skip("this C library has no call for that")
    assert int(held) < _PICTURE // 2


def test_memory_between_used_blocks_is_released():
    try:
        held_bytes()
    except (OSError, IndexError, AttributeError):
        pytest.skip("this system does not tell what a process holds")
    # Larger than Python's own reserve; every hundredth block stays, so that the heap end never
    # shrinks.
    blocks = [bytes(1000) for _ in range(_BLOCKS)]
    kept = blocks[::100]
    full = held_bytes()
    del blocks
    if not release_free_memory():
        pytest.skip("this C library has no call for that")
    assert full - held_bytes() > _BLOCKS * 1000 // 2
    assert len(kept) == _BLOCKS // 100
