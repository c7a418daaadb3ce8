"""The path of a file from the disk into both indexes.

  scan -> detect moves -> record -> extract, chunk (in the extraction worker) -> commit, index

Each stage takes the result of the stage before it; `Indexer.update` defines the order. Vectors are
added later (engine/indexing/embedding). A file that cannot be read becomes a recorded failure, and
the other files continue.
"""

from __future__ import annotations

import logging
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from twofold.engine.indexing.chunker import cut
from twofold.engine.indexing.crawl import FoundFile
from twofold.engine.indexing.described_files import is_reference_library
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.indexing.moves import Steps, detect_moves, digest_of, moved_directories
from twofold.engine.indexing.reference_library import (
    document_record,
    only_libraries,
    with_described_places,
    with_moved_libraries,
    without_read_libraries,
)
from twofold.engine.indexing.scan import (
    WHOLE,
    FolderChanges,
    FolderSummary,
    ReadingProgress,
    Retries,
    Scan,
    scan_folder,
)
from twofold.engine.model.document import (
    Chunk,
    CutText,
    ExtractedText,
    FileState,
    TokenStreams,
    date_time_now,
    document_number,
)
from twofold.engine.model.document_limits import details_length
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import joined, message
from twofold.engine.model.long_paths import openable
from twofold.engine.processes.this_process import is_system_busy, release_free_memory
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import CatalogChange
from twofold.engine.stores.lexical.analysis import stemmer_for
from twofold.engine.stores.lexical.token_streams import passage_streams
from twofold.engine.stores.library_folder import Folder
from twofold.engine.stores.ports import PreTokenised
from twofold.engine.stores.sync.indexes import Indexes

logger = logging.getLogger(__name__)

_MAX_BYTES = 200_000_000

# Prefer fewer and larger commits: Tantivy merges eight small segments into one and writes them
# again.
_BATCH_CHUNKS = 6000
# Passages with their headings and token streams; ordinary batches rarely exceed 18 million.
_BATCH_CHARACTERS = 32_000_000
_MIN_BATCH = 2500
# The token streams of one in 16 passages are compared with its text.
_COMPARED_EVERY = 16
_FIRST_BATCH_SECONDS = 0.5
_BATCH_SECONDS = 2.0

# Two changes within one tick of the system clock have the same time; FAT stores units of two
# seconds.
_TICK_NS = 20_000_000
_COARSE_TICK_NS = 2_000_000_000

_NO_TEXT = DocumentError(FailureReason.NO_TEXT, message("The file contains no text."))

Answer = ExtractedText | CutText | DocumentError


class FileReader(Protocol):
    """Reads files; implemented by engine.extract.process.reader.DocumentReader."""

    def read_all(self, paths: Iterable[Path]) -> Iterator[tuple[Path, Answer]]:
        """Yield every path, in order, with its text or the reason why there is none."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file and the results of reading it.

    `contents` has the result for the file itself under '' and those for embedded documents under
    their names.
    """

    file: FoundFile
    contents: Mapping[str, CutText | DocumentError]

    @property
    def documents(self) -> Mapping[str, CutText]:
        """The contents that have passages."""
        return {n: c for n, c in self.contents.items() if isinstance(c, CutText) and c.chunks}

    @property
    def failures(self) -> Mapping[str, DocumentError]:
        """The contents that cannot be indexed."""
        return {n: c for n, c in self.contents.items() if isinstance(c, DocumentError)}


