"""Scanning a library folder: what differs between the disk and the catalog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engine.indexing.crawl import (
    AwayPlace,
    CrawlProblem,
    CrawlTask,
    Finding,
    FoundFile,
    FoundMount,
    crawl,
)
from engine.indexing.ignore_rules import IgnoreRules
from engine.model.document import FailureReason, FileState
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.folders import is_present
from engine.stores.catalog.rows import Folder, KnownFile


class KnownVersion(Protocol):
    """What the catalog knows of a file: the version it read, and whether reading failed."""

    @property
    def state(self) -> FileState:
        """The version on disk when it was read."""

    @property
    def failed(self) -> bool:
        """True when it could not be indexed."""

    @property
    def is_outdated(self) -> bool:
        """True when more would be read of it now."""

    @property
    def partly_failed(self) -> bool:
        """True when a document inside it could not be indexed."""


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """Files to read (newest first), paths that are gone, and places that cannot be entered.

    `away` are directories whose drive is not there, `mounts` the device numbers of those that are.
    """

    to_read: tuple[FoundFile, ...]
    gone: tuple[str, ...]
    problems: tuple[CrawlProblem, ...]
    unchanged: int
    away: tuple[str, ...] = ()
    mounts: tuple[tuple[str, int], ...] = ()


def no_failures(_path: str) -> bool:
    """Try no failed file again."""
    return False


def detect_changes(
    found: Iterable[Finding],
    known: Mapping[str, KnownVersion],
    *,
    tries_again: Callable[[str], bool] = no_failures,
) -> FolderChanges:
    """Compare what a crawl found with what the catalog knows.

    A file below a folder that cannot be read now, or whose drive is away, is not gone: its passages
    stay searchable. `tries_again` says which failed files are read though they have not changed.
    """
    files: dict[str, FoundFile] = {}
    problems: list[CrawlProblem] = []
    away: list[str] = []
    mounts: list[tuple[str, int]] = []
    for entry in found:
        match entry:
            case FoundFile():
                files[entry.path] = entry
            case CrawlProblem():
                problems.append(entry)
            case AwayPlace():
                away.append(entry.path)
            case FoundMount():
                mounts.append((entry.path, entry.device))
    to_read = [
        file for file in files.values() if _needs_reading(file, known.get(file.path), tries_again)
    ]
    to_read.sort(key=lambda file: (-file.state.mtime_ns, file.path))
    hidden = [*(one.path for one in problems if _may_hide(one)), *away]
    present = files.keys() | {problem.path for problem in problems}
    return FolderChanges(
        to_read=tuple(to_read),
        gone=tuple(path for path in known if path not in present and not _is_below(path, hidden)),
        problems=tuple(problems),
        unchanged=len(files) - len(to_read),
        away=tuple(away),
        mounts=tuple(mounts),
    )


def _may_hide(problem: CrawlProblem) -> bool:
    """Say whether files may be there unseen; a folder that is itself one document has none."""
    return problem.reason is not FailureReason.UNSUPPORTED


def _needs_reading(
    file: FoundFile, known: KnownVersion | None, tries_again: Callable[[str], bool]
) -> bool:
    if (
        known is None
        or known.is_outdated
        or ((known.failed or known.partly_failed) and tries_again(file.path))
    ):
        return True
    return not file.state.looks_like(known.state)


def _is_below(path: str, places: Iterable[str]) -> bool:
    return any(path == place or path.startswith(f"{place}/") or not place for place in places)


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
