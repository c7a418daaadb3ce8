"""Opening a file of a library folder: regular files only, without following links.

Processes without a sandbox also use this, such as the one that scans a folder. A file may have been
replaced by a link or a pipe since it was found.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

# Do not wait for a pipe, do not take over a terminal, do not translate line ends on Windows.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
# O_PATH requires no permission to list a folder, only to traverse it.
_FOLDER_FLAGS = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)


class NotRegularError(OSError):
    """A pipe, socket or device was found instead of a regular file."""


def open_regular(path: Path, folder: Path | None = None) -> BinaryIO:
    """Open a regular file for reading; raise OSError for anything else.

    Links between `folder` and the file are not followed.
    """
    handle = os.open(path, _FLAGS) if folder is None else _open_beneath(folder, path)
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    raise NotRegularError(errno.EINVAL, "It is not a regular file", str(path))


def _open_beneath(folder: Path, path: Path) -> int:
    """Open a file folder by folder; raise OSError if one of them is a link."""
    if sys.platform == "win32":
        return _open_unlinked(folder, path)
    *above, name = path.relative_to(folder).parts
    place = os.open(folder, _FOLDER_FLAGS)
    try:
        for part in above:
            inner = os.open(part, _FOLDER_FLAGS | os.O_NOFOLLOW, dir_fd=place)
            os.close(place)
            place = inner
        return os.open(name, _FLAGS | os.O_NOFOLLOW, dir_fd=place)
    finally:
        os.close(place)


def _open_unlinked(folder: Path, path: Path) -> int:
    """Open a file on Windows; raise OSError if its path contains a link.

    Windows has no openat to do this folder by folder.
    """
    handle = os.open(path, _FLAGS)
    if path.resolve() != folder.resolve() / path.relative_to(folder):
        os.close(handle)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return handle
