"""How much room a library takes on the disk."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path


def disk_size(catalog: Path, folders: Iterable[Path]) -> int:
    """Return the bytes of a catalog with its side files and of everything below `folders`.

    A file that goes meanwhile, as the indexes replace theirs, counts nothing.
    """
    files = [*catalog.parent.glob(f"{catalog.name}*")]
    for folder in folders:
        files += folder.rglob("*")
    return sum(map(_bytes_of, files))


def _bytes_of(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size if path.is_file() else 0
    return 0
