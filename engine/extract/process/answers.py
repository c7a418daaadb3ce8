"""Texts, passages, members and failures as frames; all values are checked when unpacked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import NamedTuple

from twofold.engine.extract.limits import MEMBERS, FrameLimits
from twofold.engine.extract.process.frames import (
    FrameAllowance,
    Header,
    LongText,
    MalformedFrameError,
    checked,
    plain,
)
from twofold.engine.extract.process.members import (
    MemberBegun,
    MemberSelection,
    is_safe_name,
    left_out_after,
)
from twofold.engine.model.document import (
    MAX_EMPTY_CELLS,
    Block,
    BlockKind,
    Chunk,
    CutText,
    DocumentMetadata,
    ExtractedText,
    Member,
    PassageKind,
    PlaceKind,
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
from twofold.engine.model.message import Message

Cut = Callable[[ExtractedText], Sequence[Chunk]]
MakeStreams = Callable[[Chunk], TokenStreams]

_KINDS = tuple(BlockKind)
_MAX_WARNINGS = 100
# A longer text is cut without making the streams: for those it would take the time of many files.
_MAX_WITH_STREAMS = 8_000_000


class _BlockRow(NamedTuple):
    """A block; `kind` and `path` are places in _KINDS and in the paths of the header."""

    start: int
    end: int
    kind: int
    path: int
    empty_cells: int


@dataclass(frozen=True, slots=True)
class _TextHeader:
    """What goes with a text besides its metadata, which stand in the same header."""

    place_kind: PlaceKind
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
    """The fields of a chunk of these names; `path` is a place in the paths of the header."""

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
    """What goes with passages besides the metadata: rows, and the bytes of each text."""

    cut: tuple[_ChunkRow, ...]
    sizes: tuple[int, ...]
    paths: tuple[tuple[str, ...], ...]
    place_kind: PlaceKind
    file_type: str


_OF_TEXT = {field.name for field in fields(_TextHeader)} - {"blocks", "paths"}
_OF_CHUNK = attrgetter(*_ChunkRow._fields[:-1])


def pack_text(extracted: ExtractedText) -> tuple[Header, bytes]:
    """Return the header and tail of an answer; the tail is the text as UTF-8."""
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
    """Return the document of an answer; raise ValueError when anything in it is not right."""
    said = checked(_TextHeader, header)
    _check_lengths(said.file_type, said.paths, said.place_labels)
    if len(said.warnings) > _MAX_WARNINGS:
        raise MalformedFrameError("A document has more warnings than allowed.")
    extracted = ExtractedText(
        text=tail.decode("utf-8"),
        blocks=tuple(_block(row, said.paths) for row in said.blocks),
        metadata=_metadata(header),
        **{name: getattr(said, name) for name in _OF_TEXT},
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
    is_timed = extracted.place_kind is PlaceKind.TIME
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
    """Return the header of a failure; its tail is empty."""
    header: Header = plain(_Failure(error.reason, error.message, error.hint))
    return header


def unpack_failure(header: Header) -> DocumentError:
    """Return what `pack_failure` packed; raise ValueError when anything in it is not right."""
    said = checked(_Failure, header)
    return DocumentError(said.failure, said.message, said.hint)


def pack_answer(
    extracted: ExtractedText, cut: Cut | None, streams: MakeStreams | None = None
) -> tuple[Header, bytes]:
    """Return the header and tail of an answer: the passages that `cut` makes, or the text.

    With `streams` those of the passages follow their texts. Raises MalformedFrameError when
    there are more passages than may be sent.
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
    }
    return header, b"".join(parts)


def unpack_answer(header: Header, tail: bytes) -> ExtractedText | CutText:
    """Return what an answer holds; raise ValueError when anything in it is not right."""
    if "cut" not in header:
        return unpack_text(header, tail)
    said, metadata = checked(_CutHeader, header), _metadata(header)
    _check_lengths(said.file_type, said.paths, ())
    count = len(said.cut)
    if len(said.sizes) not in {count, 3 * count}:
        raise _malformed()
    texts = _texts(said.sizes, tail)
    text_length = sum(map(len, texts[:count]))
    if count > max_passages(text_length):
        raise _malformed()
    chunks: list[Chunk] = []
    end, first = 0, said.place_kind is not PlaceKind.TIME
    for position, (row, text) in enumerate(zip(said.cut, texts, strict=False)):
        start, next_end, place_start, place_end = row[:4]
        is_placed = end <= start < next_end and first <= place_start <= place_end
        if not is_placed or next_end - start != len(text) or row.path >= len(said.paths):
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
                place_kind=said.place_kind,
                place_start=place_start,
                place_end=place_end,
                start_column=row.start_column,
                end_column=row.end_column,
                heading_path=said.paths[row.path],
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
    streams = tuple(map(TokenStreams, made[::2], made[1::2]))
    return CutText(metadata, said.file_type, tuple(chunks), streams)


