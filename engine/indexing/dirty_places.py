"""Which places of the library have changed on disk and have not been looked at since."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from engine.extract import iwork
from engine.indexing.directory_rules import IGNORE_FILES
from engine.indexing.look import WHOLE, Look
from engine.stores.catalog.rows import Folder

# Beyond this, looking at the whole folder costs less.
_MOST_PLACES = 5000
# What the system's report puts in the place of bytes that are no text.
_REPLACEMENT = "\ufffd"


class DirtyPlaces:
    """Collects changed paths from the watching thread until the indexing thread takes them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._paths: set[str] = set()
        self._roots: set[str] = set()

    def add_paths(self, paths: Iterable[str]) -> None:
        """Note absolute paths of files or directories that changed, came or went."""
        with self._lock:
            self._paths.update(paths)

    def add_folders(self, roots: Iterable[str]) -> None:
        """Note library folders that are to be looked at as a whole."""
        with self._lock:
            self._roots.update(roots)

    @property
    def has_paths(self) -> bool:
        """True when more is known than which folders are to be looked at as a whole."""
        with self._lock:
            return bool(self._paths)

    def take(self, folders: Iterable[Folder]) -> tuple[Look, ...]:
        """Return what to look at, and forget it."""
        with self._lock:
            paths, self._paths = self._paths, set()
            roots, self._roots = self._roots, set()
        looks = []
        for folder in folders:
            places = WHOLE if folder.root in roots else _places(folder, paths)
            if places:
                looks.append(Look(folder, places))
        return tuple(looks)

    def take_paths(self, folders: Iterable[Folder]) -> tuple[Look, ...]:
        """Return what to look at inside of folders, and forget it; whole folders stay noted."""
        with self._lock:
            paths, self._paths = self._paths, set()
        found = [Look(folder, _places(folder, paths)) for folder in folders]
        self.add_folders([look.folder.root for look in found if look.places == WHOLE])
        return tuple(look for look in found if look.places not in ((), WHOLE))


def _places(folder: Folder, paths: Iterable[str]) -> tuple[str, ...]:
    root = Path(folder.root)
    inside = (Path(path) for path in paths)
    places = {_place(path.relative_to(root)) for path in inside if path.is_relative_to(root)}
    return WHOLE if "" in places or len(places) > _MOST_PLACES else tuple(sorted(places))


def _place(path: Path) -> str:
    """Return the place to look at: an ignore file concerns its whole directory.

    So does a part of a folder that is one document: none of the others is one.
    """
    if path.name in IGNORE_FILES or _REPLACEMENT in path.name:
        path = path.parent
    return "" if path == Path() else iwork.possible_folder(path.as_posix())
