"""The stages between retrieval and the hits, as functions on the ranked list.

A list can be continued with more candidates. New ones are appended, so that the listed ones keep
their positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from twofold.engine.embedding.ports import ReadPassage, RerankerProvider, RerankScore
from twofold.engine.model.document import PassageKind, StoredChunk
from twofold.engine.model.errors import EngineError
from twofold.engine.model.hit import AdaptiveWeights, RerankTrace, RerankVote, RetrieverKind
from twofold.engine.model.localized import joined, message
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.ranking.adaptive_weights import QueryEvidence, adaptive_weights
from twofold.engine.ranking.collapse import (
    NearDuplicate,
    collapse,
    group_by_document,
    with_best_duplicates,
)
from twofold.engine.ranking.fusion import FusedCandidate, fuse, single_ranking, without_votes
from twofold.engine.ranking.relevance import RelevanceThreshold, total_rarity
from twofold.engine.search.hit_builder import HitBuilder, HitNotes
from twofold.engine.search.retrieval import Retrieved
from twofold.engine.search.retrievers import RetrievalTask
from twofold.engine.search.trace import StageClock
from twofold.engine.stores.catalog.vector_cache import embedding_line, title_to_embed
from twofold.engine.stores.lexical.query_words import title_coverage
from twofold.engine.stores.lexical.stop_words import is_stop_word
from twofold.engine.stores.shards import ShardProblem

# Near-duplicates and passages of one document become one hit. The first candidates may therefore
# yield fewer than `limit` hits although the library has more, and more candidates are requested.
# More than `_MAX_CANDIDATES` would be too slow. `_ENOUGH` hits are enough whatever the limit is:
# more candidates may change the order, and first page, whole list and counts must describe the
# same list.
_CANDIDATES_FACTOR = 4
_MAX_CANDIDATES = 2000
_ENOUGH = 20
# 'More like this' lists a few passages of each document first.
_FIRST_ALIKE, _MAX_OF_A_DOCUMENT = 10, 3
# Passages with this share of the best keyword score contain the same words, at other lengths.
_SAME_WORDS = 0.85
# A continued list requests twice as many candidates each time, up to what the indexes return.
_MAX_LISTED = 10_000


@dataclass(frozen=True, slots=True)
class Search:
    """A search: the request, the task of the retrievers, and the actual mode."""

    request: SearchRequest
    task: RetrievalTask
    mode: SearchMode
    clock: StageClock
    is_outdated: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Ranked:
    """The list after a stage, and the results of the stages so far.

    `passages` contains all passages read so far. `problems` are the problems of shards that did not
    respond when passages were read. `notes` are by chunk number. `found` maps each counted passage
    to the listed passage that represents it, even if hits are documents; strong passages and their
    near-duplicates are counted.
    """

    candidates: tuple[FusedCandidate, ...]
    weights: AdaptiveWeights | None = None
    passages: Mapping[int, StoredChunk] = field(default_factory=dict)
    notes: HitNotes = field(default_factory=HitNotes)
    rerank: RerankTrace | None = None
    hidden: int = 0
    found: Mapping[int, int] = field(default_factory=dict)
    collapsed: int = 0
    problems: tuple[ShardProblem, ...] = ()

    def with_candidates(self, candidates: Iterable[FusedCandidate]) -> Ranked:
        """Return the list with these candidates, ranked again in their order."""
        return replace(
            self,
            candidates=tuple(
                candidate if candidate.rank == rank else replace(candidate, rank=rank)
                for rank, candidate in enumerate(candidates, start=1)
            ),
        )


@dataclass(frozen=True, slots=True)
class Found:
    """The list of a search before its hits are built, and the data it was made from.

    `retrieved` is the retrieval at the beginning of the list, `seen` are all passages considered so
    far, and `is_cut` means that more candidates may exist.
    """

    search: Search
    retrieved: Retrieved
    ranked: Ranked
    builder: HitBuilder
    threshold: RelevanceThreshold | None
    seen: frozenset[int]
    is_cut: bool


def fused(search: Search, retrieved: Retrieved) -> Ranked:
    """Fuse the rankings into one list."""
    lexical, vector, fusion = retrieved.lexical, retrieved.vector, search.request.fusion
    if lexical is not None and vector is not None:
        evidence = QueryEvidence(
            rarity=total_rarity(lexical.terms, lexical.trace.searchable),
            background=vector.background,
            compared=vector.trace.allowed,
            coverage=retrieved.coverage,
            words=len(lexical.terms),
        )
        weights = adaptive_weights(lexical.candidates, vector.candidates, evidence, fusion)
        return Ranked(fuse(lexical.candidates, vector.candidates, fusion, weights), weights)
    if lexical is not None:
        return Ranked(single_ranking(RetrieverKind.LEXICAL, lexical.candidates))
    if vector is not None:
        return Ranked(single_ranking(RetrieverKind.VECTOR, vector.candidates))
    return Ranked(without_votes(retrieved.literal))


def collapsed(search: Search, ranked: Ranked, retrieved: Retrieved) -> Ranked:
    """Collapse near-duplicates into one hit, shown in the document whose name matches best.

    In a search for similar passages, the passage itself, its duplicates, and documents found only
    by name are left out.
    """
    request = search.request
    like = search.task.like.number if search.task.like else None
    if like is not None:
        read = (c for c in ranked.candidates if not _is_name(ranked.passages[c.chunk_number]))
        ranked = ranked.with_candidates(read)
    numbers = [candidate.chunk_number for candidate in ranked.candidates]
    texts = {number: _compared_text(ranked.passages[number]) for number in numbers}
    duplicates: dict[int, tuple[NearDuplicate, ...]] = {}
    if like is not None:
        first = [like] if like in ranked.passages else []
        families = _families(ranked.passages)
        duplicates = collapse([*first, *(n for n in numbers if n != like)], texts, families)
        known = {like, *(one.chunk_number for one in duplicates.pop(like, ()))}
        ranked = ranked.with_candidates(c for c in ranked.candidates if c.chunk_number not in known)
    elif request.collapse_duplicates:
        duplicates = collapse(numbers, texts, _families(ranked.passages))
    if not request.collapse_duplicates:
        return ranked
    candidates = {candidate.chunk_number: candidate for candidate in ranked.candidates}
    duplicates = _with_best_shown(duplicates, candidates, ranked.passages, retrieved)
    kept = (candidates[number] for number in duplicates)
    return replace(ranked.with_candidates(kept), notes=HitNotes(duplicates))


def _is_name(stored: StoredChunk) -> bool:
    return stored.chunk.kind is PassageKind.NAME


def _compared_text(stored: StoredChunk) -> str:
    """Return the text to compare for near-duplicates.

    Documents found by name only are all different.
    """
    document = stored.document
    return f"{document.folder}/{document.path}" if document.not_read else stored.chunk.text


def _families(passages: Mapping[int, StoredChunk]) -> dict[int, int]:
    """Return the family of each passage in a document with several versions."""
    return {n: stored.document.family for n, stored in passages.items() if stored.document.family}


def spread_over_documents(search: Search, ranked: Ranked) -> Ranked:
    """List a few passages of each document first in a search for similar passages.

    The neighbours of a passage are the most similar ones, and would fill the first page with a
    document that the user already knows. Further passages of a document are listed after the first
    page.
    """
    if search.task.like is None:
        return ranked
    first: list[FusedCandidate] = []
    later: list[FusedCandidate] = []
    listed = Counter[int]()
    for candidate in ranked.candidates:
        document = ranked.passages[candidate.chunk_number].document.number
        is_first = len(first) < _FIRST_ALIKE and listed[document] < _MAX_OF_A_DOCUMENT
        listed[document] += is_first
        (first if is_first else later).append(candidate)
    return ranked.with_candidates((*first, *later))


def _with_best_shown(
    duplicates: Mapping[int, tuple[NearDuplicate, ...]],
    candidates: Mapping[int, FusedCandidate],
    passages: Mapping[int, StoredChunk],
    retrieved: Retrieved,
) -> dict[int, tuple[NearDuplicate, ...]]:
    """Choose the duplicate whose title and file name contain most of the query.

    If several contain equally much, choose the newest version that contains the same words, and one
    in the user's own library, which can be opened.
    """
    groups = [
        (first, *(other.chunk_number for other in others))
        for first, others in duplicates.items()
        if others
    ]
    copies = [number for group in groups for number in group]
    if not copies:
        return dict(duplicates)
    documents = {passages[number].document.number: passages[number].document for number in copies}
    coverage = title_coverage(
        documents.values(),
        retrieved.words,
        retrieved.passages,
        retrieved.highlighting.highlighter.stemmers,
    )
    texts = {number: _compared_text(passages[number]) for number in copies}
    matching = {number for group in groups for number in _matching(group, candidates)}

    def weight(number: int) -> tuple[float, ...]:
        document = passages[number].document
        named = coverage.get(document.number, 0.0)
        return named, number in matching, -document.version_place, not document.library

    return with_best_duplicates(duplicates, texts, weight)


def _matching(group: Sequence[int], candidates: Mapping[int, FusedCandidate]) -> list[int]:
    """Return the passages that contain about the same words of the query as the best of them.

    An edited passage may lack the very word that was searched.
    """
    scores = {
        number: candidate.lexical.raw_score if candidate.lexical else 0.0
        for number in group
        if (candidate := candidates.get(number)) is not None
    }
    least = _SAME_WORDS * max(scores.values(), default=0.0)
    return [number for number, score in scores.items() if score >= least]


def above_threshold(search: Search, ranked: Ranked, builder: HitBuilder) -> Ranked:
    """Drop weak candidates if the request hides them, and collect the counted passages."""
    strong = strong_candidates(ranked, builder)
    kept = ranked.with_candidates(strong) if search.request.hide_weak else ranked
    copies = ranked.notes.duplicates
    return replace(
        counted(kept, strong),
        hidden=len(ranked.candidates) - len(kept.candidates),
        collapsed=sum(len(copies.get(c.chunk_number, ())) for c in kept.candidates),
    )


def counted(ranked: Ranked, strong: Iterable[FusedCandidate]) -> Ranked:
    """Return the list with `found` set to the `strong` candidates and their near-duplicates."""
    return replace(ranked, found=dict(_with_duplicates(strong, ranked.notes.duplicates)))


def strong_candidates(ranked: Ranked, builder: HitBuilder) -> tuple[FusedCandidate, ...]:
    """Return the candidates that are not weak."""
    passages = ranked.passages
    return tuple(c for c in ranked.candidates if not builder.is_weak(c, passages[c.chunk_number]))


def _with_duplicates(
    candidates: Iterable[FusedCandidate], copies: Mapping[int, tuple[NearDuplicate, ...]]
) -> Iterator[tuple[int, int]]:
    for candidate in candidates:
        number = candidate.chunk_number
        yield number, number
        yield from ((copy.chunk_number, number) for copy in copies.get(number, ()))


def grouped(search: Search, ranked: Ranked, builder: HitBuilder) -> Ranked:
    """Group passages by document if requested.

    The best strong passage represents its document, or a weak one if all are weak.
    """
    if not search.request.group_by_document:
        return ranked
    document_of = {number: one.document.number for number, one in ranked.passages.items()}
    strong = frozenset(c.chunk_number for c in strong_candidates(ranked, builder))
    groups = group_by_document(ranked.candidates, document_of, strong)
    votes = {group.best.chunk_number: group.vote for group in groups}
    grouped = ranked.with_candidates(group.best for group in groups)
    return replace(grouped, notes=replace(ranked.notes, documents=votes))


def is_found(
    candidate: FusedCandidate,
    ranked: Ranked,
    builder: HitBuilder,
    threshold: RelevanceThreshold | None,
) -> bool:
    """Return whether a passage is relevant enough to be listed after the first candidates."""
    if threshold is None:
        return candidate.lexical is not None or candidate.vector is None
    return not builder.is_weak(candidate, ranked.passages[candidate.chunk_number])


def without_duplicates(search: Search, listed: Ranked, new: Ranked) -> Ranked:
    """Collapse near-duplicates in `new`, and drop duplicates of passages in `listed`."""
    if not search.request.collapse_duplicates:
        return new
    before = [candidate.chunk_number for candidate in listed.candidates]
    numbers = [*before, *(candidate.chunk_number for candidate in new.candidates)]
    passages = {**listed.passages, **new.passages}
    texts = {number: _compared_text(passages[number]) for number in numbers}
    duplicates = collapse(numbers, texts, _families(passages))
    kept = new.with_candidates(c for c in new.candidates if c.chunk_number in duplicates)
    return replace(kept, notes=HitNotes({n: duplicates[n] for n in duplicates if n not in before}))


def of_other_documents(search: Search, found: Found, new: Ranked) -> Ranked:
    """Drop passages of documents that are already listed if hits are grouped by document."""
    if not search.request.group_by_document:
        return new
    listed = documents_of(found.ranked)
    others = (
        c for c in new.candidates if new.passages[c.chunk_number].document.number not in listed
    )
    return new.with_candidates(others)


def extended(listed: Ranked, new: Ranked) -> Ranked:
    """Append candidates to a list."""
    joined = listed.with_candidates((*listed.candidates, *new.candidates))
    notes = replace(
        listed.notes,
        duplicates={**listed.notes.duplicates, **new.notes.duplicates},
        documents={**listed.notes.documents, **new.notes.documents},
    )
    return replace(
        joined,
        notes=notes,
        passages={**listed.passages, **new.passages},
        found={**listed.found, **new.found},
        problems=(*listed.problems, *new.problems),
    )


def documents_of(ranked: Ranked) -> frozenset[int]:
    """Return the numbers of the documents in a list."""
    return frozenset(ranked.passages[c.chunk_number].document.number for c in ranked.candidates)


def larger_limit(found: Found) -> int | None:
    """Return how many candidates to request next; None if there were enough.

    Hidden weak hits count too, because everything after them is even weaker.
    """
    request, limit = found.search.request, found.search.task.limit
    collapses = request.collapse_duplicates or request.group_by_document or request.like
    listed = len(found.ranked.candidates) + found.ranked.hidden
    if not collapses or listed >= _ENOUGH:
        return None
    if limit >= _MAX_CANDIDATES or not _is_full(found.search, found.retrieved):
        return None
    return min(limit * _CANDIDATES_FACTOR, _MAX_CANDIDATES)


def next_limit(request: SearchRequest, found: Found) -> int | None:
    """Return how many candidates a continued list needs; None if it is long enough or complete."""
    is_long_enough = len(found.ranked.candidates) >= request.offset + request.limit
    if not request.offset or is_long_enough or not found.is_cut:
        return None
    return min(2 * found.search.task.limit, _MAX_LISTED)


def _is_full(search: Search, retrieved: Retrieved) -> bool:
    """Return whether a ranking may have more candidates."""
    limit = search.task.limit
    if search.mode is SearchMode.SUBSTRING:
        return len(retrieved.literal) >= limit
    return any(len(answer.candidates) >= limit for answer in retrieved.answers)


def is_cut(search: Search, retrieved: Retrieved, threshold: RelevanceThreshold | None) -> bool:
    """Return whether more candidates would extend the list.

    A ranking by meaning ends at the relevance threshold (passages with nearly the same cosine may
    be on either side of it). Without a threshold it ends with the first candidates, as does a
    search for similar passages.
    """
    limit = search.task.limit
    if limit >= _MAX_LISTED or search.task.like is not None:
        return False
    if search.mode is SearchMode.SUBSTRING:
        return len(retrieved.literal) >= limit
    if retrieved.lexical is not None and len(retrieved.lexical.candidates) >= limit:
        return True
    nearest = retrieved.vector.candidates if retrieved.vector is not None else ()
    if len(nearest) < limit or threshold is None:
        return False
    return not all(threshold.is_below(one.chunk_number) for one in nearest[limit // 2 :])


Reranked = tuple[tuple[FusedCandidate, ...], dict[int, RerankVote], RerankTrace | None]

_OVERTAKEN = message("a newer search started before it finished")


def rerank(
    provider: RerankerProvider,
    ranked: tuple[FusedCandidate, ...],
    passages: Mapping[int, StoredChunk],
    query: str,
    *,
    max_passages: int,
    stemmers: tuple[str, ...],
    is_outdated: Callable[[], bool],
) -> Reranked:
    """Rerank the first passages: return the new order, a RerankVote by chunk number, and a trace.

    If `max_passages` is 0, the model decides how many it reads. Matches of stop words, which depend
    on `stemmers`, are left out. `provider` returns the model, which it loads on first use, or
    raises ModelError. If a newer search is waiting (`is_outdated`), the list stays unchanged.
    """
    if not (ranked and query.strip()):
        return ranked, {}, None
    try:
        reranker = provider()
        first = ranked[: max_passages or reranker.passages_read]
        read = [_as_read(passages[c.chunk_number]) for c in first]
        scores = reranker.scores(query, read, is_outdated)
    except EngineError as error:
        return ranked, {}, RerankTrace("", 0, joined(error.message, error.hint))
    if scores is None:
        return ranked, {}, RerankTrace(reranker.fingerprint, 0, _OVERTAKEN)
    told = [_without_stop_words(score, stemmers) for score in scores]
    reordered, votes = _reordered(first, told, reranker.share)
    trace = RerankTrace(reranker.fingerprint, len(first))
    return (*reordered, *ranked[len(first) :]), votes, trace


def _reordered(
    first: Sequence[FusedCandidate], scores: Sequence[RerankScore], share: float
) -> tuple[tuple[FusedCandidate, ...], dict[int, RerankVote]]:
    """Order by both scores, each scaled to 0 to 1. Ties keep their order."""
    fused = _min_max([candidate.fusion_score for candidate in first])
    judged = _min_max([one.score for one in scores])
    both = [(1.0 - share) * before + share * now for before, now in zip(fused, judged, strict=True)]
    order = sorted(range(len(first)), key=lambda at: (-both[at], first[at].rank))
    votes = {
        first[at].chunk_number: RerankVote(
            scores[at].score, first[at].rank, rank, scores[at].matches
        )
        for rank, at in enumerate(order, start=1)
    }
    return tuple(replace(first[at], rank=rank) for rank, at in enumerate(order, 1)), votes


def _without_stop_words(score: RerankScore, stemmers: tuple[str, ...]) -> RerankScore:
    matches = (one for one in score.matches if not is_stop_word(one.word.lower(), stemmers))
    return replace(score, matches=tuple(matches))


def _min_max(scores: Sequence[float]) -> list[float]:
    low, high = min(scores), max(scores)
    return [(score - low) / (high - low) if high > low else 1.0 for score in scores]


def _as_read(stored: StoredChunk) -> ReadPassage:
    """Return a passage in the form in which the embedding model reads it."""
    document, chunk = stored.document, stored.chunk
    named = title_to_embed(document.title, document.path)
    return ReadPassage(embedding_line(named, chunk.heading_path), chunk.text)