class UnsavedFiles:
    """Files that were read and are not committed yet, each with its folder and its summary.

    Their passages are tokenised as they arrive, while the next files are read. Commits overlap with
    reading, except for the last one.

    The time until the commit is due counts from the first file of a batch. If it counted from the
    previous commit, a slow commit would be followed by a commit of a single file, and a busy
    machine would commit all the time.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._files: list[tuple[str, ReadFile, FolderSummary]] = []
        self._streams: dict[tuple[str, str], TokenStreams] = {}
        self._chunks = self._characters = 0
        self._seconds = _FIRST_BATCH_SECONDS
        self._due_at = 0.0

    def begin(self) -> None:
        """Commit the first files of a folder soon."""
        self._seconds = _FIRST_BATCH_SECONDS

    def add(self, folder: str, read: ReadFile, summary: FolderSummary) -> None:
        """Add a file of the folder; it will be counted in `summary`."""
        if not self._files:
            self._due_at = self._monotonic() + self._seconds
        self._files.append((folder, read, summary))
        for document in read.documents.values():
            self._chunks += len(document.chunks)
            self._characters += sum(map(_length, document.chunks))
        for passage, streams in token_streams(read):
            self._streams[passage] = streams
            self._characters += len(streams.words) + len(streams.stems)

    def take(self) -> tuple[list[tuple[str, ReadFile, FolderSummary]], PreTokenised]:
        """Return the files with the token streams of their passages, and start an empty batch."""
        files, streams = self._files, self._streams
        self._files, self._streams, self._chunks, self._characters = [], {}, 0, 0
        self._seconds = _BATCH_SECONDS
        return files, streams

    def __len__(self) -> int:
        return len(self._files)

    def are_due(self, pending: int) -> bool:
        """Return whether the batch should be committed while `pending` files of the folder remain.

        Commit smaller batches near the end of a folder, so that less work remains after the last
        file is read.
        """
        is_late = bool(self._files) and self._monotonic() >= self._due_at
        is_half = self._chunks >= _MIN_BATCH and len(self._files) >= pending
        is_full = self._chunks >= _BATCH_CHUNKS or self._characters >= _BATCH_CHARACTERS
        return is_full or is_late or is_half


class Indexer:
    """Reads folders into the catalog and both indexes. Indexing thread only."""

    def __init__(
        self,
        catalog: Catalog,
        indexes: Indexes,
        reader: FileReader,
        rules: IgnoreRules,
        *,
        max_bytes: int = _MAX_BYTES,
        monotonic: Callable[[], float] = time.monotonic,
        clock_ns: Callable[[], int] = time.time_ns,
        is_busy: Callable[[], bool] = is_system_busy,
    ) -> None:
        self._catalog = catalog
        self._indexes = indexes
        self._reader = reader
        self._rules = rules
        self._max_bytes = max_bytes
        self._clock_ns = clock_ns
        self._unsaved = UnsavedFiles(monotonic)
        self.retries = Retries(monotonic, is_busy)

    def use_rules(self, rules: IgnoreRules, max_bytes: int) -> None:
        """Use other rules from the next update on."""
        self._rules, self._max_bytes = rules, max_bytes

    def update(self, scans: Sequence[Scan], summary: FolderSummary) -> Iterator[ReadingProgress]:
        """Index all changes; yield after every file and commit every second or two.

        All folders are scanned before anything is recorded, so a file that was moved from one
        folder to another is detected. The index entries of an unavailable folder are unchanged.
        Stopping between two steps loses at most the files read since the last commit; the next
        update reads them again. Another update may run between two steps; it first commits all
        files read so far.
        """
        self.commit()
        scanned = yield from self._scan(scans)
        scanned = yield from self._read_reference_libraries(scans, scanned, summary)
        summary.away += len(scans) - len(scanned)
        changes = yield from detect_moves(self._catalog, scanned, self._max_bytes)
        self._record(changes, summary)
        later = {one.folder.name: len(one.to_read) for one in changes}
        for one in changes:
            del later[one.folder.name]
            for step in self._read_folder(one, summary):
                yield replace(step, later=dict(later))
        complete = {scan.folder.name for scan in scans if scan.places == WHOLE}
        for name in complete.intersection(one.folder.name for one in changes):
            self._catalog.files.note_scan(name, date_time_now())

    def _read_folder(self, changes: FolderChanges, summary: FolderSummary) -> Steps[None]:
        folder = changes.folder
        rewritten = yield from self._read(folder, changes.to_read, summary)
        if rewritten:  # only once more: some files change all the time
            yield from self._read(folder, rewritten, FolderSummary())

    def commit(self) -> None:
        """Save and index the files read so far in one transaction; called between two steps."""
        files, streams = self._unsaved.take()
        if not files:
            return
        now = date_time_now()
        saved = []
        in_memory: dict[int, Sequence[Chunk]] = {}
        with self._catalog.change() as change:
            while files:  # free the passages of a large document once they are in the catalog
                folder, read, summary = files.pop(0)
                in_memory |= _put(change, folder, read, now)
                reasons = [failure.reason for failure in read.failures.values()]
                saved.append((folder, read.file.path, len(read.documents), reasons, summary))
        del read
        self._indexes.synchronise(streams, in_memory)
        release_free_memory()
        for folder, path, documents, reasons, summary in saved:
            if reasons or self.retries.is_scheduled(folder, path):
                known = self._catalog.files.known(folder, path).get(path)
                self.retries.record(folder, path, known)
            summary.saved += 1
            summary.read += documents
            summary.add_failures(reasons)

    # --- The stages, in their order ---

    def _scan(self, scans: Sequence[Scan]) -> Steps[list[FolderChanges]]:
        """Compare the disk with the catalog."""
        scanned = []
        for scan in scans:
            yield ReadingProgress(scan.folder.name, 0, "")
            changes = scan_folder(self._catalog, scan, self._rules, self.retries)
            if changes is not None:
                scanned.append(changes)
        return scanned

    def _read_reference_libraries(
        self, scans: Sequence[Scan], scanned: list[FolderChanges], summary: FolderSummary
    ) -> Steps[list[FolderChanges]]:
        """Read changed reference libraries first, because they describe other files.

        Then scan again, including the directories of these libraries.
        """
        libraries = [one for one in map(only_libraries, scanned) if one.to_read]
        found = yield from detect_moves(self._catalog, libraries, self._max_bytes)
        changes = [with_moved_libraries(one) for one in found]
        self._record(changes, FolderSummary())
        for one in changes:
            yield from self._read_folder(one, summary)
        if not any(one.to_read for one in changes):
            return scanned
        again = yield from self._scan([with_described_places(scan, changes) for scan in scans])
        return [without_read_libraries(one, changes) for one in again]

    def _record(self, scanned: Sequence[FolderChanges], summary: FolderSummary) -> None:
        """Commit changes without reading: mounts, and touched, moved, gone or unreadable files."""
        for one in scanned:
            if one.mounts != one.folder.mounts:
                with self._catalog.change() as change:
                    change.set_mounts(one.folder.name, one.mounts)
            summary.unchanged += one.unchanged + len(one.touched)
            summary.moved += sum(move.keeps_text for move in one.moved)
            summary.removed += len(one.gone)
            summary.add_failures(problem.reason for problem in one.problems)
            summary.away += len(one.away)
        if not any(one.touched or one.moved or one.gone or one.problems for one in scanned):
            return
        with self._catalog.change() as change:
            for one in scanned:
                self._record_moves(change, one)
            for one in scanned:
                for path in one.gone:
                    change.delete_file(one.folder.name, path)
                _record_problems(change, one)
        self._indexes.synchronise()

    def _record_moves(self, change: CatalogChange, changes: FolderChanges) -> None:
        folder = changes.folder.name
        for file in changes.touched:
            change.confirm_file(folder, file.path, file.state)
        for move in changes.moved:
            place = (folder, move.file.path)
            if move.keeps_text:
                change.move_file(move.former, *place, move.file.state)
            else:
                change.move_marks("/".join(move.former), "/".join(place))
        for former, now in moved_directories(folder, changes.moved):
            if not self._exists(former) and not self._is_known(now):
                change.move_marks(former, now)

    def _is_known(self, place: str) -> bool:
        """Return whether something is indexed at a path.

        If so, its tags and trust must not be replaced.
        """
        name, _, path = place.partition("/")
        return bool(self._catalog.files.known(name, path))

    def _exists(self, place: str) -> bool:
        name, _, path = place.partition("/")
        roots = (folder.root for folder in self._catalog.folders() if folder.name == name)
        return any(os.path.lexists(Path(root) / path) for root in roots)

    def _read(
        self, folder: Folder, wanted: Sequence[FoundFile], summary: FolderSummary
    ) -> Steps[list[FoundFile]]:
        """Extract, chunk and commit files; return the new state of files that changed since."""
        root = Path(folder.root)
        files = {root / file.path: file for file in wanted}
        rewritten: list[FoundFile] = []
        pending, began_ns = len(files), self._clock_ns()
        self._unsaved.begin()
        try:
            for path, answer in self._reader.read_all(files):
                found = files[path]
                if not _is_gone(answer, root):
                    progress = ReadingProgress(folder.name, pending, found.path, len(self._unsaved))
                    digest = yield from digest_of(root, found.path, self._max_bytes, progress)
                    current = _current(path, found)
                    if current.state.looks_like(found.state) and not _is_fresh(found, began_ns):
                        state = replace(found.state, digest=digest)
                    else:  # a version that no file has, so that the next scan reads the file again
                        state = replace(found.state, mtime_ns=found.state.mtime_ns - 1, digest=b"")
                        rewritten.append(current)
                    self._unsaved.add(
                        folder.name,
                        as_read_file(replace(found, state=state), answer, self._rules),
                        summary,
                    )
                del answer
                pending -= 1
                if self._unsaved.are_due(pending):
                    self.commit()
                yield ReadingProgress(folder.name, pending, found.path, len(self._unsaved))
            self.commit()
        finally:
            self._unsaved.take()
        yield ReadingProgress(folder.name, 0, "")
        return rewritten


def as_read_file(file: FoundFile, answer: Answer, rules: IgnoreRules) -> ReadFile:
    """Chunk text that the worker returned as a whole; leave out documents excluded by `rules`."""
    if isinstance(answer, DocumentError):
        return ReadFile(file, {"": answer})
    own = cut(answer)
    # A file with embedded documents may have no text itself.
    contents: dict[str, CutText | DocumentError] = {
        "": own if own.chunks or answer.members else _NO_TEXT
    }
    for member in answer.members:
        if rules.ignores_embedded(member.name):
            continue
        if member.extracted is None:
            reason = member.reason or FailureReason.DAMAGED
            contents[member.name] = DocumentError(reason, member.detail)
        else:
            text = cut(member.extracted)
            contents[member.name] = text if text.chunks else _NO_TEXT
    return ReadFile(file, contents)


def token_streams(file: ReadFile) -> Iterator[tuple[tuple[str, str], TokenStreams]]:
    """Yield the token streams of passages; compute the streams that the worker did not return.

    For a document that fills a whole batch, they are computed one at a time when it is written.
    """
    for document in file.documents.values():
        made: Iterable[TokenStreams] = document.streams
        if made and not _streams_match_passages(document):
            logger.warning("the token streams of a document do not match its text")
            made = ()
        if not made and len(document.chunks) < _BATCH_CHUNKS:
            made = map(passage_streams, document.chunks)
        for passage, streams in zip(document.chunks, made, strict=False):
            yield (stemmer_for(passage.lang, is_code=passage.is_code), passage.text), streams


def _streams_match_passages(document: CutText) -> bool:
    """Return whether token streams match their passages, by comparing a random sample.

    Comparing all would take as long as computing them here, which is what the worker saves.
    """
    count = len(document.chunks)
    drawn = range(random.randrange(min(count, _COMPARED_EVERY)), count, _COMPARED_EVERY)  # noqa: S311
    return all(
        document.streams[number] == passage_streams(document.chunks[number]) for number in drawn
    )


def _length(passage: Chunk) -> int:
    return len(passage.text) + details_length(passage)


def _is_gone(answer: Answer, root: Path) -> bool:
    """Return whether a file, or its whole drive, was removed before it could be read.

    This is not a failure of the file: the next scan finds that it is gone, or finds it again.
    """
    if not isinstance(answer, DocumentError):
        return False
    return answer.reason is FailureReason.VANISHED or not root.is_dir()


def _current(path: Path, found: FoundFile) -> FoundFile:
    """Return the file as it is now; a file that is gone is left to the next scan."""
    try:
        return replace(found, state=FileState.of(openable(path).lstat()))
    except OSError:
        return found


def _is_fresh(found: FoundFile, began_ns: int) -> bool:
    """Return whether a file may have changed after it was read without a change of its time.

    This is possible for a file that was modified just before it was read.
    """
    is_coarse = found.state.mtime_ns % 1_000_000_000 == 0
    return abs(began_ns - found.state.mtime_ns) < (_COARSE_TICK_NS if is_coarse else _TICK_NS)


def _record_problems(change: CatalogChange, changes: FolderChanges) -> None:
    for problem in changes.problems:
        known = changes.known.get(problem.path)
        if known is None or not known.failed:
            place, why = (changes.folder.name, problem.path), (problem.reason, problem.detail)
            change.put_failure(*place, FileState(0, 0), *why, date_time_now())


def _put(
    change: CatalogChange, folder: str, read: ReadFile, now: str
) -> dict[int, Sequence[Chunk]]:
    """Write a file with its embedded documents, and delete former ones it no longer contains.

    Nothing is deleted if the file could not be read for a temporary reason. Return the passages of
    each document by its number; the list is empty for documents that failed or fill a whole batch.
    """
    path, state = read.file.path, read.file.state
    put: dict[int, Sequence[Chunk]] = {}
    for name, content in read.contents.items():
        place, file_path = (f"{path}/{name}", path) if name else (path, "")
        if isinstance(content, DocumentError):
            detail = joined(content.message, content.hint)
            reason = content.reason
            number = change.put_failure(folder, place, state, reason, detail, now, file_path)
            put[number] = ()
        else:
            record = document_record(change, (folder, place, file_path), state, content, now)
            if record is None:
                put[document_number(folder, place)] = ()
                continue
            number = change.put_document(record)
            put[number] = content.chunks if len(content.chunks) < _BATCH_CHUNKS else ()
    own = read.contents[""]
    if not (isinstance(own, DocumentError) and own.reason.may_pass):
        change.keep_members(folder, path, put.keys())
    if is_reference_library(path):
        change.descriptions.mark_outdated()
    return put
