"""Matched words in a text: UTF-16 offsets, and the best one to show first."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence

_OF_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


def utf16_places(text: str) -> Callable[[int], int]:
    """Return a function that converts character offsets of `text` to UTF-16 offsets."""
    wide = [found.start() for found in _OF_TWO_UNITS.finditer(text)]
    return lambda place: place + bisect_left(wide, place)


def densest(words: Sequence[tuple[int, str]], length: int) -> int:
    """Return the index of the word from which most different words start within `length`.

    `words` are ascending offsets with their texts. If word 0 is among the best, return 0.
    Otherwise return the first best word, moved past words that are repeated later within
    `length`. Return 0 without words.
    """
    best, most = 0, 0
    for index, (start, _) in enumerate(words):
        near = len({word.lower() for at, word in words[index:] if at < start + length})
        is_tighter = near == most and best > 0 and start < words[best][0] + length
        if near > most or is_tighter:
            best, most = index, near
    return best
