"""CutText as a frame and back, with every value checked on the way in.

A worker that can cut sends passages instead of the text they are cut from, when asked to: half as
much to send and check, and the cutting is done where a hostile document costs one file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from engine.core.document import Chunk, CutText, ExtractedText, PlaceKind, Streams
from engine.extract.answers import (
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

Cut = Callable[[ExtractedText], Sequence[Chunk]]
MakeStreams = Callable[[Chunk], Streams]

_ROW_LENGTH = 10


def pack_answer(
    extracted: ExtractedText, cut: Cut | None, streams: MakeStreams | None = None
) -> tuple[Header, bytes]:
    """Return the header and tail of an answer: the passages that `cut` makes, or the text.

    With `streams` those of the passages follow their texts.
    """
    if cut is None:
        return pack_text(extracted)
    chunks = cut(extracted)
    made = [streams(chunk) for chunk in chunks] if streams else []
    texts = [chunk.text for chunk in chunks]
    texts += [text for one in made for text in (one.words, one.stems)]
    header = pack_metadata(extracted.metadata) | {
        "cut": _rows(chunks),
        "streams": [len(text) for one in made for text in (one.words, one.stems)],
        "paths": list(dict.fromkeys(chunk.heading_path for chunk in chunks)),
        "place_kind": extracted.place_kind.value,
        "file_type": extracted.file_type,
    }
    return header, "".join(texts).encode("utf-8")


def unpack_answer(header: Header, tail: bytes) -> ExtractedText | CutText:
    """Return what an answer holds; raise ValueError when anything in it is not right."""
    if "cut" not in header:
        return unpack_text(header, tail)
    metadata = unpack_metadata(header)
    unpacking = _Unpacking(header, tail.decode("utf-8"), metadata.lang)
    chunks = unpacking.chunks(list_of(header, "cut"))
    streams = unpacking.streams(numbers_of(header, "streams"), len(chunks))
    return CutText(metadata, word_of(header, "file_type"), chunks, streams)


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
    """Makes chunks of rows; they ascend and do not overlap. With their streams they use up all."""

    def __init__(self, header: Header, text: str, lang: str) -> None:
        self._text = text
        self._lang = lang
        self._kind = PlaceKind(word_of(header, "place_kind"))
        self._paths = [texts_of(path) for path in list_of(header, "paths")]
        self._first = 0 if self._kind is PlaceKind.TIME else 1
        self._used = 0
        self._end = 0

    def chunks(self, rows: list[object]) -> tuple[Chunk, ...]:
        return tuple(self._chunk(position, row) for position, row in enumerate(rows))

    def streams(self, lengths: tuple[int, ...], chunks: int) -> tuple[Streams, ...]:
        """Return the streams, words and stems in turn; called behind `chunks`."""
        ends = list(accumulate(lengths, initial=self._used))
        is_whole = ends[-1] == len(self._text) and min(lengths, default=0) >= 0
        if not is_whole or len(lengths) not in {0, 2 * chunks}:
            raise _malformed()
        parts = [self._text[start:end] for start, end in pairwise(ends)]
        return tuple(map(Streams, parts[::2], parts[1::2]))

    def _chunk(self, position: int, row: object) -> Chunk:
        if not isinstance(row, list) or len(row) != _ROW_LENGTH or not _has_types(row):
            raise _malformed()
        start, end, first, last, start_column, end_column, path, is_code, label, symbol = row
        is_placed = self._end <= start < end and self._first <= first <= last
        if not is_placed or not 0 <= path < len(self._paths):
            raise _malformed()
        begin, self._used, self._end = self._used, self._used + end - start, end
        return Chunk(
            position=position,
            text=self._text[begin : self._used],
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
            place_label=label,
            symbol=symbol,
        )


def _has_types(row: list[object]) -> bool:
    return (
        all(type(value) is int for value in (*row[:4], row[6]))
        and all(value is None or type(value) is int for value in row[4:6])
        and type(row[7]) is bool
        and all(type(value) is str for value in row[8:])
    )


def _malformed() -> MalformedFrameError:
    return MalformedFrameError("A passage of a document is malformed.")
