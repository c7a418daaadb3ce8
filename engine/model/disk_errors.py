"""Errors of the disk itself. A message names them first: advice about a file would mislead.

Every store writes through another library, which reports them in its own way: Python by errno,
SQLite by the name of its code, Tantivy by a text.
"""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass

from twofold.engine.model.message import Message, joined, message

_FREE_SPACE = message("Free some space; nothing that was finished is lost.")


@dataclass(frozen=True, slots=True)
class DiskError:
    """What is wrong with the disk, and what to do."""

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
_OF_WINDOWS = {39: errno.ENOSPC, 112: errno.ENOSPC, 19: errno.EROFS}
_CODE_IN_TEXT = re.compile(r"\bos error (\d{1,5})\b")
# What Tantivy reports once a thread of it has died of such an error.
_OF_A_THREAD = "io::Error most likely"


def disk_error(error: BaseException) -> DiskError | None:
    """Return what an exception tells of the disk; None when it is about something else."""
    if isinstance(error, OSError):
        number = _OF_WINDOWS.get(getattr(error, "winerror", None) or 0, error.errno or 0)
        return _KNOWN.get(number)
    name = str(getattr(error, "sqlite_errorname", ""))
    if name:
        if name == "SQLITE_FULL":
            return _FULL
        # SQLite does not tell the reason: a quota, a limit for files, or the hardware.
        return _FULL_OR_FAILING if name.startswith("SQLITE_IOERR") else None
    text = str(error)
    if found := _CODE_IN_TEXT.search(text):
        number = int(found[1])
        return _KNOWN.get(_OF_WINDOWS.get(number, number) if os.name == "nt" else number)
    return _FULL_OR_FAILING if _OF_A_THREAD in text else None


def disk_first(error: BaseException, problem: Message, hint: Message) -> tuple[Message, Message]:
    """Return a problem and a hint as they are, or of the disk where that is the reason."""
    disk = disk_error(error)
    return (problem, hint) if disk is None else (joined(disk.problem, problem), disk.hint)
