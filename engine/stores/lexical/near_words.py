"""Words near each other: the pairs in a query, and their positions in a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from twofold.engine.stores.lexical.analysis import fold, word_pattern
from twofold.engine.stores.lexical.wildcards import has_wildcard, matches

# Each pair is a query.
_MAX_PAIRS = 64


def near_pairs(operands: Sequence[Sequence[str]], distance: int) -> list[tuple[str, str, int]]:
    """Return all pairs of words of two operands, with the maximum distance of each pair.

    If an operand has several words, the distance is increased by the number of its other words.
    """
    return [
        (word, other, distance + len(first) - 1 + len(second) - 1)
        for first, second in combinations(operands, 2)
        for word in first
        for other in second
        if word != other
    ][:_MAX_PAIRS]


@dataclass(frozen=True, slots=True)
class NearWords:
    """Words to find near each other.

    Each word has its position in a phrase, and `distance` is the maximum deviation from these
    positions. For words near each other in any order, all positions are 0.
    """

    words: tuple[tuple[str, int], ...]
    distance: int

    @classmethod
    def phrase(cls, words: Sequence[str], distance: int) -> NearWords:
        """Return the words of a phrase, to be found in this order."""
        return cls(tuple((word, place) for place, word in enumerate(words)), distance)


def near_spans(plain: str, wanted: Sequence[NearWords]) -> list[tuple[int, int]]:
    """Return the spans of words near enough to each other in a normalised text, unordered."""
    found = list(word_pattern(plain).finditer(plain))
    texts = fold([word[0] for word in found])
    places: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        places.setdefault(text, []).append(index)
    numbers = {number for near in wanted for number in _near(places, near)}
    return [found[number].span() for number in numbers]


def _near(places: dict[str, list[int]], near: NearWords) -> Iterator[int]:
    """Yield the indexes of words that are near enough to all others."""
    occurrences = sorted(
        (number - place, which, number)
        for which, (word, place) in enumerate(near.words)
        for number in _numbers(places, word)
    )
    inside: Counter[int] = Counter()
    first = 0
    for last, (shifted, which, _) in enumerate(occurrences):
        inside[which] += 1
        while shifted - occurrences[first][0] > near.distance:
            inside[occurrences[first][1]] -= 1
            first += 1
        if all(inside[one] for one in range(len(near.words))):
            yield from (number for _, _, number in occurrences[first : last + 1])


def _numbers(places: dict[str, list[int]], word: str) -> list[int]:
    if not has_wildcard(word):
        return places.get(word, [])
    return [number for text, every in places.items() if matches(text, word) for number in every]
