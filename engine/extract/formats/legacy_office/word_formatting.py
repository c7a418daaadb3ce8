"""The header of a Word document, its formatting of paragraphs and characters, its styles."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from struct import unpack_from

from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.extract.formats.legacy_office.compound_file import CompoundFile
from twofold.engine.extract.raised_text import Script

_MAIN_STREAM = "WordDocument"
_IDENTITIES = frozenset({0xA5EC, 0xA5DC})
_FIRST_OF_WORD_97 = 0xC1  # nFib; smaller in Word 6 and 95, whose header has another layout
_ENCRYPTED, _SECOND_TABLE = 0x0100, 0x0200
_LENGTHS_97, _LENGTHS_6 = 0x4C, 0x34
_PLACES_97, _PIECES_6 = 0x9A, 0x160
_MIN_HEADER_BYTES = 0x200
# The code page of Word 6 and 95, by the primary language of the writing program.
_PAGES = {
    0x01: 1256, 0x02: 1251, 0x04: 936, 0x05: 1250, 0x08: 1253, 0x0D: 1255, 0x0E: 1250, 0x11: 932,
    0x12: 949, 0x15: 1250, 0x18: 1250, 0x19: 1251, 0x1A: 1250, 0x1B: 1250, 0x1E: 874, 0x1F: 1254,
    0x22: 1251, 0x23: 1251, 0x24: 1250, 0x25: 1257, 0x26: 1257, 0x27: 1257, 0x29: 1256, 0x2F: 1251,
}  # fmt: skip
_MAC_PAGES = {
    0x02: 10007, 0x05: 10029, 0x08: 10006, 0x0E: 10029, 0x11: 932, 0x15: 10029, 0x19: 10007,
    0x1B: 10029, 0x1F: 10081, 0x22: 10007, 0x23: 10007, 0x24: 10029,
}  # fmt: skip
_CHARACTERS_OF_MAC = 256
_TRADITIONAL_CHINESE = frozenset({0x0404, 0x0C04, 0x1404})


class WordHeader:
    """The header of the main stream (FIB); raises DocumentError (damaged, password)."""

    def __init__(self, file: CompoundFile) -> None:
        self.main = file.stream(_MAIN_STREAM)
        if len(self.main) < _MIN_HEADER_BYTES or self._at(0) not in _IDENTITIES:
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
        """The code page of text that is not Unicode.

        Numbers from 10000 on are Macintosh code pages, all others are Windows code pages.
        """
        language = self._at(6)
        if self.is_word_97:
            return 1252
        if self.main[0x12] & 1 or self._at(0x14) == _CHARACTERS_OF_MAC:
            return _MAC_PAGES.get(language & 0x3FF, 10000)
        if language in _TRADITIONAL_CHINESE:
            return 950
        return _PAGES.get(language & 0x3FF, 1252)

    @property
    def pieces(self) -> bytes:
        """The piece table and its properties (Clx)."""
        return self.part(33) if self.is_word_97 else self._slice(self.main, _PIECES_6)

    def part(self, index: int) -> bytes:
        """Return a part of the table stream by its index in FibRgFcLcb97; b'' if missing."""
        return self._slice(self.table, _PLACES_97 + 8 * index) if self.is_word_97 else b""

    def span(self, index: int) -> tuple[int, int]:
        """Return the offset and the length of a part of the table stream."""
        at = _PLACES_97 + 8 * index
        if not self.is_word_97 or at + 8 > len(self.main):
            return 0, 0
        start, length = unpack_from("<II", self.main, at)
        return start, length

    def _slice(self, stream: bytes, at: int) -> bytes:
        if at + 8 > len(self.main):
            return b""
        start, length = unpack_from("<II", self.main, at)
        return stream[start : start + length]

    def _at(self, offset: int) -> int:
        return int(unpack_from("<H", self.main, offset)[0])


_PAGE_BYTES = 512
_CHARACTER_TABLE, _PARAGRAPH_TABLE = 12, 13  # in FibRgFcLcb97
_PARAGRAPH_ENTRY = 13  # bytes of an index entry of a paragraph; that of a character run has one
_MAX_RUNS = 2_000_000
# Bytes of a property's operand, by the top three bits of its number; 6 is variable.
_OPERANDS = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}
_LONG_OPERANDS = frozenset({0xD606, 0xD608})  # table definitions, whose length has two bytes
_IN_TABLE, _ENDS_ROW, _DEPTH = 0x2416, 0x2417, 0x6649
_LIST, _LIST_LEVEL, _OUTLINE_LEVEL = 0x460B, 0x260A, 0x2640
_DELETED, _HIDDEN = 0x0800, 0x083C
_CHARACTER_STYLE, _SCRIPT = 0x4A30, 0x2A48
_ON, _UNLIKE_STYLE = 1, 0x81
_MAX_LIST = 0x7FE
_SCRIPTS = {1: Script.RAISED, 2: Script.LOWERED}


@dataclass(frozen=True, slots=True)
class ParagraphFormat:
    """The format of a paragraph; None means unset.

    `level` is the heading level and `list_number` the number of the list; 0 means none.
    """

    style: int = 0
    is_in_table: bool = False
    ends_row: bool = False
    level: int | None = None
    list_number: int | None = None
    list_level: int | None = None


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
        """Return the format of the paragraph whose mark is at `offset`, None if unknown."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0 or offset >= self._runs[index].end:
            return None
        properties = self._runs[index].properties
        style = int.from_bytes(properties[:2], "little")
        return paragraph_format(ParagraphFormat(style), properties[2:])


