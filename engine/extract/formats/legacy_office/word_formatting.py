"""The header of a Word document, its formatting of paragraphs and characters, its styles."""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from struct import unpack_from

from engine.extract.errors import damaged_error, password_error
from engine.extract.formats.legacy_office.compound_file import CompoundFile

MAIN_STREAM = "WordDocument"
_IDENTITIES = frozenset({0xA5EC, 0xA5DC})
_FIRST_OF_WORD_97 = 0xC1  # nFib; smaller in Word 6 and 95, whose header has another layout.
_ENCRYPTED, _SECOND_TABLE = 0x0100, 0x0200
_LENGTHS_97, _LENGTHS_6 = 0x4C, 0x34
_PLACES_97, _PIECES_6 = 0x9A, 0x160
_SMALLEST = 0x200
# The code page of Word 6 and 95, by the primary language of the writing program.
_PAGES = {
    0x01: 1256, 0x02: 1251, 0x04: 936, 0x05: 1250, 0x08: 1253, 0x0D: 1255, 0x0E: 1250, 0x11: 932,
    0x12: 949, 0x15: 1250, 0x18: 1250, 0x19: 1251, 0x1A: 1250, 0x1B: 1250, 0x1E: 874, 0x1F: 1254,
    0x22: 1251, 0x23: 1251, 0x24: 1250, 0x25: 1257, 0x26: 1257, 0x27: 1257, 0x29: 1256, 0x2F: 1251,
}  # fmt: skip
_TRADITIONAL_CHINESE = frozenset({0x0404, 0x0C04, 0x1404})


class WordHeader:
    """The header of the main stream (FIB); raises DocumentError (damaged, password)."""

    def __init__(self, file: CompoundFile) -> None:
        self.main = file.stream(MAIN_STREAM)
        if len(self.main) < _SMALLEST or self._at(0) not in _IDENTITIES:
            raise damaged_error()
        flags = self._at(0x0A)
        if flags & _ENCRYPTED:
            raise password_error()
        self.is_word_97 = self._at(2) >= _FIRST_OF_WORD_97
        self.table = self.main
        if self.is_word_97:
            name, other = ("1Table", "0Table") if flags & _SECOND_TABLE else ("0Table", "1Table")
            self.table = file.stream(name) or file.stream(other)
        self.text_start, self.text_end = unpack_from("<II", self.main, 0x18)
        lengths_at = _LENGTHS_97 if self.is_word_97 else _LENGTHS_6
        self.story_lengths: tuple[int, ...] = unpack_from("<8i", self.main, lengths_at)

    @property
    def code_page(self) -> int:
        """The Windows code page of text that is not Unicode."""
        language = self._at(6)
        if self.is_word_97:
            return 1252
        if language in _TRADITIONAL_CHINESE:
            return 950
        return _PAGES.get(language & 0x3FF, 1252)

    @property
    def pieces(self) -> bytes:
        """The piece table and its properties (Clx)."""
        return self.part(33) if self.is_word_97 else self._slice(self.main, _PIECES_6)

    def part(self, index: int) -> bytes:
        """Return a part of the table stream by its index in FibRgFcLcb97; b'' when it has none."""
        return self._slice(self.table, _PLACES_97 + 8 * index) if self.is_word_97 else b""

    def _slice(self, stream: bytes, at: int) -> bytes:
        if at + 8 > len(self.main):
            return b""
        start, length = unpack_from("<II", self.main, at)
        return stream[start : start + length]

    def _at(self, offset: int) -> int:
        return int(unpack_from("<H", self.main, offset)[0])


_PAGE_BYTES = 512
_CHARACTER_TABLE, _PARAGRAPH_TABLE = 12, 13  # In FibRgFcLcb97.
_PARAGRAPH_ENTRY = 13  # Bytes of an index entry of a paragraph; a character run has one.
_MOST_RUNS = 2_000_000
# Bytes of a property's operand, by the top three bits of its number; 6 is variable.
_OPERANDS = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}
_LONG_OPERANDS = frozenset({0xD606, 0xD608})  # Table definitions, whose length has two bytes.
_IN_TABLE, _ENDS_ROW, _DEPTH = 0x2416, 0x2417, 0x6649
_LIST, _OUTLINE_LEVEL = 0x460B, 0x2640
_DELETED, _HIDDEN, _SYMBOL = 0x0800, 0x083C, 0x6A09
_ON = frozenset({1, 0x81})


@dataclass(frozen=True, slots=True)
class ParagraphFormat:
    """The format of a paragraph; `level` is that of a heading, 0 for none, None if unset."""

    style: int = 0
    is_in_table: bool = False
    ends_row: bool = False
    is_list: bool = False
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """Bytes [start, end) of the main stream and the properties of the text there."""

    start: int
    end: int
    properties: bytes


