"""The characters of a Word document and the stories they form ([MS-DOC] 2.8.35, 2.9.38)."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from struct import unpack_from

from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.formats.legacy_office.compound_file import decode_in_page
from twofold.engine.extract.formats.legacy_office.word_formatting import (
    CharacterFormat,
    Run,
    WordHeader,
)
from twofold.engine.extract.formats.office.word_fields import is_contents
from twofold.engine.extract.raised_text import Script, needs_space

_PROPERTIES, _PIECE_TABLE = 1, 2
_COMPRESSED = 0x4000_0000
_DESCRIPTOR_BYTES = 8
# Compressed text is Windows-1252; unassigned bytes are kept.
_WINDOWS_1252 = {
    byte: bytes([byte]).decode("cp1252", "replace").replace("\ufffd", chr(byte))
    for byte in range(0x80, 0xA0)
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters [start, end) of the document.

    They are stored from byte `offset` of the stream on, with `width` bytes for each character.
    """

    start: int
    end: int
    offset: int
    width: int


def _read_pieces(header: WordHeader) -> tuple[str, tuple[Piece, ...]]:
    """Return the UTF-16 units of a document and the pieces they come from, ascending.

    Raise DocumentError (damaged) if they cannot be located.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    length, most = 0, 2 * len(header.main)  # overlapping pieces could multiply the text
    for piece in _pieces(header):
        text = _decoded(header, piece)
        parts.append(text)
        pieces.append(Piece(length, length + len(text), piece.offset, piece.width))
        length += len(text)
        if length > most:
            raise damaged_error()
    return "".join(parts), tuple(pieces)


def _pieces(header: WordHeader) -> Iterator[Piece]:
    table = _piece_table(header.pieces)
    count = (len(table) - 4) // (4 + _DESCRIPTOR_BYTES)
    if count < 1:
        yield from _without_table(header)
        return
    starts = unpack_from(f"<{count + 1}i", table)
    for index in range(count):
        at = 4 * (count + 1) + _DESCRIPTOR_BYTES * index
        (place,) = unpack_from("<I", table, at + 2)
        start, end = starts[index], starts[index + 1]
        if not 0 <= start < end:
            continue
        if not header.is_word_97:
            yield Piece(start, end, place, 1)
        elif place & _COMPRESSED:
            yield Piece(start, end, (place & ~_COMPRESSED & 0xFFFF_FFFF) // 2, 1)
        else:
            yield Piece(start, end, place, 2)


def _without_table(header: WordHeader) -> Iterator[Piece]:
    """Return the contiguous text of a Word 6 or 95 document that was not fast-saved."""
    start, end = header.text_start, min(header.text_end, len(header.main))
    if start >= end:
        raise damaged_error()
    yield Piece(0, end - start, start, 1)


def _piece_table(pieces: bytes) -> bytes:
    """Return the piece table, which follows any number of property lists."""
    at = 0
    while at + 5 <= len(pieces):
        if pieces[at] == _PIECE_TABLE:
            (length,) = unpack_from("<I", pieces, at + 1)
            return pieces[at + 5 : at + 5 + length]
        if pieces[at] != _PROPERTIES:
            break
        at += 3 + int(unpack_from("<H", pieces, at + 1)[0])
    return b""


def _decoded(header: WordHeader, piece: Piece) -> str:
    """Return a character for each byte or UTF-16 unit of a piece, as far as the stream reaches.

    Bytes of Word 6 and 95 are not decoded (they are returned as Latin-1), because a character may
    consist of several bytes.
    """
    data = header.main[piece.offset : piece.offset + (piece.end - piece.start) * piece.width]
    if piece.width == 1:
        text = data.decode("latin-1")
        return text.translate(_WINDOWS_1252) if header.is_word_97 else text
    units = array("H", data[: len(data) // 2 * 2])
    if array("H", b"\1\0")[0] != 1:
        units.byteswap()
    return "".join(map(chr, units))


_PARAGRAPH_ENDS = frozenset("\r\f")
CELL_END = "\x07"
_FIELD_BEGIN, _FIELD_MIDDLE, _FIELD_END = _FIELD_MARKS = "\x13\x14\x15"
_TOKEN = re.compile("[\x13-\x15\r\f\x07]|[^\x13-\x15\r\f\x07]+")
# Anchors of pictures, notes and drawings are removed; 0x0B is a line break in a paragraph.
# Characters of symbol fonts are in the private use area.
_CLEANED: dict[int, str | None] = {
    **dict.fromkeys(range(0x20)),
    **dict.fromkeys(range(0xF000, 0xF100)),
    ord("\t"): "\t", 0x0B: "\n", 0x0E: " ", 0x1E: "-",
}  # fmt: skip
_MAX_FIELDS = 100
_MAX_INSTRUCTION = 300
_PARTS_BEFORE = 6
_HIDDEN = 1
_SCRIPTS = {0: Script.NORMAL, 2: Script.RAISED, 3: Script.LOWERED}
_FLAGS: dict[Script | None, int] = {Script.RAISED: 2, Script.LOWERED: 3}
# Ruby text, whose base characters are in the instruction of a field.
_WITH_READING = re.compile(
    r"\s*EQ\s[^()]{0,200}\\o\s?\\a[a-z]\s?\(\\s\\up\s?\d{1,3}\([^()]{0,200}\)[,;]([^()]{0,200})\)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Story:
    """Characters [start, end) of the document."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Token:
    """Visible text at character `place`, or the mark at the end of a paragraph or cell."""

    place: int
    text: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Stories:
    """The stories of a document, in stored order."""

    main: Story
    footnotes: Story
    margins: Story  # headers and footers
    macros: Story
    comments: Story
    endnotes: Story
    text_boxes: Story
    margin_boxes: Story


