"""An answer in the order that other fusion settings give it, without a new search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.model.document import as_id
from engine.model.fusion import FusionSettings, ScoreKind
from engine.model.hit import Hit, RankedChunk, SearchResponse
from engine.model.request import SearchMode
from engine.ranking.fusion import FusedCandidate, fuse


def can_reorder(response: SearchResponse) -> bool:
    """Whether fusion alone decides the order of an answer.

    It does not where one retriever answered alone, hits stand for documents, or a reranking model
    moved them.
    """
    request, trace = response.request, response.trace
    if trace.mode is not SearchMode.HYBRID or request.group_by_document or trace.rerank:
        return False
    return bool(response.lexical or response.vector)


def reordered(response: SearchResponse, settings: FusionSettings) -> SearchResponse:
    """Return `response` as if it had been asked with `settings`.

    Its hits are those that are there already, in their new order and with their new votes: a
    passage that comes up from below the first k is in the ranking only. Near-duplicates stay
    collapsed into the same passage, which ranks where the best of them does.
    """
    again = fuse(response.lexical, response.vector, settings, response.trace.adaptive_weights)
    fused = {as_id(candidate.chunk_number): candidate for candidate in again}
    ranking = tuple(_ranking(response.ranking, fused))
    ranks = {chunk.chunk_id: chunk.rank for chunk in ranking}
    hits = [
        _hit(hit, ranks[hit.chunk_id], fused[hit.chunk_id], settings)
        for hit in response.hits
        if hit.chunk_id in ranks
    ]
    return replace(
        response,
        request=replace(response.request, fusion=settings),
        hits=tuple(sorted(hits, key=lambda hit: hit.rank)),
        ranking=ranking,
    )


def _ranking(
    before: tuple[RankedChunk, ...], fused: Mapping[str, FusedCandidate]
) -> Iterator[RankedChunk]:
    stands_for = {known: chunk for chunk in before for known in (chunk.chunk_id, *chunk.duplicates)}
    seen: set[str] = set()
    for chunk_id in fused:
        chunk = stands_for.get(chunk_id)
        if chunk is not None and chunk.chunk_id not in seen:
            seen.add(chunk.chunk_id)
            yield replace(chunk, rank=len(seen))


def _hit(hit: Hit, rank: int, fused: FusedCandidate, settings: FusionSettings) -> Hit:
    votes = replace(
        hit.retrieval,
        fusion_score=fused.fusion_score,
        blend_score=fused.blend_score,
        contributions=fused.contributions,
    )
    return replace(
        hit,
        rank=rank,
        score=fused.fusion_score,
        score_kind=ScoreKind(settings.rule.value),
        retrieval=votes,
    )