class ParagraphFormats:
    """The formats of all paragraphs, by offset in the main stream."""

    def __init__(self, header: WordHeader) -> None:
        self._runs = sorted(
            _runs(header, _PARAGRAPH_TABLE, _PARAGRAPH_ENTRY), key=lambda run: run.start
        )
        self._starts = [run.start for run in self._runs]

    def at(self, offset: int) -> ParagraphFormat | None:
        """Return the format of the paragraph whose mark is at `offset`, None when unknown."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0 or offset >= self._runs[index].end:
            return None
        properties = self._runs[index].properties
        style = int.from_bytes(properties[:2], "little")
        return paragraph_format(ParagraphFormat(style), properties[2:])


def paragraph_format(base: ParagraphFormat, properties: bytes) -> ParagraphFormat:
    """Return a format modified by properties (PrlGrp)."""
    for number, operand in _each(properties):
        value = int.from_bytes(operand, "little")
        if number in {_IN_TABLE, _DEPTH}:
            base = replace(base, is_in_table=value > 0)
        elif number == _ENDS_ROW:
            base = replace(base, ends_row=value > 0)
        elif number == _LIST:
            base = replace(base, is_list=value != 0)
        elif number == _OUTLINE_LEVEL:
            base = replace(base, level=value + 1 if value < 9 else 0)
    return base


def hidden_runs(header: WordHeader) -> list[Run]:
    """Return the runs of characters that are hidden or deleted, ascending."""
    runs = _runs(header, _CHARACTER_TABLE, 1)
    return sorted((run for run in runs if _is_hidden(run.properties)), key=lambda run: run.start)


def _is_hidden(properties: bytes) -> bool:
    return any(
        number in {_DELETED, _HIDDEN} and operand[:1] and operand[0] in _ON
        for number, operand in _each(properties)
    )


def _each(properties: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the number and the operand of each property ([MS-DOC] 2.6)."""
    at = 0
    while at + 3 <= len(properties):
        (number,) = unpack_from("<H", properties, at)
        at += 2
        if number in _LONG_OPERANDS:
            at += 1 + int.from_bytes(properties[at : at + 2], "little")
            continue
        length = _OPERANDS.get(number >> 13, 0)
        if not length:
            length = properties[at]
            at += 1
        yield number, properties[at : at + length]
        at += length


def _runs(header: WordHeader, table: int, entry_bytes: int) -> Iterator[Run]:
    """Yield the runs of all pages of a table, each page once."""
    index = header.part(table)
    count = (len(index) - 4) // 8
    if count < 1:
        return
    pages = dict.fromkeys(unpack_from(f"<{count}I", index, 4 * (count + 1)))
    met = 0
    for number in pages:
        start = (number & 0x3F_FFFF) * _PAGE_BYTES
        page = header.main[start : start + _PAGE_BYTES]
        for run in _runs_of(page, entry_bytes) if len(page) == _PAGE_BYTES else ():
            met += 1
            if met > _MOST_RUNS:
                return
            yield run


def _runs_of(page: bytes, entry_bytes: int) -> Iterator[Run]:
    """Yield the runs of one page (PapxFkp, ChpxFkp), which has bounds, then an index."""
    count = page[-1]
    index = 4 * (count + 1)
    if index + count * entry_bytes > _PAGE_BYTES - 1:
        return
    bounds = unpack_from(f"<{count + 1}I", page)
    for number in range(count):
        at = 2 * page[index + number * entry_bytes]
        if bounds[number] < bounds[number + 1]:
            yield Run(bounds[number], bounds[number + 1], _properties(page, at, entry_bytes))


def _properties(page: bytes, at: int, entry_bytes: int) -> bytes:
    """Return the properties at an offset of a page; their length is in words or bytes."""
    if at == 0:
        return b""
    length = page[at]
    if entry_bytes == 1:
        return page[at + 1 : at + 1 + length]
    if length:
        return page[at + 1 : at + 2 * length]
    return page[at + 2 : at + 2 + 2 * page[at + 1]]


_PART = 1  # In FibRgFcLcb97.
_PARAGRAPH = 1
_HEADINGS, _CONTENTS, _TITLE = range(1, 10), range(19, 28), 62
_NO_STYLE = 0xFFF
_MOST_STYLES, _DEEPEST = 5000, 12


@dataclass(frozen=True, slots=True)
class Style:
    """The effect of a style on a paragraph; `level` is that of a heading, 0 for none."""

    level: int = 0
    is_list: bool = False
    is_contents: bool = False


@dataclass(frozen=True, slots=True)
class _Definition:
    built_in: int
    base: int
    format: ParagraphFormat


def read_styles(header: WordHeader) -> Mapping[int, Style]:
    """Return the paragraph styles by number, without damaged ones."""
    definitions: dict[int, _Definition] = {}
    data = header.part(_PART)
    if len(data) < 6:
        return {}
    length, count, fixed = struct.unpack_from("<HHH", data)
    at = 2 + length
    for number in range(min(count, _MOST_STYLES)):
        if at + 2 > len(data):
            break
        (size,) = struct.unpack_from("<H", data, at)
        definition = _definition(data[at + 2 : at + 2 + size], fixed)
        if definition is not None:
            definitions[number] = definition
        at += 2 + size
    return {number: _style(definitions, number) for number in definitions}


def _definition(data: bytes, fixed: int) -> _Definition | None:
    """Read one style ([MS-DOC] 2.9.260): fixed part, name, property changes."""
    try:
        first, second, third = struct.unpack_from("<HHH", data)
        if second & 0xF != _PARAGRAPH:
            return None
        (letters,) = struct.unpack_from("<H", data, fixed)
        at = fixed + 2 + 2 * letters + 2
        changes = b""
        if third & 0xF:
            (size,) = struct.unpack_from("<H", data, at)
            changes = data[at + 4 : at + 2 + size]  # After its own number.
    except struct.error:
        return None
    return _Definition(first & 0xFFF, second >> 4, paragraph_format(ParagraphFormat(), changes))


def _style(definitions: Mapping[int, _Definition], number: int) -> Style:
    """Follow the chain of base styles; the first that sets a level decides."""
    style, level = Style(), None
    for _ in range(_DEEPEST):
        definition = definitions.get(number)
        if definition is None:
            break
        built_in = definition.built_in
        if level is None:
            level = definition.format.level
        if level is None and built_in in _HEADINGS:
            level = built_in
        elif level is None and built_in == _TITLE:
            level = 1
        style = replace(
            style,
            is_list=style.is_list or definition.format.is_list,
            is_contents=style.is_contents or built_in in _CONTENTS,
        )
        number = definition.base
        if number == _NO_STYLE:
            break
    return replace(style, level=level or 0)
