"""Texts, passages, members and failures as frames; every value is checked when one is unpacked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import cast

from engine.extract.errors import document_error
from engine.extract.limits import LONGEST_VALUE, MEMBERS, PASSAGES, FrameLimits
from engine.extract.process.frames import FrameAllowance, Header, MalformedFrameError
from engine.extract.process.members import MemberBegun, MemberSelection, is_safe_name
from engine.model.document import (
    MOST_EMPTY_CELLS,
    PUBLICATION_FIELDS,
    Block,
    BlockKind,
    Chunk,
    CutText,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    Member,
    PlaceKind,
    TokenStreams,
)
from engine.model.errors import DocumentError
from engine.model.filters import TrustLevel

# Times are milliseconds; all that a database and a widget can count is far beyond.
_LARGEST_NUMBER = 1 << 40
_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS = tuple(BlockKind)
_VALUES = (
    *("title", "author", "lang", "created", "modified"),
    *("issued", *(each.name for each in PUBLICATION_FIELDS)),
)


def pack_text(extracted: ExtractedText) -> tuple[Header, bytes]:
    """Return the header and tail of an answer; the tail is the text as UTF-8."""
    paths: dict[tuple[str, ...], int] = {}
    blocks = [
        (
            b.start,
            b.end,
            _KINDS.index(b.kind),
            paths.setdefault(b.heading_path, len(paths)),
            b.empty_cells,
        )
        for b in extracted.blocks
    ]
    header: dict[str, object] = {
        "place_kind": extracted.place_kind.value,
        "place_starts": extracted.place_starts,
        "place_numbers": extracted.place_numbers,
        "blocks": blocks,
        "paths": list(paths),
        "file_type": extracted.file_type,
        "warnings": extracted.warnings,
        "is_verbatim": extracted.is_verbatim,
        "place_labels": extracted.place_labels,
        "place_ends": extracted.place_ends,
        **pack_metadata(extracted.metadata),
    }
    return header, extracted.text.encode("utf-8")


def pack_metadata(metadata: DocumentMetadata) -> dict[str, object]:
    """Return the part of a header with the metadata of a document."""
    return {
        "tags": [tag[:LONGEST_VALUE] for tag in metadata.tags],
        "trust": metadata.trust.value if metadata.trust else "",
        **{name: getattr(metadata, name)[:LONGEST_VALUE] for name in _VALUES},
    }


def unpack_text(header: Header, tail: bytes) -> ExtractedText:
    """Return the document of an answer; raise ValueError when anything in it is not right."""
    text = tail.decode("utf-8")
    paths = [texts_of(path) for path in list_of(header, "paths")]
    extracted = ExtractedText(
        text=text,
        place_kind=PlaceKind(word_of(header, "place_kind")),
        place_starts=numbers_of(header, "place_starts"),
        place_numbers=numbers_of(header, "place_numbers"),
        blocks=tuple(_block(row, paths) for row in list_of(header, "blocks")),
        metadata=unpack_metadata(header),
        file_type=word_of(header, "file_type"),
        warnings=texts_of(header.get("warnings")),
        is_verbatim=header.get("is_verbatim") is True,
        place_labels=texts_of(header.get("place_labels")),
        place_ends=numbers_of(header, "place_ends"),
    )
    _check(extracted)
    return extracted


def _check(extracted: ExtractedText) -> None:
    starts, numbers = extracted.place_starts, extracted.place_numbers
    first = 0 if extracted.place_kind is PlaceKind.TIME else 1
    if not starts or len(starts) != len(numbers) or starts[0] != 0 or numbers[0] < first:
        raise MalformedFrameError("The places of a document do not begin at its start.")
    if any(a >= b for a, b in pairwise(starts)) or any(a > b for a, b in pairwise(numbers)):
        raise MalformedFrameError("The places of a document do not ascend.")
    if starts[-1] > len(extracted.text):
        raise MalformedFrameError("The places of a document reach past its end.")
    _check_described(extracted)
    end = 0
    for block in extracted.blocks:
        if not end <= block.start < block.end <= len(extracted.text):
            raise MalformedFrameError("The blocks of a document overlap or reach past its end.")
        end = block.end


def _check_described(extracted: ExtractedText) -> None:
    places = len(extracted.place_starts)
    if extracted.place_labels and len(extracted.place_labels) != places:
        raise MalformedFrameError("Not every place of a document has a label.")
    if not extracted.place_ends and extracted.place_kind is not PlaceKind.TIME:
        return
    ends = extracted.place_ends
    if len(ends) != places or any(
        end < start for start, end in zip(extracted.place_numbers, ends, strict=True)
    ):
        raise MalformedFrameError("Not every time of a document has an end after its beginning.")


def _block(row: object, paths: list[tuple[str, ...]]) -> Block:
    if not isinstance(row, list) or len(row) != 5 or not all(type(v) is int for v in row):
        raise MalformedFrameError("A block of a document is malformed.")
    start, end, kind, path, empty = row
    is_known = 0 <= kind < len(_KINDS) and 0 <= path < len(paths)
    if not (is_known and 0 <= empty <= MOST_EMPTY_CELLS):
        raise MalformedFrameError("A block of a document is malformed.")
    return Block(start, end, _KINDS[kind], paths[path], empty)


def unpack_metadata(header: Header) -> DocumentMetadata:
    """Return what `pack_metadata` packed."""
    trust = word_of(header, "trust")
    return DocumentMetadata(
        tags=texts_of(header.get("tags")),
        trust=TrustLevel(trust) if trust else None,
        **{name: word_of(header, name) for name in _VALUES},
    )


def pack_failure(error: DocumentError) -> Header:
    """Return the header of a failure; its tail is empty."""
    return {
        "failure": error.reason,
        "message": error.message[:LONGEST_VALUE],
        "hint": error.hint[:LONGEST_VALUE],
    }


def unpack_failure(header: Header) -> DocumentError:
    """Return what `pack_failure` packed; raise ValueError when anything in it is not right."""
    reason = FailureReason(word_of(header, "failure"))
    return document_error(reason, word_of(header, "message"), word_of(header, "hint"))


def list_of(header: Header, key: str) -> list[object]:
    """Return a list of a header."""
    value = header.get(key)
    if not isinstance(value, list):
        raise MalformedFrameError(f"'{key}' is not a list.")
    return value


def numbers_of(header: Header, key: str) -> tuple[int, ...]:
    """Return a list of whole numbers of a header."""
    values = list_of(header, key)
    if not all(map(is_number, values)):
        raise MalformedFrameError(f"'{key}' does not hold whole numbers.")
    return tuple(cast("list[int]", values))


def is_number(value: object) -> bool:
    """Return whether a value is a whole number in the range of counts and offsets."""
    return type(value) is int and 0 <= value <= _LARGEST_NUMBER


def texts_of(value: object) -> tuple[str, ...]:
    """Return a list of texts."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise MalformedFrameError("A list of texts is malformed.")
    return tuple(map(encodable, value))


