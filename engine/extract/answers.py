"""ExtractedText as a frame and back, with every value checked on the way in."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import cast

from engine.extract.failure import document_error
from engine.extract.frames import Header, MalformedFrameError
from engine.extract.limits import LONGEST_VALUE
from engine.model.document import (
    MOST_EMPTY_CELLS,
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    PlaceKind,
)
from engine.model.errors import DocumentError
from engine.model.request import TrustLevel

# Times are milliseconds; all that a database and a widget can count is far beyond.
_LARGEST_NUMBER = 1 << 40
_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS = tuple(BlockKind)
_VALUES = (
    *("title", "author", "lang", "created", "modified"),
    *("doi", "isbn", "url", "publisher", "container", "issued"),
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
    """Return the part of a header that says what a document says of itself."""
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
    """Return the header that says why there is no document; its tail is empty."""
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
    """Say whether a value is a whole number that can count something."""
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
