"""One list out of two rankings; every surface of the program uses this module.

Reciprocal rank fusion: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet
and individual rank learning methods", SIGIR 2009. It is divided by its largest possible value, so
that a passage that is first in both rankings scores exactly 1.

A passage without a vector cannot be near in meaning, whatever it says. While vectors are made,
keywords therefore vote in place of meaning, too, for what they found and meaning has not read; else
all that happens to have been read would stand before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from engine.model.document import as_id
from engine.model.errors import BadRequestError
from engine.model.hit import (
    AdaptiveWeights,
    Candidate,
    Contribution,
    Hit,
    RankedChunk,
    RetrieverKind,
    ScoreKind,
    SearchResponse,
)
from engine.model.request import FusionRule, FusionSettings, SearchMode, TieBreak

_EMPHASIS = 1.5  # of the adaptive rule

_Strength = Callable[[Candidate], float]
_ByChunk = Mapping[int, Candidate]


@dataclass(frozen=True, slots=True)
class FusedCandidate:
    """A chunk of the fused list; `rank` is 1-based, a retriever that lacks the chunk is None.

    `fusion_score` is the sum of the contributions' shares, in their order.
    """

    rank: int
    chunk_number: int
    fusion_score: float
    blend_score: float
    lexical: Candidate | None
    vector: Candidate | None
    contributions: tuple[Contribution, ...]

    def at_rank(self, rank: int) -> FusedCandidate:
        """Return the candidate at another place of the list."""
        return FusedCandidate(
            rank,
            self.chunk_number,
            self.fusion_score,
            self.blend_score,
            self.lexical,
            self.vector,
            self.contributions,
        )


def fuse(
    lexical: Sequence[Candidate],
    vector: Sequence[Candidate],
    settings: FusionSettings,
    balance: AdaptiveWeights | None = None,
) -> tuple[FusedCandidate, ...]:
    """Return every candidate of both rankings, best first.

    `balance` has the weights of the adaptive rule, in place of those of `settings`.

    Order: fusion score descending, lexical rank ascending (missing last), chunk number ascending;
    with `TieBreak.BLEND`: fusion score, blend score, raw scores (cosine, then BM25), chunk number.
    Raise BadRequestError when both weights are 0.
    """
    weights = _weights(settings, balance)
    fractions = _fractions(*weights)
    lent = _lent(settings)
    of_words = _Power(*weights, lent), _Power(*fractions, lent)
    of_meaning = _Power(weights[1]), _Power(fractions[1])
    retrievers = (
        _retriever(RetrieverKind.LEXICAL, lexical, of_words, settings),
        _retriever(RetrieverKind.VECTOR, vector, of_meaning, settings),
    )
    fused = [_fused(number, retrievers) for number in retrievers[0].ranking | retrievers[1].ranking]
    fused.sort(key=_blend_order if settings.tie_break is TieBreak.BLEND else _lexical_rank_order)
    return tuple(FusedCandidate(rank, *unranked) for rank, unranked in enumerate(fused, start=1))


class _Unranked(NamedTuple):
    """The fields of FusedCandidate that are known before sorting."""

    chunk_number: int
    fusion_score: float
    blend_score: float
    lexical: Candidate | None
    vector: Candidate | None
    contributions: tuple[Contribution, ...]


class _Power(NamedTuple):
    """How much a retriever has to say, and what the other lends it where that cannot vote."""

    own: float
    of_other: float = 0.0
    lent: float = 0.0

    def over(self, candidate: Candidate) -> float:
        return self.own + self.lent * self.of_other if candidate.unread else self.own


@dataclass(frozen=True, slots=True)
class _Votes:
    """One ranking with what fusion makes of it; `fraction` is its part of all weight."""

    retriever: RetrieverKind
    ranking: dict[int, Candidate]
    weight: _Power
    fraction: _Power
    by_rule: _Strength
    by_blend: _Strength


def _retriever(
    retriever: RetrieverKind,
    candidates: Sequence[Candidate],
    weight_and_fraction: tuple[_Power, _Power],
    settings: FusionSettings,
) -> _Votes:
    ranking = _by_chunk(candidates)
    rule = _strength(settings, retriever, ranking)
    return _Votes(retriever, ranking, *weight_and_fraction, rule, _relative_to_best(ranking))


def _lent(settings: FusionSettings) -> float:
    """Return which part of meaning's weight keywords have for what meaning has not read.

    They speak for it no louder than for themselves: who wants meaning to decide gets that.
    """
    if settings.vector_weight <= settings.lexical_weight:
        return 1.0
    return settings.lexical_weight / settings.vector_weight


def _weights(settings: FusionSettings, balance: AdaptiveWeights | None) -> tuple[float, float]:
    if settings.rule is FusionRule.ADAPTIVE and balance is not None:
        return balance.keywords, balance.meaning
    return settings.lexical_weight, settings.vector_weight


def _fractions(lexical_weight: float, vector_weight: float) -> tuple[float, float]:
    """Scale the weights to a sum of 1: x + fl(1 - x) rounds to 1 for every x in [0, 1]."""
    total = lexical_weight + vector_weight
    if total <= 0.0:
        raise BadRequestError(
            "The keyword and the meaning ranking both have weight 0.",
            "Give at least one of them a weight above 0.",
        )
    lexical = lexical_weight / total
    return lexical, 1.0 - lexical


def _by_chunk(candidates: Sequence[Candidate]) -> dict[int, Candidate]:
    first: dict[int, Candidate] = {}
    for candidate in candidates:
        first.setdefault(candidate.chunk_number, candidate)
    return first


def _strength(settings: FusionSettings, retriever: RetrieverKind, ranking: _ByChunk) -> _Strength:
    """Return how strongly one retriever votes for a candidate of its ranking, from 0 to 1."""
    if settings.rule is FusionRule.ADAPTIVE:
        # Cosines have no zero that means anything, BM25 has.
        return _emphasised(
            _min_max(ranking) if retriever is RetrieverKind.VECTOR else _relative_to_best(ranking)
        )
    if settings.rule is FusionRule.RRF:
        return _reciprocal_rank(settings.rrf_k)
    if settings.rule is FusionRule.WEIGHTED:
        return _min_max(ranking)
    return _relative_to_best(ranking)


def _reciprocal_rank(rrf_k: int) -> _Strength:
    return lambda candidate: (rrf_k + 1) / (rrf_k + candidate.rank)


def _min_max(ranking: _ByChunk) -> _Strength:
    """Scale scores to [0, 1]; where all are equal, none is worse than the best: 1."""
    scores = [candidate.raw_score for candidate in ranking.values()]
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    if high <= low:
        return lambda _: 1.0
    return lambda candidate: (candidate.raw_score - low) / (high - low)


def _emphasised(strength: _Strength) -> _Strength:
    """Let the best of a ranking stand out."""
    return lambda candidate: strength(candidate) ** _EMPHASIS


def _relative_to_best(ranking: _ByChunk) -> _Strength:
    best = max((candidate.raw_score for candidate in ranking.values()), default=0.0)
    if best <= 0.0:
        return lambda _: 0.0
    return lambda candidate: max(candidate.raw_score, 0.0) / best


def _fused(number: int, retrievers: tuple[_Votes, _Votes]) -> _Unranked:
    fusion_score = blend_score = 0.0
    contributions = []
    for votes in retrievers:
        candidate = votes.ranking.get(number)
        if candidate is None:
            continue
        fraction = votes.fraction.over(candidate)
        share = fraction * votes.by_rule(candidate)
        fusion_score += share
        blend_score += fraction * votes.by_blend(candidate)
        weight = votes.weight.over(candidate)
        contributions.append(
            Contribution(votes.retriever, candidate.rank, weight, share, candidate.unread)
        )
    return _Unranked(
        number,
        fusion_score,
        blend_score,
        retrievers[0].ranking.get(number),
        retrievers[1].ranking.get(number),
        tuple(contributions),
    )


def _lexical_rank_order(candidate: _Unranked) -> tuple[float, float, int]:
    rank = inf if candidate.lexical is None else candidate.lexical.rank
    return -candidate.fusion_score, rank, candidate.chunk_number


def _blend_order(candidate: _Unranked) -> tuple[float, float, float, float, int]:
    return (
        -candidate.fusion_score,
        -candidate.blend_score,
        -_raw_score(candidate.vector),
        -_raw_score(candidate.lexical),
        candidate.chunk_number,
    )


def _raw_score(candidate: Candidate | None) -> float:
    return -inf if candidate is None else candidate.raw_score


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
    passage that comes up from below the first k is in the ranking only. Copies stay folded into
    the passage they were folded into, and count where the best of them stands.
    """
    again = fuse(response.lexical, response.vector, settings, response.trace.balance)
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
    stands_for = {known: chunk for chunk in before for known in (chunk.chunk_id, *chunk.copies)}
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
