"""The relevance threshold: which hits are weak, hardly about the query.

A cosine means little by itself: those of e5 lie between 0.7 and 1 whatever is compared, and how
near a library is to a query on the whole differs between queries: to nonsense everything is far.
So the floor of a query is set between the mean of its cosines with a fixed sample of the library
and the cosine that the model gives to passages that are about a query, two thirds of the way. A hit
below it is weak, unless it holds enough of the query's words, weighted by how rare they are.
docs/ranking.md says how the numbers were found.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.model.hit import Background, RelevanceFloor, TermStatistics

# Of the rarity of all words of the query, the part that a passage must hold to be supported.
LEAST_COVERAGE = 0.35
_WAY_TO_NEAR = 2.0 / 3.0
# Fewer passages have no mean that says anything.
_LEAST_SAMPLE = 20
_DECIMALS = 6


def relevance_floor(background: Background, near: float) -> RelevanceFloor | None:
    """Return the floor for one query; None for a small library or a model without calibration.

    `near` is the cosine that the model gives to a query and passages that are about it.
    """
    if background.sample < _LEAST_SAMPLE or near <= background.mean:
        return None
    floor = background.mean + _WAY_TO_NEAR * (near - background.mean)
    return RelevanceFloor(
        floor=round(floor, _DECIMALS),
        mean=round(background.mean, _DECIMALS),
        near=near,
        sample=background.sample,
    )


@dataclass(frozen=True, slots=True)
class RelevanceThreshold:
    """Tells the weak hits of one answer.

    `cosines` are those of the candidates that have a vector, `terms` the query's words in a library
    of so many `passages`.
    """

    floor: RelevanceFloor
    cosines: Mapping[int, float]
    terms: Sequence[TermStatistics]
    passages: int

    def is_below(self, chunk_number: int) -> bool:
        """Whether a passage is known to be as far from the query as most of the library."""
        return self.cosines.get(chunk_number, math.inf) < self.floor.floor

    def is_unsupported(self, matched: Iterable[TermStatistics]) -> bool:
        """Whether `matched`, the words that a passage holds, are too few of the query's."""
        return self.coverage(matched) < LEAST_COVERAGE

    def coverage(self, matched: Iterable[TermStatistics]) -> float:
        """Return which part of the rarity of the query's words `matched` has, from 0 to 1."""
        held = frozenset(matched)
        total = total_rarity(self.terms, self.passages)
        found = total_rarity((term for term in self.terms if term in held), self.passages)
        return found / total if total else 0.0


def total_rarity(terms: Iterable[TermStatistics], passages: int) -> float:
    """Return the sum of BM25's inverse document frequencies of `terms` in so many passages."""
    return math.fsum(
        math.log1p((passages - frequency + 0.5) / (frequency + 0.5))
        for frequency in (min(term.passages, passages) for term in terms)
    )
