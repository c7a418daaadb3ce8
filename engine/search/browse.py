"""Queries without search words: the documents that match the filters, newest first.

Each document is shown with its first passage, and nothing is ranked. An excluded word leaves out
every document that contains it. Without filters, nothing is listed.
"""

from __future__ import annotations

from dataclasses import replace

from twofold.engine.model.document import as_id
from twofold.engine.model.hit import FoundBy, Hit, RankedChunk, SearchResponse, SearchTrace
from twofold.engine.model.localized import EMPTY, joined, message
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.ranking.fusion import FusedCandidate, score_kind, without_votes
from twofold.engine.search.gather import Gathered
from twofold.engine.search.hit_builder import HitBuilder, HitContext, HitNotes
from twofold.engine.search.passage_cache import PassageCache
from twofold.engine.search.retrievers import RetrievalTask
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.snippets import Highlighting
from twofold.engine.search.trace import StageClock
from twofold.engine.stores.shards import ShardProblem

_NEWEST_LEFT = message(
    "No search words: the documents that match the filters are listed, newest first."
)
_ONLY_EXCLUSIONS = message("The query contains only exclusions. Add a word to search for.")
# How many times more documents are listed than shown, so that a document that moves up because
# another one disappears is not taken for a new one.
_DEPTH = 2


class Browse:
    """Answers queries without search words. Not thread-safe."""

    def __init__(self, scatter: Scatter, passages: PassageCache) -> None:
        self._scatter = scatter
        self._passages = passages

    def answer(
        self, request: SearchRequest, task: RetrievalTask, mode: SearchMode, clock: StageClock
    ) -> Gathered[SearchResponse]:
        """Return the newest `request.limit` documents; nothing without filters.

        `mode` is the mode in which words would have been searched. Near-duplicates are not
        collapsed and nothing is grouped, because each document is listed once. Raise
        IndexUnavailableError if the query excludes words and the lexical index is not available.
        """
        if task.filters.is_empty:
            return Gathered(self._nothing_asked(request, task, mode, clock))
        with clock.stage("list"):
            depth = request.offset + _DEPTH * task.limit
            gathered = self._scatter.listed(task.parsed, task.filters, depth)
            left = gathered.value
        with clock.stage("build_hits"):
            hits, listed, problems = self._hits(request, task, mode, without_votes(left.keys))
        chunks = (key.chunk_number for key in left.keys)
        document_of = dict(zip(chunks, left.documents, strict=True))
        response = SearchResponse(
            request=request,
            hits=hits,
            ranking=tuple([_ranked(candidate, document_of) for candidate in listed]),
            documents=left.count,
            trace=SearchTrace(
                mode=mode,
                fused=left.count,
                understood_as=joined(task.parsed.understood_as, _NEWEST_LEFT),
                filters=task.filters,
                stage_ms=clock.stage_ms,
                filters_only=True,
            ),
            notes=task.parsed.unsupported,
            has_more=left.count > request.offset + len(hits),
        )
        return Gathered(response, (*gathered.problems, *problems))

    def _nothing_asked(
        self, request: SearchRequest, task: RetrievalTask, mode: SearchMode, clock: StageClock
    ) -> SearchResponse:
        note = _ONLY_EXCLUSIONS if task.parsed.clauses else EMPTY
        trace = SearchTrace(
            mode=mode,
            understood_as=joined(task.parsed.understood_as, note),
            filters=task.filters,
            stage_ms=clock.stage_ms,
        )
        return SearchResponse(request, (), (), 0, trace, notes=task.parsed.unsupported)

    def _hits(
        self,
        request: SearchRequest,
        task: RetrievalTask,
        mode: SearchMode,
        listed: tuple[FusedCandidate, ...],
    ) -> tuple[tuple[Hit, ...], tuple[FusedCandidate, ...], tuple[ShardProblem, ...]]:
        builder = self._builder(request, task, mode)
        end = request.offset + request.limit
        listed, read = self._passages.existing(listed, end)
        shown, notes = listed[request.offset : end], HitNotes()
        hits = [builder.hit(candidate, read.value, notes) for candidate in shown]
        # The score of an exact match is 1, which does not apply here.
        listing = tuple([replace(hit, score=0.0, filters_only=True) for hit in hits])
        return listing, listed, read.problems

    def _builder(self, request: SearchRequest, task: RetrievalTask, mode: SearchMode) -> HitBuilder:
        context = HitContext(
            mode=mode,
            score_kind=score_kind(mode, request.fusion),
            terms=(),
            index_version=self._scatter.lexical.version,
            embedding_model="",
        )
        highlighter = self._scatter.words.highlighter(task.parsed)
        return HitBuilder(context, Highlighting(highlighter, request.snippet_chars))


def _ranked(candidate: FusedCandidate, document_of: dict[int, int]) -> RankedChunk:
    number = candidate.chunk_number
    document = as_id(document_of[number])
    return RankedChunk(
        as_id(number), candidate.rank, None, None, found_by=FoundBy.FILTERS, doc_id=document
    )
