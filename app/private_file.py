"""Files and folders that only their owner may read."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from twofold.app.paths import LibraryPaths
from twofold.engine.durable_files import put_in_place, write_synced
from twofold.engine.model.localized import message

if TYPE_CHECKING:
    from twofold.engine.model.events import EventCallback

_OTHERS = 0o077


def replace_private_file(path: Path, content: bytes) -> None:
    """Replace a file atomically and durably. Raise OSError and keep the old file on failure.

    If `path` is a link, its target is replaced, as some users store such files elsewhere.
    """
    import tempfile  # noqa: PLC0415 (not needed for a search)

    target = path.resolve()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp creates a file that only its owner can read
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            write_synced(file, content)
        put_in_place(temporary, target)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def open_privately(path: str, flags: int) -> int:
    """Open a file; create it with mode 0600 if it is missing. Pass this to `open` as `opener`."""
    return os.open(path, flags, 0o600)


def open_to_others(places: Iterable[Path]) -> Iterator[Path]:
    """Yield the files and folders of this user for which other users have any permission.

    Folders that nobody else may enter are not searched. Links and files of other users are
    skipped. On Windows, nothing is yielded, as the permissions of the user's profile apply.
    """
    if sys.platform == "win32":
        return
    for place in places:
        with suppress(OSError):
            state = place.lstat()
            is_ours = state.st_uid == os.geteuid() and not stat.S_ISLNK(state.st_mode)
            if is_ours and state.st_mode & _OTHERS:
                yield place
                if stat.S_ISDIR(state.st_mode):
                    yield from open_to_others(place.iterdir())


def close_to_others(places: Iterable[Path]) -> bool:
    """Remove the permissions of other users; return whether there were any.

    A file system without permissions is not changed.
    """
    was_open = False
    for place in list(open_to_others(places)):
        with suppress(OSError):
            place.chmod(stat.S_IMODE(place.lstat().st_mode) & ~_OTHERS)
            was_open = was_open or not place.lstat().st_mode & _OTHERS
    return was_open


def keep_library_private(library: LibraryPaths, on_event: EventCallback) -> None:
    """Remove other users' permissions for the files of a library and for its folder.

    A folder that the user chose may contain other files, so its permissions are kept. If other
    users may enter it, a notice reports this when the library is created, and when they could read
    its files until now.
    """
    from twofold.engine.model.events import Notice  # noqa: PLC0415 (a search needs none)

    is_new = not library.catalog.exists()
    was_open = close_to_others(library.own_files())
    if not library.is_chosen:
        close_to_others([library.root])
    elif (is_new or was_open) and next(open_to_others([library.root]), None) == library.root:
        on_event(
            Notice(
                message(
                    "Other users of this computer may enter the library folder {root}.",
                    root=library.root,
                ),
                message(
                    "Only you can read its files. To close the folder too, change its permissions."
                ),
            )
        )
