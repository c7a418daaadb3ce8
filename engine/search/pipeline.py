"""The way of a query, from the request to the explained answer. Nothing is written.

    parse -> resolve filters -> retrieve (two retrievers side by side) -> fuse -> load -> collapse
    near-duplicates -> rerank -> threshold -> group -> build hits -> facets -> trace

Each stage takes the `_Search` and what the stage before it returned. `Searcher._once` is the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, repeat

from engine.embedding.ports import RerankerProvider, no_reranker
from engine.model.document import StoredChunk
from engine.model.errors import (
    BadRequestError,
    IndexUnavailableError,
)
from engine.model.filters import combined
from engine.model.hit import (
    AdaptiveWeights,
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
from engine.ranking.adaptive_weights import QueryEvidence, adaptive_weights
from engine.ranking.collapse import NearDuplicate, collapse, group_by_document
from engine.ranking.fusion import (
    FusedCandidate,
    fuse,
    score_kind,
    single_ranking,
    without_votes,
)
from engine.ranking.relevance import RelevanceThreshold, relevance_floor, total_rarity
from engine.search.browse import Browse
from engine.search.hit_builder import HitBuilder, HitContext, HitNotes
from engine.search.more_like_this import like_query
from engine.search.query_language import is_blank, parse
from engine.search.reranking import rerank
from engine.search.retrieval import PassageCache, Retrieval, Retrieved
from engine.search.retrievers import (
    EmbedderProvider,
    RetrievalTask,
    VectorRetriever,
)
from engine.search.trace import (
    StageClock,
    log_search,
    rerank_warnings,
    retriever_warnings,
)
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.filters import count_passages
from engine.stores.ports import LexicalStore, VectorPlan, VectorStore

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
    """One search: the request, the task of the retrievers, and the mode that runs."""

    request: SearchRequest
    task: RetrievalTask
    mode: SearchMode
    clock: StageClock
    is_outdated: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class _Ranked:
    """The list as it is after a stage, and what the stages did to it.

    `passages` has all that were read; the `notes` are by chunk number. `found` are the passages
    that facets count.
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


