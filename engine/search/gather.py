"""Merge the answers of several shards.

**Scores are comparable across shards.** A BM25 score depends on the number of passages that contain
a word, so every index uses the global term statistics, like Elasticsearch's search type
`dfs_query_then_fetch`. Passages that contain all words rank before those that contain some,
regardless of the shard. Cosines of the same model are comparable. Passages embedded by a different
model are found by keywords only. For equal scores, the library's own passages come first, because
only these can be opened on this computer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Generic, TypeVar

from twofold.engine.model.hit import Background, Candidate, TermStatistics
from twofold.engine.model.localized import joined
from twofold.engine.stores.lexical.tiers import answer_of
from twofold.engine.stores.ports import LexicalAnswer, RankedHit, Tiers, VectorAnswer
from twofold.engine.stores.shards import ShardProblem

Value = TypeVar("Value")
OWN = 0
"""The index of the library's own shard."""


@dataclass(frozen=True, slots=True)
class Gathered(Generic[Value]):
    """The combined answer of all shards that responded, and the problems of the others."""

    value: Value
    problems: tuple[ShardProblem, ...] = ()


def merged_tiers(found: Mapping[int, Tiers], limit: int) -> LexicalAnswer:
    """Merge the lexical results of all shards. A passage in several shards is listed once."""
    complete, shard_of = _best({at: tiers.complete for at, tiers in found.items()})
    partial: list[RankedHit] = []
    if len(complete) < limit:
        partial, others = _best({at: tiers.partial for at, tiers in found.items()})
        shard_of = {**others, **shard_of}
    total: Counter[str] = Counter()
    for tiers in found.values():
        for term in tiers.terms:
            total[term.term] += term.passages  # also adds words with no passages
    by_parts = [tiers.by_parts for tiers in found.values()]
    whole = Tiers(
        complete,
        partial,
        tuple(TermStatistics(term, passages) for term, passages in total.items()),
        sum(tiers.passages for tiers in found.values()),
        has_terms=any(tiers.has_terms for tiers in found.values()),
        by_parts=tuple(word for word in by_parts[0] if all(word in one for one in by_parts))
        if by_parts
        else (),
        note=joined(*(tiers.note for tiers in found.values()), separator="; "),
    )
    answer = answer_of(whole, limit)
    candidates = (replace(c, shard=shard_of[c.chunk_number]) for c in answer.candidates)
    return replace(answer, candidates=tuple(candidates))


def _best(found: Mapping[int, Sequence[RankedHit]]) -> tuple[list[RankedHit], dict[int, int]]:
    """Return the hits of all shards, best first, and their shards.

    For equal scores, the first shard wins.
    """
    hits = sorted((-score, at, number) for at, some in found.items() for score, number in some)
    best: dict[int, RankedHit] = {}
    shard_of: dict[int, int] = {}
    for score, at, number in hits:
        best.setdefault(number, (-score, number))
        shard_of.setdefault(number, at)
    return list(best.values()), shard_of


def merged_vectors(found: Mapping[int, VectorAnswer], limit: int) -> VectorAnswer:
    """Merge the vector results of all shards. A passage in several shards is listed once."""
    every = sorted(
        (-one.raw_score, at > OWN, one.chunk_number, at)
        for at, some in found.items()
        for one in some.candidates
    )
    best: dict[int, tuple[float, int]] = {}
    for score, _, number, at in every:
        best.setdefault(number, (-score, at))
    return VectorAnswer(
        tuple(
            Candidate(number, score, rank, shard=at)
            for rank, (number, (score, at)) in enumerate(islice(best.items(), limit), start=1)
        ),
        joined(*(one.plan for one in found.values()), separator="; "),
        sum(one.searchable for one in found.values()),
        sum(one.allowed for one in found.values()),
    )


def merged_background(found: Sequence[tuple[int, Background]]) -> Background:
    """Return the background of all shards, weighted by their number of passages."""
    total = sum(count for count, one in found if one.sample) or 1
    shares = [(count / total, one) for count, one in found if one.sample]
    mean = sum(share * one.mean for share, one in shares)
    square = sum(share * (one.spread**2 + (one.mean - mean) ** 2) for share, one in shares)
    is_known = all(one.chance for _, one in shares)
    return Background(
        mean,
        math.sqrt(square),
        sum(one.sample for _, one in shares),
        sum(share * one.chance for share, one in shares) if is_known else 0.0,
    )
