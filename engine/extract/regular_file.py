"""Opening a file of a library folder: regular local files only, without following links.

Processes without a sandbox also use this, such as the one that scans a folder. A file may have been
replaced by a link or a pipe since it was found.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from twofold.engine.model.localized import message
from twofold.engine.model.long_paths import openable, plain

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


# Files that a cloud drive would download when they are opened. Windows: FILE_ATTRIBUTE_OFFLINE,
# _RECALL_ON_OPEN and _RECALL_ON_DATA_ACCESS (winnt.h). macOS: SF_DATALESS (sys/stat.h). GNOME has
# no mark for them: its folders of cloud drives contain nothing else.
_RECALLED = 0x1000 | 0x40000 | 0x400000
_DATALESS = 0x40000000
_CLOUD_FOLDER = re.compile(r"/gvfs/(?:google-drive|onedrive):")
CLOUD_ONLY = message("The file is stored only in the cloud. Download it to search its text.")


class NotRegularError(OSError):
    """A pipe, socket or device was found instead of a regular file."""


class CloudOnlyError(OSError):
    """A file was found that would be downloaded if it were opened."""


def is_cloud_only(path: str, status: os.stat_result) -> bool:
    """Return whether the content of a file is only in the cloud, so that opening downloads it."""
    return bool(
        getattr(status, "st_file_attributes", 0) & _RECALLED
        or getattr(status, "st_flags", 0) & _DATALESS
        or ("/gvfs/" in path and _CLOUD_FOLDER.search(path))
    )


def open_regular(path: Path, folder: Path | None = None) -> BinaryIO:
    """Open a regular file for reading; raise OSError for anything else.

    Links between `folder` and the file are not followed. Raise CloudOnlyError instead of
    downloading a file.
    """
    place = openable(path)
    if is_cloud_only(str(path), place.lstat()):
        raise CloudOnlyError(errno.EAGAIN, "The file is only in the cloud", str(path))
    handle = os.open(place, _FLAGS) if folder is None else _open_beneath(folder, path)
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
    handle = os.open(openable(path), _FLAGS)
    found = plain(str(openable(path).resolve()))
    if Path(found) != Path(plain(str(folder.resolve()))) / path.relative_to(folder):
        os.close(handle)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return handle
