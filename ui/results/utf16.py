"""Places in a text as Qt counts them: in 16-bit units, of which some characters have two."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate


def in_utf16(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Turn spans in characters into spans in the 16-bit units that Qt counts in."""
    units = utf16_offsets(text)
    return [(units[start], units[end]) for start, end in spans]


def utf16_offsets(text: str) -> list[int] | range:
    """Return for every character its offset in Qt's 16-bit units, and one after the last."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return range(len(text) + 1)
    return [0, *accumulate(2 if character > "\uffff" else 1 for character in text)]
