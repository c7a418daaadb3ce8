"""The log lines of a search. They hold numbers and ids only: what was asked stays private.

So the plan of an arm, its error and the warnings are counted, not quoted: they may name words of
the query. `engine.search.arms` logs which exception was raised.
"""

from __future__ import annotations

import logging

from engine.core.hit import ArmTrace, Contribution, Hit, SearchResponse, SearchTrace

logger = logging.getLogger(__name__)

_LOGGED_HITS = 5


def log_search(response: SearchResponse) -> None:
    """Write what the search did."""
    if not logger.isEnabledFor(logging.INFO):
        return
    trace, fusion = response.trace, response.request.fusion
    logger.info(
        "search mode=%s asked=%s k=%d fusion=%s rrf_k=%d weights=%g/%g fused=%d hits=%d "
        "warnings=%d",
        trace.mode.value,
        response.request.mode.value,
        response.request.k,
        fusion.rule.value,
        fusion.rrf_k,
        fusion.lexical_weight,
        fusion.vector_weight,
        trace.fused,
        len(response.hits),
        len(response.warnings),
    )
    for arm in trace.arms:
        _log_arm(arm)
    for hit in response.hits[:_LOGGED_HITS]:
        _log_hit(hit)
    _log_arrangement(trace)
    logger.info(
        "search stages %s", " ".join(f"{name}={ms:.2f}ms" for name, ms in trace.stage_ms.items())
    )


def _log_arm(arm: ArmTrace) -> None:
    logger.info(
        "search arm=%s candidates=%d allowed=%d searchable=%d top_scores=%s failed=%s",
        arm.arm.value,
        arm.candidates,
        arm.allowed,
        arm.searchable,
        [round(score, 4) for score in arm.top_scores],
        bool(arm.error),
    )


def _log_arrangement(trace: SearchTrace) -> None:
    """Write what was done to the list after fusion, where anything was."""
    if trace.copies or trace.hidden:
        logger.info("search folded=%d hidden_as_weak=%d", trace.copies, trace.hidden)
    if trace.floor is not None:
        logger.info("search floor=%.4f mean=%.4f", trace.floor.floor, trace.floor.mean)
    if trace.rerank is not None:
        logger.info(
            "search reranked=%d model=%s failed=%s",
            trace.rerank.candidates,
            trace.rerank.model or "-",
            bool(trace.rerank.problem),
        )


def _log_hit(hit: Hit) -> None:
    logger.info(
        "search top rank=%d chunk=%s fusion=%.6f blend=%.6f %s",
        hit.rank,
        hit.chunk_id,
        hit.retrieval.fusion_score,
        hit.retrieval.blend_score,
        " ".join(_described(contribution) for contribution in hit.retrieval.contributions),
    )


def _described(vote: Contribution) -> str:
    return f"{vote.arm.value}=#{vote.rank}*{vote.weight:g}:{vote.share:.6f}"
