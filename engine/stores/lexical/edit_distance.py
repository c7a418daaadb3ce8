"""The edit distance of words."""

from __future__ import annotations

from functools import lru_cache

_MAX_CACHED_WORDS = 16_384


def within_distance(first: str, second: str, max_distance: int) -> bool:
    """Return whether two words are within a distance of `max_distance`.

    The distance is the optimal string alignment distance (insertions, deletions, replacements,
    swaps of adjacent letters), as in Tantivy's fuzzy queries.
    """
    if abs(len(first) - len(second)) > max_distance:
        return False
    # One edit removes at most one letter from the set of letters and adds at most one.
    if (_letters(first) ^ _letters(second)).bit_count() > 2 * max_distance:
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
        if min(row) > max_distance:
            return False
    return row[-1] <= max_distance


@lru_cache(_MAX_CACHED_WORDS)
def _letters(word: str) -> int:
    """Return the set of letters of a word as bits; some letters share a bit."""
    found = 0
    for letter in word:
        found |= 1 << (ord(letter) & 63)
    return found
