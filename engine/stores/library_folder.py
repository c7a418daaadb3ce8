"""A folder of the library, and whether it and its files are there.

Drives are unplugged, and networks go down: what is away is not gone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from twofold.engine.model.folder_rules import FolderRules


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of the library: its unique name and where it lies."""

    name: str
    root: str
    rules: FolderRules = field(default_factory=FolderRules)
    # directory -> device number, of those that are file systems of their own
    mounts: Mapping[str, int] = field(default_factory=dict)


def is_present(folder: Folder) -> bool:
    """Return whether what is indexed of a folder can be compared with the disk now.

    A path that is not absolute, as a former version took from a backup, is never present: which
    folder it is would depend on where the program was started.

    When a drive is taken away, the directory it was mounted on may stay: empty, and on another
    file system than before.
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


def has_left(folder: Folder, path: str) -> bool:
    """Return whether a file of a folder that is present is no longer at `path`.

    A file whose drive below the folder is away, or whose directory cannot be entered, has not left.
    """
    root = Path(folder.root)
    try:
        (root / path).lstat()
    except (FileNotFoundError, NotADirectoryError):
        return not any(
            mount and path.startswith(f"{mount}/") and _is_away(root / mount, device)
            for mount, device in folder.mounts.items()
        )
    except OSError:
        return False
    return False


def _is_away(place: Path, device: int) -> bool:
    try:
        is_other = place.stat().st_dev != device
        with os.scandir(place) as entries:
            return is_other and next(entries, None) is None
    except OSError:
        return True
