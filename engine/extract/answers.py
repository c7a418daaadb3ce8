"""ExtractedText as a frame and back, with every value checked on the way in."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from engine.core.document import Block, BlockKind, DocumentMetadata, ExtractedText, PlaceKind
from engine.core.request import TrustLevel
from engine.extract.frames import Header, MalformedFrameError

_KINDS = tuple(BlockKind)
_PUBLICATION = ("doi", "isbn", "url", "publisher", "container")


def pack_text(extracted: ExtractedText) -> tuple[Header, bytes]:
    """Return the header and tail of an answer; the tail is the text as UTF-8."""
    paths: dict[tuple[str, ...], int] = {}
    blocks = [
        (b.start, b.end, _KINDS.index(b.kind), paths.setdefault(b.heading_path, len(paths)))
        for b in extracted.blocks
    ]
    metadata = extracted.metadata
    header: dict[str, object] = {
        "place_kind": extracted.place_kind.value,
        "place_starts": extracted.place_starts,
        "place_numbers": extracted.place_numbers,
        "blocks": blocks,
        "paths": list(paths),
        "file_type": extracted.file_type,
        "warnings": extracted.warnings,
        "is_verbatim": extracted.is_verbatim,
        "title": metadata.title,
        "author": metadata.author,
        "tags": metadata.tags,
        "lang": metadata.lang,
        "trust": metadata.trust.value if metadata.trust else "",
        "created": metadata.created,
        "modified": metadata.modified,
        "place_labels": extracted.place_labels,
        "place_ends": extracted.place_ends,
        **{name: getattr(metadata, name) for name in _PUBLICATION},
    }
    return header, extracted.text.encode("utf-8")


def unpack_text(header: Header, tail: bytes) -> ExtractedText:
    """Return the document of an answer; raise ValueError when anything in it is not right."""
    text = tail.decode("utf-8")
    paths = [_texts(path) for path in _list(header, "paths")]
    extracted = ExtractedText(
        text=text,
        place_kind=PlaceKind(_word(header, "place_kind")),
        place_starts=_numbers(header, "place_starts"),
        place_numbers=_numbers(header, "place_numbers"),
        blocks=tuple(_block(row, paths) for row in _list(header, "blocks")),
        metadata=_metadata(header),
        file_type=_word(header, "file_type"),
        warnings=_texts(header.get("warnings")),
        is_verbatim=header.get("is_verbatim") is True,
        place_labels=_texts(header.get("place_labels")),
        place_ends=_numbers(header, "place_ends"),
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
    if not isinstance(row, list) or len(row) != 4 or not all(type(v) is int for v in row):
        raise MalformedFrameError("A block of a document is malformed.")
    start, end, kind, path = row
    if not (0 <= kind < len(_KINDS) and 0 <= path < len(paths)):
        raise MalformedFrameError("A block of a document is malformed.")
    return Block(start, end, _KINDS[kind], paths[path])


def _metadata(header: Header) -> DocumentMetadata:
    trust = _word(header, "trust")
    return DocumentMetadata(
        title=_word(header, "title"),
        author=_word(header, "author"),
        tags=_texts(header.get("tags")),
        lang=_word(header, "lang"),
        trust=TrustLevel(trust) if trust else None,
        created=_word(header, "created"),
        modified=_word(header, "modified"),
        **{name: _word(header, name) for name in _PUBLICATION},
    )


def _list(header: Header, key: str) -> list[object]:
    value = header.get(key)
    if not isinstance(value, list):
        raise MalformedFrameError(f"'{key}' is not a list.")
    return value


def _numbers(header: Header, key: str) -> tuple[int, ...]:
    values = _list(header, key)
    if not all(type(value) is int for value in values):
        raise MalformedFrameError(f"'{key}' does not hold whole numbers.")
    return tuple(cast("list[int]", values))


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise MalformedFrameError("A list of texts is malformed.")
    return tuple(value)


def _word(header: Header, key: str) -> str:
    value = header.get(key)
    if not isinstance(value, str):
        raise MalformedFrameError(f"'{key}' is not a text.")
    return value
