"""A report that accounts for every file of a folder, by comparing the disk with the catalog."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path

from twofold.engine.extract.regular_file import is_cloud_only
from twofold.engine.indexing.chunker import is_outdated
from twofold.engine.indexing.crawl import is_document_folder, is_junction, problem_of
from twofold.engine.indexing.described_files import LibraryFiles
from twofold.engine.indexing.ignore_rules import DirectoryRules, IgnoreRules
from twofold.engine.model.coverage import (
    NAME_ONLY_REASONS,
    CoverageEntry,
    CoverageList,
    CoverageState,
    FolderCoverage,
)
from twofold.engine.model.document import FileState
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import EMPTY, Message
from twofold.engine.model.long_paths import openable
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.rows import KnownFile
from twofold.engine.stores.library_folder import Folder, is_present

_MAX_LISTED = 10_000


@dataclass(slots=True)
class _Tally:
    """The files counted for one state so far."""

    files: int = 0
    entries: list[CoverageEntry] = field(default_factory=list)

    def add(self, entry: CoverageEntry) -> None:
        """Count an entry; only the first entries are listed."""
        self.files += entry.files
        if len(self.entries) < _MAX_LISTED:
            self.entries.append(entry)


def folder_coverage(catalog: Catalog, folder: Folder, names: IgnoreRules) -> FolderCoverage:
    """Count every file below a folder exactly once, including excluded files."""
    scanned_at = catalog.files.last_scan(folder.name)
    if not is_present(folder):
        return FolderCoverage(folder.name, folder.root, False, scanned_at, _lists({}))
    prefix = f"{folder.name}/"
    failures = catalog.failures.every()
    details = {one.path: one.detail for one in failures if one.path.startswith(prefix)}
    described = LibraryFiles(catalog.files.described(folder.name))
    walk = _Walk(folder, catalog.files.known(folder.name), details, described)
    walk.directory(DirectoryRules.of_folder(Path(folder.root), names, folder.rules))
    return FolderCoverage(
        folder.name,
        folder.root,
        available=True,
        scanned_at=scanned_at,
        lists=_lists(walk.tallies),
        closed=tuple(walk.closed.entries),
        documents_inside=catalog.files.count_members(folder.name),
    )


def _lists(tallies: Mapping[CoverageState, _Tally]) -> dict[CoverageState, CoverageList]:
    found = {state: tallies.get(state, _Tally()) for state in CoverageState}
    return {state: CoverageList(one.files, tuple(one.entries)) for state, one in found.items()}


class _Walk:
    """A walk over a folder by the same rules as a scan."""

    def __init__(
        self,
        folder: Folder,
        known: Mapping[str, KnownFile],
        details: Mapping[str, Message],
        described: LibraryFiles,
    ) -> None:
        self.tallies = {state: _Tally() for state in CoverageState}
        self.closed = _Tally()
        self._folder = folder
        self._known = known
        self._details = details
        self._described = described

    def directory(self, top: DirectoryRules) -> None:
        """Count the files of a directory and its subdirectories."""
        pending = [top]
        while pending:
            rules = pending.pop()
            place = rules.root / rules.path if rules.path else rules.root
            if rules.path and is_document_folder(place):
                self._file(rules.path, None)  # a single document, whatever its number of files
                continue
            inside = []
            for entry in self._entries(place, rules.path):
                path = f"{rules.path}/{entry.name}" if rules.path else entry.name
                is_directory = entry.is_dir(follow_symlinks=False)
                verdict = rules.verdict(entry.name, is_directory=is_directory)
                if verdict.wanted and is_directory:
                    inside.append(rules.enter(entry.name))
                elif verdict.wanted:
                    self._file(path, entry)
                elif is_directory:
                    count = _files_below(entry.path)
                    if count:
                        self._add(CoverageState.EXCLUDED, f"{path}/", verdict.why, count)
                else:
                    self._add(CoverageState.EXCLUDED, path, verdict.why)
            pending.extend(reversed(inside))

    def _entries(self, place: Path, path: str) -> Iterator[os.DirEntry[str]]:
        """Yield files and directories in the order of their names, skipping links."""
        try:
            with os.scandir(openable(place)) as scan:
                entries = sorted(scan, key=attrgetter("name"))
        except OSError as error:
            detail = problem_of(path, error, is_folder=True).detail
            self.closed.add(CoverageEntry(f"{self._folder.name}/{path}/", detail))
            return
        yield from (entry for entry in entries if _is_file_or_directory(entry))

    def _file(self, path: str, entry: os.DirEntry[str] | None) -> None:
        if why := self._described.why_excluded(path):
            self._add(CoverageState.EXCLUDED, path, why)
            return
        state = self._state_of(path, entry)
        detail = self._details.get(f"{self._folder.name}/{path}", EMPTY)
        is_listed = state in {CoverageState.NAME_ONLY, CoverageState.FAILED}
        self._add(state, path, detail if is_listed else EMPTY)

    def _state_of(self, path: str, entry: os.DirEntry[str] | None) -> CoverageState:
        known = self._known.get(path)
        if known is None or (entry is not None and _has_changed(entry, known)):
            return CoverageState.WAITING
        if not known.failed:
            return CoverageState.SEARCHABLE
        is_by_name = FailureReason(known.reason) in NAME_ONLY_REASONS
        return CoverageState.NAME_ONLY if is_by_name else CoverageState.FAILED

    def _add(self, state: CoverageState, path: str, why: Message, files: int = 1) -> None:
        self.tallies[state].add(CoverageEntry(f"{self._folder.name}/{path}", why, files))


def _has_changed(entry: os.DirEntry[str], known: KnownFile) -> bool:
    if is_outdated(known.chunker_version):
        return True
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    state = FileState.of(status)
    if is_cloud_only(entry.path, status):
        return False  # it cannot be read again
    # A file that could not even be opened is in the catalog without its size and time.
    return known.state.size + known.state.mtime_ns != 0 and not state.looks_like(known.state)


def _is_file_or_directory(entry: os.DirEntry[str]) -> bool:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:
        return False
    is_either = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
    return is_either and not is_junction(status)


def _files_below(place: str) -> int:
    count, pending = 0, [place]
    while pending:
        try:
            with os.scandir(pending.pop()) as scan:
                entries = [entry for entry in scan if _is_file_or_directory(entry)]
        except OSError:
            continue
        directories = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        count += len(entries) - len(directories)
        pending += directories
    return count
