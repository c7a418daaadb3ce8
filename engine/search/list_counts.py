"""Counting what a list shows, without describing its hits."""

from __future__ import annotations

from collections import Counter

from engine.core.fusion import FusedCandidate
from engine.core.listed_passages import KindCounts, Listed
from engine.search.arrangement import Arrangement
from engine.search.hydration import HitWriter


def count_listed(shown: Arrangement, writer: HitWriter, most: int) -> Listed:
    """Count the first `most` of a list by what found them, weak ones apart."""
    strong: Counter[str] = Counter()
    weak: Counter[str] = Counter()
    for candidate in shown.ranked[:most]:
        is_weak = writer.is_weak(candidate, shown.passages[candidate.chunk_number])
        (weak if is_weak else strong)[_kind(candidate)] += 1
    return Listed(len(shown.ranked), KindCounts(**strong), KindCounts(**weak))


def _kind(candidate: FusedCandidate) -> str:
    if candidate.lexical is not None:
        return "keywords" if candidate.vector is None else "both"
    return "neither" if candidate.vector is None else "meaning"
