"""Scanning a library folder: differences from the catalog, retries and the summary of an update."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from twofold.engine.extract.regular_file import CLOUD_ONLY
from twofold.engine.indexing.chunker import is_outdated
from twofold.engine.indexing.crawl import (
    CrawlProblem,
    CrawlTask,
    Finding,
    FoundFile,
    MountPoint,
    UnavailableDirectory,
    crawl,
)
from twofold.engine.indexing.described_files import LibraryFiles
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.failure import WITHOUT_TEXT, FailureReason
from twofold.engine.model.localized import EMPTY, Message, joined, message
from twofold.engine.processes.this_process import is_system_busy
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.rows import KnownFile
from twofold.engine.stores.library_folder import Folder, is_present

# Retrying a file that cannot be opened is cheap; one that crashes the worker costs up to a minute.
# The first and the longest delay in seconds; the delay doubles with every failure.
_ACCESS_DELAYS = 15.0, 1800.0
_READING_DELAYS = 300.0, 86_400.0
# Beyond this number, failed files are read again only by the next scan of their whole folder.
_MAX_RETRIES = 1000


@dataclass(frozen=True, slots=True)
class _Delay:
    """The next attempt to read a file, at `until` (monotonic seconds).

    `seconds` is the time since the previous attempt. `is_requested` is True if a scan of the file
    has been requested since.
    """

    until: float
    seconds: float
    waits_for_idleness: bool = False
    is_requested: bool = False


class Retries:
    """Remembers when each file (folder name, path) failed last. Indexing thread only.

    A file that took too long and was never read is read again when the computer is not busy.
    """

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        is_busy: Callable[[], bool] = is_system_busy,
    ) -> None:
        self._monotonic = monotonic
        self._is_busy = is_busy
        self._delays: dict[tuple[str, str], _Delay] = {}

    def is_due(self, folder: Folder, path: str, known: KnownFile) -> bool:
        """Return whether a scan should read a file again after a failure."""
        if _is_access_failure(known):
            return True
        if not _may_pass(known):
            return False
        delay = self._delays.get((folder.name, path))
        if delay is None and _waits_for_idleness(known):
            self.record(folder.name, path, known)
            return False
        return delay is None or self._monotonic() >= delay.until

    def is_scheduled(self, folder: str, path: str) -> bool:
        """Return whether a file is scheduled to be read again."""
        return (folder, path) in self._delays

    def record(self, folder: str, path: str, known: KnownFile | None) -> None:
        """Record the state of a file that was just read or could not be read."""
        place = folder, path
        if known is None or not _may_pass(known):
            self._delays.pop(place, None)
        elif len(self._delays) < _MAX_RETRIES or place in self._delays:
            first, longest = _ACCESS_DELAYS if _is_access_failure(known) else _READING_DELAYS
            before = self._delays.get(place)
            seconds = first if before is None else min(max(first, 2 * before.seconds), longest)
            self._delays[place] = _Delay(
                self._monotonic() + seconds, seconds, _waits_for_idleness(known)
            )

    def due_paths(self, folders: Iterable[Folder]) -> list[str]:
        """Return the absolute paths of failed files to try again now.

        A returned path is not returned again until `record` is called for it.
        """
        now = self._monotonic()
        delays = self._delays.items()
        due = [place for place, one in delays if now >= one.until and not one.is_requested]
        if any(self._delays[place].waits_for_idleness for place in due) and self._is_busy():
            due = [place for place in due if not self._delays[place].waits_for_idleness]
        for place in due:
            self._delays[place] = replace(self._delays[place], is_requested=True)
        roots = {folder.name: Path(folder.root) for folder in folders}
        return [str(roots[name] / path) for name, path in due if name in roots]


def _is_access_failure(known: KnownFile) -> bool:
    return known.failed and FailureReason(known.reason).is_of_access


def _may_pass(known: KnownFile) -> bool:
    """Return whether a failure of a file or its embedded documents is temporary and worth a retry.

    A file that was never read and crashes the worker is read again only on request. A file that
    took too long is an exception, because the computer may have been busy.
    """
    if not known.failed:
        return known.has_old_members
    reason = FailureReason(known.reason)
    return reason.is_of_access or _waits_for_idleness(known) or (reason.may_pass and known.has_text)


def _waits_for_idleness(known: KnownFile) -> bool:
    return known.reason == FailureReason.TIMED_OUT and not known.has_text


WHOLE = ("",)


@dataclass(frozen=True, slots=True)
class Scan:
    """A folder to scan: all of it, or only the files and directories at `places` below it.

    `retry` are paths of files, directories and embedded documents. Files that failed or contain a
    document that failed are read again, although they have not changed, if they are at or below one
    of these paths or contain it.
    """

    folder: Folder
    places: tuple[str, ...] = WHOLE
    retry: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedFile:
    """A file that was moved from `former` (folder name, path).

    `keeps_text`: whether its indexed text is kept; otherwise the file is read again.
    """

    file: FoundFile
    former: tuple[str, str]
    keeps_text: bool


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """The result of a scan.

    `known` are the catalog's files at the scanned places, `to_read` new and changed files (newest
    first), `gone` paths that no longer exist, `problems` places that cannot be read, `away`
    directories whose drive is missing, and `mounts` all mount points of the folder with their
    device numbers. `in_cloud` are new files whose content is only in the cloud, which are also
    `problems`.

    `engine.indexing.moves` removes the files that it recognises from `to_read`, `gone` and
    `problems`. Files with the same bytes and a new time become `touched`, files at a new path
    become `moved`.
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
    in_cloud: tuple[FoundFile, ...] = ()


