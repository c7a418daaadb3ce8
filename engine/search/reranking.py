"""Reading the best candidates once more, each together with the query, by a cross-encoder.

Rerankers see both texts at once and judge better than either ranking, but take time for every pair;
so only the first candidates of the list are read (Nogueira and Cho, "Passage Re-ranking with BERT",
2019). They are ordered by the model's score; the rest follow in the order they had.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.embedding.ports import RerankerProvider
from engine.model.document import StoredChunk
from engine.model.errors import EngineError
from engine.model.hit import RerankTrace, RerankVote
from engine.model.request import SearchRequest
from engine.ranking.fusion import FusedCandidate

Reranked = tuple[tuple[FusedCandidate, ...], dict[int, RerankVote], RerankTrace | None]

_OVERTAKEN = "a newer search came before it was done"


def rerank(
    provider: RerankerProvider,
    ranked: tuple[FusedCandidate, ...],
    passages: Mapping[int, StoredChunk],
    request: SearchRequest,
    *,
    most: int,
    is_outdated: Callable[[], bool],
) -> Reranked:
    """Rerank the first `most` of a list: its new order, votes by chunk number, what was done.

    `provider` gives the model, loading it the first time, or raises ModelError. When a newer search
    waits (`is_outdated`), the work ends early and the list stays as it was.
    """
    first = ranked[:most]
    if not (first and request.query.strip()):
        return ranked, {}, None
    try:
        reranker = provider()
        texts = [_read_text(passages[c.chunk_number]) for c in first]
        scores = reranker.scores(request.query, texts, is_outdated)
    except EngineError as error:
        return ranked, {}, RerankTrace("", 0, f"{error.message} {error.hint}".strip())
    if scores is None:
        return ranked, {}, RerankTrace(reranker.fingerprint, 0, _OVERTAKEN)
    reordered, votes = _reordered(first, scores)
    trace = RerankTrace(reranker.fingerprint, len(first))
    return (*reordered, *ranked[len(first) :]), votes, trace


def _reordered(
    first: Sequence[FusedCandidate], scores: Sequence[float]
) -> tuple[tuple[FusedCandidate, ...], dict[int, RerankVote]]:
    """Order by score; equal scores keep the order they had."""
    judged = sorted(zip(first, scores, strict=True), key=lambda pair: (-pair[1], pair[0].rank))
    votes = {
        candidate.chunk_number: RerankVote(score, candidate.rank, rank)
        for rank, (candidate, score) in enumerate(judged, start=1)
    }
    reordered = [replace(candidate, rank=rank) for rank, (candidate, _) in enumerate(judged, 1)]
    return tuple(reordered), votes


def _read_text(stored: StoredChunk) -> str:
    headings = [stored.document.title, *stored.chunk.heading_path]
    named = " > ".join(dict.fromkeys(filter(None, headings)))
    return f"{named}\n{stored.chunk.text}" if named else stored.chunk.text
