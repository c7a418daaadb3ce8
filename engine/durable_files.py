"""Replacing files so that either the old or the new file is complete after a crash."""

from __future__ import annotations

import errno
import os
import time
from pathlib import Path
from typing import IO

_TRIES = 40
_SECONDS_BETWEEN_TRIES = 0.025
# Network and FUSE file systems without fsync of a folder, and folders that may not be listed.
_NO_FOLDER_SYNC = frozenset(
    {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EACCES, errno.EPERM, errno.EISDIR}
)


def replace_file(path: Path, data: bytes) -> None:
    """Write `data` to `path` atomically and durably."""
    temporary = path.with_name(f"{path.name}.tmp")
    with temporary.open("wb") as file:
        write_synced(file, data)
    put_in_place(temporary, path)


def write_synced(file: IO[bytes], data: bytes) -> None:
    """Write `data` to an open file, and return once it is on the disk."""
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def put_in_place(temporary: Path, path: Path) -> None:
    """Rename a file that is on the disk over another one, durably."""
    _rename(temporary, path)
    sync_folder(path.parent)


def _rename(temporary: Path, path: Path) -> None:
    """Replace a file.

    Windows refuses this while another process has the file open. That is usually brief, so it is
    tried several times.
    """
    for left in range(_TRIES, 0, -1):
        try:
            temporary.replace(path)
        except PermissionError:
            if left == 1:
                raise
            time.sleep(_SECONDS_BETWEEN_TRIES)
        else:
            return


def sync_file(path: Path) -> None:
    """Make sure that what was written to a file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Make sure that a folder's entries are on the disk, if the file system supports that."""
    if os.name != "posix":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
