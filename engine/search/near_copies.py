"""Passages of the same text: found among the candidates of one answer, and folded into one hit.

Two passages are copies when they are equal but for white space, or when their letters overlap
almost wholly (Jaccard similarity of 5-character shingles; Broder, "On the resemblance and
containment of documents", 1997) and they hold the same numbers: two invoices are not one. A
translation shares hardly any shingle with its original and is never folded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

NEAR = 0.9
_SHINGLE = 5
# Shorter texts are folded only when they are equal.
_SHORTEST = 80
# Similar texts share at least one of the least of their shingle hashes, all but certainly.
_COMPARED_HASHES = 8
# The next letter typed finds mostly the same passages: what they have in common is known then.
_REMEMBERED_TEXTS = 2048
_REMEMBERED_PAIRS = 1024
_NUMBER = re.compile(r"\d+")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Copy:
    """A passage folded into another; `is_exact` when only white space differs."""

    chunk_number: int
    is_exact: bool


def fold_copies(ranked: Sequence[int], texts: Mapping[int, str]) -> dict[int, tuple[Copy, ...]]:
    """Return the passages that stay, in their order, each with those folded into it.

    `ranked` are chunk numbers, best first: of passages of one text the best ranked one stays.
    """
    read = {number: _Text.of(texts[number]) for number in ranked}
    kept = _KeptPassages(_repeated_numbers(read.values()))
    copies: dict[int, list[Copy]] = {}
    for number, text in read.items():
        found = kept.find(text)
        if found is None:
            kept.add(number, text)
            copies[number] = []
        else:
            copies[found.chunk_number].append(Copy(number, found.is_exact))
    return {number: tuple(folded) for number, folded in copies.items()}


def prepare(texts: Iterable[str]) -> None:
    """Make texts ready to be compared: `fold_copies` is several times as fast for these then."""
    read = [_Text.of(text) for text in texts]
    repeated = _repeated_numbers(read)
    for text in read:
        if text.numbers in repeated:
            _ = text.keys


def _repeated_numbers(texts: Collection[_Text]) -> frozenset[tuple[str, ...]]:
    """Return the numbers that more than one text holds: no other can be near to another."""
    counts = Counter(text.numbers for text in texts)
    return frozenset(numbers for numbers, count in counts.items() if count > 1)


class _Text:
    """What is compared of a passage. Most texts hold numbers of their own, and need no shingles."""

    def __init__(self, folded: str) -> None:
        self.folded = folded
        self.numbers = tuple(_NUMBER.findall(folded))

    @staticmethod
    @lru_cache(_REMEMBERED_TEXTS)
    def of(text: str) -> _Text:
        return _Text(" ".join(text.split()))

    @cached_property
    def shingles(self) -> NDArray[np.uint32]:
        """Distinct 32-bit hashes, ascending."""
        return _shingles(self.folded.casefold())

    @cached_property
    def keys(self) -> tuple[int, ...]:
        """Every text near to this one has one of these, which tell other numbers apart too."""
        least = self.shingles[:_COMPARED_HASHES].tolist()
        return tuple(hash((shingle, self.numbers)) for shingle in least)

    @cached_property
    def size(self) -> int:
        """How many shingles it has."""
        return len(self.shingles)

    def is_near(self, other: _Text) -> bool:
        one, two = self.size, other.size
        if one < NEAR * two or two < NEAR * one or self.numbers != other.numbers:
            return False
        shared = _shared(self, other)
        return shared >= NEAR * (one + two - shared)


@lru_cache(_REMEMBERED_PAIRS)
def _shared(one: _Text, other: _Text) -> int:
    """Return how many shingles both texts have."""
    return len(np.intersect1d(one.shingles, other.shingles, assume_unique=True))


class _KeptPassages:
    """The passages that stay, found by their text and by their least shingles.

    Only texts whose numbers are among `compared` are looked at for near copies.
    """

    def __init__(self, compared: frozenset[tuple[str, ...]]) -> None:
        self._compared = compared
        self._kept: list[tuple[int, _Text]] = []
        self._by_text: dict[str, int] = {}
        self._by_key: dict[int, list[int]] = {}

    def add(self, number: int, text: _Text) -> None:
        self._by_text[text.folded] = number
        if text.numbers not in self._compared:
            return
        place = len(self._kept)
        self._kept.append((number, text))
        for key in text.keys:
            self._by_key.setdefault(key, []).append(place)

    def find(self, text: _Text) -> Copy | None:
        """Return the first passage of the same text, as a Copy of it."""
        if text.folded in self._by_text:
            return Copy(self._by_text[text.folded], is_exact=True)
        if text.numbers not in self._compared or self._by_key.keys().isdisjoint(text.keys):
            return None
        places = {place for key in text.keys for place in self._by_key.get(key, ())}
        for place in sorted(places):
            number, other = self._kept[place]
            if text.is_near(other):
                return Copy(number, is_exact=False)
        return None


def _shingles(text: str) -> NDArray[np.uint32]:
    if len(text) < _SHORTEST:
        return np.empty(0, dtype=np.uint32)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint64)
    count = len(codes) - _SHINGLE + 1
    hashes = codes[:count] * _FACTOR
    for place in range(1, _SHINGLE):
        hashes ^= hashes >> np.uint64(29)
        hashes += codes[place : place + count]
        hashes *= _FACTOR
    ordered = np.sort((hashes >> np.uint64(32)).astype(np.uint32))
    is_first = np.ones(count, dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_first[1:])
    return ordered[is_first]
