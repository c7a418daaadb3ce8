"""Why the library knows nothing of a file that is cited: it failed, or was never read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from engine.stores.catalog.catalog import Catalog


def why_not_indexed(catalog: Catalog, path: str) -> str:
    """Return a sentence on a cited file that is not indexed; '' when there is no such file.

    `path` is relative to its folder, or has the folder's name in front.
    """
    failures = {failure.path: failure for failure in catalog.failures()}
    for place, _ in _places(catalog, path):
        # A path may have any number of parts; failures are few.
        within = f"{place}/"
        if above := max((one for one in failures if within.startswith(f"{one}/")), default=""):
            detail = failures[above].detail
            return f"The passage cannot be checked, as {above} is not indexed: {detail}"
    for place, file in _places(catalog, path):
        if os.path.lexists(file):
            return (
                f"The passage cannot be checked, as {place} is not indexed: it was not read yet, "
                "or a rule passes it over."
            )
    return ""


def _places(catalog: Catalog, path: str) -> Iterator[tuple[str, Path]]:
    """Yield what the path may mean: a place of the library, and where that lies."""
    if ".." in path.split("/") or Path(path).is_absolute():
        return  # it leads out of every folder
    for folder in catalog.folders():
        root = Path(folder.root)
        if path.startswith(f"{folder.name}/"):
            yield path, root / path[len(folder.name) + 1 :]
        yield f"{folder.name}/{path}", root / path
