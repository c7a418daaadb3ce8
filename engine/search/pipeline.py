"""The way of a query, from the request to the explained answer. Nothing is written.

    parse -> resolve filters -> retrieve (two retrievers side by side) -> fuse -> load -> collapse
    near-duplicates -> rerank -> threshold -> group -> build hits -> facets -> trace

Each stage takes the `_Search` and what the stage before it returned. `Searcher._once` is the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, repeat

from engine.embedding.ports import RerankerProvider, no_reranker
from engine.model.document import StoredChunk, as_id
from engine.model.errors import BadRequestError, EngineError, SearchFailedError
from engine.model.hit import (
    AdaptiveWeights,
    Candidate,
    Facets,
    Hit,
    RankedChunk,
    RerankTrace,
    RetrieverKind,
    SearchResponse,
    SearchTrace,
    TermStatistics,
)
from engine.model.messages import KindCounts, Listed
from engine.model.request import ParsedQuery, SearchMode, SearchRequest
from engine.model.settings import Settings
from engine.ranking.fusion import FusedCandidate
from engine.ranking.grouping import group_by_document
from engine.ranking.near_duplicates import NearDuplicate, collapse, precompute
from engine.ranking.relevance import RelevanceThreshold
from engine.search.browse import Browse
from engine.search.hit_builder import HitBuilder, HitContext, HitNotes
from engine.search.literal_search import LiteralSearch, is_blank, literal_text
from engine.search.mode_ranking import (
    combine,
    mark_not_embedded,
    score_kind,
    weights_of,
    without_votes,
)
from engine.search.more_like_this import SimilarPassages
from engine.search.passage_cache import PassageCache
from engine.search.query_filters import combined
from engine.search.query_language import parse
from engine.search.reranking import Reranking
from engine.search.retrievers import (
    EmbedderProvider,
    Exclusions,
    LexicalRetriever,
    ParallelRetrieval,
    RetrievalTask,
    Retriever,
    RetrieverAnswer,
    VectorRetriever,
)
from engine.search.snippets import Highlighting
from engine.search.stage_clock import StageClock
from engine.search.trace import failure_sentence, log_search, rerank_warnings, retriever_warnings
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.filters import count_passages
from engine.stores.lexical.index import LexicalIndex
from engine.stores.lexical.matched_terms import coverage_of_best
from engine.stores.ports import VectorPlan
from engine.stores.vectors.index import VectorIndex

_PLANS: dict[str, VectorPlan] = {"auto": "auto", "exact": "exact", "hnsw": "hnsw"}

# As many hits as the window lists. Telling whether one is weak costs some hundredths of a ms.
_JUDGED = 100
# Near-duplicates and passages of one document become one hit: then the first candidates may hold
# fewer than k, although the library has more, and more are asked for. More than `_MOST_CANDIDATES`
# would take longer than a person waits. `_ENOUGH` hits are enough however many are asked for: more
# candidates may change the order, and the first page and the whole answer must be one list.
_CANDIDATES_FACTOR = 4
_MOST_CANDIDATES = 2000
_ENOUGH = 20


@dataclass(frozen=True, slots=True)
class _Search:
    """One search on its way: what was asked, and what it is asked of the retrievers."""

    request: SearchRequest
    task: RetrievalTask
    mode: SearchMode
    clock: StageClock
    is_outdated: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class _Retrieved:
    """What the retrievers of a mode found; for a literal search the passages, in `literal`."""

    answers: tuple[RetrieverAnswer, ...]
    highlighting: Highlighting
    coverage: float = 1.0
    literal: Sequence[int] = ()

    @property
    def terms(self) -> tuple[TermStatistics, ...]:
        """The words that were looked for, with their statistics."""
        return tuple(term for answer in self.answers for term in answer.terms)

    def candidates(self, retriever: RetrieverKind) -> tuple[Candidate, ...]:
        """Return the list of a retriever as it was fused."""
        found = (answer.candidates for answer in self.answers if answer.trace.kind is retriever)
        return next(found, ())


@dataclass(frozen=True, slots=True)
class _Ranked:
    """The list as it is after a stage, and what the stages did to it.

    `passages` has all that were read, `reranked`, `duplicates` and `groups` are by chunk number.
    """

    candidates: tuple[FusedCandidate, ...]
    weights: AdaptiveWeights | None = None
    passages: Mapping[int, StoredChunk] = field(default_factory=dict)
    notes: HitNotes = field(default_factory=HitNotes)
    rerank: RerankTrace | None = None
    hidden: int = 0
    found: tuple[int, ...] = ()
    collapsed: int = 0

    def with_candidates(self, candidates: Iterable[FusedCandidate]) -> _Ranked:
        """Return the list of these candidates, ranked anew in their order."""
        return replace(
            self,
            candidates=tuple(
                candidate if candidate.rank == rank else candidate.at_rank(rank)
                for rank, candidate in enumerate(candidates, start=1)
            ),
        )


@dataclass(frozen=True, slots=True)
class _Built:
    """The hits, and the whole list that they are the beginning of."""

    hits: tuple[Hit, ...]
    ranking: tuple[RankedChunk, ...]


class Searcher:
    """Answers searches over one library. One thread searches at a time.

    `embedder` gives the model for queries, or None, or raises ModelError: then keywords answer
    alone, as they do without `vectors`. It is asked only when meaning is searched.
    """

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalIndex,
        vectors: VectorIndex | None,
        embedder: EmbedderProvider,
        settings: Settings,
        *,
        reranker: RerankerProvider = no_reranker,
    ) -> None:
        plan = _PLANS[settings.text("vector.index")]
        self._catalog = catalog
        self._lexical_index = lexical
        self._lexical = LexicalRetriever(lexical)
        self._literal = LiteralSearch(catalog, lexical)
        self._vector = VectorRetriever(
            vectors, embedder, Exclusions(catalog, lexical), lambda: lexical.size, plan
        )
        self._similar = SimilarPassages(catalog, lexical, vectors)
        self._passages = PassageCache(catalog)
        self._browse = Browse(catalog, lexical, self._passages)
        self._reranking = Reranking(reranker, settings.whole("rerank.candidates"))
        self._candidates = settings.whole("search.candidates")
        self._retrieval = ParallelRetrieval()

    def search(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> SearchResponse:
        """Return the answer; where a query has no words, the documents that its filters leave.

        `is_outdated` says that a newer search waits: then reranking ends early. Raise
        BadRequestError for an impossible request and SearchFailedError when every retriever that
        was asked failed.
        """
        return self._answer(request, is_outdated, log_search)

    def listed(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> Listed:
        """Return how many passages the answer lists; what ended early (`is_outdated`) says nothing.

        It is the search itself, so that what decides on the list decides on the number too; only
        facets and reranking are left out, and nothing is logged. Raise as `search` does.
        """
        counted = replace(request, with_facets=False, rerank=False)
        return _counted(self._answer(counted, is_outdated, lambda _: None))

    def close(self) -> None:
        """End the threads of the retrievers."""
        self._retrieval.close()

    def _answer(
        self,
        request: SearchRequest,
        is_outdated: Callable[[], bool],
        log: Callable[[SearchResponse], None],
    ) -> SearchResponse:
        clock = StageClock()
        with clock.stage("parse"):
            parsed = parse(request.query)
            search = _Search(
                request, self._resolve(request, parsed), self._mode(request), clock, is_outdated
            )
        if is_blank(request, parsed):
            response = self._browse.answer(request, search.task, search.mode, clock)
            if response.trace.filters_only:
                log(response)
            return response
        response = self._once(search)
        while (limit := _larger_limit(response, search.task.limit)) and not is_outdated():
            search = replace(search, task=replace(search.task, limit=limit))
            response = self._once(search)
        log(response)
        return response

    def _once(self, search: _Search) -> SearchResponse:
        """Run the stages for one number of candidates."""
        retrieved = self._retrieve(search)
        ranked = self._fuse(search, retrieved)
        if search.request.mode is SearchMode.AUTO and not (ranked.candidates or search.task.like):
            search = replace(search, mode=SearchMode.SUBSTRING)
            retrieved = self._retrieve(search)
            ranked = self._fuse(search, retrieved)
        context = self._context(search, retrieved, ranked)
        builder = HitBuilder(context, retrieved.highlighting)
        with search.clock.stage("hydrate"):
            ranked = _collapse(search, self._load(ranked))
        ranked = self._rerank(search, ranked)
        ranked = _group(search, _threshold(search, ranked, builder))
        with search.clock.stage("hydrate"):
            built = _build(search, ranked, builder)
        return _response(search, retrieved, ranked, built, context.threshold)

    # --- The stages, in their order ---

    def _resolve(self, request: SearchRequest, parsed: ParsedQuery) -> RetrievalTask:
        """Resolve filters to documents, and a passage that is to be like others to a query."""
        if request.k < 1:
            raise BadRequestError(f"{request.k} passages cannot be returned.", "Ask for 1 or more.")
        filters = combined(request.filters, parsed.filters)
        task = RetrievalTask(
            parsed=parsed,
            filters=filters,
            allowed=self._catalog.resolve(filters),
            limit=max(self._candidates, request.k),
            prefix_last=request.prefix_last,
        )
        if not request.like:
            return task
        like, parsed = self._similar.query(request, parsed)
        return replace(task, parsed=parsed, like=like, prefix_last=False)

    def _mode(self, request: SearchRequest) -> SearchMode:
        if request.mode is not SearchMode.AUTO:
            return request.mode
        return SearchMode.HYBRID if self._vector.has_vectors else SearchMode.LEXICAL

    def _retrieve(self, search: _Search) -> _Retrieved:
        """Ask the retrievers of the mode, or the catalog for a literal text."""
        request, task = search.request, search.task
        is_literal = search.mode is SearchMode.SUBSTRING
        literal = literal_text(request, task.parsed) if is_literal else ""
        highlighter = partial(
            self._lexical_index.highlighter, task.parsed, prefix_last=task.prefix_last
        )
        highlighting = Highlighting(highlighter, request.snippet_chars, literal)
        if is_literal:
            with search.clock.stage("substring"):
                found = self._literal.find(literal, task.filters, task.limit)
            return _Retrieved((), highlighting, literal=found)
        prefetch = _Prefetch(self._passages, highlighting, request.k)
        # While the query is embedded there is time to read what keywords have found.
        answers = self._retrieval.run(self._retrievers(search.mode), task, prefetch.run)
        if all(answer.trace.error for answer in answers):
            raise SearchFailedError(failure_sentence(answers), "See 'twofold doctor'.")
        for answer in answers:
            search.clock.add(answer.stage_ms)
        # The adaptive rule goes by it, and a window may change to that rule without a new search.
        needs_coverage = search.mode is SearchMode.HYBRID
        coverage = prefetch.coverage(answers[0]) if needs_coverage else 1.0
        with search.clock.stage("vector"):
            answers = mark_not_embedded(answers, self._vector.embedded_among)
        return _Retrieved(answers, highlighting, coverage)

    def _retrievers(self, mode: SearchMode) -> tuple[Retriever, ...]:
        alone: dict[SearchMode, tuple[Retriever, ...]] = {
            SearchMode.LEXICAL: (self._lexical,),
            SearchMode.VECTOR: (self._vector,),
        }
        return alone.get(mode, (self._lexical, self._vector))

    def _fuse(self, search: _Search, retrieved: _Retrieved) -> _Ranked:
        """Make one list of the rankings."""
        if search.mode is SearchMode.SUBSTRING:
            return _Ranked(without_votes(retrieved.literal))
        fusion = search.request.fusion
        with search.clock.stage("fuse"):
            weights = weights_of(search.mode, retrieved.answers, fusion, retrieved.coverage)
            return _Ranked(combine(search.mode, retrieved.answers, fusion, weights), weights)

    def _context(self, search: _Search, retrieved: _Retrieved, ranked: _Ranked) -> HitContext:
        """Return what all hits have in common, the relevance threshold among it."""
        ran = {answer.trace.kind for answer in retrieved.answers if answer.ran}
        return HitContext(
            mode=search.mode,
            score_kind=score_kind(search.mode, search.request.fusion),
            terms=retrieved.terms,
            index_version=self._index_version(ran),
            embedding_model=self._vector.model if RetrieverKind.VECTOR in ran else "",
            threshold=self._threshold_of(search, retrieved, ranked),
        )

    def _threshold_of(
        self, search: _Search, retrieved: _Retrieved, ranked: _Ranked
    ) -> RelevanceThreshold | None:
        """Return what tells weak hits; a passage as the query has no words to support them."""
        if search.task.like is not None:
            return None
        numbers = [candidate.chunk_number for candidate in ranked.candidates]
        for answer in retrieved.answers:
            if answer.query_vector is not None:
                # Also when meaning alone was asked, a hit is supported by the words it holds.
                words = self._lexical.content_words(search.task)
                try:
                    return self._vector.threshold(answer, numbers, words)
                except EngineError:  # the model or its index is gone since: the hits stay
                    return None
        return None

    def _index_version(self, ran: set[RetrieverKind]) -> str:
        lexical, vector = self._lexical.index_version, self._vector.index_version
        if len(ran) == 2:
            return f"hybrid:{lexical}+{vector}"
        return vector if ran == {RetrieverKind.VECTOR} else lexical

    def _load(self, ranked: _Ranked) -> _Ranked:
        """Read the passages; those that are gone from the catalog leave the list."""
        candidates, passages = self._passages.existing(ranked.candidates, len(ranked.candidates))
        return replace(ranked, candidates=candidates, passages=passages)

    def _rerank(self, search: _Search, ranked: _Ranked) -> _Ranked:
        """Let a cross-encoder order the best candidates, if that is wished."""
        if not search.request.rerank:
            return ranked
        with search.clock.stage("rerank"):
            candidates, votes, trace = self._reranking.apply(
                ranked.candidates, ranked.passages, search.request, search.is_outdated
            )
        notes = replace(ranked.notes, reranked=votes)
        return replace(ranked, candidates=candidates, notes=notes, rerank=trace)


class _Prefetch:
    """What is found out about keyword hits while the query is embedded; one thread at a time.

    `shown` hits at most will be built.
    """

    def __init__(self, passages: PassageCache, highlighting: Highlighting, shown: int) -> None:
        self._passages = passages
        self._highlighting = highlighting
        self._shown = shown
        self._coverage: float | None = None

    def run(self, keywords: RetrieverAnswer, is_due: Callable[[], bool]) -> None:
        """Read what keywords have found; highlight the best of it until the vector `is_due`."""
        numbers = [candidate.chunk_number for candidate in keywords.candidates]
        passages = self._passages.read(numbers)
        precompute([one.chunk.text for one in passages.values()])
        self._coverage = self._covered(keywords)
        for number in numbers[: self._shown]:
            if is_due():
                return
            if number in passages:
                self._highlighting.snippet(passages[number], for_words=True)

    def coverage(self, keywords: RetrieverAnswer) -> float:
        """Return which part of the query's words the best keyword hit holds, from 0 to 1."""
        return self._covered(keywords) if self._coverage is None else self._coverage

    def _covered(self, keywords: RetrieverAnswer) -> float:
        best = max(keywords.candidates, key=lambda one: one.raw_score, default=None)
        stored = self._passages.read([best.chunk_number]) if best is not None else {}
        return coverage_of_best(
            next(iter(stored.values()), None),
            keywords.terms,
            keywords.trace.searchable,
            self._highlighting.highlighter,
        )


