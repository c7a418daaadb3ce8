"""Counting what an answer lists."""

from __future__ import annotations

from collections import Counter

from engine.core.hit import Hit, SearchResponse
from engine.core.listed_passages import KindCounts, Listed


def count_listed(response: SearchResponse) -> Listed:
    """Count the hits of an answer by what found them, weak ones apart."""
    strong = Counter(_kind(hit) for hit in response.hits if not hit.weak)
    weak = Counter(_kind(hit) for hit in response.hits if hit.weak)
    return Listed(response.found, KindCounts(**strong), KindCounts(**weak))


def _kind(hit: Hit) -> str:
    by_keywords = hit.retrieval.lexical_rank is not None
    by_meaning = hit.retrieval.vector_rank is not None
    if by_keywords:
        return "both" if by_meaning else "keywords"
    return "meaning" if by_meaning else "neither"
