"""Disk errors, which are reported instead of errors about a file.

Advice about the file would be misleading in this case. Each store uses a different library, which
reports disk errors in its own way: Python uses errno, SQLite the name of its error code, Tantivy a
text.
"""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass

from twofold.engine.model.localized import Message, joined, message

_FREE_SPACE = message("Free some disk space. Finished work is not lost.")


@dataclass(frozen=True, slots=True)
class DiskError:
    """A problem with the disk, and what to do about it."""

    problem: Message
    hint: Message


_FULL = DiskError(message("The disk is full."), _FREE_SPACE)
_FULL_OR_FAILING = DiskError(message("The disk is full or failing."), _FREE_SPACE)
_KNOWN = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: DiskError(message("Your disk quota is used up."), _FREE_SPACE),
    errno.EROFS: DiskError(
        message("The disk is read-only."), message("Make it writable, or use another folder.")
    ),
    errno.EIO: DiskError(
        message("The disk reports an error."), message("Check the disk, and back up your files.")
    ),
}
# ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL and ERROR_WRITE_PROTECT.
_WINDOWS_ERRORS = {39: errno.ENOSPC, 112: errno.ENOSPC, 19: errno.EROFS}
_CODE_IN_TEXT = re.compile(r"\bos error (\d{1,5})\b")
# Tantivy reports this after such an error ended one of its threads.
_DEAD_THREAD_TEXT = "io::Error most likely"


def disk_error(error: BaseException) -> DiskError | None:
    """Return the disk error that caused an exception; None if it has another cause."""
    if isinstance(error, OSError):
        number = _WINDOWS_ERRORS.get(getattr(error, "winerror", None) or 0, error.errno or 0)
        return _KNOWN.get(number)
    name = str(getattr(error, "sqlite_errorname", ""))
    if name:
        if name == "SQLITE_FULL":
            return _FULL
        # SQLite does not report the reason: a quota, a file size limit, or the hardware.
        return _FULL_OR_FAILING if name.startswith("SQLITE_IOERR") else None
    text = str(error)
    if found := _CODE_IN_TEXT.search(text):
        number = int(found[1])
        return _KNOWN.get(_WINDOWS_ERRORS.get(number, number) if os.name == "nt" else number)
    return _FULL_OR_FAILING if _DEAD_THREAD_TEXT in text else None


def disk_first(error: BaseException, problem: Message, hint: Message) -> tuple[Message, Message]:
    """Return the problem and hint of the disk error that caused `error`, or else the given ones."""
    disk = disk_error(error)
    return (problem, hint) if disk is None else (joined(disk.problem, problem), disk.hint)
