"""The search: a request in, an explained answer out. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.core.errors import BadRequestError, EngineError, SearchFailedError
from engine.core.hit import (
    Arm,
    Facets,
    SearchResponse,
    SearchTrace,
)
from engine.core.listed_passages import Listed
from engine.core.query import ParsedQuery
from engine.core.request import SearchMode, SearchRequest
from engine.core.settings import Settings
from engine.embedding.reranker import RerankerProvider, no_reranker
from engine.search.arm_warnings import arm_warnings, failure_sentence, rerank_warnings
from engine.search.arms import Arms
from engine.search.arrangement import Arrangement, Arranger
from engine.search.combination import combine, weigh
from engine.search.exclusions import Exclusions
from engine.search.filtered_documents import FilteredDocuments
from engine.search.filters import combined
from engine.search.held_words import HeldWords
from engine.search.hydration import HitWriter, HydrationContext, Hydrator
from engine.search.list_counts import count_listed
from engine.search.literal_search import LiteralSearch
from engine.search.literal_text import is_blank, literal_text
from engine.search.mode_ranking import ModeRanking, score_kind
from engine.search.preparation import Preparation
from engine.search.query_language import parse
from engine.search.recent_passages import RecentPassages
from engine.search.reranking import RerankStage
from engine.search.retrieval import (
    EmbedderProvider,
    LexicalRetriever,
    RetrievalTask,
    Retriever,
    RetrieverAnswer,
    VectorRetriever,
)
from engine.search.search_log import log_search
from engine.search.similar import SimilarPassages
from engine.search.single_ranking import without_votes
from engine.search.stage_clock import StageClock
from engine.search.unread import mark_unread
from engine.search.weakness import Weakness
from engine.search.widening import wider_limit
from engine.stores.catalog.catalog import Catalog
from engine.stores.lexical.index import LexicalIndex
from engine.stores.ports import VectorPlan
from engine.stores.vectors.index import VectorIndex

_PLANS: dict[str, VectorPlan] = {"auto": "auto", "exact": "exact", "hnsw": "hnsw"}


class Searcher:
    """Answers searches over one library. One thread searches at a time; the arms have their own.

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
        self._lexical = LexicalRetriever(lexical)
        self._literal = LiteralSearch(catalog, lexical)
        self._vector = VectorRetriever(
            vectors, embedder, Exclusions(catalog, lexical), lambda: lexical.size, plan
        )
        self._similar = SimilarPassages(catalog, lexical, vectors)
        passages = RecentPassages(catalog)
        self._held_words = HeldWords(passages)
        self._hydrator = Hydrator(passages, lexical)
        self._filtered = FilteredDocuments(catalog, lexical, self._hydrator)
        self._reranker = reranker
        self._rerank_candidates = settings.whole("rerank.candidates")
        self._candidates = settings.whole("search.candidates")
        self._arms = Arms()

    def search(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> SearchResponse:
        """Return the answer; where a query has no words, the documents that its filters leave.

        `is_outdated` says that a newer search waits: then reranking ends early. Raise
        BadRequestError for an impossible request and SearchFailedError when every ranking that was
        asked for failed.
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
        return count_listed(self._answer(counted, is_outdated, lambda _: None))

    def _answer(
        self,
        request: SearchRequest,
        is_outdated: Callable[[], bool],
        log: Callable[[SearchResponse], None],
    ) -> SearchResponse:
        clock = StageClock()
        with clock.stage("parse"):
            parsed = parse(request.query)
            task = self._task(request, parsed)
        if is_blank(request, parsed):
            response = self._filtered.answer(request, task, self._pinned(request.mode), clock)
            if response.trace.filters_only:
                log(response)
            return response
        response = self._response(request, task, clock, is_outdated)
        while (limit := wider_limit(response, task.limit)) and not is_outdated():
            task = replace(task, limit=limit)
            response = self._response(request, task, clock, is_outdated)
        log(response)
        return response

    def close(self) -> None:
        """End the arms' threads."""
        self._arms.close()

    def _task(self, request: SearchRequest, parsed: ParsedQuery) -> RetrievalTask:
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

    def _ranking(
        self, request: SearchRequest, task: RetrievalTask, clock: StageClock
    ) -> ModeRanking:
        ranking = self._of_mode(self._pinned(request.mode), request, task, clock)
        if request.mode is SearchMode.AUTO and not ranking.fused and task.like is None:
            return self._of_mode(SearchMode.SUBSTRING, request, task, clock)
        return ranking

    def _pinned(self, mode: SearchMode) -> SearchMode:
        if mode is not SearchMode.AUTO:
            return mode
        return SearchMode.HYBRID if self._vector.has_vectors else SearchMode.LEXICAL

    def _of_mode(
        self, mode: SearchMode, request: SearchRequest, task: RetrievalTask, clock: StageClock
    ) -> ModeRanking:
        literal = literal_text(request, task.parsed) if mode is SearchMode.SUBSTRING else ""
        marking = self._hydrator.marking(
            task.parsed, request.snippet_chars, literal, prefix_last=task.prefix_last
        )
        if mode is SearchMode.SUBSTRING:
            with clock.stage("substring"):
                found = self._literal.find(literal, task.filters, task.limit)
            return ModeRanking(mode, without_votes(found), marking)
        prepared = Preparation(self._hydrator, self._held_words, marking, request.k)
        answers = self._answers(mode, task, clock, prepared)
        with clock.stage("fuse"):
            answers = mark_unread(answers, self._vector.read_among)
            balance = weigh(mode, answers, request.fusion, prepared.held)
            fused = combine(mode, answers, request.fusion, balance)
            return ModeRanking(mode, fused, marking, answers, balance)

    def _answers(
        self, mode: SearchMode, task: RetrievalTask, clock: StageClock, prepared: Preparation
    ) -> tuple[RetrieverAnswer, ...]:
        retrievers: dict[SearchMode, tuple[Retriever, ...]] = {
            SearchMode.LEXICAL: (self._lexical,),
            SearchMode.VECTOR: (self._vector,),
        }
        arms = retrievers.get(mode, (self._lexical, self._vector))
        # While the query is embedded there is time to read what keywords have found.
        answers = self._arms.run(arms, task, prepared.prepare)
        if all(answer.trace.error for answer in answers):
            raise SearchFailedError(failure_sentence(answers), "See 'twofold doctor'.")
        for answer in answers:
            clock.add(answer.stage_ms)
        return answers

    def _response(
        self,
        request: SearchRequest,
        task: RetrievalTask,
        clock: StageClock,
        is_outdated: Callable[[], bool],
    ) -> SearchResponse:
        ranking = self._ranking(request, task, clock)
        context = self._context(request, task, ranking)
        writer = HitWriter(context, ranking.marking)
        arranger = self._arranger(is_outdated)
        shown = arranger.arrange(ranking.fused, request, writer, clock, task.like_number)
        with clock.stage("hydrate"):
            hits = shown.hits(writer, request.k)
            listed = shown.ranking(writer, hits)
        return SearchResponse(
            request=request,
            hits=hits,
            ranking=listed,
            documents=shown.documents,
            trace=SearchTrace(
                mode=ranking.mode,
                arms=tuple(answer.trace for answer in ranking.answers),
                fused=len(shown.ranked),
                understood_as=task.parsed.understood_as,
                terms=ranking.terms,
                stage_ms=clock.stage_ms,
                filters=task.filters,
                copies=shown.copies,
                floor=context.weakness.floor if context.weakness else None,
                balance=ranking.balance,
                hidden=shown.hidden,
                rerank=shown.rerank,
            ),
            warnings=(*arm_warnings(ranking.answers), *rerank_warnings(shown.rerank)),
            facets=_facets(request, shown, clock),
            lexical=ranking.candidates(Arm.LEXICAL),
            vector=ranking.candidates(Arm.VECTOR),
        )

    def _arranger(self, is_outdated: Callable[[], bool]) -> Arranger:
        rerank = RerankStage(self._reranker, self._rerank_candidates, is_outdated)
        return Arranger(self._hydrator, rerank)

    def _context(
        self, request: SearchRequest, task: RetrievalTask, ranking: ModeRanking
    ) -> HydrationContext:
        ran = {answer.trace.arm for answer in ranking.answers if answer.ran}
        return HydrationContext(
            mode=ranking.mode,
            score_kind=score_kind(ranking.mode, request.fusion),
            terms=ranking.terms,
            index_version=self._index_version(ran),
            embedding_model=self._vector.model if Arm.VECTOR in ran else "",
            weakness=self._weakness(task, ranking),
        )

    def _weakness(self, task: RetrievalTask, ranking: ModeRanking) -> Weakness | None:
        """Return what tells weak hits; a passage as the query has no words to support them."""
        if task.like is not None:
            return None
        numbers = [candidate.chunk_number for candidate in ranking.fused]
        for answer in ranking.answers:
            if answer.query_vector is not None:
                # Also when meaning alone was asked, a hit is supported by the words it holds.
                words = self._lexical.content_words(task)
                try:
                    return self._vector.weakness(answer, numbers, words)
                except EngineError:  # the model or its index is gone since: the hits stay
                    return None
        return None

    def _index_version(self, ran: set[Arm]) -> str:
        lexical, vector = self._lexical.index_version, self._vector.index_version
        if len(ran) == 2:
            return f"hybrid:{lexical}+{vector}"
        return vector if ran == {Arm.VECTOR} else lexical


def _facets(request: SearchRequest, shown: Arrangement, clock: StageClock) -> Facets:
    if not request.with_facets:
        return Facets()
    with clock.stage("facets"):
        return shown.facets()
