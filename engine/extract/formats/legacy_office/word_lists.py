"""The automatic numbers of a Word document ([MS-DOC] 2.9.131 LFO, 2.9.147 LSTF, 2.9.150 LVL)."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, replace
from struct import unpack_from

from twofold.engine.extract.formats.legacy_office.word_formatting import WordHeader
from twofold.engine.extract.formats.office.word_numbering import format_of_number
from twofold.engine.extract.numbering import Counter, Levels, NumberLevel

_LISTS, _OVERRIDES = 73, 74  # in FibRgFcLcb97
_LIST_BYTES, _LEVEL_BYTES, _OVERRIDE_BYTES = 28, 28, 16
_LEVELS = 9
_IS_SIMPLE = 0x01
_IS_LEGAL, _NO_RESTART = 0x04, 0x08
_HAS_START, _HAS_LEVEL = 0x10, 0x20
_MAX_TEXT = 100
_NO_FORMAT = 0xFF


@dataclass(slots=True)
class _Override:
    """A list that paragraphs refer to: the id of its definition, and the changes to it."""

    list_id: int
    count: int
    levels: dict[int, NumberLevel] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)


class WordLists:
    """The lists of a document; paragraphs with the same definition are counted together."""

    def __init__(self, header: WordHeader) -> None:
        self._definitions: dict[int, Levels] = {}
        self._overrides: list[_Override] = []
        try:
            self._read_definitions(header)
            self._read_overrides(header.part(_OVERRIDES))
        except struct.error:
            pass  # values before the damage are kept
        self._counters: dict[int, Counter] = {}
        self._shown: dict[int, Levels] = {}

    def label(self, number: int, level: int) -> str:
        """Count a paragraph of list `number` (from 1) and return its label."""
        if not 1 <= number <= len(self._overrides):
            return ""
        override = self._overrides[number - 1]
        counter = self._counters.setdefault(override.list_id, Counter())
        if number not in self._shown:
            self._shown[number] = self._overridden(override)
            for place in override.starts:
                counter.restart(place)
        return counter.next_label(max(0, min(level, _LEVELS - 1)), self._shown[number])

    def _overridden(self, override: _Override) -> Levels:
        levels = {**self._definitions.get(override.list_id, {}), **override.levels}
        for place, start in override.starts.items():
            levels[place] = replace(levels.get(place, NumberLevel("none")), start=start)
        return levels

    def _read_definitions(self, header: WordHeader) -> None:
        """Read the definitions; their levels follow the part that lists them."""
        start, length = header.span(_LISTS)
        if length < 2:
            return
        table = header.table
        (count,) = unpack_from("<H", table, start)
        at = start + length
        for index in range(min(count, (length - 2) // _LIST_BYTES)):
            place = start + 2 + _LIST_BYTES * index
            (list_id,) = unpack_from("<i", table, place)
            levels: dict[int, NumberLevel] = {}
            for level in range(1 if table[place + 26] & _IS_SIMPLE else _LEVELS):
                levels[level], at = _level(table, at)
            self._definitions[list_id] = levels

    def _read_overrides(self, data: bytes) -> None:
        if len(data) < 4:
            return
        (count,) = unpack_from("<I", data, 0)
        count = min(count, (len(data) - 4) // _OVERRIDE_BYTES)
        for index in range(count):
            place = 4 + _OVERRIDE_BYTES * index
            (list_id,) = unpack_from("<i", data, place)
            self._overrides.append(_Override(list_id, data[place + 12]))
        at = 4 + _OVERRIDE_BYTES * count
        for override in self._overrides:
            at += 4
            for _ in range(min(override.count, _LEVELS)):
                start, flags = unpack_from("<iI", data, at)
                at += 8
                level = flags & 0xF
                if flags & _HAS_LEVEL:
                    override.levels[level], at = _level(data, at)
                if flags & _HAS_START:
                    has_level = flags & _HAS_LEVEL
                    override.starts[level] = override.levels[level].start if has_level else start


def _level(data: bytes, at: int) -> tuple[NumberLevel, int]:
    """Return the level at an offset and the offset after it."""
    start, number_format, flags = unpack_from("<iBB", data, at)
    sizes = unpack_from("<BBB", data, at + 24)
    at += _LEVEL_BYTES + sizes[0] + sizes[1]
    (length,) = unpack_from("<H", data, at)
    at += 2
    text = data[at : at + 2 * min(length, _MAX_TEXT)].decode("utf-16-le", "replace")
    parts = tuple(ord(sign) if ord(sign) < _LEVELS else sign for sign in text)
    is_hidden = number_format == _NO_FORMAT and not text
    level = NumberLevel(
        "bullet" if is_hidden else format_of_number(number_format),
        parts,
        start=start,
        restart_below=sizes[2] if flags & _NO_RESTART else None,
        is_legal=bool(flags & _IS_LEGAL),
    )
    return level, at + 2 * length
