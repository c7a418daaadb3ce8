"""Writing exports atomically; existing files are only replaced on request."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
from pathlib import Path

from twofold.engine.durable_files import put_in_place, sync_folder, write_synced
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import ExportError
from twofold.engine.model.localized import EMPTY, Message, message, system_reason

# Names that Windows reserves for devices, with any extension, and characters that it forbids.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)
_NOT_IN_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


class TargetExistsError(ExportError):
    """A file with this name exists; it is replaced only with `overwrite`."""


class NoFolderError(ExportError):
    """The folder does not exist."""


def check_target(target: Path, *, overwrite: bool = False) -> None:
    """Raise ExportError if `target` cannot be written, as far as this can be known beforehand.

    TargetExistsError means that it could be written with `overwrite`.
    """
    try:
        _check(target, overwrite=overwrite)
    except (OSError, ValueError) as error:
        raise _explained(target, error) from error


def write_bytes(target: Path, data: bytes, *, overwrite: bool) -> bool:
    """Write a file atomically and durably; return whether a file was replaced.

    Raises ExportError on failure; an existing file is then unchanged. A replaced file keeps its
    permissions.
    """
    try:
        is_replaced = os.path.lexists(target)
        _check(target, overwrite=overwrite)
        # In the folder of a link's target, which may be on another drive than the link.
        place = target.resolve() if overwrite else target
        partial = place.with_name(f".{place.name[:50]}.{secrets.token_hex(4)}.part")
        try:
            _write_durably(partial, data)
            _move(partial, place, overwrite=overwrite)
        finally:
            partial.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise _explained(target, error) from error
    return is_replaced


def name_problem(name: str, *, windows: bool) -> Message:
    """Return why no file may have this name, or ''."""
    if not name.strip() or name in {".", ".."}:
        return message("The file has no name.")
    if "/" in name or "\0" in name:
        return message("'{name}' is not a valid file name.", name=name)
    if windows and (_NOT_IN_NAMES.search(name) or name.endswith((".", " "))):
        return message("'{name}' is not a valid file name on Windows.", name=name)
    if windows and _DEVICE.fullmatch(name.partition(".")[0].rstrip()):
        return message("Windows reserves the name '{name}' for a device.", name=name)
    return EMPTY


def _check(target: Path, *, overwrite: bool) -> None:
    if problem := name_problem(target.name, windows=os.name == "nt"):
        raise ExportError(problem, message("Choose another name."))
    try:
        state = target.stat()
    except FileNotFoundError:
        if target.is_symlink() and not overwrite:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
    else:
        _check_existing(target, state.st_mode, overwrite=overwrite)
    folder = target.resolve().parent if overwrite else target.parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _check_existing(target: Path, mode: int, *, overwrite: bool) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):  # a replaced device would be lost
        raise ExportError(
            message("{target} is not a regular file.", target=target),
            message("Choose another name."),
        )
    if not overwrite:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    if not os.access(target, os.W_OK):
        raise ExportError(
            message("{target} is write-protected.", target=target),
            message("Choose another name."),
        )


def _write_durably(path: Path, data: bytes) -> None:
    # Like the documents that it quotes, an export is private until its user shares it.
    with open(path, "xb", opener=_open_privately) as file:
        write_synced(file, data)


def _open_privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _move(partial: Path, target: Path, *, overwrite: bool) -> None:
    """Rename the file; without `overwrite`, keep a file that was created in the meantime."""
    if overwrite:
        if target.is_file():
            shutil.copymode(target, partial)
        put_in_place(partial, target)
        return
    try:
        target.hardlink_to(partial)
    except FileExistsError:
        raise
    except OSError:  # file systems without hard links (FAT): the check before is the only one
        _check(target, overwrite=False)
        put_in_place(partial, target)
    else:
        sync_folder(target.parent)


def _explained(target: Path, error: Exception) -> ExportError:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EEXIST:
        return TargetExistsError(
            message("{target} already exists.", target=target),
            message("Choose another name or replace the file."),
        )
    if number in {errno.ENOENT, errno.ENOTDIR}:
        return NoFolderError(
            message("The folder {parent} does not exist.", parent=target.parent),
            message("Choose an existing folder."),
        )
    no_right = (
        message("You do not have permission to write to {parent}.", parent=target.parent),
        message("Choose another folder."),
    )
    known = {
        errno.EACCES: no_right,
        errno.EPERM: no_right,
        errno.EISDIR: (
            message("{target} is a folder.", target=target),
            message("Enter a file name."),
        ),
        errno.ENAMETOOLONG: (
            message("The name {name} is too long.", name=target.name),
            message("Choose a shorter name."),
        ),
    }
    reason = system_reason(error) if isinstance(error, OSError) else Message(str(error))
    otherwise = (
        message("Cannot write {target}: {error}.", target=target, error=reason),
        message("Choose another name or folder."),
    )
    return ExportError(*disk_first(error, *known.get(number or 0, otherwise)))


def templates_in(folder: Path) -> tuple[Path, ...]:
    """Return the export templates in the user's template folder, by name."""
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return ()
    return tuple(path for path in found if path.is_file() and not path.name.startswith("."))
