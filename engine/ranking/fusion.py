"""Fuse two rankings, or convert a single one, to the list that every interface shows.

Reciprocal rank fusion: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet
and individual rank learning methods", SIGIR 2009. Each ranking contributes a vote to the score of a
passage: its weight times a strength from 0 to 1. The score is divided by its maximum, so that a
passage that is first in both rankings scores exactly 1.

A passage that is not embedded yet cannot be in the vector ranking. Therefore the lexical vote for
such a passage also gets the weight of the vector ranking; otherwise all embedded passages would
rank before it. Under the adaptive rule, this extra weight is limited to the average strength of
meaning's votes for embedded keyword matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, inf
from typing import NamedTuple

from twofold.engine.model.document import as_id
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.fusion import FusionRule, FusionSettings, ScoreKind, TieBreak
from twofold.engine.model.hit import (
    AdaptiveWeights,
    Candidate,
    Contribution,
    Hit,
    PassageKey,
    RankedChunk,
    RetrieverKind,
    SearchResponse,
)
from twofold.engine.model.localized import message
from twofold.engine.model.search_request import SearchMode

# Of the adaptive rule; the depth is that of Cormack, Clarke and Buettcher.
_EMPHASIS, _DEPTH = 1.5, 60

_Strength = Callable[[Candidate], float]
_ByChunk = Mapping[int, Candidate]


@dataclass(frozen=True, slots=True)
class FusedCandidate:
    """A chunk of the fused list; `rank` is 1-based.

    `lexical` and `vector` are None if that retriever did not find the chunk. `fusion_score` is the
    sum of the contributions' shares, in order. `listed_in` is the shard of a chunk that no
    retriever scored.
    """

    rank: int
    chunk_number: int
    fusion_score: float
    blend_score: float
    lexical: Candidate | None
    vector: Candidate | None
    contributions: tuple[Contribution, ...]
    listed_in: int = 0

    @property
    def shard(self) -> int:
        """The shard of the chunk; see PassageKey."""
        scored = self.lexical or self.vector
        return self.listed_in if scored is None else scored.shard


def fuse(
    lexical: Sequence[Candidate],
    vector: Sequence[Candidate],
    settings: FusionSettings,
    adaptive: AdaptiveWeights | None = None,
) -> tuple[FusedCandidate, ...]:
    """Return all candidates of both rankings, best first.

    `adaptive` contains the weights of the adaptive rule, which replace those of `settings`, and the
    part of the score that comes from reciprocal rank fusion with the weights of `settings`.

    Order: fusion score descending, lexical rank ascending (missing last), chunk number ascending;
    with `TieBreak.BLEND`: fusion score, blend score, raw scores (cosine, then BM25), chunk number.
    Raise BadRequestError if both weights are 0.
    """
    weights = _weights(settings, adaptive)
    fractions = _fractions(*weights)
    words, meaning = _by_chunk(lexical), _by_chunk(vector)
    is_adaptive = settings.rule is FusionRule.ADAPTIVE
    expected = _expected_of_meaning(settings, words, meaning) if is_adaptive else 1.0
    by_rank = adaptive.by_rank if adaptive and is_adaptive else 0.0
    set_weights = settings.lexical_weight, settings.vector_weight
    set_fractions = _fractions(*set_weights) if by_rank else fractions

    def votes(voter: _Voter) -> _Votes:
        at, is_lexical = (0, True) if voter.retriever is RetrieverKind.LEXICAL else (1, False)

        def weight(pair: tuple[float, float], expected: float) -> _Weight:
            lent = _substitution(settings, expected) * pair[1] if is_lexical else 0.0
            return _Weight(pair[at], pair[at] + lent)

        return _Votes(
            voter.retriever,
            voter.ranking,
            weight(weights, expected),
            weight(fractions, expected),
            weight(set_fractions, 1.0),
            by_rank,
            _strength(settings, voter),
            _relative_to_best(voter.ranking),
        )

    retrievers = tuple(map(votes, _voters(words, meaning)))
    fused = [_fused(number, retrievers) for number in {**words, **meaning}]
    fused.sort(key=_blend_order if settings.tie_break is TieBreak.BLEND else _lexical_rank_order)
    return tuple(FusedCandidate(rank, *unranked) for rank, unranked in enumerate(fused, start=1))


class _Voter(NamedTuple):
    """A retriever with its ranking, and the `other` ranking, because a vote may depend on both."""

    retriever: RetrieverKind
    ranking: _ByChunk
    other: _ByChunk


def _voters(words: _ByChunk, meaning: _ByChunk) -> tuple[_Voter, _Voter]:
    return (
        _Voter(RetrieverKind.LEXICAL, words, meaning),
        _Voter(RetrieverKind.VECTOR, meaning, words),
    )


class _Unranked(NamedTuple):
    """The fields of FusedCandidate that are known before sorting."""

    chunk_number: int
    fusion_score: float
    blend_score: float
    lexical: Candidate | None
    vector: Candidate | None
    contributions: tuple[Contribution, ...]


class _Weight(NamedTuple):
    """The weight of a retriever's votes, and the weight of its votes for unembedded passages."""

    usual: float
    not_embedded: float

    def of(self, candidate: Candidate) -> float:
        return self.not_embedded if candidate.not_embedded else self.usual


