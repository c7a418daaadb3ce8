"""The relevance threshold, which identifies weak hits.

A cosine alone is not meaningful: the cosines of e5 are between 0.7 and 1 for any texts, some
queries are near to everything, and some passages are near to every query. Therefore a passage is
compared with random queries (see `chance`). A passage that is nearer by `NEAR` deviations is about
the query. A passage that is nearer by only `CLOSE` deviations must contain some of the query's
words, weighted by rarity. Any other passage must contain more of them. Otherwise the hit is weak.

Until the random queries of a model are embedded, the threshold of a query is a cosine: two thirds
of the way from the mean of a sample of the library to the model's typical cosine for passages about
a query. docs/internals/ranking-design.md explains how the numbers were found.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from twofold.engine.model.hit import Background, RelevanceFloor, TermStatistics
from twofold.engine.ranking.bm25 import inverse_document_frequency

NEAR = 6.0
CLOSE = 4.0
# The required share of the rarity of all words of the query.
COVERAGE_IF_CLOSE = 0.25
MIN_COVERAGE = 0.4
_FLOOR_POSITION = 2.0 / 3.0
# The mean of fewer passages is not meaningful.
MIN_SAMPLE = 20
_DECIMALS = 6


def relevance_floor(background: Background, near: float) -> RelevanceFloor | None:
    """Return the threshold for a query; None for a small library or an uncalibrated model.

    `near` is the model's typical cosine of a query with passages about it.
    """
    if background.sample < MIN_SAMPLE:
        return None
    if background.chance:
        near = background.mean + NEAR * background.chance / _FLOOR_POSITION
    elif near <= background.mean:
        return None
    floor = background.mean + _FLOOR_POSITION * (near - background.mean)
    return RelevanceFloor(
        floor=round(floor, _DECIMALS),
        mean=round(background.mean, _DECIMALS),
        near=round(near, _DECIMALS),
        sample=background.sample,
        chance=round(background.chance, _DECIMALS),
    )


@dataclass(frozen=True, slots=True)
class RelevanceThreshold:
    """Identifies the weak hits of one response.

    `cosines` maps the candidates that have a vector to their cosines. `deviations` maps them to the
    number of deviations by which they are nearer than by chance; it is empty if unknown. `terms`
    are the query's words in a library with `passages` passages.
    """

    floor: RelevanceFloor
    cosines: Mapping[int, float]
    terms: Sequence[TermStatistics]
    passages: int
    deviations: Mapping[int, float] = field(default_factory=dict)

    def needed_coverage(self, chunk_number: int) -> float:
        """Return the share of the query's words a passage must contain; 0 if it is near enough.

        Passages without a vector count as near enough.
        """
        deviations = self.deviations.get(chunk_number)
        if deviations is None:
            is_near = self.cosines.get(chunk_number, math.inf) >= self.floor.floor
            return 0.0 if is_near else MIN_COVERAGE
        if deviations >= NEAR:
            return 0.0
        return COVERAGE_IF_CLOSE if deviations >= CLOSE else MIN_COVERAGE

    def is_below(self, chunk_number: int) -> bool:
        """Return whether a passage is known to be too far from the query."""
        return self.needed_coverage(chunk_number) > 0.0

    def closeness(self, chunk_number: int) -> float | None:
        """Return the cosine of a passage, corrected for its nearness to arbitrary queries.

        The result can be compared with the threshold. It is None for a passage without a vector.
        """
        deviations = self.deviations.get(chunk_number)
        if deviations is None:
            return self.cosines.get(chunk_number)
        return round(self.floor.mean + deviations * self.floor.chance, _DECIMALS)

    def coverage(self, matched: Iterable[TermStatistics]) -> float:
        """Return the share of the rarity of the query's words in `matched`, from 0 to 1."""
        held = frozenset(matched)
        total = total_rarity(self.terms, self.passages)
        found = total_rarity((term for term in self.terms if term in held), self.passages)
        return found / total if total else 0.0


def total_rarity(terms: Iterable[TermStatistics], passages: int) -> float:
    """Return the sum of BM25's inverse document frequencies of `terms` in `passages` passages."""
    return math.fsum(
        inverse_document_frequency(min(term.passages, passages), passages) for term in terms
    )
