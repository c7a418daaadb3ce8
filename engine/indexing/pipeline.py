"""The way of a file, from the disk to both indexes.

    scan -> recognise moves -> extract -> chunk (in the reader process) -> commit -> index -> embed

A file that cannot be read becomes a recorded failure; the others go on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Protocol

from engine.indexing.chunker import CHUNKER_VERSION, chunk
from engine.indexing.crawl import CrawlProblem, FoundFile
from engine.indexing.ignore_rules import IgnoreRules
from engine.indexing.moves import (
    MoveDetector,
    Recognised,
    is_uncertain,
    moved_directories,
    version_read,
)
from engine.indexing.retries import SecondTries
from engine.indexing.scan import FolderChanges, Look, SeenFolder, look_at, mounts_after
from engine.indexing.summary import FolderSummary, ReadingProgress
from engine.model.document import (
    Chunk,
    CutText,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    FileState,
    Member,
    Streams,
)
from engine.model.errors import DocumentError
from engine.processes.this_process import give_back_free_memory
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.change import CatalogChange
from engine.stores.catalog.rows import Folder, KnownFile
from engine.stores.lexical.analysis import stemmer_for
from engine.stores.ports import ReadyStreams
from engine.stores.sync.indexes import Indexes

_NO_TEXT = DocumentError(FailureReason.NO_TEXT, "There is no text in this file.")


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that was read: its passages, and what else is kept of it.

    `name` is what it is called inside its file, '' for the file. Its text is let go, as many
    documents may wait to be saved. `streams` are those of each passage, where they were made.
    """

    name: str
    metadata: DocumentMetadata
    file_type: str
    chunks: tuple[Chunk, ...]
    streams: tuple[Streams, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadFailure:
    """A document that cannot be indexed, and why. `name` as in ReadDocument."""

    name: str
    error: DocumentError


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file, what reading it gave, and what reading the documents inside it gave."""

    file: FoundFile
    own: ReadDocument | ReadFailure
    members: tuple[ReadDocument | ReadFailure, ...] = ()

    @property
    def chunks(self) -> int:
        """How many passages it gave."""
        return sum(len(document.chunks) for document in self.documents)

    @property
    def documents(self) -> Sequence[ReadDocument]:
        """The documents with passages, the file itself first if it is one."""
        every = (self.own, *self.members)
        return [one for one in every if isinstance(one, ReadDocument) and one.chunks]

    @property
    def may_pass(self) -> bool:
        """Whether it could not be read for a reason that says nothing of its content."""
        own = self.own
        return isinstance(own, ReadFailure) and FailureReason(own.error.reason).may_pass

    @property
    def failures(self) -> Sequence[ReadFailure]:
        """What could not be indexed."""
        return [one for one in (self.own, *self.members) if isinstance(one, ReadFailure)]


def as_read_file(
    file: FoundFile, answer: ExtractedText | CutText | DocumentError, rules: IgnoreRules
) -> ReadFile:
    """Cut what was read into passages where that is not done; leave out what `rules` pass over."""
    if isinstance(answer, DocumentError):
        return ReadFile(file, ReadFailure("", answer))
    members = tuple(
        _as_read_member(member) for member in answer.members if not _is_ignored(member.name, rules)
    )
    own = _as_read_document("", answer)
    # A file that holds documents need not have a text of its own.
    return ReadFile(file, own if own.chunks or answer.members else _failed(""), members)


def ready_streams(files: Iterable[ReadFile]) -> ReadyStreams:
    """Return the streams that were made where the files were read."""
    return {
        (stemmer_for(chunk.lang, is_code=chunk.is_code), chunk.text): streams
        for file in files
        for document in file.documents
        for chunk, streams in zip(document.chunks, document.streams, strict=False)
    }


def save(change: CatalogChange, folder: str, read: ReadFile, now: str) -> None:
    """Write a file with all it holds; what it held before and does not hold now is forgotten.

    Nothing is when the file could not be read for a reason that may pass.
    """
    _put(change, folder, read.file, read.own, now)
    if read.may_pass:
        return
    kept = {_put(change, folder, read.file, member, now) for member in read.members}
    change.keep_members(folder, read.file.path, kept)


def _put(
    change: CatalogChange,
    folder: str,
    file: FoundFile,
    read: ReadDocument | ReadFailure,
    now: str,
) -> int:
    path, file_path = (f"{file.path}/{read.name}", file.path) if read.name else (file.path, "")
    if isinstance(read, ReadFailure):
        reason = FailureReason(read.error.reason)
        detail = f"{read.error.message} {read.error.hint}".strip()
        return change.put_failure(folder, path, file.state, reason, detail, now, file_path)
    return change.put_document(
        folder,
        path,
        file.state,
        read.metadata,
        read.file_type,
        read.chunks,
        CHUNKER_VERSION,
        now,
        file_path,
    )


def _as_read_member(member: Member) -> ReadDocument | ReadFailure:
    if member.extracted is None:
        reason = member.reason or FailureReason.DAMAGED
        return ReadFailure(member.name, DocumentError(reason.value, member.detail))
    read = _as_read_document(member.name, member.extracted)
    return read if read.chunks else _failed(member.name)


def _as_read_document(name: str, extracted: ExtractedText | CutText) -> ReadDocument:
    if isinstance(extracted, CutText):
        chunks, streams = extracted.chunks, extracted.streams
    else:
        chunks, streams = chunk(extracted), ()
    return ReadDocument(name, extracted.metadata, extracted.file_type, chunks, streams)


def _failed(name: str) -> ReadFailure:
    return ReadFailure(name, _NO_TEXT)


def _is_ignored(name: str, rules: IgnoreRules) -> bool:
    return rules.ignores_file(PurePosixPath(name).name) or any(
        rules.ignores_folder(part) for part in _folders(name)
    )


def _folders(name: str) -> Iterator[str]:
    yield from PurePosixPath(name).parts[:-1]


# Fewer and larger commits: Tantivy merges eight small segments into one, writing them again.
_BATCH_CHUNKS = 6000
_FIRST_BATCH_SECONDS = 0.5
_BATCH_SECONDS = 2.0


class UnsavedFiles:
    """Files of a folder that were read but not yet saved.

    Time counts from the first of them: counted from the round before, a round that took long to
    save would be followed by one of a single file, and a busy machine would save all the time.
    """

    def __init__(
        self, folder: Folder, summary: FolderSummary, monotonic: Callable[[], float]
    ) -> None:
        self.folder = folder
        self.summary = summary
        self._files: list[ReadFile] = []
        self._chunks = 0
        self._monotonic = monotonic
        self._seconds = _FIRST_BATCH_SECONDS
        self._due_at = 0.0

    def add(self, read: ReadFile) -> None:
        """Note a file that was read."""
        if not self._files:
            self._due_at = self._monotonic() + self._seconds
        self._files.append(read)
        self._chunks += read.chunks

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self._files)

    def take(self) -> list[ReadFile]:
        """Return the files, and begin anew without them."""
        files, self._files, self._chunks = self._files, [], 0
        self._seconds = _BATCH_SECONDS
        return files

    @property
    def is_due(self) -> bool:
        """Whether they are to be saved now."""
        is_late = bool(self._files) and self._monotonic() >= self._due_at
        return self._chunks >= _BATCH_CHUNKS or is_late


_MOST_BYTES = 200_000_000


TriesAgain = Callable[[str, str], bool]


def never(_folder: str, _path: str) -> bool:
    """Try no failed file again."""
    return False


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class FileReader(Protocol):
    """Reads files, as engine.extract.process.reader.DocumentReader does."""

    def read_all(
        self, paths: Iterable[Path]
    ) -> Iterator[tuple[Path, ExtractedText | CutText | DocumentError]]:
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
        most_bytes: int = _MOST_BYTES,
        now: Callable[[], str] = _now,
        monotonic: Callable[[], float] = time.monotonic,
        clock_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._reader = reader
        self._rules = rules
        self._now = now
        self._monotonic = monotonic
        self._most_bytes = most_bytes
        self._clock_ns = clock_ns
        self._open_batches: list[UnsavedFiles] = []
        self.second_tries = SecondTries(monotonic)

    def use_rules(self, rules: IgnoreRules, most_bytes: int) -> None:
        """Look at folders by other rules from the next update on."""
        self._rules, self._most_bytes = rules, most_bytes

    def update_folder(
        self, folder: Folder, summary: FolderSummary, *, retry_failures: bool = False
    ) -> Iterator[ReadingProgress]:
        """Index what changed in one folder; see `update`."""
        yield from self.update([Look(folder)], summary, lambda _folder, _path: retry_failures)

    def update(
        self, looks: Sequence[Look], summary: FolderSummary, tries_again: TriesAgain = never
    ) -> Iterator[ReadingProgress]:
        """Index what changed; yields after every file, saves every second or two.

        All places are looked at before anything is recorded, so that a file that was moved from one
        to another is recognised. Stopping between two steps loses at most the files read since the
        last save; they are read again next time. A folder that is away is left as it is.
        `tries_again` says which files that failed (folder name, path) are read once more.
        Between two steps another update may be carried out: what was read so far is saved first.
        """
        self.save_now()
        seen: list[SeenFolder] = []
        for look in looks:
            yield ReadingProgress(look.folder.name, 0, "")
            tries = self._tries(look.folder.name, tries_again)
            seen.append(look_at(self._catalog, look, self._rules, tries))
        detector = MoveDetector(
            self._catalog,
            self._most_bytes,
            asks_content=any(one.changes and one.changes.gone for one in seen),
        )
        work: list[tuple[Folder, tuple[FoundFile, ...]]] = []
        for one in seen:
            if one.changes is not None:
                files = yield from self._record(one, one.changes, detector, summary)
                work.append((one.folder, files))
        summary.away += len(seen) - len(work)
        self._record_losses(seen, detector, summary)
        for folder, files in work:
            again = yield from self._read_files(folder, files, summary)
            if again:  # once more only: some files are written to all the time
                yield from self._read_files(folder, again, FolderSummary())

    def save_now(self) -> None:
        """Save what was read so far; called between two steps."""
        for batch in self._open_batches:
            self._save(batch)

    def _tries(self, folder: str, asked: TriesAgain) -> Callable[[str, KnownFile], bool]:
        """Return which failed files of a folder are read again: those asked for, or due anyway."""
        return lambda path, known: (
            asked(folder, path) or self.second_tries.is_due(folder, path, known)
        )

    def _record(
        self,
        seen: SeenFolder,
        changes: FolderChanges,
        detector: MoveDetector,
        summary: FolderSummary,
    ) -> Generator[ReadingProgress, None, tuple[FoundFile, ...]]:
        """Record what needs no reading; return what does."""
        folder = seen.folder
        summary.unchanged += changes.unchanged
        summary.away += len(changes.away)
        mounts = mounts_after(seen, changes)
        if mounts != folder.mounts:
            self._catalog.set_mounts(folder.name, mounts)
        sorted_files = yield from detector.recognise(folder, changes.to_read, seen.known)
        if sorted_files.touched or sorted_files.moved:
            self._record_moves(folder, sorted_files)
            self._indexes.synchronise()
        summary.unchanged += len(sorted_files.touched)
        summary.moved += sum(move.keeps_text for move in sorted_files.moved)
        return sorted_files.to_read

    def _record_moves(self, folder: Folder, files: Recognised) -> None:
        with self._catalog.change() as change:
            for file in files.touched:
                change.confirm_file(folder.name, file.path, file.state)
            for move in files.moved:
                place = (folder.name, move.file.path)
                if move.keeps_text:
                    change.move_file(move.former, *place, move.file.state)
                else:
                    change.move_marks("/".join(move.former), "/".join(place))
            for former, now in moved_directories(folder.name, files.moved):
                if not self._is_there(former) and not self._is_known(now):
                    change.move_marks(former, now)

    def _is_known(self, place: str) -> bool:
        """Say whether something was indexed there: what is said of it, or not, stays as it is."""
        name, _, path = place.partition("/")
        return bool(self._catalog.known_files(name, path))

    def _is_there(self, place: str) -> bool:
        name, _, path = place.partition("/")
        roots = (folder.root for folder in self._catalog.folders() if folder.name == name)
        return any(os.path.lexists(Path(root) / path) for root in roots)

    def _record_losses(
        self, seen: Sequence[SeenFolder], detector: MoveDetector, summary: FolderSummary
    ) -> None:
        lost = [(one, one.changes) for one in seen if one.changes is not None]
        if not any(changes.gone or changes.problems for _, changes in lost):
            return
        with self._catalog.change() as change:
            for one, changes in lost:
                gone = [
                    path
                    for path in changes.gone
                    if (one.folder.name, path) not in detector.carried_over
                ]
                for path in gone:
                    change.delete_file(one.folder.name, path)
                for problem in changes.problems:
                    self._record_problem(change, one, problem)
                summary.removed += len(gone)
                summary.failed += len(changes.problems)
        self._indexes.synchronise()

    def _record_problem(
        self, change: CatalogChange, seen: SeenFolder, problem: CrawlProblem
    ) -> None:
        known = seen.known.get(problem.path)
        if known is not None and known.failed:
            return
        change.put_failure(
            seen.folder.name,
            problem.path,
            FileState(0, 0),
            problem.reason,
            problem.detail,
            self._now(),
        )

    def _read_files(
        self, folder: Folder, wanted: Sequence[FoundFile], summary: FolderSummary
    ) -> Generator[ReadingProgress, None, tuple[FoundFile, ...]]:
        """Read files; return those that changed meanwhile, as they are now."""
        root = Path(folder.root)
        files = {root / file.path: file for file in wanted}
        began: dict[Path, int] = {}
        again: list[FoundFile] = []
        pending = len(files)
        batch = UnsavedFiles(folder, summary, self._monotonic)
        self._open_batches.append(batch)
        try:
            for path, answer in self._reader.read_all(self._noting_begin(files, began)):
                pending -= 1
                if not _has_gone(answer, root):
                    found = files[path]
                    progress = ReadingProgress(folder.name, pending + 1, found.path, batch.number)
                    state = yield from version_read(
                        path, found.state, began.pop(path), self._most_bytes, progress
                    )
                    if is_uncertain(found.state, state):
                        again += _found_now(path, found)
                    batch.add(as_read_file(replace(found, state=state), answer, self._rules))
                if batch.is_due:
                    self._save(batch)
                yield ReadingProgress(folder.name, pending, files[path].path, batch.number)
            self._save(batch)
        finally:
            self._open_batches.remove(batch)
        yield ReadingProgress(folder.name, 0, "")
        return tuple(again)

    def _noting_begin(self, files: Iterable[Path], began: dict[Path, int]) -> Iterator[Path]:
        for path in files:
            began[path] = self._clock_ns()
            yield path

    def _save(self, batch: UnsavedFiles) -> None:
        files = batch.take()
        if not files:
            return
        now = self._now()
        with self._catalog.change() as change:
            for read in files:
                save(change, batch.folder.name, read, now)
        self._indexes.synchronise(ready_streams(files))
        give_back_free_memory()
        for read in files:
            if read.failures or self.second_tries.waits_for(batch.folder.name, read.file.path):
                self._note_failures(batch.folder.name, read.file.path)
        batch.summary.saved += len(files)
        batch.summary.read += sum(len(read.documents) for read in files)
        batch.summary.failed += sum(len(read.failures) for read in files)

    def _note_failures(self, folder: str, path: str) -> None:
        known = self._catalog.known_files(folder, path).get(path)
        self.second_tries.note(folder, path, known)


def _has_gone(answer: ExtractedText | CutText | DocumentError, root: Path) -> bool:
    """Say whether a file, or its whole drive, went away before it could be read.

    That is no failure of the file: the next look finds it gone, or finds it again.
    """
    if not isinstance(answer, DocumentError):
        return False
    return answer.reason == FailureReason.VANISHED or not root.is_dir()


def _found_now(path: Path, found: FoundFile) -> Iterator[FoundFile]:
    try:
        status = path.lstat()
    except OSError:
        return  # the next look finds it gone
    yield FoundFile(found.path, FileState.of(status))
