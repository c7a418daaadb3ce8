"""Which of some marked words to begin with: where most different ones stand close together."""

from __future__ import annotations

from collections.abc import Sequence


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
