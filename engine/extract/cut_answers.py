"""CutText as a frame and back, with every value checked on the way in.

A worker that can cut sends passages instead of the text they are cut from, when asked to: half as
much to send and check, and the cutting is done where a hostile document costs one file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from engine.extract.answers import (
    encodable,
    is_number,
    list_of,
    numbers_of,
    pack_metadata,
    pack_text,
    texts_of,
    unpack_metadata,
    unpack_text,
    word_of,
)
from engine.extract.frames import Header, MalformedFrameError
from engine.extract.limits import PASSAGES
from engine.model.document import (
    Chunk,
    CutText,
    ExtractedText,
    PlaceKind,
    Streams,
)

Cut = Callable[[ExtractedText], Sequence[Chunk]]
MakeStreams = Callable[[Chunk], Streams]

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
    streams = tuple(map(Streams, made[::2], made[1::2]))
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
