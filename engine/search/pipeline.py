"""The search pipeline, from the request to the explained response. It writes nothing.

parse -> rank (`ranker.py`, the stages) -> build hits -> trace
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from twofold.engine.embedding.ports import EmbedderProvider, RerankerProvider
from twofold.engine.model.document import StoredChunk
from twofold.engine.model.hit import Hit, RankedChunk, SearchResponse, SearchTrace
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.browse import Browse
from twofold.engine.search.gather import Gathered
from twofold.engine.search.passage_cache import PassageCache
from twofold.engine.search.query_language import is_blank, parse
from twofold.engine.search.ranker import Ranker
from twofold.engine.search.remote import SharedShards
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.stages import Found, Search, documents_of
from twofold.engine.search.trace import (
    StageClock,
    log_search,
    rerank_warnings,
    retriever_warnings,
)
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.ports import LexicalCounter, VectorCounter

if TYPE_CHECKING:
    from twofold.engine.model.absence import AbsenceReason
    from twofold.engine.model.counts import MatchCounts


class Searcher:
    """Answers searches in one library, one at a time.

    `embedder` returns the model for queries or None, or raises ModelError. Without a model, the
    lexical retriever answers alone, as it does without vectors. `embedder` is called only for
    searches by meaning, or to rerank if no `reranker` is given.

    Attributes:
        scatter: The shards that are searched.
    """

    def __init__(
        self,
        scatter: Scatter,
        embedder: EmbedderProvider,
        settings: Settings,
        *,
        reranker: RerankerProvider | None = None,
    ) -> None:
        self.scatter = scatter
        passages = PassageCache(scatter)
        self._browse = Browse(scatter, passages)
        self._ranker = Ranker(scatter, embedder, settings, passages, reranker)

    def search(
        self, request: SearchRequest, is_outdated: Callable[[], bool] = lambda: False
    ) -> SearchResponse:
        """Return the response. Without search words, list the documents that match the filters.

        `is_outdated` returns whether a newer search is waiting, which ends reranking early. Shards
        that could not be searched are reported in the warnings. Raise BadRequestError for an
        invalid request and SearchFailedError if all retrievers failed.
        """
        gathered = self._answer(request, is_outdated)
        response, problems = gathered.value, gathered.problems
        self.scatter.report(problems)
        if problems:
            texts = dict.fromkeys(problem.text for problem in problems)
            response = replace(response, warnings=(*response.warnings, *texts))
        log_search(response)
        return response

    def count(self, request: SearchRequest, kinds: Sequence[str] = ()) -> MatchCounts:
        """Count all matches of a search, including those not listed. Nothing is logged.

        Only candidates are counted among the passages on servers. `kinds` are as in CountMatches.
        Raise BadRequestError for an invalid request.
        """
        from twofold.engine.search.counting import MatchCounter  # noqa: PLC0415 (with numpy)

        parsed = parse(request.query)
        counter = MatchCounter(self.scatter, self._ranker, request, parsed)
        snapshot = self.scatter.generation
        counts = counter.documents() if is_blank(request, parsed) else counter.matches(kinds)
        return replace(counts, snapshot=snapshot)

    def explain_absence(
        self, request: SearchRequest, passages: Sequence[StoredChunk], *, is_document: bool
    ) -> tuple[tuple[AbsenceReason, ...], int | None]:
        """Return why none of the `passages` of a document is listed, and the best rank of them.

        `is_document` is True if any passage of the document would do.
        """
        from twofold.engine.search.absence import ListAbsence  # noqa: PLC0415 (rarely needed)

        absence = ListAbsence(
            self.scatter, self._ranker, request, passages, is_document=is_document
        )
        return absence.reasons(), absence.rank

    def close(self) -> None:
        """Stop the thread of the vector retriever after its current work."""
        self._ranker.close()

    def _answer(
        self, request: SearchRequest, is_outdated: Callable[[], bool]
    ) -> Gathered[SearchResponse]:
        clock = StageClock()
        with clock.stage("parse"):
            parsed = parse(request.query)
            search = self._ranker.search_of(request, parsed, clock, is_outdated)
        if is_blank(request, parsed):
            listed = self._browse.answer(request, search.task, search.mode, clock)
            response = replace(listed.value, snapshot=self.scatter.generation)
            return Gathered(response, listed.problems)
        found = self._ranker.rank(search)
        problems = (*found.retrieved.problems, *found.ranked.problems)
        return Gathered(_response(search, found, self.scatter.generation), problems)


def open_searcher(
    catalog: Catalog,
    lexical: LexicalCounter,
    vectors: VectorCounter | None,
    embedder: EmbedderProvider,
    settings: Settings,
    *,
    reranker: RerankerProvider | None = None,
    shared: SharedShards | None = None,
) -> Searcher:
    """Return a searcher for a library and for shared libraries; see Searcher and Scatter."""
    scatter = Scatter(catalog, lexical, vectors, shared)
    return Searcher(scatter, embedder, settings, reranker=reranker)


def _build(request: SearchRequest, found: Found) -> tuple[tuple[Hit, ...], tuple[RankedChunk, ...]]:
    """Build and return the requested hits and the entries of the whole list."""
    ranked, builder = found.ranked, found.builder
    shown = ranked.candidates[request.offset : request.offset + request.limit]
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
    """Build the hits and assemble the response with its trace."""
    retrieved, ranked, threshold = found.retrieved, found.ranked, found.threshold
    with search.clock.stage("build_hits"):
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
