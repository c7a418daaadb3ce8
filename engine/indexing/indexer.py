"""Brings the library up to date with the disk, in steps small enough to stand aside between them.

Flow of a file: crawl -> detect change -> read (worker process) -> chunk -> catalog -> both indexes.
A file that cannot be read becomes a recorded failure; the others go on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from engine.core.document import ExtractedText, FailureReason, FileState
from engine.core.errors import DocumentError
from engine.indexing.changes import FolderChanges, detect_changes
from engine.indexing.crawl import crawl
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.read_file import ReadFile, as_read_file, save
from engine.stores.catalog import Catalog
from engine.stores.catalog_rows import Folder
from engine.stores.consistency import Indexes

_BATCH_CHUNKS = 1500
_FIRST_BATCH_SECONDS = 0.5
_BATCH_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """Where an update of a folder stands: files still to read, and the one just read."""

    folder: str
    pending: int
    current_file: str


@dataclass(slots=True)
class FolderSummary:
    """What an update of a folder did, in files; documents inside files count as files."""

    read: int = 0
    failed: int = 0
    removed: int = 0
    unchanged: int = 0

    def in_words(self) -> str:
        """Return one sentence, without what did not happen."""
        parts = [_files(self.read, "read")]
        parts += [f"{self.unchanged:,} unchanged"] if self.unchanged else []
        parts += [f"{self.removed:,} removed"] if self.removed else []
        parts += [f"{self.failed:,} not indexed"] if self.failed else []
        return f"{', '.join(parts)}."


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class FileReader(Protocol):
    """Reads files, as engine.extract.reader.DocumentReader does."""

    def read_all(
        self, paths: Iterable[Path]
    ) -> Iterator[tuple[Path, ExtractedText | DocumentError]]:
        """Yield every path, in order, with its text or the reason why there is none."""


class Indexer:
    """Reads folders into the catalog and both indexes. Indexing thread only."""

    def __init__(
        self,
        catalog: Catalog,
        indexes: Indexes,
        reader: FileReader,
        rules: IgnoreRules,
        *,
        now: Callable[[], str] = _now,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._reader = reader
        self._rules = rules
        self._now = now
        self._monotonic = monotonic

    def update_folder(
        self, folder: Folder, summary: FolderSummary, *, retry_failures: bool = False
    ) -> Iterator[ReadingProgress]:
        """Index what changed below `folder`; yields after every file, saves every second or two.

        Stopping between two steps loses at most the files read since the last save; they are read
        again next time. A folder that is away (a drive taken out) is left as it is.
        """
        root = Path(folder.root)
        if not root.is_dir():
            return
        yield ReadingProgress(folder.name, 0, "")
        changes = detect_changes(
            crawl(root, self._rules),
            self._catalog.known_files(folder.name),
            retry_failures=retry_failures,
        )
        if not root.is_dir():
            return  # it went away during the look: what was not seen is not lost
        summary.unchanged += changes.unchanged
        self._record_losses(folder, changes, summary)
        yield from self._read_files(folder, root, changes, summary)

    def _record_losses(
        self, folder: Folder, changes: FolderChanges, summary: FolderSummary
    ) -> None:
        if not changes.gone and not changes.problems:
            return
        with self._catalog.change() as change:
            for path in changes.gone:
                change.delete_file(folder.name, path)
            for problem in changes.problems:
                change.put_failure(
                    folder.name,
                    problem.path,
                    FileState(0, 0),
                    problem.reason,
                    problem.detail,
                    self._now(),
                )
        summary.removed += len(changes.gone)
        summary.failed += len(changes.problems)
        self._indexes.synchronise()

    def _read_files(
        self, folder: Folder, root: Path, changes: FolderChanges, summary: FolderSummary
    ) -> Iterator[ReadingProgress]:
        files = {root / file.path: file for file in changes.to_read}
        batch = _Batch(self._monotonic, _FIRST_BATCH_SECONDS)
        pending = len(files)
        for path, answer in self._reader.read_all(files):
            file = files[path]
            pending -= 1
            if not _has_gone(answer, root):
                batch.add(as_read_file(file, answer, self._rules))
            if batch.is_due:
                self._save(folder, batch, summary)
                batch = _Batch(self._monotonic, _BATCH_SECONDS)
            yield ReadingProgress(folder.name, pending, file.path)
        self._save(folder, batch, summary)
        yield ReadingProgress(folder.name, 0, "")

    def _save(self, folder: Folder, batch: _Batch, summary: FolderSummary) -> None:
        if not batch.files:
            return
        now = self._now()
        with self._catalog.change() as change:
            for read in batch.files:
                save(change, folder.name, read, now)
        self._indexes.synchronise()
        summary.read += sum(len(read.documents) for read in batch.files)
        summary.failed += sum(len(read.failures) for read in batch.files)


def _has_gone(answer: ExtractedText | DocumentError, root: Path) -> bool:
    """Say whether a file, or its whole drive, went away before it could be read.

    That is no failure of the file: the next look finds it gone, or finds it again.
    """
    if not isinstance(answer, DocumentError):
        return False
    return answer.reason == FailureReason.VANISHED or not root.is_dir()


class _Batch:
    """Files read but not yet saved."""

    def __init__(self, monotonic: Callable[[], float], seconds: float) -> None:
        self.files: list[ReadFile] = []
        self._chunks = 0
        self._monotonic = monotonic
        self._due_at = monotonic() + seconds

    def add(self, read: ReadFile) -> None:
        self.files.append(read)
        self._chunks += read.chunks

    @property
    def is_due(self) -> bool:
        return self._chunks >= _BATCH_CHUNKS or self._monotonic() >= self._due_at


def _files(number: int, what: str) -> str:
    return f"1 file {what}" if number == 1 else f"{number:,} files {what}"