def _collapse(search: _Search, ranked: _Ranked) -> _Ranked:
    """Make one hit of near-duplicates.

    What is like a passage must neither be that passage nor a duplicate of it.
    """
    request, like = search.request, search.task.like_number
    numbers = [candidate.chunk_number for candidate in ranked.candidates]
    texts = {number: ranked.passages[number].chunk.text for number in numbers}
    duplicates: dict[int, tuple[NearDuplicate, ...]] = {}
    if like is not None:
        first = [like] if like in ranked.passages else []
        duplicates = collapse([*first, *(n for n in numbers if n != like)], texts)
        known = {like, *(copy.chunk_number for copy in duplicates.pop(like, ()))}
        ranked = ranked.with_candidates(c for c in ranked.candidates if c.chunk_number not in known)
    elif request.fold_copies:
        duplicates = collapse(numbers, texts)
    if not request.fold_copies:
        return ranked
    kept = (c for c in ranked.candidates if c.chunk_number in duplicates)
    return replace(ranked.with_candidates(kept), notes=HitNotes(duplicates))


def _threshold(search: _Search, ranked: _Ranked, builder: HitBuilder) -> _Ranked:
    """Leave weak candidates out, if that is wished; note what the list was found of."""
    kept = ranked
    if search.request.hide_weak:
        kept = ranked.with_candidates(
            c for c in ranked.candidates if not builder.is_weak(c, ranked.passages[c.chunk_number])
        )
    numbers = [candidate.chunk_number for candidate in kept.candidates]
    duplicates = [c.chunk_number for n in numbers for c in ranked.notes.copies.get(n, ())]
    return replace(
        kept,
        hidden=len(ranked.candidates) - len(numbers),
        found=(*numbers, *duplicates),
        collapsed=len(duplicates),
    )


