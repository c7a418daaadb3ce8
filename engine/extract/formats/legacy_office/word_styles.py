"""The styles of a Word document ([MS-DOC] 2.9.271 STSH, 2.9.260 STD)."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from twofold.engine.extract.formats.legacy_office.word_formatting import (
    CharacterFormat,
    ParagraphFormat,
    Style,
    WordHeader,
    character_format,
    paragraph_format,
)
from twofold.engine.extract.raised_text import Script

_PART = 1  # in FibRgFcLcb97
_PARAGRAPH, _CHARACTER = 1, 2
_HEADINGS, _TITLE = range(1, 10), 62
_NO_STYLE = 0xFFF
_MAX_STYLES, _MAX_DEPTH = 5000, 12


@dataclass(frozen=True, slots=True)
class _Definition:
    built_in: int
    base: int
    paragraph: ParagraphFormat
    characters: CharacterFormat


def read_styles(header: WordHeader) -> Mapping[int, Style]:
    """Return the styles of paragraphs and characters by number, without damaged ones."""
    definitions: dict[int, _Definition] = {}
    data = header.part(_PART)
    if len(data) < 6:
        return {}
    length, count, fixed = struct.unpack_from("<HHH", data)
    at = 2 + length
    for number in range(min(count, _MAX_STYLES)):
        if at + 2 > len(data):
            break
        (size,) = struct.unpack_from("<H", data, at)
        definition = _definition(data[at + 2 : at + 2 + size], fixed)
        if definition is not None:
            definitions[number] = definition
        at += 2 + size
    return {number: _style(definitions, number) for number in definitions}


def _definition(data: bytes, fixed: int) -> _Definition | None:
    """Read one style: fixed part, name, changes of properties."""
    try:
        first, second, third = struct.unpack_from("<HHH", data)
        kind = second & 0xF
        if kind not in {_PARAGRAPH, _CHARACTER}:
            return None
        (letters,) = struct.unpack_from("<H", data, fixed)
        changes = list(_changes(data, fixed + 2 + 2 * letters + 2, third & 0xF))
    except struct.error:
        return None
    of_paragraph = changes.pop(0)[2:] if changes and kind == _PARAGRAPH else b""
    return _Definition(
        first & 0xFFF,
        second >> 4,
        paragraph_format(ParagraphFormat(), of_paragraph),  # after its own number
        character_format(changes[0] if changes else b""),
    )


def _changes(data: bytes, at: int, count: int) -> Iterator[bytes]:
    """Yield the changes of properties, each of which begins at an even offset."""
    for _ in range(count):
        (size,) = struct.unpack_from("<H", data, at)
        yield data[at + 2 : at + 2 + size]
        at += 2 + size + size % 2


def _style(definitions: Mapping[int, _Definition], number: int) -> Style:
    """Resolve the chain of base styles; the first one that sets a property decides."""
    chain: list[_Definition] = []
    while len(chain) < _MAX_DEPTH and (definition := definitions.get(number)) is not None:
        chain.append(definition)
        number = definition.base
        if number == _NO_STYLE:
            break
    levels = (level for one in chain if (level := _level(one)) is not None)
    numbers = (one.paragraph.list_number for one in chain)
    places = (one.paragraph.list_level for one in chain)
    hidden = (one.characters.is_hidden for one in chain)
    scripts = (one.characters.script for one in chain)
    return Style(
        next(levels, 0),
        next((one for one in numbers if one is not None), 0),
        next((one for one in places if one is not None), 0),
        is_hidden=next((one for one in hidden if one is not None), False),
        script=next((one for one in scripts if one is not None), Script.NORMAL),
    )


def _level(definition: _Definition) -> int | None:
    """Return the heading level that a definition sets, None if unset."""
    if definition.paragraph.level is not None:
        return definition.paragraph.level
    if definition.built_in in _HEADINGS:
        return definition.built_in
    return 1 if definition.built_in == _TITLE else None
