"""What fusion gets: both retrievers' candidates with their raw scores, for studies of fusion."""

from __future__ import annotations

from collections.abc import Iterable

from engine.embedding.embedder import Embedder
from engine.evaluation.judged_library import JudgedLibrary
from engine.evaluation.judged_set import JudgedQuery
from engine.evaluation.passage_places import PassagePlaces
from engine.model.document import as_id
from engine.model.evaluation import CandidateLists, ListedCandidate
from engine.model.hit import Candidate
from engine.model.request import SearchFilters
from engine.model.settings import Settings
from engine.search.exclusions import Exclusions
from engine.search.query_language import parse
from engine.search.retrievers import LexicalRetriever, RetrievalTask, VectorRetriever


class CandidateLister:
    """Asks the two retrievers alone, as the search does."""

    def __init__(
        self, library: JudgedLibrary, places: PassagePlaces, embedder: Embedder, settings: Settings
    ) -> None:
        lexical = library.indexes.lexical
        self._places = places
        self._limit = settings.whole("search.candidates")
        self._lexical = LexicalRetriever(lexical)
        self._vector = VectorRetriever(
            library.indexes.vectors,
            lambda: embedder,
            Exclusions(library.catalog, lexical),
            lambda: lexical.size,
        )

    def lists(self, query: JudgedQuery) -> CandidateLists:
        """Return what both retrievers find for one query."""
        task = RetrievalTask(parse(query.text), SearchFilters(), None, self._limit)
        lexical = self._lexical.retrieve(task)
        return CandidateLists(
            query_id=query.query_id,
            text=query.text,
            lexical=self._described(lexical.candidates),
            vector=self._described(self._vector.retrieve(task).candidates),
            terms=lexical.terms,
        )

    def _described(self, candidates: Iterable[Candidate]) -> tuple[ListedCandidate, ...]:
        return tuple(
            ListedCandidate(
                self._places.of_chunk(as_id(candidate.chunk_number)).document,
                candidate.chunk_number,
                candidate.raw_score,
                candidate.rank,
            )
            for candidate in candidates
        )