@dataclass(frozen=True, slots=True)
class _Votes:
    """One ranking with its weights and rules.

    `fraction` is the ranking's share of the total weight. `set_fraction` is its share of the
    weights in the settings, which determine the part `by_rank` of the score.
    """

    retriever: RetrieverKind
    ranking: _ByChunk
    weight: _Weight
    fraction: _Weight
    set_fraction: _Weight
    by_rank: float
    by_rule: _Strength
    by_blend: _Strength

    def share(self, candidate: Candidate) -> float:
        """Return the ranking's share of a candidate's score."""
        share = self.fraction.of(candidate) * self.by_rule(candidate)
        if not self.by_rank:
            return share
        by_rank = self.set_fraction.of(candidate) * (_DEPTH + 1) / (_DEPTH + candidate.rank)
        return share + self.by_rank * (by_rank - share)


def _substitution(settings: FusionSettings, expected: float) -> float:
    """Return the part of the vector weight lent to lexical votes for passages not embedded yet.

    `expected` is the expected strength of meaning's votes relative to those of keywords. The lent
    weight never exceeds the lexical weight, because a user who prefers meaning should get that.
    """
    if settings.vector_weight <= settings.lexical_weight:
        return expected
    return expected * settings.lexical_weight / settings.vector_weight


def _expected_of_meaning(settings: FusionSettings, words: _ByChunk, meaning: _ByChunk) -> float:
    """Return the strength of meaning's votes relative to those of keywords, at most 1.

    The estimate is a least-squares fit over the embedded keyword matches. One imaginary passage
    that is first in both rankings is added, because a few passages are not representative.
    """
    by_words, by_meaning = (_strength(settings, voter) for voter in _voters(words, meaning))
    votes = [
        (by_words(one), by_meaning(meaning[number]) if number in meaning else 0.0)
        for number, one in words.items()
        if not one.not_embedded
    ]
    product = fsum(word * near for word, near in votes)
    return min(1.0, (1.0 + product) / (1.0 + fsum(word * word for word, _ in votes)))


def _weights(settings: FusionSettings, adaptive: AdaptiveWeights | None) -> tuple[float, float]:
    if settings.rule is FusionRule.ADAPTIVE and adaptive is not None:
        return adaptive.keywords, adaptive.meaning
    return settings.lexical_weight, settings.vector_weight


def _fractions(lexical_weight: float, vector_weight: float) -> tuple[float, float]:
    """Scale the weights to a sum of exactly 1: x + fl(1 - x) rounds to 1 for all x in [0, 1]."""
    total = lexical_weight + vector_weight
    if total <= 0.0:
        raise BadRequestError(
            message("The keyword and the meaning ranking both have weight 0."),
            message("Set at least one of the weights above 0."),
        )
    lexical = lexical_weight / total
    return lexical, 1.0 - lexical


def _by_chunk(candidates: Sequence[Candidate]) -> dict[int, Candidate]:
    first: dict[int, Candidate] = {}
    for candidate in candidates:
        first.setdefault(candidate.chunk_number, candidate)
    return first


def _strength(settings: FusionSettings, voter: _Voter) -> _Strength:
    """Return the strength of one retriever's vote for a candidate of its ranking, from 0 to 1."""
    ranking = voter.ranking
    match settings.rule:
        case FusionRule.RRF:
            return _reciprocal_rank(settings.rrf_k)
        case FusionRule.WEIGHTED:
            return _min_max(ranking)
        case FusionRule.BLEND:
            return _relative_to_best(ranking)
        case FusionRule.ADAPTIVE:
            # BM25 has a meaningful zero, cosines do not.
            is_vector = voter.retriever is RetrieverKind.VECTOR
            return _emphasised(_min_max(ranking) if is_vector else _relative_to_best(ranking))


