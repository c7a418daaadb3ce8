"""The ranking stages of a search, in order. Nothing is written.

    resolve filters -> retrieve (two retrievers in parallel) -> fuse -> load -> collapse
    near-duplicates -> rerank -> threshold -> group

Each stage takes the `Search` and the result of the previous stage. `Ranker._once` runs them in
order, `Ranker._continued` extends a list (`SearchRequest.offset`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from twofold.engine.embedding.ports import EmbedderProvider, RerankerProvider
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import SearchFilters, combined
from twofold.engine.model.hit import Candidate
from twofold.engine.model.localized import message
from twofold.engine.model.search_request import ParsedQuery, SearchMode, SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.ranking.fusion import score_kind
from twofold.engine.search.builtin_reranker import BuiltInReranker
from twofold.engine.search.hit_builder import HitBuilder, HitContext
from twofold.engine.search.more_like_this import like_query
from twofold.engine.search.passage_cache import PassageCache
from twofold.engine.search.query_language import has_only_symbols
from twofold.engine.search.retrieval import Retrieval, Retrieved
from twofold.engine.search.retrievers import (
    NearPassages,
    Numbers,
    RetrievalTask,
    RetrieverAnswer,
    VectorRetriever,
)
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.stages import (
    Found,
    Ranked,
    Search,
    above_threshold,
    collapsed,
    counted,
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
from twofold.engine.search.trace import StageClock
from twofold.engine.stores.ports import VECTOR_PLANS


class Ranker:
    """Ranks the matches of a query in one library. Not thread-safe."""

    def __init__(
        self,
        scatter: Scatter,
        embedder: EmbedderProvider,
        settings: Settings,
        passages: PassageCache,
        reranker: RerankerProvider | None = None,
    ) -> None:
        plan = VECTOR_PLANS[settings.text("vector.index")]
        self._scatter = scatter
        self._passages = passages
        self._retrieval = Retrieval(scatter, VectorRetriever(scatter, embedder, plan), passages)
        self._reranker = reranker or BuiltInReranker(embedder)
        self._max_reranked = settings.whole("rerank.candidates")
        self._candidates = settings.whole("search.candidates")
        self._last: tuple[object, Found] | None = None

    def search_of(
        self,
        request: SearchRequest,
        parsed: ParsedQuery,
        clock: StageClock,
        is_outdated: Callable[[], bool],
    ) -> Search:
        """Build a Search from a request. Raise BadRequestError if the request is invalid."""
        mode = self._mode(request, parsed)
        return Search(request, self._resolve(request, parsed), mode, clock, is_outdated)

    def rank(self, search: Search) -> Found:
        """Return the list of a search, new or continued, with the requested number of hits.

        Raise SearchFailedError if all retrievers failed.
        """
        found = self._continuable(search) or self._found(search)
        while (limit := next_limit(search.request, found)) and not search.is_outdated():
            found = self._continued(found, limit)
        if not search.is_outdated():
            self._last = (self._state_of(search), found)
        return found

    def found_with(
        self, request: SearchRequest, parsed: ParsedQuery, filters: SearchFilters
    ) -> Found:
        """Return the list of a request with other filters, without reranking."""
        wanted = replace(request, filters=filters, rerank=False)
        bare = replace(parsed, filters=SearchFilters())
        task = self._resolve(wanted, bare)
        mode = self._mode(request, parsed)
        search = Search(wanted, task, mode, StageClock(), lambda: False)
        return self._known(search) or self._found(search)

    def explained(self, request: SearchRequest, parsed: ParsedQuery, limit: int) -> Found:
        """Return the list of a request made from `limit` candidates, without reranking."""
        search = self.search_of(request, parsed, StageClock(), lambda: False)
        return self._once(replace(search, task=replace(search.task, limit=limit)))

    def cosines(
        self, answer: RetrieverAnswer, candidates: Sequence[Candidate]
    ) -> Mapping[int, float]:
        """Return the cosines with the query of `answer`, of the candidates that have a vector."""
        return self._retrieval.cosines(answer, candidates)

    def near(
        self, task: RetrievalTask, documents: Numbers | None, *, lists_first: bool
    ) -> NearPassages | None:
        """Return the passages that are near enough in meaning; see `Retrieval.near`."""
        return self._retrieval.near(task, documents, lists_first=lists_first)

    def close(self) -> None:
        """Stop the thread of the vector retriever after its current work."""
        self._retrieval.close()

    def _found(self, search: Search) -> Found:
        """Run the stages, with more candidates if the first ones yield too few hits."""
        found = self._once(search)
        while (limit := larger_limit(found)) and not search.is_outdated():
            found = self._once(replace(search, task=replace(search.task, limit=limit)))
        return found

    def _once(self, search: Search) -> Found:
        """Run the stages for a given number of candidates."""
        retrieved, ranked = self._retrieve(search)
        if search.request.mode is SearchMode.AUTO and not (ranked.candidates or search.task.like):
            search = replace(search, mode=SearchMode.SUBSTRING)
            retrieved, ranked = self._retrieve(search)
        context = self._context(search, retrieved)
        builder = HitBuilder(context, retrieved.highlighting)
        with search.clock.stage("build_hits"):
            ranked = self._load(ranked)
            seen = frozenset(ranked.passages)
            ranked = collapsed(search, ranked, retrieved)
        ranked = spread_over_documents(search, self._rerank(search, ranked, retrieved))
        ranked = grouped(search, above_threshold(search, ranked, builder), builder)
        has_more = is_cut(search, retrieved, context.threshold)
        return Found(search, retrieved, ranked, builder, context.threshold, seen, has_more)

    def _continued(self, found: Found, limit: int) -> Found:
        """Run the stages for more candidates, and append those not seen before.

        Further weak passages are not listed, because the list would never end.
        """
        search = replace(found.search, task=replace(found.search.task, limit=limit))
        retrieved, more = self._retrieve(search)
        context = self._context(search, retrieved)
        builder = HitBuilder(context, retrieved.highlighting)
        with search.clock.stage("build_hits"):
            unseen = (c for c in more.candidates if c.chunk_number not in found.seen)
            new = self._load(more.with_candidates(unseen))
            seen = found.seen.union(new.passages)
            new = without_duplicates(search, found.ranked, new)
            kept = (c for c in new.candidates if is_found(c, new, builder, context.threshold))
            new = of_other_documents(search, found, new.with_candidates(kept))
        new = grouped(search, counted(new, strong_candidates(new, builder)), builder)
        ranked = extended(found.ranked, new)
        has_more = is_cut(search, retrieved, context.threshold)
        return replace(
            found, search=search, ranked=ranked, builder=builder, seen=seen, is_cut=has_more
        )

    def _continuable(self, search: Search) -> Found | None:
        """Return the last list if it can be continued and nothing has changed."""
        found = self._known(search) if search.request.offset else None
        return found and replace(found, search=replace(found.search, clock=search.clock))

    def _known(self, search: Search) -> Found | None:
        """Return the list of the last search if request and snapshot are the same."""
        if self._last is None:
            return None
        state, found = self._last
        return found if state == self._state_of(search) else None

    def _state_of(self, search: Search) -> object:
        """Return all values that the list depends on, except its length."""
        request = replace(
            search.request, limit=search.task.limit, offset=0, filters=search.task.filters
        )
        return request, self._scatter.generation

    # --- The stages, in order ---

    def _resolve(self, request: SearchRequest, parsed: ParsedQuery) -> RetrievalTask:
        """Return the task of the retrievers.

        Filters are resolved to documents. In a search for similar passages, the passage is turned
        into a query.
        """
        if request.limit < 1:
            raise BadRequestError(
                message("The limit is {limit}, but must be at least 1.", limit=request.limit),
                message("Ask for 1 or more."),
            )
        if request.offset < 0:
            raise BadRequestError(
                message("The offset is {offset}, but must be at least 0.", offset=request.offset),
                message("Ask for 0 or more."),
            )
        filters = combined(request.filters, parsed.filters)
        task = RetrievalTask(
            parsed=parsed,
            filters=filters,
            allowed=self._scatter.resolve_own(filters),
            limit=max(self._candidates, request.limit),
            prefix_last=request.prefix_last,
        )
        if not request.like:
            return task
        like, parsed = like_query(self._scatter, request, parsed)
        return replace(task, parsed=parsed, like=like, prefix_last=False)

    def _mode(self, request: SearchRequest, parsed: ParsedQuery) -> SearchMode:
        if has_only_symbols(parsed) and not request.like:
            return SearchMode.SUBSTRING
        if request.mode is not SearchMode.AUTO:
            return request.mode
        return SearchMode.HYBRID if self._scatter.has_vectors else SearchMode.LEXICAL

    def _retrieve(self, search: Search) -> tuple[Retrieved, Ranked]:
        """Run the retrievers and fuse their rankings."""
        retrieved = self._retrieval.run(search.request, search.task, search.mode, search.clock)
        with search.clock.stage("fuse"):
            return retrieved, fused(search, retrieved)

    def _context(self, search: Search, retrieved: Retrieved) -> HitContext:
        """Return the data that all hits have in common, including the relevance threshold."""
        ran = [answer for answer in retrieved.answers if answer.trace.ran]
        versions = "+".join(answer.index_version for answer in ran)
        return HitContext(
            mode=search.mode,
            score_kind=score_kind(search.mode, search.request.fusion),
            terms=retrieved.terms,
            index_version=(f"hybrid:{versions}" if len(ran) == 2 else versions)
            or self._scatter.lexical.version,
            embedding_model="".join(answer.model for answer in ran),
            threshold=retrieved.threshold,
            found_by=retrieved.found_by,
        )

    def _load(self, ranked: Ranked) -> Ranked:
        """Read the passages. Those missing from the catalog are dropped from the list."""
        candidates, read = self._passages.existing(ranked.candidates, len(ranked.candidates))
        return replace(ranked, candidates=candidates, passages=read.value, problems=read.problems)

    def _rerank(self, search: Search, ranked: Ranked, retrieved: Retrieved) -> Ranked:
        """Rerank the best candidates if requested."""
        if not search.request.rerank:
            return ranked
        with search.clock.stage("rerank"):
            candidates, votes, trace = rerank(
                self._reranker,
                ranked.candidates,
                ranked.passages,
                search.task.parsed.free_text,
                max_passages=self._max_reranked,
                stemmers=retrieved.highlighting.highlighter.stemmers,
                is_outdated=search.is_outdated,
            )
        notes = replace(ranked.notes, reranked=votes)
        return replace(ranked, candidates=candidates, notes=notes, rerank=trace)
