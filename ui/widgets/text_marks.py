"""Words that are marked in a text: where they stand for Qt, and which to show first."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

_OF_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


def utf16_places(text: str) -> Callable[[int], int]:
    """Return what turns a place in characters of `text` into the 16-bit units that Qt counts."""
    wide = [found.start() for found in _OF_TWO_UNITS.finditer(text)]
    return lambda place: place + bisect_left(wide, place)


def densest(words: Sequence[tuple[int, str]], room: int) -> int:
    """Return the index of the word from which on most different words begin within `room`.

    `words` are places, ascending, and what is written there. It is the first where that has as many
    as any, else of equal ones the earliest without what is repeated behind it. 0 for none.
    """
    best, most = 0, 0
    for index, (start, _) in enumerate(words):
        near = len({word.lower() for at, word in words[index:] if at < start + room})
        is_tighter = near == most and best > 0 and start < words[best][0] + room
        if near > most or is_tighter:
            best, most = index, near
    return best