def word_of(header: Header, key: str) -> str:
    """Return a short text of a header."""
    value = header.get(key)
    if not isinstance(value, str) or len(value) > LONGEST_VALUE:
        raise MalformedFrameError(f"'{key}' is not a text of the right length.")
    return encodable(value)


def encodable(text: str) -> str:
    """Return a text without lone surrogates, which JSON can hold and nothing else can store."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


Cut = Callable[[ExtractedText], Sequence[Chunk]]
MakeStreams = Callable[[Chunk], TokenStreams]

_ROW_LENGTH = 10
# A longer text is cut without making the streams: for those it would take the time of many files.
_LONGEST_WITH_STREAMS = 8_000_000


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
    if len(chunks) > PASSAGES:
        raise MalformedFrameError("A document has more passages than may be sent.")
    if len(extracted.text) > _LONGEST_WITH_STREAMS:
        streams = None
    made = [streams(chunk) for chunk in chunks] if streams else []
    texts = [chunk.text for chunk in chunks]
    texts += [text for one in made for text in (one.words, one.stems)]
    parts = [text.encode("utf-8") for text in texts]
    header = pack_metadata(extracted.metadata) | {
        "cut": _rows(chunks),
        "sizes": list(map(len, parts)),
        "paths": list(dict.fromkeys(chunk.heading_path for chunk in chunks)),
        "place_kind": extracted.place_kind.value,
        "file_type": extracted.file_type,
    }
    return header, b"".join(parts)


def unpack_answer(header: Header, tail: bytes) -> ExtractedText | CutText:
    """Return what an answer holds; raise ValueError when anything in it is not right."""
    if "cut" not in header:
        return unpack_text(header, tail)
    metadata = unpack_metadata(header)
    rows = list_of(header, "cut")
    texts = _texts(numbers_of(header, "sizes"), tail)
    if len(rows) > PASSAGES or len(texts) not in {len(rows), 3 * len(rows)}:
        raise _malformed()
    unpacking = _Unpacking(header, metadata.lang)
    chunks = tuple(map(unpacking.chunk, rows, texts))
    made = texts[len(rows) :]
    streams = tuple(map(TokenStreams, made[::2], made[1::2]))
    return CutText(metadata, word_of(header, "file_type"), chunks, streams)


def _texts(sizes: tuple[int, ...], tail: bytes) -> list[str]:
    """Divide a tail, all of it, into texts of so many bytes."""
    if sum(sizes) != len(tail):
        raise _malformed()
    view = memoryview(tail)
    return [str(view[a:b], "utf-8") for a, b in pairwise(accumulate(sizes, initial=0))]


def _rows(chunks: Sequence[Chunk]) -> list[tuple[object, ...]]:
    paths: dict[tuple[str, ...], int] = {}
    return [
        (
            chunk.start,
            chunk.end,
            chunk.place_start,
            chunk.place_end,
            chunk.start_column,
            chunk.end_column,
            paths.setdefault(chunk.heading_path, len(paths)),
            chunk.is_code,
            chunk.place_label,
            chunk.symbol,
        )
        for chunk in chunks
    ]


class _Unpacking:
    """Makes chunks of rows and texts; they ascend and do not overlap."""

    def __init__(self, header: Header, lang: str) -> None:
        self._lang = lang
        self._kind = PlaceKind(word_of(header, "place_kind"))
        self._paths = [texts_of(path) for path in list_of(header, "paths")]
        self._first = 0 if self._kind is PlaceKind.TIME else 1
        self._end = 0
        self._count = 0

    def chunk(self, row: object, text: str) -> Chunk:
        if not isinstance(row, list) or len(row) != _ROW_LENGTH or not _has_types(row):
            raise _malformed()
        start, end, first, last, start_column, end_column, path, is_code, label, symbol = row
        is_placed = self._end <= start < end and self._first <= first <= last
        if not is_placed or end - start != len(text) or path >= len(self._paths):
            raise _malformed()
        self._end = end
        self._count += 1
        return Chunk(
            position=self._count - 1,
            text=text,
            start=start,
            end=end,
            place_kind=self._kind,
            place_start=first,
            place_end=last,
            start_column=start_column,
            end_column=end_column,
            heading_path=self._paths[path],
            lang=self._lang,
            is_code=is_code,
            place_label=encodable(label),
            symbol=encodable(symbol),
        )


def _has_types(row: list[object]) -> bool:
    return (
        all(map(is_number, (*row[:4], row[6])))
        and all(value is None or is_number(value) for value in row[4:6])
        and type(row[7]) is bool
        and all(type(value) is str for value in row[8:])
    )


def _malformed() -> MalformedFrameError:
    return MalformedFrameError("A passage of a document is malformed.")


# A member may yield its text and a failure about the documents inside it.
_MOST_MEMBERS = 2 * MEMBERS
_MOST_LOSSES = 8
RETRIED_REASONS = {FailureReason.READER_CRASHED.value, FailureReason.OUT_OF_MEMORY.value}


def pack_member(member: MemberBegun | Member, cut: Cut | None = None) -> tuple[Header, bytes]:
    """Return the frame about a member: its beginning, its text (cut by `cut`) or its failure."""
    if isinstance(member, MemberBegun):
        return {"begins": member.number, "name": member.name}, b""
    if not isinstance(member.extracted, ExtractedText):
        reason = member.reason.value if member.reason else ""
        return {"member": member.name, "lost": reason, "detail": member.detail}, b""
    header, tail = pack_answer(member.extracted, cut)
    return {**header, "member": member.name}, tail


def is_of_member(header: Header) -> bool:
    """Whether more frames follow before the answer about the file is complete."""
    return "begins" in header or "member" in header


def pack_selection(selection: MemberSelection) -> Header:
    """Return the part of a request that selects members."""
    return {
        "first": selection.first,
        "avoid": sorted(selection.avoid),
        "only": selection.only,
        "gives_up": selection.gives_up,
    }


def unpack_selection(request: Header) -> MemberSelection:
    """Return the selection of a request."""
    avoid = request.get("avoid")
    return MemberSelection(
        int(str(request.get("first", 0))),
        frozenset(avoid if isinstance(avoid, list) else ()),
        str(request["only"]) if request.get("only") is not None else None,
        gives_up=request.get("gives_up") is True,
    )


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

    def take(self, header: Header, tail: bytes) -> None:
        """Take one frame about a member; ValueError when it makes no sense."""
        if len(self._members) >= _MOST_MEMBERS:
            raise MalformedFrameError("A file gives more documents than it may.")
        if "begins" in header:
            self._next, self._begun = _unpack_beginning(header)
        else:
            self._members.append(_unpack_member(header, tail))
            # A second answer is about what was left out of the same member.
            self._next, self._begun = self._next + bool(self._begun), ""

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
            self._next, self._selection.avoid, gives_up=self._losses > _MOST_LOSSES
        )
        return self._selection

    def _leave_out(self, error: DocumentError) -> None:
        self._losses += 1 if self._begun else _MOST_LOSSES + 1
        if self._begun:
            failure = Member(self._begun, reason=FailureReason(error.reason), detail=error.message)
            self._members.append(failure)
            self._selection = replace(self._selection, avoid=self._selection.avoid | {self._next})
            self._next += 1


def _unpack_beginning(header: Header) -> tuple[int, str]:
    number = header["begins"]
    if not isinstance(number, int) or not is_number(number) or number >= MEMBERS:
        raise MalformedFrameError("A member has a number beyond those that are read.")
    return number, _name_of(header, "name")


def _unpack_member(header: Header, tail: bytes) -> Member:
    name = _name_of(header, "member")
    if "lost" in header:
        reason = FailureReason(word_of(header, "lost"))
        return Member(name, reason=reason, detail=word_of(header, "detail"))
    return Member(name, unpack_answer(header, tail))


def _name_of(header: Header, key: str) -> str:
    name = word_of(header, key)
    if not is_safe_name(name):
        raise MalformedFrameError("A member has a name that it may not have.")
    return name
