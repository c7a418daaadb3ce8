"""How many letters two words differ in."""

from __future__ import annotations

from functools import lru_cache

_REMEMBERED_LETTERS = 16_384


def within_distance(first: str, second: str, most: int) -> bool:
    """Whether at most `most` letters are inserted, deleted, replaced or swapped with a neighbour.

    The optimal string alignment distance, as Tantivy's fuzzy queries use it.
    """
    if abs(len(first) - len(second)) > most:
        return False
    # One edit takes at most one letter out of the set of letters and puts one in.
    if (_letters(first) ^ _letters(second)).bit_count() > 2 * most:
        return False
    before: list[int] = []
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, start=1):
        before, last, row = row, before, [i]
        for j, other in enumerate(second, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return False
    return row[-1] <= most


@lru_cache(_REMEMBERED_LETTERS)
def _letters(word: str) -> int:
    """Return the set of letters of a word as bits; some letters share one."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) & 63)
    return found