def _group(search: _Search, ranked: _Ranked) -> _Ranked:
    """Gather passages by document, if that is wished."""
    if not search.request.group_by_document:
        return ranked
    document_of = {number: one.document.number for number, one in ranked.passages.items()}
    groups = group_by_document(ranked.candidates, document_of)
    votes = {group.best.chunk_number: group.vote for group in groups}
    grouped = ranked.with_candidates(group.best for group in groups)
    return replace(grouped, notes=replace(ranked.notes, documents=votes))


def _build(search: _Search, ranked: _Ranked, builder: HitBuilder) -> _Built:
    """Return the first k hits, and where each passage of the list stands in both rankings.

    Which of those behind the hits are weak is told too, so that whoever shows a first page can say
    at once how many there will be.
    """
    shown = ranked.candidates[: search.request.k]
    hits = tuple([builder.hit(c, ranked.passages, ranked.notes) for c in shown])
    behind = ranked.candidates[len(hits) : _JUDGED]
    judged = (builder.is_weak(c, ranked.passages[c.chunk_number]) for c in behind)
    weak = chain((hit.weak for hit in hits), judged, repeat(None))
    listed = [
        _listed(candidate, ranked, is_weak)
        for candidate, is_weak in zip(ranked.candidates, weak, strict=False)
    ]
    return _Built(hits, tuple(listed))