def scan_folder(
    catalog: Catalog, scan: Scan, rules: IgnoreRules, retries: Retries | None = None
) -> FolderChanges | None:
    """Compare the scanned places of a folder with the catalog; return None if its drive is missing.

    In addition to the files listed in `scan`, files that are due in `retries` are read again.
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
        and (_is_requested(path, scan.retry) or (retries and retries.is_due(folder, path, file)))
    }
    files = LibraryFiles(catalog.files.described(folder.name))
    changes = compare(folder, places, files.wanted(_crawled(folder, places, rules)), known, retry)
    # If the drive was removed during the scan, files that were not found are not gone.
    return changes if is_present(folder) else None


def compare(
    folder: Folder,
    places: Iterable[str],
    found: Iterable[Finding],
    known: Mapping[str, KnownFile],
    retry: Collection[str] = (),
) -> FolderChanges:
    """Compare the findings of a crawl of `places` with the catalog.

    A file below a directory that cannot be read now, or whose drive is away, is not gone: its
    passages stay searchable. The same is true of a file that was moved to the cloud. The paths in
    `retry` are read although they have not changed.
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
            case UnavailableDirectory():
                away.append(entry.path)
            case MountPoint():
                mounts[entry.path] = entry.device
    to_read = [
        file
        for file in files.values()
        if not file.is_cloud_only
        and (file.path in retry or _has_changed(file, known.get(file.path)))
    ]
    to_read.sort(key=lambda file: (-file.state.mtime_ns, file.path))
    # A folder that is a single document (UNSUPPORTED) hides no files.
    hidden = [one.path for one in problems if one.reason is not FailureReason.UNSUPPORTED] + away
    present = files.keys() | {problem.path for problem in problems}
    in_cloud = tuple(
        file
        for file in files.values()
        if file.is_cloud_only and _is_new_in_cloud(file, known.get(file.path))
    )
    unread = (CrawlProblem(file.path, FailureReason.IN_CLOUD, CLOUD_ONLY) for file in in_cloud)
    return FolderChanges(
        folder=folder,
        known=known,
        to_read=tuple(to_read),
        gone=tuple(
            path
            for path in known
            if path not in present and not any(_is_inside(path, place) for place in hidden)
        ),
        problems=(*problems, *unread),
        unchanged=len(files) - len(to_read) - len(in_cloud),
        away=tuple(away),
        mounts=_kept_mounts(folder, places, away) | mounts,
        in_cloud=in_cloud,
    )


def _kept_mounts(folder: Folder, places: Iterable[str], away: Collection[str]) -> dict[str, int]:
    """Return the known mount points of missing drives and outside of the scanned places."""
    return {
        path: device
        for path, device in folder.mounts.items()
        if path in away or not any(_is_inside(path, place) for place in places)
    }


def _has_changed(file: FoundFile, known: KnownFile | None) -> bool:
    return (
        known is None
        or is_outdated(known.chunker_version)
        or not file.state.looks_like(known.state)
    )


