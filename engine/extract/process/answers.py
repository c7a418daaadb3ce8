"""Packing texts, passages, embedded documents and failures into frames, and unpacking them.

Everything that is unpacked is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import NamedTuple

from twofold.engine.extract.limits import MAX_EMBEDDED, FrameLimits
from twofold.engine.extract.process.embedded import (
    EmbeddedSelection,
    EmbeddedStarted,
    details_limit_failure,
    is_safe_name,
)
from twofold.engine.extract.process.frames import (
    FrameAllowance,
    Header,
    LongText,
    MalformedFrameError,
    checked,
    plain,
)
from twofold.engine.model.document import (
    MAX_EMPTY_CELLS,
    Block,
    BlockKind,
    Chunk,
    CutText,
    DocumentMetadata,
    EmbeddedDocument,
    ExtractedText,
    LocatorKind,
    PassageKind,
    Region,
    RegionSpan,
    TokenStreams,
)
from twofold.engine.model.document_limits import (
    MAX_FILE_TYPE_LENGTH,
    MAX_LABEL_LENGTH,
    MAX_PASSAGE_LENGTH,
    details_length,
    is_short_metadata,
    is_short_path,
    max_details,
    max_file_details,
    max_passages,
    max_streams,
    metadata_length,
    shortened_metadata,
    shortened_path,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import Message
from twofold.engine.ranking.signatures import document_signature, is_signature

Cut = Callable[[ExtractedText], Sequence[Chunk]]
MakeStreams = Callable[[Chunk], TokenStreams]

_KINDS = tuple(BlockKind)
_MAX_WARNINGS = 100
# For longer texts no token streams are computed; that would take as long as reading many files.
_MAX_WITH_STREAMS = 8_000_000


class _BlockRow(NamedTuple):
    """A block; `kind` and `path` are indexes into _KINDS and the paths of the header."""

    start: int
    end: int
    kind: int
    path: int
    empty_cells: int


@dataclass(frozen=True, slots=True)
class _TextHeader:
    """The header of an answer with a text. The fields of its metadata are in the same header."""

    place_kind: LocatorKind
    place_starts: tuple[int, ...]
    place_numbers: tuple[int, ...]
    blocks: tuple[_BlockRow, ...]
    paths: tuple[tuple[str, ...], ...]
    file_type: str
    warnings: tuple[Message, ...]
    is_verbatim: bool
    place_labels: tuple[str, ...]
    place_ends: tuple[int, ...]
    scanned_pages: int
    regions: tuple[RegionSpan, ...]


class _ChunkRow(NamedTuple):
    """The fields of a chunk, with the names that they have in `Chunk`.

    `path` is an index into the paths of the header.
    """

    start: int
    end: int
    place_start: int
    place_end: int
    start_column: int | None
    end_column: int | None
    is_code: bool
    place_label: LongText
    symbol: LongText
    region: Region | None
    kind: PassageKind
    path: int


@dataclass(frozen=True, slots=True)
class _CutHeader:
    """The header of an answer with passages.

    `cut` contains a row for each passage. `sizes` are the sizes in bytes of all texts, followed by
    those of the token streams if there are any. `signature` is that of the text, in hexadecimal.
    """

    cut: tuple[_ChunkRow, ...]
    sizes: tuple[int, ...]
    paths: tuple[tuple[str, ...], ...]
    place_kind: LocatorKind
    file_type: str
    signature: str


_OF_TEXT = {field.name for field in fields(_TextHeader)} - {"blocks", "paths"}
_OF_CHUNK = attrgetter(*_ChunkRow._fields[:-1])


def pack_text(extracted: ExtractedText) -> tuple[Header, bytes]:
    """Return the frame with a text: the header, and the text as UTF-8."""
    paths: dict[tuple[str, ...], int] = {}
    blocks = tuple(
        _BlockRow(
            b.start,
            b.end,
            _KINDS.index(b.kind),
            paths.setdefault(b.heading_path, len(paths)),
            b.empty_cells,
        )
        for b in extracted.blocks
    )
    same = {name: getattr(extracted, name) for name in _OF_TEXT}
    same["warnings"] = extracted.warnings[:_MAX_WARNINGS]
    same["place_labels"] = [label[:MAX_LABEL_LENGTH] for label in extracted.place_labels]
    header = _TextHeader(blocks=blocks, paths=tuple(map(shortened_path, paths)), **same)
    metadata = shortened_metadata(extracted.metadata)
    return plain(header) | plain(metadata), extracted.text.encode("utf-8")


def unpack_text(header: Header, tail: bytes) -> ExtractedText:
    """Return the document in a frame; raise ValueError if anything in it is invalid."""
    content = checked(_TextHeader, header)
    _check_lengths(content.file_type, content.paths, content.place_labels)
    if len(content.warnings) > _MAX_WARNINGS:
        raise MalformedFrameError("A document has more warnings than allowed.")
    extracted = ExtractedText(
        text=tail.decode("utf-8"),
        blocks=tuple(_block(row, content.paths) for row in content.blocks),
        metadata=_metadata(header),
        **{name: getattr(content, name) for name in _OF_TEXT},
    )
    _check_places(extracted)
    end = 0
    for block in extracted.blocks:
        if not end <= block.start < block.end <= len(extracted.text):
            raise MalformedFrameError("The blocks of a document overlap or reach past its end.")
        end = block.end
    end = 0
    for span in extracted.regions:
        if not end <= span.start <= span.end <= len(extracted.text):
            raise MalformedFrameError("The regions of a document overlap or reach past its end.")
        end = span.end
    return extracted


def _metadata(header: Header) -> DocumentMetadata:
    metadata = checked(DocumentMetadata, header)
    if not is_short_metadata(metadata):
        raise MalformedFrameError("A value of the metadata is longer than allowed.")
    return metadata


def _check_lengths(file_type: str, paths: Sequence[tuple[str, ...]], labels: Iterable[str]) -> None:
    if len(file_type) > MAX_FILE_TYPE_LENGTH or not all(map(is_short_path, paths)):
        raise MalformedFrameError("The headings of a document are longer than allowed.")
    if any(len(label) > MAX_LABEL_LENGTH for label in labels):
        raise MalformedFrameError("A label of a document is longer than allowed.")


def _check_places(extracted: ExtractedText) -> None:
    starts, numbers = extracted.place_starts, extracted.place_numbers
    is_timed = extracted.place_kind is LocatorKind.TIME
    if not starts or len(starts) != len(numbers) or starts[0] != 0 or numbers[0] < (not is_timed):
        raise MalformedFrameError("The places of a document do not begin at its start.")
    if any(a >= b for a, b in pairwise(starts)) or any(a > b for a, b in pairwise(numbers)):
        raise MalformedFrameError("The places of a document do not ascend.")
    if starts[-1] > len(extracted.text):
        raise MalformedFrameError("The places of a document reach past its end.")
    if extracted.place_labels and len(extracted.place_labels) != len(starts):
        raise MalformedFrameError("Not every place of a document has a label.")
    ends = extracted.place_ends
    if (is_timed or ends) and (
        len(ends) != len(starts) or any(b < a for a, b in zip(numbers, ends, strict=True))
    ):
        raise MalformedFrameError("Not every time of a document has an end after its beginning.")


def _block(row: _BlockRow, paths: Sequence[tuple[str, ...]]) -> Block:
    if row.kind >= len(_KINDS) or row.path >= len(paths) or row.empty_cells > MAX_EMPTY_CELLS:
        raise MalformedFrameError("A block of a document is malformed.")
    return Block(row.start, row.end, _KINDS[row.kind], paths[row.path], row.empty_cells)


@dataclass(frozen=True, slots=True)
class _Failure:
    failure: FailureReason
    message: Message
    hint: Message


def pack_failure(error: DocumentError) -> Header:
    """Return the header of a frame that reports a failure; the frame has no other content."""
    header: Header = plain(_Failure(error.reason, error.message, error.hint))
    return header


def unpack_failure(header: Header) -> DocumentError:
    """Return the failure that `pack_failure` packed; raise ValueError if it is invalid."""
    content = checked(_Failure, header)
    return DocumentError(content.failure, content.message, content.hint)


def pack_answer(
    extracted: ExtractedText, cut: Cut | None, streams: MakeStreams | None = None
) -> tuple[Header, bytes]:
    """Return the frame (header and bytes) with the passages returned by `cut`, or the text.

    With `streams`, the token streams of the passages follow their texts. Raise MalformedFrameError
    if there are more passages than allowed.
    """
    if cut is None:
        return pack_text(extracted)
    chunks = cut(extracted)
    text_length = sum(len(chunk.text) for chunk in chunks)
    if len(chunks) > max_passages(text_length):
        raise MalformedFrameError("A document has more passages than may be sent.")
    if len(extracted.text) > _MAX_WITH_STREAMS:
        streams = None
    made = [streams(chunk) for chunk in chunks] if streams else []
    streamed = [text for one in made for text in (one.words, one.stems)]
    texts = [chunk.text for chunk in chunks]
    texts += streamed if sum(map(len, streamed)) <= max_streams(text_length) else []
    parts = [text.encode("utf-8") for text in texts]
    paths: dict[tuple[str, ...], int] = {}
    header = plain(shortened_metadata(extracted.metadata)) | {
        "cut": [
            (*_OF_CHUNK(chunk), paths.setdefault(chunk.heading_path, len(paths)))
            for chunk in chunks
        ],
        "sizes": list(map(len, parts)),
        "paths": plain(tuple(paths)),
        "place_kind": extracted.place_kind.value,
        "file_type": extracted.file_type,
        "signature": document_signature(chunks, extracted.file_type).hex(),
    }
    return header, b"".join(parts)


def unpack_answer(header: Header, tail: bytes) -> ExtractedText | CutText:
    """Return the content of a frame; raise ValueError if anything in it is invalid."""
    if "cut" not in header:
        return unpack_text(header, tail)
    content, metadata = checked(_CutHeader, header), _metadata(header)
    _check_lengths(content.file_type, content.paths, ())
    count = len(content.cut)
    if len(content.sizes) not in {count, 3 * count}:
        raise _malformed()
    texts = _texts(content.sizes, tail)
    text_length = sum(map(len, texts[:count]))
    if count > max_passages(text_length):
        raise _malformed()
    chunks: list[Chunk] = []
    end, first = 0, content.place_kind is not LocatorKind.TIME
    for position, (row, text) in enumerate(zip(content.cut, texts, strict=False)):
        start, next_end, place_start, place_end = row[:4]
        is_placed = end <= start < next_end and first <= place_start <= place_end
        if not is_placed or next_end - start != len(text) or row.path >= len(content.paths):
            raise _malformed()
        if len(row.place_label) > MAX_LABEL_LENGTH or len(row.symbol) > MAX_LABEL_LENGTH:
            raise _malformed()
        if len(text) > MAX_PASSAGE_LENGTH:
            raise _malformed()
        end = next_end
        chunks.append(
            Chunk(
                position=position,
                text=text,
                start=start,
                end=end,
                place_kind=content.place_kind,
                place_start=place_start,
                place_end=place_end,
                start_column=row.start_column,
                end_column=row.end_column,
                heading_path=content.paths[row.path],
                lang=metadata.lang,
                is_code=row.is_code,
                place_label=row.place_label,
                symbol=row.symbol,
                region=row.region,
                kind=row.kind,
            )
        )
    if sum(map(details_length, chunks)) > max_details(text_length):
        raise _malformed()
    made = texts[count:]
    if sum(map(len, made)) > max_streams(text_length):
        raise _malformed()
    signature = _signature(content.signature)
    streams = tuple(map(TokenStreams, made[::2], made[1::2]))
    return CutText(metadata, content.file_type, tuple(chunks), streams, signature=signature)


def _signature(hexadecimal: str) -> bytes:
    signature = bytes.fromhex(hexadecimal)
    if not is_signature(signature):
        raise _malformed()
    return signature


def _texts(sizes: tuple[int, ...], tail: bytes) -> list[str]:
    """Split the bytes of a frame (`tail`) into texts of these sizes in bytes."""
    if sum(sizes) != len(tail):
        raise _malformed()
    view = memoryview(tail)
    return [str(view[a:b], "utf-8") for a, b in pairwise(accumulate(sizes, initial=0))]


def _malformed() -> MalformedFrameError:
    return MalformedFrameError("A passage of a document is malformed.")


# An embedded document may yield its text and a failure about its own embedded documents.
_MAX_EMBEDDED_ANSWERS = 2 * MAX_EMBEDDED
_MAX_LOSSES = 8
RETRIED_REASONS = {FailureReason.READER_CRASHED.value, FailureReason.OUT_OF_MEMORY.value}


@dataclass(frozen=True, slots=True)
class _EmbeddedStart:
    begins: int
    name: str


@dataclass(frozen=True, slots=True)
class _EmbeddedFailure:
    member: str
    lost: FailureReason
    detail: Message


def pack_embedded(
    member: EmbeddedStarted | EmbeddedDocument, cut: Cut | None = None
) -> tuple[Header, bytes]:
    """Return the frame about an embedded document: its start, its text or its failure."""
    if isinstance(member, EmbeddedStarted):
        return plain(_EmbeddedStart(member.number, member.name)), b""
    if isinstance(member.extracted, ExtractedText):
        header, tail = pack_answer(member.extracted, cut)
        return {**header, "member": member.name}, tail
    return {"member": member.name, "lost": member.reason, "detail": plain(member.detail)}, b""


@dataclass(frozen=True, slots=True)
class _EmbeddedTotals:
    """The total size of a file's embedded documents: characters of texts and details, passages."""

    text: int = 0
    details: int = 0
    passages: int = 0
    is_full: bool = False

    def with_member(self, member: EmbeddedDocument) -> _EmbeddedTotals:
        """Return the totals after adding another embedded document."""
        text, passages = self.text, self.passages
        details = self.details + len(member.name) + len(member.detail.to_text())
        if isinstance(member.extracted, CutText):
            chunks = member.extracted.chunks
            text += sum(len(chunk.text) for chunk in chunks)
            passages += len(chunks)
            details += sum(map(details_length, chunks))
        elif member.extracted is not None:
            text += len(member.extracted.text)
        if member.extracted is not None:
            details += metadata_length(member.extracted.metadata)
        is_full = details > max_file_details(text) or passages > max_passages(text)
        return _EmbeddedTotals(text, details, passages, self.is_full or is_full)