def _texts(sizes: tuple[int, ...], tail: bytes) -> list[str]:
    """Divide a tail, all of it, into texts of so many bytes."""
    if sum(sizes) != len(tail):
        raise _malformed()
    view = memoryview(tail)
    return [str(view[a:b], "utf-8") for a, b in pairwise(accumulate(sizes, initial=0))]


def _malformed() -> MalformedFrameError:
    return MalformedFrameError("A passage of a document is malformed.")


# A member may yield its text and a failure about the documents inside it.
_MAX_MEMBERS = 2 * MEMBERS
_MAX_LOSSES = 8
RETRIED_REASONS = {FailureReason.READER_CRASHED.value, FailureReason.OUT_OF_MEMORY.value}


@dataclass(frozen=True, slots=True)
class _Beginning:
    begins: int
    name: str


@dataclass(frozen=True, slots=True)
class _Lost:
    member: str
    lost: FailureReason
    detail: Message


def pack_member(member: MemberBegun | Member, cut: Cut | None = None) -> tuple[Header, bytes]:
    """Return the frame about a member: its beginning, its text (cut by `cut`) or its failure."""
    if isinstance(member, MemberBegun):
        return plain(_Beginning(member.number, member.name)), b""
    if isinstance(member.extracted, ExtractedText):
        header, tail = pack_answer(member.extracted, cut)
        return {**header, "member": member.name}, tail
    return {"member": member.name, "lost": member.reason, "detail": plain(member.detail)}, b""


@dataclass(frozen=True, slots=True)
class _Kept:
    """How much the members of a file have together: characters of texts and details, passages."""

    text: int = 0
    details: int = 0
    passages: int = 0
    is_full: bool = False

    def with_member(self, member: Member) -> _Kept:
        """Return the sums with one more member."""
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
        return _Kept(text, details, passages, self.is_full or is_full)


class MemberAnswers:
    """The members one file has given so far, whichever workers they came from.

    All that is sent about the file has to keep to one `allowance`.
    """

    def __init__(self, limits: FrameLimits) -> None:
        self.allowance = FrameAllowance(limits)
        self._members: list[Member] = []
        self._begun = ""
        self._next = 0  # All members before this number are answered or left out.
        self._selection = MemberSelection()
        self._losses = 0
        self._kept = _Kept()

    def take(self, header: Header, tail: bytes) -> None:
        """Take one frame about a member; ValueError when it makes no sense."""
        if len(self._members) >= _MAX_MEMBERS:
            raise MalformedFrameError("A file gives more documents than it may.")
        if "begins" in header:
            self._next, self._begun = _unpack_beginning(header)
        else:
            self._add(_unpack_member(header, tail))
            # A second answer is about what was left out of the same member.
            self._next, self._begun = self._next + bool(self._begun), ""

    def _add(self, member: Member) -> None:
        """Keep a member; the first that the limits of a file leave out is kept as a failure."""
        was_full, self._kept = self._kept.is_full, self._kept.with_member(member)
        if not self._kept.is_full:
            self._members.append(member)
        elif not was_full:
            self._members.append(left_out_after(member.name))

    def complete(self, extracted: ExtractedText | CutText) -> ExtractedText | CutText:
        """Return the file's own answer with its members."""
        return replace(extracted, members=tuple(self._members)) if self._members else extracted

    def retry(self, error: DocumentError, *, was_fresh: bool) -> MemberSelection | None:
        """Return what to ask a fresh worker after one was lost; None: the file cannot be read.

        What went wrong in a worker that had done other things is tried again in a fresh one. Then
        the member is left out as a failure of its own; after several losses so is all the rest.
        """
        was_first = was_fresh and self._next == self._selection.first
        if error.reason not in RETRIED_REASONS or was_first:
            if self._selection.gives_up or not (self._begun or self._members):
                return None
            self._leave_out(error)
        self._begun = ""
        self._selection = MemberSelection(
            self._next, self._selection.avoid, gives_up=self._losses > _MAX_LOSSES
        )
        return self._selection

    def _leave_out(self, error: DocumentError) -> None:
        self._losses += 1 if self._begun else _MAX_LOSSES + 1
        if self._begun:
            failure = Member(self._begun, reason=error.reason, detail=error.message)
            self._add(failure)
            self._selection = replace(self._selection, avoid=(*self._selection.avoid, self._next))
            self._next += 1


def _unpack_beginning(header: Header) -> tuple[int, str]:
    said = checked(_Beginning, header)
    if said.begins >= MEMBERS:
        raise MalformedFrameError("A member has a number beyond those that are read.")
    return said.begins, _safe(said.name)


def _unpack_member(header: Header, tail: bytes) -> Member:
    if "lost" in header:
        said = checked(_Lost, header)
        return Member(_safe(said.member), reason=said.lost, detail=said.detail)
    return Member(_safe(checked(str, header.get("member"))), unpack_answer(header, tail))


def _safe(name: str) -> str:
    if not is_safe_name(name):
        raise MalformedFrameError("A member has a name that it may not have.")
    return name