def _is_new_in_cloud(file: FoundFile, known: KnownFile | None) -> bool:
    """Return whether it is not recorded yet that the content of a file is only in the cloud."""
    if known is None:
        return True
    return not known.failed and not file.state.looks_like(known.state)


def _is_requested(path: str, retry: Iterable[str]) -> bool:
    return any(_is_inside(path, asked) or _is_inside(asked, path) for asked in retry)


def _crawled(folder: Folder, places: Iterable[str], rules: IgnoreRules) -> Iterator[Finding]:
    for place in places:
        yield from crawl(CrawlTask(Path(folder.root), rules, folder.rules, folder.mounts, place))


def _topmost(places: Iterable[str]) -> tuple[str, ...]:
    """Leave out paths that are inside other paths of the list."""
    kept: list[str] = []
    for place in sorted(set(places)):
        if not any(_is_inside(place, above) for above in kept):
            kept.append(place)
    return tuple(kept)


def _is_inside(path: str, place: str) -> bool:
    return not place or path == place or path.startswith(f"{place}/")


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """The progress of an update of a folder: the number of files to read, and the last file read.

    `unsaved` is the number of files that were read but cannot be found before the next commit.
    `later` is the number of files to read in each of the following folders, by name.
    """

    folder: str
    pending: int
    current_file: str
    unsaved: int = 0
    later: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class FolderSummary:
    """The result of an update, counted in files and embedded documents.

    `without_text` are those that are listed without being errors. `away` is the number of
    unavailable folders and directories. `saved` is the number of files on the disk, without
    embedded documents.
    """

    read: int = 0
    failed: int = 0
    without_text: int = 0
    removed: int = 0
    unchanged: int = 0
    moved: int = 0
    away: int = 0
    saved: int = 0

    @property
    def has_changes(self) -> bool:
        """Whether anything searchable has changed."""
        return bool(self.read or self.not_searchable or self.removed or self.moved)

    @property
    def not_searchable(self) -> int:
        """The number of files and embedded documents that failed or are without text."""
        return self.failed + self.without_text

    def add_failures(self, reasons: Iterable[FailureReason]) -> None:
        """Count files and embedded documents that cannot be searched, as the library does."""
        for reason in reasons:
            if reason in WITHOUT_TEXT:
                self.without_text += 1
            else:
                self.failed += 1

    def as_message(self) -> Message:
        """Return a sentence that lists all counts that are not zero."""
        kept = message(
            "%Ln folders are not available at the moment. Their index entries are kept.",
            "",
            self.away,
            one="1 folder is not available at the moment. Its index entries are kept.",
        )
        kept = kept if self.away else EMPTY
        if not self.has_changes and not self.unchanged:
            return joined(message("There are no files to read."), kept)
        parts = [message("%Ln files read", "", self.read, one="1 file read")]
        if self.moved:
            parts.append(message("{moved} moved", moved=self.moved))
        if self.unchanged:
            parts.append(message("{unchanged} unchanged", unchanged=self.unchanged))
        if self.removed:
            parts.append(message("{removed} removed from the index", removed=self.removed))
        if self.failed:
            parts.append(message("{failed} not indexed", failed=self.failed))
        if self.without_text:
            parts.append(message("{count} without text", count=self.without_text))
        return joined(message("{done}.", done=tuple(parts)), kept)


def total_summary(parts: Sequence[FolderSummary], *, is_retry: bool = False) -> FolderSummary:
    """Return the summary of an update that was interrupted between `parts` (at least one).

    Each part scans everything, so files read by earlier parts count as unchanged in the last one.
    The exception are failed files if the update is a retry.
    """
    earlier, last = parts[:-1], parts[-1]
    known = sum(one.saved + one.moved - one.not_searchable * is_retry for one in earlier)
    failures = parts[-1:] if is_retry else parts
    return FolderSummary(
        read=sum(one.read for one in parts),
        failed=sum(one.failed for one in failures),
        without_text=sum(one.without_text for one in failures),
        removed=sum(one.removed for one in parts),
        unchanged=max(0, last.unchanged - known),
        moved=sum(one.moved for one in parts),
        away=last.away,
        saved=sum(one.saved for one in parts),
    )
