"""Writing an export: whole or not at all, and never over a file that was not meant."""

from __future__ import annotations

import errno
import os
import secrets
from pathlib import Path

from engine.core.errors import ExportError


def write_bytes(target: Path, data: bytes, *, overwrite: bool) -> None:
    """Write a file atomically; raise ExportError when that is not possible.

    An existing file is then as it was.
    """
    partial = target.with_name(f".{target.name[:50]}.{secrets.token_hex(4)}.part")
    try:
        _refuse_existing(target, overwrite=overwrite)
        try:
            _write_durably(partial, data)
            _move(partial, target, overwrite=overwrite)
        finally:
            partial.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise _explained(target, error) from error


def _refuse_existing(target: Path, *, overwrite: bool) -> None:
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not overwrite and target.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _write_durably(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _move(partial: Path, target: Path, *, overwrite: bool) -> None:
    """Give the file its name; without `overwrite` a file that appeared meanwhile is kept."""
    if overwrite:
        partial.replace(target.resolve())
        return
    try:
        target.hardlink_to(partial)
    except FileExistsError:
        raise
    except OSError:  # file systems without hard links (FAT): the check before has to do
        _refuse_existing(target, overwrite=False)
        partial.replace(target)


def _explained(target: Path, error: Exception) -> ExportError:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EEXIST:
        return ExportError(
            f"{target} already exists.", "Choose another name, or allow it to be overwritten."
        )
    if number in {errno.ENOSPC, errno.EDQUOT}:
        return ExportError(f"There is no room left to write {target}.", "Free some space.")
    if number in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return ExportError(f"You may not write to {target.parent}.", "Choose another folder.")
    if number == errno.ENOENT:
        return ExportError(f"There is no folder {target.parent}.", "Choose an existing folder.")
    if number == errno.EISDIR:
        return ExportError(f"{target} is a folder.", "Give the name of a file.")
    return ExportError(f"{target} cannot be written: {error}.", "Choose another name or folder.")