class Searcher:
    """Answers searches over one library. One thread searches at a time.

    `embedder` gives the model for queries, or None, or raises ModelError: then the lexical
    retriever answers alone, as it does without `vectors`. It is asked only when meaning is
    searched.
    """

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalStore,
        vectors: VectorStore | None,
        embedder: EmbedderProvider,
        settings: Settings,
        *,
        reranker: RerankerProvider = no_reranker,
    ) -> None:
        plan = _PLANS[settings.text("vector.index")]
        self._catalog = catalog
        self._lexical_index = lexical
        self._vectors = vectors
        self._passages = PassageCache(catalog)
        vector = VectorRetriever(vectors, embedder, catalog, lexical, plan)
        self._retrieval = Retrieval(catalog, lexical, vector, self._passages)
        self._reranker = reranker
        self._most_reranked = settings.whole("rerank.candidates")
        self._candidates = settings.whole("search.candidates")

    def search(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> SearchResponse:
        """Return the answer; where a query has no words, the documents that its filters leave.

        `is_outdated` returns whether a newer search waits: then reranking ends early. Raise
        BadRequestError for an impossible request and SearchFailedError when every retriever that
        was asked failed.
        """
        response = self._answer(request, is_outdated)
        log_search(response)
        return response

    def listed(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> Listed:
        """Return how many passages the answer has; an outdated count means nothing.

        It is the same search without facets and reranking, and nothing is logged. Raise as `search`
        does.
        """
        counted = replace(request, with_facets=False, rerank=False)
        return _counted(self._answer(counted, is_outdated))

    def close(self) -> None:
        """End the thread of the vector retriever after what it is doing."""
        self._retrieval.close()

    def _answer(self, request: SearchRequest, is_outdated: Callable[[], bool]) -> SearchResponse:
        """Search, with more candidates where the first ones hold too few hits."""
        clock = StageClock()
        with clock.stage("parse"):
            parsed = parse(request.query)
            search = _Search(
                request, self._resolve(request, parsed), self._mode(request), clock, is_outdated
            )
        if is_blank(request, parsed):
            browse = Browse(self._catalog, self._lexical_index, self._passages)
            return browse.answer(request, search.task, search.mode, clock)
        response = self._once(search)
        while (limit := _larger_limit(response, search.task.limit)) and not is_outdated():
            search = replace(search, task=replace(search.task, limit=limit))
            response = self._once(search)
        return response

    def _once(self, search: _Search) -> SearchResponse:
        """Run the stages for one number of candidates."""
        retrieved = self._retrieval.run(search.request, search.task, search.mode, search.clock)
        ranked = _fuse(search, retrieved)
        if search.request.mode is SearchMode.AUTO and not (ranked.candidates or search.task.like):
            search = replace(search, mode=SearchMode.SUBSTRING)
            retrieved = self._retrieval.run(search.request, search.task, search.mode, search.clock)
            ranked = _fuse(search, retrieved)
        context = self._context(search, retrieved)
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
        like, parsed = like_query(
            self._catalog, self._lexical_index, self._vectors, request, parsed
        )
        return replace(task, parsed=parsed, like=like, prefix_last=False)

    def _mode(self, request: SearchRequest) -> SearchMode:
        if request.mode is not SearchMode.AUTO:
            return request.mode
        return SearchMode.HYBRID if self._retrieval.has_vectors else SearchMode.LEXICAL

    def _context(self, search: _Search, retrieved: Retrieved) -> HitContext:
        """Return what all hits have in common, the relevance threshold among it."""
        ran = [answer for answer in retrieved.answers if answer.trace.ran]
        versions = "+".join(answer.index_version for answer in ran)
        return HitContext(
            mode=search.mode,
            score_kind=score_kind(search.mode, search.request.fusion),
            terms=retrieved.terms,
            index_version=(f"hybrid:{versions}" if len(ran) == 2 else versions)
            or self._lexical_index.version,
            embedding_model="".join(answer.model for answer in ran),
            threshold=self._relevance_threshold(search, retrieved),
        )

    def _relevance_threshold(
        self, search: _Search, retrieved: Retrieved
    ) -> RelevanceThreshold | None:
        """Return what tells weak hits; a passage as the query has no words to support them."""
        vector = retrieved.vector
        if search.task.like is not None or vector is None or vector.background is None:
            return None
        floor = relevance_floor(vector.background, vector.near_cosine)
        if floor is None:
            return None
        words: tuple[TermStatistics, ...] = ()
        with suppress(IndexUnavailableError):
            # Also when meaning alone was asked, a hit is supported by the words it holds.
            words = self._lexical_index.content_words(search.task.parsed)
        return RelevanceThreshold(floor, retrieved.cosines, words, self._lexical_index.size)

    def _load(self, ranked: _Ranked) -> _Ranked:
        """Read the passages; those that are gone from the catalog leave the list."""
        candidates, passages = self._passages.existing(ranked.candidates, len(ranked.candidates))
        return replace(ranked, candidates=candidates, passages=passages)

    def _rerank(self, search: _Search, ranked: _Ranked) -> _Ranked:
        """Let a cross-encoder order the best candidates, if that is wished."""
        if not search.request.rerank:
            return ranked
        with search.clock.stage("rerank"):
            candidates, votes, trace = rerank(
                self._reranker,
                ranked.candidates,
                ranked.passages,
                search.request,
                most=self._most_reranked,
                is_outdated=search.is_outdated,
            )
        notes = replace(ranked.notes, reranked=votes)
        return replace(ranked, candidates=candidates, notes=notes, rerank=trace)


def _fuse(search: _Search, retrieved: Retrieved) -> _Ranked:
    """Make one list of the rankings."""
    lexical, vector, fusion = retrieved.lexical, retrieved.vector, search.request.fusion
    with search.clock.stage("fuse"):
        if lexical is not None and vector is not None:
            evidence = QueryEvidence(
                rarity=total_rarity(lexical.terms, lexical.trace.searchable),
                background=vector.background,
                compared=vector.trace.allowed,
                coverage=retrieved.coverage,
            )
            weights = adaptive_weights(lexical.candidates, vector.candidates, evidence, fusion)
            return _Ranked(fuse(lexical.candidates, vector.candidates, fusion, weights), weights)
        if lexical is not None:
            return _Ranked(single_ranking(RetrieverKind.LEXICAL, lexical.candidates))
        if vector is not None:
            return _Ranked(single_ranking(RetrieverKind.VECTOR, vector.candidates))
    return _Ranked(without_votes(retrieved.literal))


def _collapse(search: _Search, ranked: _Ranked) -> _Ranked:
    """Make one hit of near-duplicates.

    What is like a passage must neither be that passage nor a duplicate of it.
    """
    request = search.request
    like = search.task.like.number if search.task.like else None
    numbers = [candidate.chunk_number for candidate in ranked.candidates]
    texts = {number: ranked.passages[number].chunk.text for number in numbers}
    duplicates: dict[int, tuple[NearDuplicate, ...]] = {}
    if like is not None:
        first = [like] if like in ranked.passages else []
        duplicates = collapse([*first, *(n for n in numbers if n != like)], texts)
        known = {like, *(one.chunk_number for one in duplicates.pop(like, ()))}
        ranked = ranked.with_candidates(c for c in ranked.candidates if c.chunk_number not in known)
    elif request.collapse_duplicates:
        duplicates = collapse(numbers, texts)
    if not request.collapse_duplicates:
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
    duplicates = [c.chunk_number for n in numbers for c in ranked.notes.duplicates.get(n, ())]
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


def _build(
    search: _Search, ranked: _Ranked, builder: HitBuilder
) -> tuple[tuple[Hit, ...], tuple[RankedChunk, ...]]:
    """Return the first k hits, and the whole list that they are the beginning of.

    The passages behind the hits are judged too, so that a first page can name how many weak and
    strong hits there will be.
    """
    shown = ranked.candidates[: search.request.k]
    hits = tuple([builder.hit(c, ranked.passages, ranked.notes) for c in shown])
    behind = ranked.candidates[len(hits) : _JUDGED]
    judged = (builder.is_weak(c, ranked.passages[c.chunk_number]) for c in behind)
    weak = chain((hit.weak for hit in hits), judged, repeat(None))
    ranking = [
        builder.ranked_chunk(
            candidate,
            ranked.passages[candidate.chunk_number],
            ranked.notes.duplicates.get(candidate.chunk_number, ()),
            is_weak,
        )
        for candidate, is_weak in zip(ranked.candidates, weak, strict=False)
    ]
    return hits, tuple(ranking)


def _facets(search: _Search, ranked: _Ranked) -> Facets:
    """Count what was found by what one can filter by."""
    if not search.request.with_facets:
        return Facets()
    with search.clock.stage("facets"):
        return count_passages(ranked.passages[number].document for number in ranked.found)


def _response(
    search: _Search,
    retrieved: Retrieved,
    ranked: _Ranked,
    built: tuple[tuple[Hit, ...], tuple[RankedChunk, ...]],
    threshold: RelevanceThreshold | None,
) -> SearchResponse:
    """Put the answer together with what was really done for it."""
    traces = tuple(answer.trace for answer in retrieved.answers)
    documents = {ranked.passages[c.chunk_number].document.number for c in ranked.candidates}
    return SearchResponse(
        request=search.request,
        hits=built[0],
        ranking=built[1],
        documents=len(documents),
        trace=SearchTrace(
            mode=search.mode,
            retrievers=traces,
            fused=len(ranked.candidates),
            understood_as=search.task.parsed.understood_as,
            terms=retrieved.terms,
            stage_ms=search.clock.stage_ms,
            filters=search.task.filters,
            duplicates=ranked.collapsed,
            floor=threshold.floor if threshold else None,
            adaptive_weights=ranked.weights,
            hidden=ranked.hidden,
            rerank=ranked.rerank,
        ),
        warnings=(*retriever_warnings(traces), *rerank_warnings(ranked.rerank)),
        facets=_facets(search, ranked),
        lexical=retrieved.lexical.candidates if retrieved.lexical else (),
        vector=retrieved.vector.candidates if retrieved.vector else (),
    )


def _larger_limit(response: SearchResponse, limit: int) -> int | None:
    """Return how many candidates to ask for next; None when `limit` was enough or is the most.

    Weak hits that are left out count as hits: what comes after them is weaker still.
    """
    request, trace = response.request, response.trace
    collapses = request.collapse_duplicates or request.group_by_document or request.like
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
    return shown + trace.duplicates >= limit


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
