"""Whether a library folder is there: drives are pulled out, and networks fall away."""

from __future__ import annotations

import os
from pathlib import Path

from engine.stores.catalog.rows import Folder


def is_present(folder: Folder) -> bool:
    """Say whether what is indexed of a folder can be compared with the disk now.

    When a drive is taken away, the directory it was mounted on may stay: empty, and on another
    file system than before.
    """
    root = Path(folder.root)
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
    """Say whether a file of a folder that is present is no longer at `path`.

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
