"""The way of a query, from the request to the explained answer. Nothing is written.

    parse -> resolve filters -> retrieve (two retrievers side by side) -> fuse -> load -> collapse
    near-duplicates -> rerank -> threshold -> group -> build hits -> trace

Each stage takes the `Search` and what the stage before it returned. `Searcher._once` is the order,
`Searcher._continued` that of a list that goes on where it ended (`SearchRequest.offset`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from twofold.engine.embedding.ports import EmbedderProvider, RerankerProvider
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import SearchFilters, combined
from twofold.engine.model.hit import (
    Hit,
    RankedChunk,
    SearchResponse,
    SearchTrace,
)
from twofold.engine.model.message import message
from twofold.engine.model.request import ParsedQuery, SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.ranking.fusion import (
    score_kind,
)
from twofold.engine.search.browse import Browse
from twofold.engine.search.hit_builder import HitBuilder, HitContext
from twofold.engine.search.more_like_this import like_query
from twofold.engine.search.query_language import has_only_symbols, is_blank, parse
from twofold.engine.search.retrieval import PassageCache, Retrieval, Retrieved
from twofold.engine.search.retrievers import (
    RetrievalTask,
    VectorRetriever,
)
from twofold.engine.search.sharpening import BuiltInReranker
from twofold.engine.search.stages import (
    Found,
    Ranked,
    Search,
    above_threshold,
    collapsed,
    counted,
    documents_of,
    extended,
    fused,
    grouped,
    is_cut,
    is_found,
    larger_limit,
    next_limit,
    of_other_documents,
    rerank,
    spread_over_documents,
    strong_candidates,
    without_duplicates,
)
from twofold.engine.search.trace import (
    StageClock,
    log_search,
    rerank_warnings,
    retriever_warnings,
)
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.ports import VECTOR_PLANS, LexicalStore, VectorStore

if TYPE_CHECKING:
    from twofold.engine.model.counts import MatchCounts


class Searcher:
    """Answers searches over one library. One thread searches at a time.

    `embedder` gives the model for queries, or None, or raises ModelError: then the lexical
    retriever answers alone, as it does without `vectors`. It is asked only when meaning is
    searched, or the list reranked without a `reranker`.
    """

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalStore,
        vectors: VectorStore | None,
        embedder: EmbedderProvider,
        settings: Settings,
        *,
        reranker: RerankerProvider | None = None,
    ) -> None:
        plan = VECTOR_PLANS[settings.text("vector.index")]
        self._catalog = catalog
        self._lexical = lexical
        self._vectors = vectors
        self._passages = PassageCache(catalog)
        vector = VectorRetriever(vectors, embedder, catalog, lexical, plan)
        self._retrieval = Retrieval(catalog, lexical, vector, self._passages)
        self._reranker = reranker or BuiltInReranker(embedder)
        self._most_reranked = settings.whole("rerank.candidates")
        self._candidates = settings.whole("search.candidates")
        self._last: tuple[object, Found] | None = None

    def search(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> SearchResponse:
        """Return the answer; where a query has no words, the documents that its filters leave.

        `is_outdated` returns whether a newer search waits: then reranking ends early. Raise
        BadRequestError for an impossible request and SearchFailedError when every retriever that
        was asked failed.
        """
        response = self._answer(request, is_outdated)
        if problems := self._lexical.take_problems():
            response = replace(response, warnings=(*response.warnings, *problems))
        log_search(response)
        return response

    def count(self, request: SearchRequest, kinds: Sequence[str] = ()) -> MatchCounts:
        """Count all that a search finds, also what its list does not show; nothing is logged.

        Of a server's passages those are counted that are candidates. `kinds` are as in
        CountMatches. Raise BadRequestError for an impossible request.
        """
        from twofold.engine.search.counting import MatchCounter  # noqa: PLC0415 (with numpy)

        parsed = parse(request.query)
        counter = MatchCounter(self._catalog, self._lexical, self._retrieval, request, parsed)
        snapshot = self._retrieval.generation
        if is_blank(request, parsed):
            return replace(counter.documents(), snapshot=snapshot)

        def found_with(filters: SearchFilters) -> Found:
            wanted = replace(request, filters=filters, rerank=False)
            bare = replace(parsed, filters=SearchFilters())
            task = self._resolve(wanted, bare)
            mode = self._mode(request, parsed)
            search = Search(wanted, task, mode, StageClock(), lambda: False)
            return self._known(search) or self._found(search)

        return replace(counter.matches(found_with, kinds), snapshot=snapshot)

    def close(self) -> None:
        """End the thread of the vector retriever after what it is doing."""
        self._retrieval.close()

    def _answer(self, request: SearchRequest, is_outdated: Callable[[], bool]) -> SearchResponse:
        """Search, or go on with the list of the search before."""
        clock = StageClock()
        with clock.stage("parse"):
            parsed = parse(request.query)
            mode = self._mode(request, parsed)
            search = Search(request, self._resolve(request, parsed), mode, clock, is_outdated)
        if is_blank(request, parsed):
            browse = Browse(self._catalog, self._lexical, self._passages)
            response = browse.answer(request, search.task, search.mode, clock)
            return replace(response, snapshot=self._retrieval.generation)
        found = self._continuable(search) or self._found(search)
        while (limit := next_limit(request, found)) and not is_outdated():
            found = self._continued(found, limit)
        if not is_outdated():
            self._last = (self._state_of(search), found)
        return _response(search, found, self._retrieval.generation)

    def _found(self, search: Search) -> Found:
        """Run the stages, with more candidates where the first ones hold too few hits."""
        found = self._once(search)
        while (limit := larger_limit(found)) and not search.is_outdated():
            found = self._once(replace(search, task=replace(search.task, limit=limit)))
        return found

    def _once(self, search: Search) -> Found:
        """Run the stages for one number of candidates."""
        retrieved, ranked = self._retrieve(search)
        if search.request.mode is SearchMode.AUTO and not (ranked.candidates or search.task.like):
            search = replace(search, mode=SearchMode.SUBSTRING)
            retrieved, ranked = self._retrieve(search)
        context = self._context(search, retrieved)
        builder = HitBuilder(context, retrieved.highlighting)
        with search.clock.stage("hydrate"):
            ranked = self._load(ranked)
            seen = frozenset(ranked.passages)
            ranked = collapsed(search, ranked, retrieved)
        ranked = spread_over_documents(search, self._rerank(search, ranked, retrieved))
        ranked = grouped(search, above_threshold(search, ranked, builder), builder)
        goes_on = is_cut(search, retrieved, context.threshold)
        return Found(search, retrieved, ranked, builder, context.threshold, seen, goes_on)

    def _continued(self, found: Found, limit: int) -> Found:
        """Run the stages for more candidates, and list those of them that were not seen before.

        Weak passages are not listed any more: there is no end of them.
        """
        search = replace(found.search, task=replace(found.search.task, limit=limit))
        retrieved, more = self._retrieve(search)
        context = self._context(search, retrieved)
        builder = HitBuilder(context, retrieved.highlighting)
        with search.clock.stage("hydrate"):
            unseen = (c for c in more.candidates if c.chunk_number not in found.seen)
            new = self._load(more.with_candidates(unseen))
            seen = found.seen.union(new.passages)
            new = without_duplicates(search, found.ranked, new)
            kept = (c for c in new.candidates if is_found(c, new, builder, context.threshold))
            new = of_other_documents(search, found, new.with_candidates(kept))
        new = grouped(search, counted(new, strong_candidates(new, builder)), builder)
        ranked = extended(found.ranked, new)
        goes_on = is_cut(search, retrieved, context.threshold)
        return replace(
            found, search=search, ranked=ranked, builder=builder, seen=seen, is_cut=goes_on
        )

    def _continuable(self, search: Search) -> Found | None:
        """Return the list that goes on, where it was the last one and nothing has changed."""
        found = self._known(search) if search.request.offset else None
        return found and replace(found, search=replace(found.search, clock=search.clock))

    def _known(self, search: Search) -> Found | None:
        """Return the list of the last search if it is of the same request and snapshot."""
        if self._last is None:
            return None
        state, found = self._last
        return found if state == self._state_of(search) else None

    def _state_of(self, search: Search) -> object:
        """Return what a list depends on, however much of it is asked for."""
        request = replace(
            search.request, k=search.task.limit, offset=0, filters=search.task.filters
        )
        return request, self._retrieval.generation

    # --- The stages, in their order ---

    def _resolve(self, request: SearchRequest, parsed: ParsedQuery) -> RetrievalTask:
        """Resolve filters to documents, and a passage that is to be like others to a query."""
        if request.k < 1:
            raise BadRequestError(
                message("{k} passages cannot be returned.", k=request.k),
                message("Ask for 1 or more."),
            )
        filters = combined(request.filters, parsed.filters)
        by_store = self._lexical.is_remote and not is_blank(request, parsed)
        task = RetrievalTask(
            parsed=parsed,
            filters=filters,
            allowed=None if by_store else self._catalog.resolve(filters),
            limit=max(self._candidates, request.k),
            prefix_last=request.prefix_last,
        )
        if not request.like:
            return task
        like, parsed = like_query(self._catalog, self._lexical, self._vectors, request, parsed)
        return replace(task, parsed=parsed, like=like, prefix_last=False)

    def _mode(self, request: SearchRequest, parsed: ParsedQuery) -> SearchMode:
        if has_only_symbols(parsed) and not request.like:
            return SearchMode.SUBSTRING
        if request.mode is not SearchMode.AUTO:
            return request.mode
        return SearchMode.HYBRID if self._retrieval.has_vectors else SearchMode.LEXICAL

    def _retrieve(self, search: Search) -> tuple[Retrieved, Ranked]:
        """Ask the retrievers, and make one list of their rankings."""
        retrieved = self._retrieval.run(search.request, search.task, search.mode, search.clock)
        with search.clock.stage("fuse"):
            return retrieved, fused(search, retrieved)

    def _context(self, search: Search, retrieved: Retrieved) -> HitContext:
        """Return what all hits have in common, the relevance threshold among it."""
        ran = [answer for answer in retrieved.answers if answer.trace.ran]
        versions = "+".join(answer.index_version for answer in ran)
        return HitContext(
            mode=search.mode,
            score_kind=score_kind(search.mode, search.request.fusion),
            terms=retrieved.terms,
            index_version=(f"hybrid:{versions}" if len(ran) == 2 else versions)
            or self._lexical.version,
            embedding_model="".join(answer.model for answer in ran),
            threshold=retrieved.threshold,
            found_by=retrieved.found_by,
        )

    def _load(self, ranked: Ranked) -> Ranked:
        """Read the passages; those that are gone from the catalog leave the list."""
        candidates, passages = self._passages.existing(ranked.candidates, len(ranked.candidates))
        return replace(ranked, candidates=candidates, passages=passages)

    def _rerank(self, search: Search, ranked: Ranked, retrieved: Retrieved) -> Ranked:
        """Rerank the best candidates, if the request asks for it."""
        if not search.request.rerank:
            return ranked
        with search.clock.stage("rerank"):
            candidates, votes, trace = rerank(
                self._reranker,
                ranked.candidates,
                ranked.passages,
                search.task.parsed.free_text,
                most=self._most_reranked,
                stemmers=retrieved.highlighting.highlighter.stemmers,
                is_outdated=search.is_outdated,
            )
        notes = replace(ranked.notes, reranked=votes)
        return replace(ranked, candidates=candidates, notes=notes, rerank=trace)


def _build(request: SearchRequest, found: Found) -> tuple[tuple[Hit, ...], tuple[RankedChunk, ...]]:
    """Return the hits asked for, and the whole list that they are a part of."""
    ranked, builder = found.ranked, found.builder
    shown = ranked.candidates[request.offset : request.offset + request.k]
    hits = tuple([builder.hit(c, ranked.passages, ranked.notes) for c in shown])
    ranking = [
        builder.ranked_chunk(
            candidate,
            ranked.passages[candidate.chunk_number],
            ranked.notes.duplicates.get(candidate.chunk_number, ()),
        )
        for candidate in ranked.candidates
    ]
    return hits, tuple(ranking)


def _response(search: Search, found: Found, snapshot: tuple[int | None, ...]) -> SearchResponse:
    """Build the hits, and put the answer together with what was really done for it."""
    retrieved, ranked, threshold = found.retrieved, found.ranked, found.threshold
    with search.clock.stage("hydrate"):
        hits, ranking = _build(search.request, found)
    traces = tuple(answer.trace for answer in retrieved.answers)
    return SearchResponse(
        request=search.request,
        hits=hits,
        ranking=ranking,
        documents=len(documents_of(ranked)),
        trace=SearchTrace(
            mode=found.search.mode,
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
        notes=search.task.parsed.unsupported,
        lexical=retrieved.lexical.candidates if retrieved.lexical else (),
        vector=retrieved.vector.candidates if retrieved.vector else (),
        is_cut=found.is_cut,
        snapshot=snapshot,
        has_more=found.is_cut or len(ranking) > search.request.offset + len(hits),
    )
