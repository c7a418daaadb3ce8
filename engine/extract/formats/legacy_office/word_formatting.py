"""What Word says of paragraphs and characters, by where they lie ([MS-DOC] 2.9.32, 2.9.174)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from struct import unpack_from

from engine.extract.formats.legacy_office.word_header import WordHeader

_PAGE_BYTES = 512
_CHARACTER_TABLE, _PARAGRAPH_TABLE = 12, 13  # In FibRgFcLcb97.
_PARAGRAPH_ENTRY = 13  # Bytes of a paragraph in the index of its page; a character run has one.
_MOST_RUNS = 2_000_000
# Bytes of a property's operand, by the top three bits of its number; 6 says it itself.
_OPERANDS = {0: 1, 1: 1, 2: 2, 3: 4, 4: 2, 5: 2, 7: 3}
_LONG_OPERANDS = frozenset({0xD606, 0xD608})  # Tables, with a length of two bytes.
_IN_TABLE, _ENDS_ROW, _DEPTH = 0x2416, 0x2417, 0x6649
_LIST, _OUTLINE_LEVEL = 0x460B, 0x2640
_DELETED, _HIDDEN, _SYMBOL = 0x0800, 0x083C, 0x6A09
_ON = frozenset({1, 0x81})


@dataclass(frozen=True, slots=True)
class ParagraphFormat:
    """What a paragraph is; `level` is that of a heading, 0 for none, None where it says nothing."""

    style: int = 0
    is_in_table: bool = False
    ends_row: bool = False
    is_list: bool = False
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """Bytes [start, end) of the main stream, and the properties of what lies there."""

    start: int
    end: int
    properties: bytes


class ParagraphFormats:
    """The formats of all paragraphs."""

    def __init__(self, header: WordHeader) -> None:
        self._runs = sorted(
            _runs(header, _PARAGRAPH_TABLE, _PARAGRAPH_ENTRY), key=lambda run: run.start
        )
        self._starts = [run.start for run in self._runs]

    def at(self, offset: int) -> ParagraphFormat | None:
        """Return the format of the paragraph whose mark lies there; None when it is not known."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0 or offset >= self._runs[index].end:
            return None
        properties = self._runs[index].properties
        style = int.from_bytes(properties[:2], "little")
        return paragraph_format(ParagraphFormat(style), properties[2:])


def paragraph_format(base: ParagraphFormat, properties: bytes) -> ParagraphFormat:
    """Return a format changed by properties (PrlGrp)."""
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


def unseen_runs(header: WordHeader) -> list[Run]:
    """Return the runs of characters that are hidden or deleted, ascending."""
    runs = _runs(header, _CHARACTER_TABLE, 1)
    return sorted((run for run in runs if _is_unseen(run.properties)), key=lambda run: run.start)


def _is_unseen(properties: bytes) -> bool:
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
    """Yield the runs of all pages that a table names, each page once."""
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
    """Yield the runs of one page (PapxFkp, ChpxFkp): their bounds stand first, then an index."""
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
    """Return the properties at a place of a page; their length is counted in words or bytes."""
    if at == 0:
        return b""
    length = page[at]
    if entry_bytes == 1:
        return page[at + 1 : at + 1 + length]
    if length:
        return page[at + 1 : at + 2 * length]
    return page[at + 2 : at + 2 + 2 * page[at + 1]]
