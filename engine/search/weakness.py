"""Hits that are hardly about the query, told without knowing any right answer.

A model's cosines mean nothing by themselves: those of e5 lie between 0.7 and 1 whatever is
compared. So a hit's cosine is measured against those of the same query with a fixed sample of the
library, in standard deviations above their mean. Below the floor of the model (see its catalogue
entry) a hit is weak, unless it holds enough of the query's words, weighted by how rare they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.hit import TermStatistics
from engine.core.hit_details import RelevanceFloor
from engine.stores.vector_scan import Background

# Of the rarity of all words of the query, the part that a passage must hold to be supported.
LEAST_COVERAGE = 0.5
# Fewer passages have no distribution to stand out of.
_LEAST_SAMPLE = 20
_DECIMALS = 6


def relevance_floor(background: Background, deviations: float) -> RelevanceFloor | None:
    """Return the floor for one query; None when the library is too small to tell."""
    if background.sample < _LEAST_SAMPLE or background.spread <= 0.0:
        return None
    floor = background.mean + deviations * background.spread
    return RelevanceFloor(
        floor=round(floor, _DECIMALS),
        mean=round(background.mean, _DECIMALS),
        spread=round(background.spread, _DECIMALS),
        deviations=deviations,
        sample=background.sample,
    )


@dataclass(frozen=True, slots=True)
class Weakness:
    """Judges hits of one answer; `cosines` are those of the candidates that have a vector."""

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
        total = math.fsum(self._rarity(term) for term in self.terms)
        found = math.fsum(self._rarity(term) for term in self.terms if term in held)
        return found / total if total else 0.0

    def _rarity(self, term: TermStatistics) -> float:
        """Return BM25's inverse document frequency of a word."""
        frequency = min(term.passages, self.passages)
        return math.log1p((self.passages - frequency + 0.5) / (frequency + 0.5))