def _listed(candidate: FusedCandidate, ranked: _Ranked, weak: bool | None) -> RankedChunk:  # noqa: FBT001 - as read
    number = candidate.chunk_number
    return RankedChunk(
        as_id(number),
        candidate.rank,
        candidate.lexical.rank if candidate.lexical else None,
        candidate.vector.rank if candidate.vector else None,
        tuple([as_id(copy.chunk_number) for copy in ranked.notes.copies.get(number, ())]),
        weak=weak,
        doc_id=as_id(ranked.passages[number].document.number),
    )


def _facets(search: _Search, ranked: _Ranked) -> Facets:
    """Count what was found by what one can filter by."""
    if not search.request.with_facets:
        return Facets()
    with search.clock.stage("facets"):
        return count_passages(ranked.passages[number].document for number in ranked.found)


def _response(
    search: _Search,
    retrieved: _Retrieved,
    ranked: _Ranked,
    built: _Built,
    threshold: RelevanceThreshold | None,
) -> SearchResponse:
    """Put the answer together with what was really done for it."""
    documents = {ranked.passages[c.chunk_number].document.number for c in ranked.candidates}
    return SearchResponse(
        request=search.request,
        hits=built.hits,
        ranking=built.ranking,
        documents=len(documents),
        trace=SearchTrace(
            mode=search.mode,
            retrievers=tuple(answer.trace for answer in retrieved.answers),
            fused=len(ranked.candidates),
            understood_as=search.task.parsed.understood_as,
            terms=retrieved.terms,
            stage_ms=search.clock.stage_ms,
            filters=search.task.filters,
            copies=ranked.collapsed,
            floor=threshold.floor if threshold else None,
            balance=ranked.weights,
            hidden=ranked.hidden,
            rerank=ranked.rerank,
        ),
        warnings=(*retriever_warnings(retrieved.answers), *rerank_warnings(ranked.rerank)),
        facets=_facets(search, ranked),
        lexical=retrieved.candidates(RetrieverKind.LEXICAL),
        vector=retrieved.candidates(RetrieverKind.VECTOR),
    )


