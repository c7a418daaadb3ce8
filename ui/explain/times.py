"""How long a search took: each ranking, the rest, and all of it."""

from __future__ import annotations

from engine.api import SearchTrace

_KEYWORDS = ("lexical",)
_MEANING = ("embed", "vector")


def keywords_ms(trace: SearchTrace) -> float:
    """Return the milliseconds that the ranking by keywords took."""
    return _sum(trace, _KEYWORDS)


def meaning_ms(trace: SearchTrace) -> float:
    """Return the milliseconds that the ranking by meaning took, with the query's vector."""
    return _sum(trace, _MEANING)


def rest_ms(trace: SearchTrace) -> float:
    """Return the milliseconds before and after the rankings."""
    retrievers = {*_KEYWORDS, *_MEANING}
    return sum(time for stage, time in trace.stage_ms.items() if stage not in retrievers)


def elapsed_ms(trace: SearchTrace) -> float:
    """Return the milliseconds from the query to the answer: the slower ranking and the rest."""
    return max(keywords_ms(trace), meaning_ms(trace)) + rest_ms(trace)


def _sum(trace: SearchTrace, stages: tuple[str, ...]) -> float:
    return sum(trace.stage_ms.get(stage, 0.0) for stage in stages)