class WordCharacters:
    """All characters of a document."""

    def __init__(self, header: WordHeader, runs: Sequence[tuple[Run, CharacterFormat]]) -> None:
        self._text, pieces = _read_pieces(header)
        self._pieces = pieces
        self._code_page = 0 if header.is_word_97 else header.code_page
        self._piece_starts = [piece.start for piece in pieces]
        self._flags = _flags(runs, pieces, len(self._text))

    def stories(self, lengths: Iterable[int]) -> Stories:
        """Return the stories, clipped to the text."""
        total = len(self._text)
        ends = [min(total, end) for end in accumulate(max(0, length) for length in lengths)]
        found = Stories(*map(Story, [0, *ends[:-1]], ends))
        return found if found.main.end else replace(found, main=Story(0, total))

    def tokens(self, story: Story) -> Iterator[Token]:
        """Yield the visible content of a story: of a field, the result but not the instruction."""
        fields: list[int] = []  # the start of each open field, -1 inside of its result
        inside = self._text[story.start : story.end]
        is_sound = inside.count(_FIELD_BEGIN) == inside.count(_FIELD_END)
        for found in _TOKEN.finditer(inside):
            text, place = found[0], story.start + found.start()
            if text in _PARAGRAPH_ENDS or text == CELL_END:
                if not is_sound:
                    fields.clear()
                if max(fields, default=-1) < 0:
                    yield Token(place, mark=text)
            elif text not in _FIELD_MARKS:
                if max(fields, default=-1) < 0:
                    yield Token(place, self._visible(place, text))
            elif shown := _process_field_mark(fields, text, inside, found.start()):
                yield Token(place, shown.translate(_CLEANED))

    def plain(self, story: Story) -> str:
        """Return a story as one line."""
        return " ".join(token.text for token in self.tokens(story))

    def offset(self, place: int) -> int:
        """Return the offset of a character in the main stream."""
        piece = self._pieces[max(0, bisect_right(self._piece_starts, place) - 1)]
        return piece.offset + (place - piece.start) * piece.width

    def _visible(self, place: int, text: str) -> str:
        if self._flags.count(0, place, place + len(text)) < len(text):
            text = self._formatted(place, text)
        if self._code_page:
            text = decode_in_page(text.encode("latin-1", "replace"), self._code_page)
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return whole.translate(_CLEANED)

    def _formatted(self, place: int, text: str) -> str:
        """Return text without hidden characters, with raised marks separated from words."""
        parts: list[str] = []
        was = Script.NORMAL
        for flag, group in groupby(enumerate(text), key=lambda one: self._flags[place + one[0]]):
            if flag == _HIDDEN:
                continue
            part, script = "".join(character for _, character in group), _SCRIPTS[flag]
            before = "".join(parts[-_PARTS_BEFORE:])
            if needs_space(before, part, script, was):
                parts.append(" ")
            parts.append(part)
            was = script
        return "".join(parts)


def _process_field_mark(fields: list[int], mark: str, inside: str, at: int) -> str:
    """Process a field mark; return the ruby base text of a field that ends without a result."""
    if mark == _FIELD_BEGIN and len(fields) < _MAX_FIELDS:
        fields.append(at)
    elif mark == _FIELD_MIDDLE and fields:
        instruction = inside[fields[-1] + 1 : min(at, fields[-1] + _MAX_INSTRUCTION)]
        if not is_contents(instruction):  # the result of a table of contents is hidden, too
            fields[-1] = -1
    elif mark == _FIELD_END and fields:
        start = fields.pop()
        shown = _WITH_READING.match(inside, start + 1, at) if start >= 0 else None
        return shown[1] if shown and max(fields, default=-1) < 0 else ""
    return ""


def _flags(
    runs: Sequence[tuple[Run, CharacterFormat]], pieces: tuple[Piece, ...], total: int
) -> bytearray:
    """Return a flag for each character: 0 for ordinary text."""
    marks = bytearray(total)
    separate = list(_without_overlap(runs))
    ends = [run.end for run, _ in separate]
    starts = [run.start for run, _ in separate]
    for piece in pieces if starts else ():
        stop = piece.offset + (piece.end - piece.start) * piece.width
        for index in range(bisect_right(ends, piece.offset), bisect_left(starts, stop)):
            first = max(0, starts[index] - piece.offset) // piece.width
            last = (min(stop, ends[index]) - piece.offset) // piece.width
            format_ = separate[index][1]
            flag = _HIDDEN if format_.is_hidden else _FLAGS.get(format_.script, 0)
            marks[piece.start + first : piece.start + last] = bytes([flag]) * max(0, last - first)
    return marks


def _without_overlap(
    runs: Sequence[tuple[Run, CharacterFormat]],
) -> Iterator[tuple[Run, CharacterFormat]]:
    """Yield ascending runs; a run that overlaps an earlier one is left out."""
    end = 0
    for run, format_ in runs:
        if run.start >= end:
            end = run.end
            yield run, format_
