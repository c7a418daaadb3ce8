"""One look at a library folder: what is there, and what differs from the catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.indexing.changes import FolderChanges, detect_changes
from engine.indexing.crawl import CrawlTask, Finding, crawl
from engine.indexing.ignore_rules import IgnoreRules
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.folders import is_present
from engine.stores.catalog.rows import Folder, KnownFile

WHOLE = ("",)


@dataclass(frozen=True, slots=True)
class Look:
    """A folder to look at: all of it, or only some files and directories below it."""

    folder: Folder
    places: tuple[str, ...] = WHOLE


@dataclass(frozen=True, slots=True)
class SeenFolder:
    """What a look found; `changes` is None when the folder is away and nothing is to be done."""

    folder: Folder
    places: tuple[str, ...]
    known: Mapping[str, KnownFile]
    changes: FolderChanges | None


def look_at(
    catalog: Catalog,
    look: Look,
    names: IgnoreRules,
    tries_again: Callable[[str, KnownFile], bool],
) -> SeenFolder:
    """Compare places of a folder with the catalog. A folder whose drive is away is left alone.

    `tries_again` says of a file that failed (its path, what is known of it) whether to read it.
    """
    folder, places = look.folder, _topmost(look.places)
    if not is_present(folder):
        return SeenFolder(folder, places, {}, None)
    known: dict[str, KnownFile] = {}
    for place in places:
        known.update(catalog.known_files(folder.name, place))
    changes = detect_changes(
        _crawled(folder, places, names),
        known,
        tries_again=lambda path: tries_again(path, known[path]),
    )
    if not is_present(folder):
        # It went away during the look: what was not seen is not lost.
        return SeenFolder(folder, places, {}, None)
    return SeenFolder(folder, places, known, changes)


def mounts_after(seen: SeenFolder, changes: FolderChanges) -> dict[str, int]:
    """Return the folder's file systems as known after a look; those that are away stay known."""
    kept = {
        path: device
        for path, device in seen.folder.mounts.items()
        if path in changes.away or not any(_is_inside(path, place) for place in seen.places)
    }
    return kept | dict(changes.mounts)


def _crawled(folder: Folder, places: tuple[str, ...], names: IgnoreRules) -> Iterator[Finding]:
    for place in places:
        yield from crawl(CrawlTask(Path(folder.root), names, folder.rules, folder.mounts, place))


def _topmost(places: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out places that lie in another one of them."""
    kept: list[str] = []
    for place in sorted(set(places)):
        if not any(_is_inside(place, above) for above in kept):
            kept.append(place)
    return tuple(kept)


def _is_inside(path: str, place: str) -> bool:
    return not place or path == place or path.startswith(f"{place}/")
