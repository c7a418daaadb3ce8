"""Output files that the user names. An existing file is replaced only on request."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from twofold.app.private_file import open_privately, replace_private_file
from twofold.engine.durable_files import sync_folder, write_synced
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message, message

_STDOUT = 1


def check_overwriting(file: Path, *, force: bool) -> None:
    """Raise BadRequestError if `file` exists and `force` is False, or if it can never be written.

    Pipes, terminals and standard output are written without `force`, as nothing is lost.
    """
    if is_stream(file):
        return
    if os.path.isdir(file):  # noqa: PTH112 (False where the file may not be examined)
        raise BadRequestError(
            message("{target} is a folder.", target=file), message("Enter a file name.")
        )
    with suppress(OSError):
        if not stat.S_ISREG(file.stat().st_mode):  # a disk or a socket
            raise BadRequestError(
                message("{target} is not a regular file.", target=file),
                message("Choose another name."),
            )
    if os.path.lexists(file) and not force:
        raise existing_file(file)


def is_stream(file: Path) -> bool:
    """Return whether `file` is a pipe, a character device or the file behind standard output."""
    try:
        state = file.stat()
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(state.st_mode) or stat.S_ISCHR(state.st_mode) or _is_stdout(state)


def open_stream(file: Path) -> BinaryIO:
    """Open a stream for writing; standard output continues at its position."""
    if _is_stdout(file.stat()):
        sys.stdout.flush()
        return os.fdopen(os.dup(_STDOUT), "wb")
    return file.open("wb")


def write_output(file: Path, content: bytes, *, overwrite: bool) -> None:
    """Write a file that only its user may read; replace an existing one if `overwrite`.

    Raise OSError, or BadRequestError if the file exists. A new file that cannot be written
    completely is deleted.
    """
    if is_stream(file):
        with open_stream(file) as stream:
            stream.write(content)
        return
    if not file.resolve().parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if overwrite:
        replace_private_file(file, content)
        return
    try:
        created = open(file, "xb", opener=open_privately)  # noqa: SIM115 (from here on the file is new)
    except FileExistsError:
        raise existing_file(file) from None
    is_complete = False
    try:
        with created:
            write_synced(created, content)
        sync_folder(file.parent)
        is_complete = True
    finally:
        if not is_complete:
            with suppress(OSError):
                file.unlink()


def existing_file(file: Path) -> BadRequestError:
    """Return the error for a file that exists and may not be overwritten."""
    return BadRequestError(
        message("{target} already exists.", target=file),
        Message("Choose another name, or overwrite it with --force."),
    )


def _is_stdout(state: os.stat_result) -> bool:
    try:
        return os.path.samestat(state, os.fstat(_STDOUT))
    except OSError:
        return False