class EmbeddedAnswers:
    """The embedded documents received for a file so far, from one or several workers.

    All frames about the file share one `allowance`.
    """

    def __init__(self, limits: FrameLimits) -> None:
        self.allowance = FrameAllowance(limits)
        self._members: list[EmbeddedDocument] = []
        self._begun = ""
        self._next = 0  # all embedded documents before this number are done
        self._selection = EmbeddedSelection()
        self._losses = 0
        self._totals = _EmbeddedTotals()

    def take(self, header: Header, tail: bytes) -> None:
        """Process a frame about an embedded document; raise ValueError if it is invalid."""
        if len(self._members) >= _MAX_EMBEDDED_ANSWERS:
            raise MalformedFrameError("A file has more embedded documents than allowed.")
        if "begins" in header:
            self._next, self._begun = _unpack_embedded_start(header)
        else:
            self._add(_unpack_embedded(header, tail))
            # A second answer is about parts that were left out of the same document.
            self._next, self._begun = self._next + bool(self._begun), ""

    def _add(self, member: EmbeddedDocument) -> None:
        """Add an embedded document; the first one beyond the limits is added as a failure."""
        was_full, self._totals = self._totals.is_full, self._totals.with_member(member)
        if not self._totals.is_full:
            self._members.append(member)
        elif not was_full:
            self._members.append(details_limit_failure(member.name))

    def complete(self, extracted: ExtractedText | CutText) -> ExtractedText | CutText:
        """Return the answer about the file itself with its embedded documents."""
        return replace(extracted, members=tuple(self._members)) if self._members else extracted

    def retry(self, error: DocumentError, *, was_fresh: bool) -> EmbeddedSelection | None:
        """Return the selection for a new worker after a crash; None if the file cannot be read.

        If the worker had read other files before, the same document is tried again in a new worker.
        If that fails, the document is left out and recorded as a failure. After several crashes,
        all remaining documents are left out.
        """
        was_first = was_fresh and self._next == self._selection.first
        if error.reason not in RETRIED_REASONS or was_first:
            if self._selection.gives_up or not (self._begun or self._members):
                return None
            self._leave_out(error)
        self._begun = ""
        self._selection = EmbeddedSelection(
            self._next, self._selection.avoid, gives_up=self._losses > _MAX_LOSSES
        )
        return self._selection

    def _leave_out(self, error: DocumentError) -> None:
        self._losses += 1 if self._begun else _MAX_LOSSES + 1
        if self._begun:
            failure = EmbeddedDocument(self._begun, reason=error.reason, detail=error.message)
            self._add(failure)
            self._selection = replace(self._selection, avoid=(*self._selection.avoid, self._next))
            self._next += 1


def _unpack_embedded_start(header: Header) -> tuple[int, str]:
    content = checked(_EmbeddedStart, header)
    if content.begins >= MAX_EMBEDDED:
        raise MalformedFrameError("An embedded document has a number above the limit.")
    return content.begins, _safe(content.name)


def _unpack_embedded(header: Header, tail: bytes) -> EmbeddedDocument:
    if "lost" in header:
        content = checked(_EmbeddedFailure, header)
        return EmbeddedDocument(_safe(content.member), reason=content.lost, detail=content.detail)
    return EmbeddedDocument(_safe(checked(str, header.get("member"))), unpack_answer(header, tail))


def _safe(name: str) -> str:
    if not is_safe_name(name):
        raise MalformedFrameError("An embedded document has an invalid name.")
    return name
