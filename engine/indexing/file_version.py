"""Which version of a file was read: times are coarse, and files change while they are read."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from engine.model.document import FileState

Step = TypeVar("Step")

# Two changes within one tick of the system's clock leave the same time; FAT counts in two seconds.
_TICK_NS = 20_000_000
_COARSE_TICK_NS = 2_000_000_000
_BLOCK = 1024 * 1024
# Some tens of milliseconds of a fast disk.
_BLOCKS_A_STEP = 16


def digest_of(path: Path, most_bytes: int, step: Step) -> Generator[Step, None, bytes]:
    """Return the BLAKE2b digest (16 bytes) of a regular file; empty when it cannot be read.

    Yields `step` every 16 MB, so that the caller can stop in the middle of a huge file.
    """
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > most_bytes:
                return b""
            digest, blocks = blake2b(digest_size=16), 0
            while block := file.read(_BLOCK):
                digest.update(block)
                blocks += 1
                if blocks % _BLOCKS_A_STEP == 0:
                    yield step
            return digest.digest()
    except OSError:
        return b""


def version_read(
    path: Path, found: FileState, began_ns: int, most_bytes: int, step: Step
) -> Generator[Step, None, FileState]:
    """Return the version to record of a file that was read, beginning at `began_ns` (wall clock).

    When it has changed since it was found, or might have without its time showing it, the version
    is one that no file has, so that the next look reads it again. Yields as `digest_of` does.
    """
    digest = yield from digest_of(path, most_bytes, step)
    if _has_changed(path, found) or _is_too_fresh(found.mtime_ns, began_ns):
        return replace(found, mtime_ns=found.mtime_ns - 1, digest=b"")
    return replace(found, digest=digest)


def is_uncertain(found: FileState, recorded: FileState) -> bool:
    """Say whether `version_read` gave a version that no file has."""
    return found.mtime_ns != recorded.mtime_ns


def _has_changed(path: Path, found: FileState) -> bool:
    try:
        now = FileState.of(path.lstat())
    except OSError:
        return False  # it has gone: the next look says so
    return not now.looks_like(found)


def _is_too_fresh(mtime_ns: int, began_ns: int) -> bool:
    is_coarse = mtime_ns % 1_000_000_000 == 0
    return abs(began_ns - mtime_ns) < (_COARSE_TICK_NS if is_coarse else _TICK_NS)


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
