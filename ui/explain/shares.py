"""The numbers of an explanation: what each ranking gave to the fused score."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import Contribution, Hit, RetrieverKind, SearchResponse


@dataclass(frozen=True, slots=True)
class RetrieverShare:
    """One ranking's part; rank and score are None where it did not find the hit.

    `score` is raw: BM25 or cosine. `part` is its part of the fused score, 0 to 1.
    """

    retriever: RetrieverKind
    rank: int | None
    score: float | None
    weight: float
    part: float


def retriever_shares(response: SearchResponse, hit: Hit) -> tuple[RetrieverShare, ...]:
    """Return the parts of the rankings that ran, keywords first."""
    ran = {trace.kind for trace in response.trace.retrievers} | set(hit.retrieval.sources)
    return tuple(
        _share(response, hit, retriever) for retriever in RetrieverKind if retriever in ran
    )


def _share(response: SearchResponse, hit: Hit, retriever: RetrieverKind) -> RetrieverShare:
    is_lexical = retriever is RetrieverKind.LEXICAL
    fusion = response.request.fusion
    contribution = _contribution(hit, retriever)
    total = sum(part.share for part in hit.retrieval.contributions)
    retrieval = hit.retrieval
    default_weight = fusion.lexical_weight if is_lexical else fusion.vector_weight
    if keywords_vote_for_both(hit):
        default_weight = 0.0
    return RetrieverShare(
        retriever=retriever,
        rank=retrieval.lexical_rank if is_lexical else retrieval.vector_rank,
        score=hit.bm25 if is_lexical else hit.cosine,
        weight=contribution.weight if contribution else default_weight,
        part=contribution.share / total if contribution and total else 0.0,
    )


def keywords_vote_for_both(hit: Hit) -> bool:
    """Whether the hit has no vector yet, so that meaning has lent its weight to keywords."""
    return any(part.for_both for part in hit.retrieval.contributions)


def _contribution(hit: Hit, retriever: RetrieverKind) -> Contribution | None:
    return next((part for part in hit.retrieval.contributions if part.retriever is retriever), None)
