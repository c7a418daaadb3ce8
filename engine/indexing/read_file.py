"""What reading a file gave, ready to be saved: its own passages and the documents inside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.indexing.chunker import CHUNKER_VERSION, chunk
from engine.indexing.crawl import FoundFile
from engine.indexing.ignore_rules import IgnoreRules
from engine.model.document import (
    Chunk,
    CutText,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    Member,
    Streams,
)
from engine.model.errors import DocumentError
from engine.stores.catalog.change import CatalogChange
from engine.stores.lexical.analysis import stemmer_for
from engine.stores.ports import ReadyStreams

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
