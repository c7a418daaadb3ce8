"""Scanning a library folder: what differs between the disk and the catalog."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.indexing.chunker import is_outdated
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
from engine.indexing.retries import Retries
from engine.model.document import FailureReason
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.rows import Folder, KnownFile, is_present

WHOLE = ("",)


@dataclass(frozen=True, slots=True)
class Scan:
    """A folder to scan: all of it, or only the files and directories at `places` below it.

    A file that failed, or holds a document that failed, is read again though it has not changed
    when it lies at or below one of the paths of `retry`, or holds the document of this path.
    """

    folder: Folder
    places: tuple[str, ...] = WHOLE
    retry: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedFile:
    """A file that was at `former` (folder name and path); `keeps_text` unless it is read again."""

    file: FoundFile
    former: tuple[str, str]
    keeps_text: bool


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """What a scan found.

    `known` is what the catalog has of the scanned places, `to_read` are new and changed files
    (newest first), `gone` paths that no longer exist, `problems` places that cannot be read, `away`
    directories whose drive is missing, `mounts` all file systems of the folder by device number.
    `engine.indexing.moves` takes the files it recognises out of `to_read` and `gone`: `touched`
    have the same bytes and other times, `moved` lie elsewhere.
    """

    folder: Folder
    known: Mapping[str, KnownFile]
    to_read: tuple[FoundFile, ...]
    gone: tuple[str, ...]
    problems: tuple[CrawlProblem, ...]
    unchanged: int
    away: tuple[str, ...]
    mounts: Mapping[str, int]
    touched: tuple[FoundFile, ...] = ()
    moved: tuple[MovedFile, ...] = ()


def scan_folder(
    catalog: Catalog, scan: Scan, rules: IgnoreRules, retries: Retries | None = None
) -> FolderChanges | None:
    """Compare the places of a folder with the catalog; None when the folder's drive is away.

    Besides the files that `scan` names, those that are due in `retries` are read again.
    """
    folder = scan.folder
    if not is_present(folder):
        return None
    places = _topmost(scan.places)
    known: dict[str, KnownFile] = {}
    for place in places:
        known.update(catalog.files.known(folder.name, place))
    retry = {
        path
        for path, file in known.items()
        if (file.failed or file.partly_failed)
        and (_is_asked_for(path, scan.retry) or (retries and retries.is_due(folder, path, file)))
    }
    changes = compare(folder, places, _crawled(folder, places, rules), known, retry)
    # Where the drive went away during the scan, files that were not found are not gone.
    return changes if is_present(folder) else None


def compare(
    folder: Folder,
    places: Iterable[str],
    found: Iterable[Finding],
    known: Mapping[str, KnownFile],
    retry: Collection[str] = (),
) -> FolderChanges:
    """Compare what a crawl of `places` found with what the catalog knows.

    A file below a directory that cannot be read now, or whose drive is away, is not gone: its
    passages stay searchable. The paths in `retry` are read though they have not changed.
    """
    files: dict[str, FoundFile] = {}
    problems: list[CrawlProblem] = []
    away: list[str] = []
    mounts: dict[str, int] = {}
    for entry in found:
        match entry:
            case FoundFile():
                files[entry.path] = entry
            case CrawlProblem():
                problems.append(entry)
            case AwayPlace():
                away.append(entry.path)
            case FoundMount():
                mounts[entry.path] = entry.device
    to_read = [
        file
        for file in files.values()
        if file.path in retry or _has_changed(file, known.get(file.path))
    ]
    to_read.sort(key=lambda file: (-file.state.mtime_ns, file.path))
    # A folder that is itself one document (UNSUPPORTED) hides no files.
    hidden = [one.path for one in problems if one.reason is not FailureReason.UNSUPPORTED] + away
    present = files.keys() | {problem.path for problem in problems}
    kept_mounts = {
        path: device
        for path, device in folder.mounts.items()
        if path in away or not any(_is_inside(path, place) for place in places)
    }
    return FolderChanges(
        folder=folder,
        known=known,
        to_read=tuple(to_read),
        gone=tuple(
            path
            for path in known
            if path not in present and not any(_is_inside(path, place) for place in hidden)
        ),
        problems=tuple(problems),
        unchanged=len(files) - len(to_read),
        away=tuple(away),
        mounts=kept_mounts | mounts,
    )


def _has_changed(file: FoundFile, known: KnownFile | None) -> bool:
    return (
        known is None
        or is_outdated(known.chunker_version)
        or not file.state.looks_like(known.state)
    )


def _is_asked_for(path: str, retry: Iterable[str]) -> bool:
    return any(_is_inside(path, asked) or _is_inside(asked, path) for asked in retry)


def _crawled(folder: Folder, places: Iterable[str], rules: IgnoreRules) -> Iterator[Finding]:
    for place in places:
        yield from crawl(CrawlTask(Path(folder.root), rules, folder.rules, folder.mounts, place))


def _topmost(places: Iterable[str]) -> tuple[str, ...]:
    """Leave out places that lie in another one of them."""
    kept: list[str] = []
    for place in sorted(set(places)):
        if not any(_is_inside(place, above) for above in kept):
            kept.append(place)
    return tuple(kept)


def _is_inside(path: str, place: str) -> bool:
    return not place or path == place or path.startswith(f"{place}/")
