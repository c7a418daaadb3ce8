"""How long a search took: each ranking, the rest, and all of it."""

from __future__ import annotations

from twofold.engine.api import SearchTrace

_KEYWORDS = ("lexical",)
_MEANING = ("embed", "vector")
_RERANKING = ("rerank",)


def keywords_ms(trace: SearchTrace) -> float:
    """Return the milliseconds that the ranking by keywords took."""
    return _sum(trace, _KEYWORDS)


def meaning_ms(trace: SearchTrace) -> float:
    """Return the milliseconds that the ranking by meaning took, with the query's vector."""
    return _sum(trace, _MEANING)


def reranking_ms(trace: SearchTrace) -> float:
    """Return the milliseconds in which the first passages were read once more."""
    return _sum(trace, _RERANKING)


def rest_ms(trace: SearchTrace) -> float:
    """Return the milliseconds of everything else."""
    named = {*_KEYWORDS, *_MEANING, *_RERANKING}
    return sum(time for stage, time in trace.stage_ms.items() if stage not in named)


def elapsed_ms(trace: SearchTrace) -> float:
    """Return the milliseconds from query to answer; of both rankings the slower one counts."""
    rankings = max(keywords_ms(trace), meaning_ms(trace))
    return rankings + reranking_ms(trace) + rest_ms(trace)


def _sum(trace: SearchTrace, stages: tuple[str, ...]) -> float:
    return sum(trace.stage_ms.get(stage, 0.0) for stage in stages)
