"""Places of the library as people write them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePath

from engine.api import BadRequestError
from engine.stores.catalog.rows import Folder


def place_of(text: str, folders: Iterable[Folder]) -> str:
    """Return the place ('Notes/2026/plan.md') of an absolute path, or of a place as it is written.

    Raises BadRequestError when it lies in no folder of the library.
    """
    known = tuple(folders)
    if PurePath(text).is_absolute():
        path = Path(os.path.normpath(text))
        for folder in known:
            if path.is_relative_to(folder.root):
                inside = path.relative_to(folder.root).as_posix()
                return folder.name if inside == "." else f"{folder.name}/{inside}"
    place = PurePath(text).as_posix().strip("/")
    if place.partition("/")[0] in {folder.name for folder in known}:
        return place
    raise BadRequestError(
        f"'{text}' is in no folder of the library.", "Add the folder that holds it first."
    )


def is_at(place: str, above: str) -> bool:
    """Say whether a place is another one or lies below it."""
    return place == above or place.startswith(f"{above}/")


def documents_changed(number: int) -> str:
    """Return what giving a place tags or trust has done, in words."""
    return "1 document changed." if number == 1 else f"{number:,} documents changed."