def _reciprocal_rank(rrf_k: int) -> _Strength:
    return lambda candidate: (rrf_k + 1) / (rrf_k + candidate.rank)


def _min_max(ranking: _ByChunk) -> _Strength:
    """Scale scores to [0, 1]; if all are equal, to 1."""
    scores = [candidate.raw_score for candidate in ranking.values()]
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    if high <= low:
        return lambda _: 1.0
    return lambda candidate: (candidate.raw_score - low) / (high - low)


def _emphasised(strength: _Strength) -> _Strength:
    """Emphasise the best candidates of a ranking."""
    return lambda candidate: strength(candidate) ** _EMPHASIS


def _relative_to_best(ranking: _ByChunk) -> _Strength:
    best = max((candidate.raw_score for candidate in ranking.values()), default=0.0)
    if best <= 0.0:
        return lambda _: 0.0
    return lambda candidate: max(candidate.raw_score, 0.0) / best


def _fused(number: int, retrievers: Sequence[_Votes]) -> _Unranked:
    fusion_score = blend_score = 0.0
    contributions = []
    for votes in retrievers:
        candidate = votes.ranking.get(number)
        if candidate is None:
            continue
        share = votes.share(candidate)
        fusion_score += share
        blend_score += votes.fraction.of(candidate) * votes.by_blend(candidate)
        weight = votes.weight.of(candidate)
        contributions.append(
            Contribution(votes.retriever, candidate.rank, weight, share, candidate.not_embedded)
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


# --- Single rankings ---


def single_ranking(
    retriever: RetrieverKind, candidates: Sequence[Candidate]
) -> tuple[FusedCandidate, ...]:
    """Return the ranking of the only retriever that was used, in its order."""
    is_lexical = retriever is RetrieverKind.LEXICAL
    displayed = displayed_lexical_score if is_lexical else displayed_vector_score
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
                lexical=candidate if is_lexical else None,
                vector=None if is_lexical else candidate,
                contributions=(Contribution(retriever, candidate.rank, 1.0, score),),
            )
        )
    return tuple(alone)


def without_votes(keys: Sequence[PassageKey]) -> tuple[FusedCandidate, ...]:
    """Return the candidates of an exact search or a list, without scores, in the given order."""
    return tuple(
        FusedCandidate(rank, number, 0.0, 0.0, None, None, (), shard)
        for rank, (shard, number) in enumerate(keys, start=1)
    )


def score_kind(mode: SearchMode, settings: FusionSettings) -> ScoreKind | FusionRule:
    """Return the meaning of a hit's score."""
    if mode is SearchMode.HYBRID:
        return settings.rule
    if mode is SearchMode.LEXICAL:
        return ScoreKind.BM25
    return ScoreKind.COSINE if mode is SearchMode.VECTOR else ScoreKind.SUBSTRING


def displayed_lexical_score(bm25: float) -> float:
    """Return s / (1 + s), in [0, 1), because BM25 scores have no upper bound."""
    positive = max(bm25, 0.0)
    return positive / (1.0 + positive)


def displayed_vector_score(cosine: float) -> float:
    """Return the cosine clipped to [0, 1]."""
    return min(max(cosine, 0.0), 1.0)


def can_reorder(response: SearchResponse) -> bool:
    """Return whether the order of a response depends on fusion only.

    The order depends on other things too if only one retriever answered, if hits are grouped by
    document or reranked, or if similar passages are spread over documents.
    """
    request, trace = response.request, response.trace
    if trace.mode is not SearchMode.HYBRID or trace.rerank:
        return False
    if request.group_by_document or request.like:
        return False
    return bool(response.lexical or response.vector)


def reordered(response: SearchResponse, settings: FusionSettings) -> SearchResponse:
    """Return `response` as if it had been requested with `settings`.

    Only the hits already in `response` are returned, with new ranks and scores. A passage that
    enters the top k with the new settings appears in `ranking` but not in `hits`. Near-duplicates
    stay collapsed into the same passage, which gets the best rank among them.
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
        score_kind=settings.rule,
        retrieval=votes,
    )
