"""Collapsing a ranking: near-duplicates into one hit, and passages into their documents.

Two passages are near-duplicates when they are equal but for white space, or when their letters
overlap almost wholly (Jaccard similarity of 5-character shingles; Broder, "On the resemblance and
containment of documents", 1997) and they hold the same numbers: two invoices are not one. A
translation shares hardly any shingle with its original and is never collapsed.

A document stands where its best passage stands; further passages found in it help a little, and
at most two of them, so that a long document cannot win by its length:

    score(d) = 1/r1 + 1/4 * 1/r2 + 1/16 * 1/r3

r1 < r2 < r3 are the ranks of its best passages in the list of all passages. Ranks are used because
they mean the same under every mode and fusion rule. A document whose best passage is first always
stays first: all others reach at most 1/2 + 1/4 * 1/3 + 1/16 * 1/4.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, islice

import numpy as np
from numpy.typing import NDArray

from engine.model.document import as_id
from engine.model.hit import DocumentShare, DocumentVote
from engine.ranking.fusion import FusedCandidate

NEAR = 0.9
_SHINGLE = 5
# Shorter texts are collapsed only when they are equal.
_SHORTEST = 80
# Near texts share most of the least of their shingle hashes, and all but certainly so many.
_COMPARED_HASHES = 8
_SHARED_HASHES = 3
# The next letter typed finds mostly the same passages: what they have in common is known then.
_REMEMBERED_TEXTS = 2048
_REMEMBERED_PAIRS = 1024
_NUMBER = re.compile(r"\d+")
_ASCII = bytes(range(128))
_ASCII_DIGITS = bytes(byte if 48 <= byte < 58 else 32 for byte in range(256))
_FACTOR = np.uint32(0x9E3779B1)
_SHIFT = np.uint32(15)

_Numbers = tuple[bytes | str, ...]


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """A passage collapsed into another; `is_exact` when only white space differs."""

    chunk_number: int
    is_exact: bool


def collapse(
    ranked: Sequence[int], texts: Mapping[int, str]
) -> dict[int, tuple[NearDuplicate, ...]]:
    """Return the passages that stay, in their order, each with its near-duplicates.

    `ranked` are chunk numbers, best first: of passages of one text the best ranked one stays.
    """
    read = {number: _Text.of(texts[number]) for number in ranked}
    kept = _KeptPassages(_hash_comparable(read.values()))
    duplicates: dict[int, list[NearDuplicate]] = {}
    for number, text in read.items():
        found = kept.find(text)
        if found is None:
            kept.add(number, text)
            duplicates[number] = []
        else:
            duplicates[found.chunk_number].append(NearDuplicate(number, found.is_exact))
    return {number: tuple(found) for number, found in duplicates.items()}


def with_best_copies(
    duplicates: Mapping[int, tuple[NearDuplicate, ...]],
    texts: Mapping[int, str],
    weight: Callable[[int], float],
) -> dict[int, tuple[NearDuplicate, ...]]:
    """Let the copy of the greatest weight stand for the others, at their place.

    Of equal weights it is the best ranked one, as `collapse` returned them.
    """
    shown = {}
    for number, copies in duplicates.items():
        group = (number, *(copy.chunk_number for copy in copies))
        best = max(group, key=weight)
        text = _Text.of(texts[best]).squeezed
        shown[best] = (
            copies
            if best == number
            else tuple(
                NearDuplicate(other, _Text.of(texts[other]).squeezed == text)
                for other in group
                if other != best
            )
        )
    return shown


def precompute(texts: Sequence[str]) -> None:
    """Make texts ready to be compared: `collapse` is several times as fast for these then."""
    collapse(range(len(texts)), dict(enumerate(texts)))


def _hash_comparable(texts: Collection[_Text]) -> frozenset[_Numbers]:
    """Hash the texts that may be near to another: those whose numbers more than one holds.

    Return these numbers.
    """
    counts = Counter(text.numbers for text in texts)
    repeated = frozenset(numbers for numbers, count in counts.items() if count > 1)
    new = [text for text in texts if text.hashes is None and text.numbers in repeated]
    for text, hashes in zip(new, _hashed([one.squeezed.casefold() for one in new]), strict=True):
        text.hashes = hashes
    return repeated


class _Text:
    """What is compared of a passage. Most texts hold numbers of their own, and need no shingles.

    Attributes:
        hashes: Those of its shingles, ascending, with repetitions; None until they are needed.
    """

    def __init__(self, squeezed: str) -> None:
        self.squeezed = squeezed
        self.numbers = _numbers(squeezed)
        self.hashes: NDArray[np.uint32] | None = None

    @staticmethod
    @lru_cache(_REMEMBERED_TEXTS)
    def of(text: str) -> _Text:
        return _Text(" ".join(text.split()))

    @cached_property
    def shingles(self) -> NDArray[np.uint32]:
        """Distinct hashes, ascending."""
        hashes = self._known_hashes()
        is_first = np.ones(len(hashes), dtype=bool)
        np.not_equal(hashes[1:], hashes[:-1], out=is_first[1:])
        return hashes[is_first]

    @cached_property
    def keys(self) -> tuple[int, ...]:
        """Every text near to this one has some of these, which tell other numbers apart too."""
        hashes = self._known_hashes()
        # Finding the distinct ones of all takes several times as long as sorting does.
        least = dict.fromkeys(hashes[: 2 * _COMPARED_HASHES].tolist())
        if len(least) < min(_COMPARED_HASHES, len(hashes)):
            least = dict.fromkeys(self.shingles.tolist())
        numbers = hash(self.numbers)
        return tuple(numbers ^ shingle for shingle in islice(least, _COMPARED_HASHES))

    def _known_hashes(self) -> NDArray[np.uint32]:
        if self.hashes is None:
            (self.hashes,) = _hashed([self.squeezed.casefold()])
        return self.hashes

    @cached_property
    def size(self) -> int:
        """How many shingles it has; counting them costs a tenth of finding them."""
        hashes = self._known_hashes()
        return int(np.count_nonzero(hashes[1:] != hashes[:-1])) + min(len(hashes), 1)

    def is_near(self, other: _Text) -> bool:
        one, two = self.size, other.size
        if one < NEAR * two or two < NEAR * one or self.numbers != other.numbers:
            return False
        shared = _shared(self, other)
        return shared >= NEAR * (one + two - shared)


@lru_cache(_REMEMBERED_PAIRS)
def _shared(one: _Text, other: _Text) -> int:
    """Return how many shingles both texts have."""
    both = np.concatenate((one.shingles, other.shingles))
    both.sort()
    return int(np.count_nonzero(both[1:] == both[:-1]))


class _KeptPassages:
    """The passages that stay, found by their text and by their least shingles.

    Only texts whose numbers are among `compared` are compared by shingles.
    """

    def __init__(self, compared: frozenset[_Numbers]) -> None:
        self._compared = compared
        self._kept: list[tuple[int, _Text]] = []
        self._by_text: dict[str, int] = {}
        self._by_key: dict[int, list[int]] = {}

    def add(self, number: int, text: _Text) -> None:
        self._by_text[text.squeezed] = number
        if text.numbers not in self._compared:
            return
        place = len(self._kept)
        self._kept.append((number, text))
        for key in text.keys:
            self._by_key.setdefault(key, []).append(place)

    def find(self, text: _Text) -> NearDuplicate | None:
        """Return the first passage of the same text, as its duplicate."""
        if text.squeezed in self._by_text:
            return NearDuplicate(self._by_text[text.squeezed], is_exact=True)
        if text.numbers not in self._compared or self._by_key.keys().isdisjoint(text.keys):
            return None
        shared = Counter(place for key in text.keys for place in self._by_key.get(key, ()))
        enough = min(_SHARED_HASHES, len(text.keys))
        for place in sorted(place for place, keys in shared.items() if keys >= enough):
            number, other = self._kept[place]
            if text.is_near(other):
                return NearDuplicate(number, is_exact=False)
        return None


def _numbers(text: str) -> _Numbers:
    """Return the numbers of a text in their order, those written in digits of ASCII first."""
    stored = text.encode("utf-8", "surrogatepass")
    plain = stored.translate(_ASCII_DIGITS).split()
    if text.isascii():
        return tuple(plain)
    others = stored.translate(None, _ASCII).decode("utf-8", "surrogatepass")
    return (*plain, *_NUMBER.findall(others))


def _hashed(texts: Sequence[str]) -> list[NDArray[np.uint32]]:
    """Return the 32-bit hashes of the shingles of each text, ascending, with repetitions.

    They are computed for all texts at once: one by one, calling numpy takes most of the time.
    """
    stored = "".join(texts).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(stored, dtype="<u4")
    count = max(len(codes) - _SHINGLE + 1, 0)
    hashes = codes[:count] * _FACTOR
    shifted = np.empty_like(hashes)
    for place in range(1, _SHINGLE):
        np.right_shift(hashes, _SHIFT, out=shifted)
        hashes ^= shifted
        hashes += codes[place : place + count]
        hashes *= _FACTOR
    ends = list(accumulate(map(len, texts)))
    starts = (end - len(text) for end, text in zip(ends, texts, strict=True))
    return [
        np.sort(hashes[start : end - _SHINGLE + 1]) if end - start >= _SHORTEST else hashes[:0]
        for start, end in zip(starts, ends, strict=True)
    ]


WEIGHTS = (1.0, 0.25, 0.0625)


@dataclass(frozen=True, slots=True)
class DocumentGroup:
    """A document: its best passage, and how it came by its place."""

    best: FusedCandidate
    vote: DocumentVote


def group_by_document(
    ranked: Sequence[FusedCandidate], document_of: Mapping[int, int]
) -> tuple[DocumentGroup, ...]:
    """Return the documents of a ranking, best first; equal scores by the best passage's rank."""
    passages: dict[int, list[FusedCandidate]] = {}
    for candidate in ranked:
        passages.setdefault(document_of[candidate.chunk_number], []).append(candidate)
    groups = [_group(found) for found in passages.values()]
    return tuple(sorted(groups, key=lambda group: (-group.vote.score, group.best.rank)))


def _group(passages: Sequence[FusedCandidate]) -> DocumentGroup:
    shares = tuple(
        DocumentShare(as_id(passage.chunk_number), passage.rank, weight / passage.rank)
        for weight, passage in zip(WEIGHTS, passages, strict=False)
    )
    score = sum((share.share for share in shares), start=0.0)
    return DocumentGroup(passages[0], DocumentVote(score, len(passages), shares))
