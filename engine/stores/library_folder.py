"""A folder of the library, and whether it and its files are available.

Drives are unplugged and networks fail, so unavailable files are not treated as deleted.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from twofold.engine.model.folder_rules import FolderRules


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the library: its unique name and its path."""

    name: str
    root: str
    rules: FolderRules = field(default_factory=FolderRules)
    # directory -> device number of mount points below the folder
    mounts: Mapping[str, int] = field(default_factory=dict)


def is_present(folder: Folder) -> bool:
    """Return whether the folder can be compared with the disk now.

    A relative path, which a former version accepted from backups, is never available, because it
    depends on the working directory of the program. When a drive is removed, its mount point may
    remain: empty, and on a different file system.
    """
    root = Path(folder.root)
    if not root.is_absolute():
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
        spelled /= alike[0] if part not in names and len(alike) == 1 else part
    return spelled


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


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
