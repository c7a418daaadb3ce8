"""The answer to a query without words: the documents that its filters leave, the newest first.

Each comes with its first passage, and nothing is ranked. A word that is excluded leaves out every
document that holds it. Without filters nothing is listed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from twofold.engine.model.document import as_id
from twofold.engine.model.hit import FoundBy, Hit, RankedChunk, SearchResponse, SearchTrace
from twofold.engine.model.message import EMPTY, joined, message
from twofold.engine.model.request import SearchMode, SearchRequest
from twofold.engine.ranking.fusion import FusedCandidate, score_kind, without_votes
from twofold.engine.search.hit_builder import HitBuilder, HitContext, HitNotes
from twofold.engine.search.retrieval import PassageCache
from twofold.engine.search.retrievers import RetrievalTask
from twofold.engine.search.snippets import Highlighting
from twofold.engine.search.trace import StageClock
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.filters import AllowedDocuments
from twofold.engine.stores.ports import LexicalStore

# So many documents below the last one that is shown are named, too: one that comes up because
# another went away is not new.
_NEWEST_LEFT = message(
    "No words are asked for: of the documents that the filters leave, the newest come first."
)
_ONLY_EXCLUSIONS = message("Only exclusions are given: add a word to look for.")
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class _Left:
    """The documents that filters and exclusions leave, and the newest of them as a list."""

    documents: AllowedDocuments
    listed: tuple[FusedCandidate, ...]
    document_of: dict[int, int]


class Browse:
    """Answers queries without words. One thread uses it at a time."""

    def __init__(self, catalog: Catalog, lexical: LexicalStore, passages: PassageCache) -> None:
        self._catalog = catalog
        self._lexical = lexical
        self._passages = passages

    def answer(
        self, request: SearchRequest, task: RetrievalTask, mode: SearchMode, clock: StageClock
    ) -> SearchResponse:
        """Return the newest `request.k` documents; nothing where nothing is filtered.

        `mode` is the one that words would have been looked for with. Near-duplicates are not
        collapsed and nothing is grouped: each document is wanted once. Raise
        IndexUnavailableError when words are excluded and the lexical index cannot tell which
        documents hold them.
        """
        if task.allowed is None:
            return self._nothing_asked(request, task, mode, clock)
        with clock.stage("list"):
            left = self._left(request, task, task.allowed)
        with clock.stage("hydrate"):
            hits, listed = self._hits(request, task, mode, left.listed)
        return SearchResponse(
            request=request,
            hits=hits,
            ranking=tuple([_ranked(candidate, left.document_of) for candidate in listed]),
            documents=len(left.documents.numbers),
            trace=SearchTrace(
                mode=mode,
                fused=len(left.documents.numbers),
                understood_as=joined(task.parsed.understood_as, _NEWEST_LEFT),
                filters=task.filters,
                stage_ms=clock.stage_ms,
                filters_only=True,
            ),
            notes=task.parsed.unsupported,
            has_more=len(left.documents.numbers) > request.offset + len(hits),
        )

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

    def _left(
        self, request: SearchRequest, task: RetrievalTask, allowed: AllowedDocuments
    ) -> _Left:
        numbers = self._lexical.without_excluded(task.parsed, allowed.numbers)
        newest = self._catalog.newest(numbers.tolist(), request.offset + _DEPTH * task.limit)
        return _Left(
            documents=replace(allowed, numbers=numbers),
            listed=without_votes([one.chunk for one in newest]),
            document_of={one.chunk: one.document for one in newest},
        )

    def _hits(
        self,
        request: SearchRequest,
        task: RetrievalTask,
        mode: SearchMode,
        listed: tuple[FusedCandidate, ...],
    ) -> tuple[tuple[Hit, ...], tuple[FusedCandidate, ...]]:
        builder = self._builder(request, task, mode)
        end = request.offset + request.k
        listed, passages = self._passages.existing(listed, end)
        shown, notes = listed[request.offset : end], HitNotes()
        hits = [builder.hit(candidate, passages, notes) for candidate in shown]
        # A literal hit scores 1: this is none.
        return tuple([replace(hit, score=0.0, filters_only=True) for hit in hits]), listed

    def _builder(self, request: SearchRequest, task: RetrievalTask, mode: SearchMode) -> HitBuilder:
        context = HitContext(
            mode=mode,
            score_kind=score_kind(mode, request.fusion),
            terms=(),
            index_version=self._lexical.version,
            embedding_model="",
        )
        highlighter = self._lexical.highlighter(task.parsed)
        return HitBuilder(context, Highlighting(highlighter, request.snippet_chars))


def _ranked(candidate: FusedCandidate, document_of: dict[int, int]) -> RankedChunk:
    number = candidate.chunk_number
    document = as_id(document_of[number])
    return RankedChunk(
        as_id(number), candidate.rank, None, None, found_by=FoundBy.FILTERS, doc_id=document
    )
