"""The relevance threshold: which hits are weak, hardly about the query.

A cosine means little by itself: those of e5 lie between 0.7 and 1 whatever is compared, some
queries are near to everything, and some passages are near to every query. So a passage is measured
against random queries (see `chance`): one that is nearer than they are by `NEAR` deviations is
about the query. One that is nearer by `CLOSE` must hold some of the query's words, weighted by how
rare they are, and any other more of them; else the hit is weak.

Until the random queries of a model are embedded, the floor of a query is a cosine: two thirds of
the way from the mean of a sample of the library to what the model gives to passages that are about
a query. docs/ranking.md says how the numbers were found.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from twofold.engine.model.hit import Background, RelevanceFloor, TermStatistics
from twofold.engine.ranking.bm25 import inverse_document_frequency

NEAR = 6.0
CLOSE = 4.0
# Of the rarity of all words of the query, the part that a passage must hold.
COVERAGE_IF_CLOSE = 0.25
MIN_COVERAGE = 0.4
_WAY_TO_NEAR = 2.0 / 3.0
# Fewer passages have no mean that says anything.
MIN_SAMPLE = 20
_DECIMALS = 6


def relevance_floor(background: Background, near: float) -> RelevanceFloor | None:
    """Return the floor for one query; None for a small library or a model without calibration.

    `near` is the cosine that the model gives to a query and passages that are about it.
    """
    if background.sample < MIN_SAMPLE:
        return None
    if background.chance:
        near = background.mean + NEAR * background.chance / _WAY_TO_NEAR
    elif near <= background.mean:
        return None
    floor = background.mean + _WAY_TO_NEAR * (near - background.mean)
    return RelevanceFloor(
        floor=round(floor, _DECIMALS),
        mean=round(background.mean, _DECIMALS),
        near=round(near, _DECIMALS),
        sample=background.sample,
        chance=round(background.chance, _DECIMALS),
    )


@dataclass(frozen=True, slots=True)
class RelevanceThreshold:
    """Tells the weak hits of one answer.

    `cosines` are those of the candidates that have a vector, `deviations` by how much they are
    nearer than by chance where that is known, `terms` the query's words in a library of so many
    `passages`.
    """

    floor: RelevanceFloor
    cosines: Mapping[int, float]
    terms: Sequence[TermStatistics]
    passages: int
    deviations: Mapping[int, float] = field(default_factory=dict)

    def needed_coverage(self, chunk_number: int) -> float:
        """Return which part of the query's words a passage must hold; 0 if it is near enough.

        A passage without a vector is not judged.
        """
        deviations = self.deviations.get(chunk_number)
        if deviations is None:
            is_near = self.cosines.get(chunk_number, math.inf) >= self.floor.floor
            return 0.0 if is_near else MIN_COVERAGE
        if deviations >= NEAR:
            return 0.0
        return COVERAGE_IF_CLOSE if deviations >= CLOSE else MIN_COVERAGE

    def is_below(self, chunk_number: int) -> bool:
        """Whether a passage is known to be too far from the query to be about it."""
        return self.needed_coverage(chunk_number) > 0.0

    def closeness(self, chunk_number: int) -> float | None:
        """Return the cosine of a passage without its nearness to any query.

        So it compares with the floor. None for a passage without a vector.
        """
        deviations = self.deviations.get(chunk_number)
        if deviations is None:
            return self.cosines.get(chunk_number)
        return round(self.floor.mean + deviations * self.floor.chance, _DECIMALS)

    def coverage(self, matched: Iterable[TermStatistics]) -> float:
        """Return which part of the rarity of the query's words `matched` has, from 0 to 1."""
        held = frozenset(matched)
        total = total_rarity(self.terms, self.passages)
        found = total_rarity((term for term in self.terms if term in held), self.passages)
        return found / total if total else 0.0


def total_rarity(terms: Iterable[TermStatistics], passages: int) -> float:
    """Return the sum of BM25's inverse document frequencies of `terms` in so many passages."""
    return math.fsum(
        inverse_document_frequency(min(term.passages, passages), passages) for term in terms
    )
