"""How much the words of a query say: the rare ones most."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.core.hit import TermStatistics


def total_rarity(terms: Iterable[TermStatistics], passages: int) -> float:
    """Return the sum of BM25's inverse document frequencies of `terms` in so many passages."""
    return math.fsum(
        math.log1p((passages - frequency + 0.5) / (frequency + 0.5))
        for frequency in (min(term.passages, passages) for term in terms)
    )
