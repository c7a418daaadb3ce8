"""Replacing files so that a crash leaves the old or the new one, never a part."""

from __future__ import annotations

import os
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path

_TRIES = 40
_SECONDS_BETWEEN_TRIES = 0.025


def replace_file(path: Path, data: bytes) -> None:
    """Write `data` to `path` atomically and durably."""
    temporary = path.with_name(f"{path.name}.tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    put_in_place(temporary, path)


def put_in_place(temporary: Path, path: Path) -> None:
    """Let a file that is on the disk take another's place, durably."""
    _rename(temporary, path)
    sync_folder(path.parent)


def _rename(temporary: Path, path: Path) -> None:
    """Replace a file; Windows refuses while anyone reads it, which lasts for moments only."""
    for left in range(_TRIES, 0, -1):
        try:
            temporary.replace(path)
        except PermissionError:
            if left == 1:
                raise
            time.sleep(_SECONDS_BETWEEN_TRIES)
        else:
            return


def write_at(path: Path, offset: int, data: bytes) -> None:
    """Write `data` durably from `offset` on, in place of all that the file held from there."""
    if not data:
        return
    mode = "r+b" if path.exists() else "w+b"
    with path.open(mode) as file:
        file.seek(offset)
        file.write(data)
        with kept_while_mapped():
            file.truncate()
        file.flush()
        os.fsync(file.fileno())


def kept_while_mapped() -> AbstractContextManager[None]:
    """Leave a file, or what is too long of it, that a search has mapped: Windows keeps that.

    It must not count, and go at the next opening.
    """
    return suppress(OSError)


def sync_file(path: Path) -> None:
    """Make sure that what was written to a file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make sure that a folder's entries are on the disk, where the system offers it."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
