"""From what the retrievers answered to one list, in the mode that ran."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace

from engine.model.hit import AdaptiveWeights, Candidate, Contribution, RetrieverKind, ScoreKind
from engine.model.request import FusionSettings, SearchMode
from engine.ranking.adaptive_weights import QueryEvidence, adaptive_weights
from engine.ranking.fusion import FusedCandidate, fuse
from engine.ranking.relevance import total_rarity
from engine.search.retrievers import RetrieverAnswer


def score_kind(mode: SearchMode, fusion: FusionSettings) -> ScoreKind:
    """Return what the score of a hit is."""
    if mode is SearchMode.HYBRID:
        return ScoreKind(fusion.rule.value)
    if mode is SearchMode.LEXICAL:
        return ScoreKind.BM25
    return ScoreKind.COSINE if mode is SearchMode.VECTOR else ScoreKind.SUBSTRING


def combine(
    mode: SearchMode,
    answers: Sequence[RetrieverAnswer],
    settings: FusionSettings,
    balance: AdaptiveWeights | None,
) -> tuple[FusedCandidate, ...]:
    """Return the list of the mode: fused, or the one ranking that was asked for."""
    found = {answer.trace.kind: answer.candidates for answer in answers}
    if mode is SearchMode.LEXICAL:
        return only_lexical(found[RetrieverKind.LEXICAL])
    if mode is SearchMode.VECTOR:
        return only_vector(found[RetrieverKind.VECTOR])
    return fuse(found[RetrieverKind.LEXICAL], found[RetrieverKind.VECTOR], settings, balance)


def weights_of(
    mode: SearchMode,
    answers: Sequence[RetrieverAnswer],
    settings: FusionSettings,
    coverage: float,
) -> AdaptiveWeights | None:
    """Return how much each ranking should count for this query; None for a mode with one.

    `coverage` is the part of the query's words that the best keyword hit holds.
    """
    if mode is not SearchMode.HYBRID:
        return None
    lexical, vector = sorted(answers, key=lambda answer: answer.trace.kind is RetrieverKind.VECTOR)
    evidence = QueryEvidence(
        rarity=total_rarity(lexical.terms, lexical.trace.searchable),
        background=vector.background,
        compared=vector.trace.allowed,
        coverage=coverage,
    )
    return adaptive_weights(lexical.candidates, vector.candidates, evidence, settings)


def displayed_lexical_score(bm25: float) -> float:
    """Return s / (1 + s), in [0, 1): BM25 scores have no upper bound and mean nothing alone."""
    positive = max(bm25, 0.0)
    return positive / (1.0 + positive)


def displayed_vector_score(cosine: float) -> float:
    """Return the cosine clipped to [0, 1]."""
    return min(max(cosine, 0.0), 1.0)


def only_lexical(candidates: Sequence[Candidate]) -> tuple[FusedCandidate, ...]:
    """Return the keyword ranking as it is."""
    return _alone(RetrieverKind.LEXICAL, candidates, displayed_lexical_score)


def only_vector(candidates: Sequence[Candidate]) -> tuple[FusedCandidate, ...]:
    """Return the meaning ranking as it is."""
    return _alone(RetrieverKind.VECTOR, candidates, displayed_vector_score)


def without_votes(chunk_numbers: Sequence[int]) -> tuple[FusedCandidate, ...]:
    """Return chunks that were found literally or listed, in the order given, without votes."""
    return tuple(
        FusedCandidate(rank, number, 0.0, 0.0, None, None, ())
        for rank, number in enumerate(chunk_numbers, start=1)
    )


def _alone(
    retriever: RetrieverKind, candidates: Sequence[Candidate], displayed: Callable[[float], float]
) -> tuple[FusedCandidate, ...]:
    best = max((candidate.raw_score for candidate in candidates), default=0.0)
    alone = []
    for candidate in candidates:
        score = displayed(candidate.raw_score)
        alone.append(
            FusedCandidate(
                rank=candidate.rank,
                chunk_number=candidate.chunk_number,
                fusion_score=score,
                blend_score=max(candidate.raw_score, 0.0) / best if best > 0.0 else 0.0,
                lexical=candidate if retriever is RetrieverKind.LEXICAL else None,
                vector=candidate if retriever is RetrieverKind.VECTOR else None,
                contributions=(Contribution(retriever, candidate.rank, 1.0, score),),
            )
        )
    return tuple(alone)


EmbeddedAmong = Callable[[RetrieverAnswer, Sequence[int]], Container[int]]


def mark_not_embedded(
    answers: Sequence[RetrieverAnswer], embedded_among: EmbeddedAmong
) -> tuple[RetrieverAnswer, ...]:
    """Mark the keyword hits without a vector, where meaning has found something.

    Where it has not, no passage is better off for having been embedded. `embedded_among` takes the
    answer of the meaning ranking and chunk numbers, and returns those that have a vector.
    """
    meaning = next((one for one in answers if one.trace.kind is RetrieverKind.VECTOR), None)
    if meaning is None or not meaning.candidates:
        return tuple(answers)
    return tuple(
        one if one is meaning else _marked(one, meaning, embedded_among) for one in answers
    )


def _marked(
    keywords: RetrieverAnswer, meaning: RetrieverAnswer, embedded_among: EmbeddedAmong
) -> RetrieverAnswer:
    candidates = keywords.candidates
    read = embedded_among(meaning, [candidate.chunk_number for candidate in candidates])
    return replace(
        keywords,
        candidates=tuple(
            candidate if candidate.chunk_number in read else candidate.marked_not_embedded()
            for candidate in candidates
        ),
    )
