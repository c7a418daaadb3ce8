"""The styles of a Word document: which are headings, lists or a table of contents (STSH)."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.extract.formats.legacy_office.word_formatting import ParagraphFormat, paragraph_format
from engine.extract.formats.legacy_office.word_header import WordHeader

_PART = 1  # In FibRgFcLcb97.
_PARAGRAPH = 1
_HEADINGS, _CONTENTS, _TITLE = range(1, 10), range(19, 28), 62
_NO_STYLE = 0xFFF
_MOST_STYLES, _DEEPEST = 5000, 12


@dataclass(frozen=True, slots=True)
class Style:
    """What a style makes of a paragraph; `level` is that of a heading, 0 for none."""

    level: int = 0
    is_list: bool = False
    is_contents: bool = False


@dataclass(frozen=True, slots=True)
class _Definition:
    built_in: int
    base: int
    format: ParagraphFormat


def read_styles(header: WordHeader) -> Mapping[int, Style]:
    """Return the paragraph styles by number; damaged ones are left out."""
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
    """Read one style ([MS-DOC] 2.9.260): what is fixed, its name, and what it changes."""
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
    """Follow a style to those it is based on, until one says what the paragraph is."""
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
