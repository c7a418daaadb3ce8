"""A folder of the library, and whether it and its files are available.

Drives are unplugged and networks fail, so unavailable files are not treated as deleted.
"""

from __future__ import annotations

import os
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from twofold.engine.model.errors import BadRequestError, DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import message


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the library: its unique name and its path."""

    name: str
    root: str
    rules: FolderRules = field(default_factory=FolderRules)
    # directory -> device number of mount points below the folder
    mounts: Mapping[str, int] = field(default_factory=dict)


# A file system that takes longer is as good as disconnected, even if the computer is busy or a disk
# has to start. A call to it cannot be interrupted.
_SECONDS_TO_RESPOND = 10.0
_SECONDS_TRUSTED = 1.0


class _Probe:
    """A thread that waits for the answer of a file system."""

    def __init__(self, root: str) -> None:
        self._answered = threading.Event()
        self._began, self._ended = time.monotonic(), 0.0
        threading.Thread(target=self._run, args=(root,), name="probe", daemon=True).start()

    def _run(self, root: str) -> None:
        with suppress(OSError, ValueError):
            os.stat(root)  # noqa: PTH116 - replaced in tests
        self._ended = time.monotonic()
        self._answered.set()

    def answers(self, seconds: float) -> bool:
        """Wait for the answer until it is late; return whether it came."""
        left = self._began + seconds - time.monotonic()
        return self._answered.wait(max(0.0, left))

    @property
    def is_recent(self) -> bool:
        """Whether there is no answer yet, or it is new enough to be trusted."""
        return not self._answered.is_set() or time.monotonic() - self._ended < _SECONDS_TRUSTED


class _Probes:
    """The last probe of each root. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._probes: dict[str, _Probe] = {}

    def responds(self, root: str, seconds: float) -> bool:
        with self._lock:
            probe = self._probes.get(root)
            if probe is None or not probe.is_recent:
                probe = self._probes[root] = _Probe(root)
        return probe.answers(seconds)


_PROBES = _Probes()


def responds(root: str, seconds: float | None = None) -> bool:
    """Return whether the file system of a folder answers at all, also with an error.

    Servers of network drives may stop answering. Then this waits the first time, for some seconds
    unless `seconds` is given, and returns False immediately until there is an answer.
    """
    return _PROBES.responds(root, _SECONDS_TO_RESPOND if seconds is None else seconds)


def check_responds(root: str) -> None:
    """Raise DocumentError if the file system of a folder does not answer."""
    if not responds(root):
        raise DocumentError(
            FailureReason.UNREACHABLE,
            message("The drive of this file does not respond."),
            message("Check the connection, and try again."),
        )


def is_present(folder: Folder) -> bool:
    """Return whether the folder can be compared with the disk now.

    A relative path, which a former version accepted from backups, is never available, because it
    depends on the working directory of the program. When a drive is removed, its mount point may
    remain: empty, and on a different file system. A network drive may not respond.
    """
    root = Path(folder.root)
    if not root.is_absolute() or not responds(folder.root):
        return False
    try:
        device = root.stat().st_dev
        with os.scandir(root) as entries:
            is_empty = next(entries, None) is None
    except PermissionError:
        return root.is_dir()
    except OSError:
        return False
    return not is_empty or folder.mounts.get("", device) == device


def as_spelled(path: Path, names_in: Callable[[Path], Iterable[str]] = os.listdir) -> Path:
    """Return the path of an existing file or folder as the file system spells it.

    macOS and Windows find 'documents' also as 'Documents', and macOS finds an accent in both of its
    Unicode forms. Names that cannot be listed with `names_in` are kept.
    """
    spelled = Path(path.anchor)
    for part in path.parts[1:]:
        try:
            names = set(names_in(spelled))
        except OSError:
            names = set()
        alike = [name for name in names if _folded(name) == _folded(part)]
        is_alias = part not in names and len(alike) == 1 and os.path.lexists(spelled / part)
        spelled /= alike[0] if is_alias else part
    return spelled


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def folder_of(folders: Iterable[Folder], path: Path) -> tuple[Folder, str] | None:
    """Return the folder that contains an absolute path, and the path inside it ('.' for its root).

    Return None if no folder contains it.
    """
    for folder in folders:
        if path.is_relative_to(folder.root):
            return folder, path.relative_to(folder.root).as_posix()
    return None


def place_of(text: str, folders: Iterable[Folder]) -> str:
    """Return the library path ('Notes/2026/plan.md') of an absolute path or a user's text.

    Raise BadRequestError if the path is in no folder of the library.
    """
    known = tuple(folders)
    path = PurePath(text)
    if path.is_absolute() and (found := folder_of(known, Path(os.path.normpath(text)))):
        folder, inside = found
        return folder.name if inside == "." else f"{folder.name}/{inside}"
    place = path.as_posix().strip("/")
    if place.partition("/")[0] in {folder.name for folder in known}:
        return place
    raise BadRequestError(
        message("'{text}' is in no folder of the library.", text=text),
        message("First add the folder that contains it."),
    )


def has_left(folder: Folder, path: str) -> bool:
    """Return whether a file of an available folder no longer exists at `path`.

    A file on a missing drive below the folder, or in an inaccessible directory, is assumed to
    exist.
    """
    root = Path(folder.root)
    try:
        (root / path).lstat()
    except (FileNotFoundError, NotADirectoryError):
        return not any(
            mount and path.startswith(f"{mount}/") and _is_unmounted(root / mount, device)
            for mount, device in folder.mounts.items()
        )
    except OSError:
        return False
    return False


def _is_unmounted(place: Path, device: int) -> bool:
    try:
        is_other = place.stat().st_dev != device
        with os.scandir(place) as entries:
            return is_other and next(entries, None) is None
    except OSError:
        return True
