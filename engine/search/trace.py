"""Reports of a search: stage times, warnings for the user, log lines.

Log lines contain numbers and ids only, to keep queries private. The plan of a retriever, its error
and the warnings are counted but not quoted, because they may contain words of the query.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import perf_counter

from twofold.engine.model.hit import (
    Contribution,
    Hit,
    RerankTrace,
    RetrieverKind,
    RetrieverTrace,
    SearchResponse,
    SearchTrace,
)
from twofold.engine.model.localized import Message, joined, message

logger = logging.getLogger(__name__)

_LOGGED_HITS = 5


class StageClock:
    """Adds up the time spent in each named stage. Not thread-safe."""

    def __init__(self) -> None:
        self.stage_ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time of the block to stage `name`."""
        started = perf_counter()
        try:
            yield
        finally:
            self.add({name: (perf_counter() - started) * 1000.0})

    def add(self, stage_ms: Mapping[str, float]) -> None:
        """Add times measured elsewhere."""
        for name, spent in stage_ms.items():
            self.stage_ms[name] = self.stage_ms.get(name, 0.0) + spent


def log_search(response: SearchResponse) -> None:
    """Log the search."""
    if not logger.isEnabledFor(logging.INFO):
        return
    trace, fusion = response.trace, response.request.fusion
    logger.info(
        "search mode=%s asked=%s limit=%d fusion=%s %s fused=%d hits=%d warnings=%d",
        trace.mode.value,
        response.request.mode.value,
        response.request.limit,
        fusion.rule.value,
        " ".join(f"{name}={value:g}" for name, value in fusion.parameters.items()),
        trace.fused,
        len(response.hits),
        len(response.warnings),
    )
    for retriever in trace.retrievers:
        _log_retriever(retriever)
    for hit in response.hits[:_LOGGED_HITS]:
        _log_hit(hit)
    _log_changes_of_order(trace)
    logger.info(
        "search stages %s", " ".join(f"{name}={ms:.2f}ms" for name, ms in trace.stage_ms.items())
    )


def _log_retriever(retriever: RetrieverTrace) -> None:
    logger.info(
        "search retriever=%s candidates=%d allowed=%d searchable=%d top_scores=%s failed=%s",
        retriever.kind.value,
        retriever.candidates,
        retriever.allowed,
        retriever.searchable,
        [round(score, 4) for score in retriever.top_scores],
        bool(retriever.error),
    )


def _log_changes_of_order(trace: SearchTrace) -> None:
    """Log the changes to the list after fusion, if any."""
    if trace.duplicates or trace.hidden:
        logger.info("search collapsed=%d hidden_as_weak=%d", trace.duplicates, trace.hidden)
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
    return f"{vote.retriever.value}=#{vote.rank}*{vote.weight:g}:{vote.share:.6f}"


# For each retriever: the message that it did not search, without and with the reason.
_ONLY_THE_OTHER = {
    RetrieverKind.LEXICAL: (
        message("Only meaning was searched."),
        message("Only meaning was searched: {why}"),
    ),
    RetrieverKind.VECTOR: (
        message("Only keywords were searched."),
        message("Only keywords were searched: {why}"),
    ),
}
_NOTHING = {
    RetrieverKind.LEXICAL: (
        message("Keywords could not be searched."),
        message("Keywords could not be searched: {why}"),
    ),
    RetrieverKind.VECTOR: (
        message("Meaning could not be searched."),
        message("Meaning could not be searched: {why}"),
    ),
}


def retriever_warnings(retrievers: Sequence[RetrieverTrace]) -> tuple[Message, ...]:
    """Return a sentence with the reason for each retriever that did not search."""
    wording = _ONLY_THE_OTHER if len(retrievers) > 1 else _NOTHING
    return tuple(
        _sentence(wording[trace.kind], trace.error or trace.plan)
        for trace in retrievers
        if not trace.ran
    )


def rerank_warnings(rerank: RerankTrace | None) -> tuple[Message, ...]:
    """Return why the list was not reranked although this was requested."""
    if rerank is None or not rerank.problem:
        return ()
    return (message("The results were not reranked: {why}", why=rerank.problem),)


def failure_sentence(retrievers: Sequence[RetrieverTrace]) -> Message:
    """Return why no retriever could search."""
    failed = (trace for trace in retrievers if trace.error)
    return joined(*(_sentence(_NOTHING[trace.kind], trace.error) for trace in failed))


def _sentence(wording: tuple[Message, Message], why: Message) -> Message:
    without, with_reason = wording
    return message(with_reason, why=why) if why else without
