"""The overlap of two texts, estimated from their signatures, and whether they are versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twofold.engine.model.version_names import NameRelation
from twofold.engine.ranking.signatures import FIXED_SIZE

_F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Overlap:
    """The estimated overlap of two texts.

    Attributes:
        similarity: The share of common shingles among all shingles of both.
        containment: The share of the shorter text that the other text contains.
        numbers: The share of the numbers of the text with fewer numbers that both contain; 1.0 if
            one has no numbers.
    """

    similarity: float
    containment: float
    numbers: float


# The least similarity or containment of versions, and how much less of the numbers than of the text
# they may have in common. Measured by bench/check_families.py: pairs of versions lose at most .08,
# filled-in templates at least .08, mostly .2.
_LEAST = {
    NameRelation.SAME: (0.45, 0.8, 0.15),
    NameRelation.UNRELATED: (0.5, 0.9, 0.08),
    NameRelation.SERIES: (0.95, 2.0, 0.0),
}


def are_versions(overlap: Overlap, names: NameRelation) -> bool:
    """Return whether two documents are versions of one text.

    A template that was filled in twice has other numbers each time, or names of a series. In
    versions, the numbers change about as much as the rest of the text.
    """
    similarity, containment, loss = _LEAST[names]
    is_similar = overlap.similarity >= similarity or overlap.containment >= containment
    return is_similar and overlap.numbers >= overlap.containment - loss


def possible_versions(signature: bytes, others: Sequence[bytes]) -> list[int]:
    """Return the places of the other documents that are versions under some name and numbers."""
    similarities, containments = _text_overlap(signature, others)
    least_similarity = min(similarity for similarity, _, _ in _LEAST.values())
    least_containment = min(containment for _, containment, _ in _LEAST.values())
    is_possible = (similarities >= least_similarity) | (containments >= least_containment)
    return [int(place) for place in np.flatnonzero(is_possible)]


def overlaps(signature: bytes, others: Sequence[bytes]) -> list[Overlap]:
    """Return the overlap of a document with each of the others."""
    similarities, containments = _text_overlap(signature, others)
    return [
        Overlap(float(similarity), float(containment), _shared_numbers(signature, other))
        for similarity, containment, other in zip(similarities, containments, others, strict=True)
    ]


def _text_overlap(signature: bytes, others: Sequence[bytes]) -> tuple[_F64, _F64]:
    """Return the similarity and the containment with each of the others."""
    joined = b"".join(other[:FIXED_SIZE] for other in (signature, *others))
    table = np.frombuffer(joined, dtype="<u4").reshape(len(others) + 1, -1)
    own_values, values = table[0, 2:], table[1:, 2:]
    similarity = np.mean(values == own_values, axis=1)
    own, counts = _counts(signature)[0], table[1:, 0].astype(np.float64)
    common = similarity * (own + counts) / (1.0 + similarity)
    return similarity, np.minimum(1.0, common / np.minimum(own, counts))


def _counts(signature: bytes) -> tuple[int, int]:
    shingles, numbers = np.frombuffer(signature, dtype="<u4", count=2)
    return int(shingles), int(numbers)


def _shared_numbers(one: bytes, other: bytes) -> float:
    """Compare the part of both samples in which neither leaves out a number."""
    first, second = _numbers(one), _numbers(other)
    samples = (first, _counts(one)[1]), (second, _counts(other)[1])
    ends = [int(sample[-1]) for sample, count in samples if count > len(sample)]
    end = min(ends, default=1 << 32)
    first, second = first[first <= end], second[second <= end]
    fewer = min(len(first), len(second))
    return len(np.intersect1d(first, second)) / fewer if fewer else 1.0


def _numbers(signature: bytes) -> NDArray[Any]:
    return np.frombuffer(signature, dtype="<u4", offset=FIXED_SIZE)
