"""What was freed between what is still in use goes back to the system."""

import os
import sys
from pathlib import Path

import pytest

from engine.processes import this_process as free_memory
from engine.processes.this_process import give_back_free_memory

_BLOCKS = 60_000


def held_bytes():
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def test_memory_between_blocks_in_use_is_given_back():
    try:
        held_bytes()
    except (OSError, IndexError, AttributeError):
        pytest.skip("this system does not tell what a process holds")
    # Larger than what Python keeps for itself; each hundredth stays, so that the end never shrinks.
    blocks = [bytes(1000) for _ in range(_BLOCKS)]
    kept = blocks[::100]
    full = held_bytes()
    del blocks
    if not give_back_free_memory():
        pytest.skip("this C library has no call for that")
    assert full - held_bytes() > _BLOCKS * 1000 // 2
    assert len(kept) == _BLOCKS // 100


def test_a_system_without_the_call_goes_on(monkeypatch):
    free_memory._trim.cache_clear()
    monkeypatch.setattr(sys, "platform", "win32")
    assert not give_back_free_memory()
    free_memory._trim.cache_clear()