def _larger_limit(response: SearchResponse, limit: int) -> int | None:
    """Return how many candidates to ask for next; None when `limit` was enough or is the most.

    Weak hits that are left out count as hits: what comes after them is weaker still.
    """
    request, trace = response.request, response.trace
    collapses = request.fold_copies or request.group_by_document or request.like
    if not collapses or len(response.ranking) + trace.hidden >= min(request.k, _ENOUGH):
        return None
    if limit >= _MOST_CANDIDATES or not _is_cut(response, limit):
        return None
    return min(limit * _CANDIDATES_FACTOR, _MOST_CANDIDATES)


def _is_cut(response: SearchResponse, limit: int) -> bool:
    """Whether a ranking may go on behind its last candidate."""
    trace = response.trace
    if trace.mode is not SearchMode.SUBSTRING:
        return any(retriever.candidates >= limit for retriever in trace.retrievers)
    shown = sum(hit.document.passages if hit.document else 1 for hit in response.hits)
    return shown + trace.copies >= limit


def _counted(response: SearchResponse) -> Listed:
    """Count the hits of an answer by what found them, weak ones apart."""
    strong = Counter(_found_by(hit) for hit in response.hits if not hit.weak)
    weak = Counter(_found_by(hit) for hit in response.hits if hit.weak)
    return Listed(response.found, KindCounts(**strong), KindCounts(**weak))


def _found_by(hit: Hit) -> str:
    by_keywords = hit.retrieval.lexical_rank is not None
    by_meaning = hit.retrieval.vector_rank is not None
    if by_keywords:
        return "both" if by_meaning else "keywords"
    return "meaning" if by_meaning else "neither"