def paragraph_format(base: ParagraphFormat, properties: bytes) -> ParagraphFormat:
    """Return a format modified by properties (PrlGrp)."""
    for number, operand in _each_property(properties):
        value = int.from_bytes(operand, "little")
        if number in {_IN_TABLE, _DEPTH}:
            base = replace(base, is_in_table=value > 0)
        elif number == _ENDS_ROW:
            base = replace(base, ends_row=value > 0)
        elif number == _LIST:
            base = replace(base, list_number=value if value <= _MAX_LIST else 0)
        elif number == _LIST_LEVEL:
            base = replace(base, list_level=value)
        elif number == _OUTLINE_LEVEL:
            base = replace(base, level=value + 1 if value < 9 else 0)
    return base


@dataclass(frozen=True, slots=True)
class Style:
    """The effect of a style; `level` is the heading level, 0 if it is not a heading."""

    level: int = 0
    list_number: int = 0
    list_level: int = 0
    is_hidden: bool = False
    script: Script = Script.NORMAL


@dataclass(frozen=True, slots=True)
class CharacterFormat:
    """The format of characters as far as it affects their text; None means unset."""

    is_hidden: bool | None = None
    script: Script | None = None
    style: int = 0


def character_format(properties: bytes, *, is_hidden_by_style: bool = False) -> CharacterFormat:
    """Return the format that properties (PrlGrp) set."""
    found, is_deleted = CharacterFormat(), False
    for number, operand in _each_property(properties):
        if not operand:
            continue
        if number == _DELETED:
            is_deleted = operand[0] in {_ON, _UNLIKE_STYLE}  # no style is deleted
        elif number == _HIDDEN:
            is_toggled = operand[0] == _UNLIKE_STYLE and not is_hidden_by_style
            found = replace(found, is_hidden=operand[0] == _ON or is_toggled)
        elif number == _SCRIPT:
            found = replace(found, script=_SCRIPTS.get(operand[0], Script.NORMAL))
        elif number == _CHARACTER_STYLE:
            found = replace(found, style=int.from_bytes(operand, "little"))
    return replace(found, is_hidden=True) if is_deleted else found


def formatted_runs(
    header: WordHeader, styles: Mapping[int, Style], formats: ParagraphFormats
) -> list[tuple[Run, CharacterFormat]]:
    """Return the runs of characters that are hidden, deleted, raised or lowered, ascending."""
    found: list[tuple[Run, CharacterFormat]] = []
    for run in _runs(header, _CHARACTER_TABLE, 1):
        if not run.properties:
            continue
        format_ = character_format(run.properties)
        style = styles.get(format_.style, Style())
        if format_.is_hidden and not style.is_hidden:
            paragraph = formats.at(run.start)
            style = replace(
                style, is_hidden=paragraph is not None and _is_hidden_style(styles, paragraph.style)
            )
        if format_.is_hidden and style.is_hidden:
            format_ = character_format(run.properties, is_hidden_by_style=True)
        script = format_.script if format_.script is not None else style.script
        if format_.is_hidden or script:
            found.append((run, CharacterFormat(format_.is_hidden, script)))
    return sorted(found, key=lambda one: one[0].start)


def _is_hidden_style(styles: Mapping[int, Style], number: int) -> bool:
    return styles.get(number, Style()).is_hidden


def _each_property(properties: bytes) -> Iterator[tuple[int, bytes]]:
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
            if met > _MAX_RUNS:
                return
            yield run


def _runs_of(page: bytes, entry_bytes: int) -> Iterator[Run]:
    """Yield the runs of one page (PapxFkp, ChpxFkp), which consists of bounds and an index."""
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
    """Return the properties at an offset of a page.

    Their length is stored in bytes, or in units of two bytes.
    """
    if at == 0:
        return b""
    length = page[at]
    if entry_bytes == 1:
        return page[at + 1 : at + 1 + length]
    if length:
        return page[at + 1 : at + 2 * length]
    return page[at + 2 : at + 2 + 2 * page[at + 1]]
