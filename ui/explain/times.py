"""The time a search took: per retriever, for the rest, and in total."""

from __future__ import annotations

from twofold.engine.api import SearchTrace

_KEYWORDS = ("lexical",)
_MEANING = ("embed", "vector")
_RERANKING = ("rerank",)


def keywords_ms(trace: SearchTrace) -> float:
    """Return the milliseconds of keyword retrieval."""
    return _sum(trace, _KEYWORDS)


def meaning_ms(trace: SearchTrace) -> float:
    """Return the milliseconds of vector retrieval, including embedding the query."""
    return _sum(trace, _MEANING)


def reranking_ms(trace: SearchTrace) -> float:
    """Return the milliseconds of reranking."""
    return _sum(trace, _RERANKING)


def rest_ms(trace: SearchTrace) -> float:
    """Return the milliseconds of everything else."""
    named = {*_KEYWORDS, *_MEANING, *_RERANKING}
    return sum(time for stage, time in trace.stage_ms.items() if stage not in named)


def elapsed_ms(trace: SearchTrace) -> float:
    """Return the milliseconds from query to answer; both retrievers run at the same time."""
    retrieval = max(keywords_ms(trace), meaning_ms(trace))
    return retrieval + reranking_ms(trace) + rest_ms(trace)


def _sum(trace: SearchTrace, stages: tuple[str, ...]) -> float:
    return sum(trace.stage_ms.get(stage, 0.0) for stage in stages)
