"""How much a search finds, and how it is spread over what one can filter by.

Every keyword match counts, and every passage near enough in meaning: in one pass over each index.
Filters are conditions on documents, so matches are counted by document, and each facet chooses
documents without its own filter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.model.filters import FILTERS_BY_WORD, SearchFilters, combined
from engine.model.messages import KindCounts, MatchCounts
from engine.model.request import ParsedQuery, SearchMode, SearchRequest
from engine.ranking.relevance import COVERAGE_IF_CLOSE, LEAST_COVERAGE
from engine.search.retrieval import Retrieval
from engine.search.retrievers import NearPassages, RetrievalTask
from engine.search.stages import Found
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.facets import FacetTable
from engine.stores.ports import LexicalStore

Numbers = NDArray[np.int64]

# The words of the filters by which each facet filters: it is counted without them.
_OWN_FILTERS: Mapping[str, tuple[str, ...]] = {
    "folders": ("folder",),
    "tags": ("tag",),
    "langs": ("lang",),
    "file_types": ("type",),
    "months": ("after", "before"),
    "trust": ("trust",),
}


@dataclass(frozen=True, slots=True)
class _Matches:
    """Matches by document of a table: found by both, by keywords alone and by meaning alone."""

    both: Numbers
    keywords: Numbers
    meaning: Numbers

    def of(self, kinds: Sequence[str]) -> Numbers:
        """Return how many passages of each document match: of these kinds, or all."""
        by_kind = {"both": self.both, "keywords": self.keywords, "meaning": self.meaning}
        nothing = np.zeros_like(self.both)
        return sum((by_kind.get(kind, nothing) for kind in kinds or by_kind), nothing)

    def kinds(self, passing: Numbers) -> KindCounts:
        """Count those of `passing` documents by what found them."""
        by_kind = (self.both, self.keywords, self.meaning)
        both, keywords, meaning = (int((one * passing).sum()) for one in by_kind)
        return KindCounts(both=both, keywords=keywords, meaning=meaning)


class MatchCounter:
    """Counts what the searches of one library find. One thread uses it at a time."""

    def __init__(self, catalog: Catalog, lexical: LexicalStore, retrieval: Retrieval) -> None:
        self._catalog = catalog
        self._lexical = lexical
        self._retrieval = retrieval

    def documents(self, request: SearchRequest, parsed: ParsedQuery) -> MatchCounts:
        """Count the documents that filters and exclusions leave."""
        for filters in _filters(request, parsed).values():
            self._catalog.resolve(filters)  # of a server's documents the table has those read
        table = self._catalog.facet_table()

        def left(filters: SearchFilters) -> Numbers:
            allowed = self._catalog.resolve(filters)
            numbers = table.documents if allowed is None else allowed.numbers
            return table.weights(self._lexical.without_excluded(parsed, numbers))

        counts = _counts(table, request, parsed, left)
        return replace(counts, kinds=KindCounts(neither=counts.passages))

    def listed(
        self,
        request: SearchRequest,
        parsed: ParsedQuery,
        found_with: Callable[[SearchFilters], Found],
        kinds: Sequence[str] = (),
    ) -> MatchCounts:
        """Count what a list holds: a literal text, what is like a passage, a server's candidates.

        `found_with` gives the list under other filters.
        """
        found_with = cache(found_with)
        for filters in _filters(request, parsed).values():
            found_with(filters)  # as above
        table = self._catalog.facet_table()

        def listed(filters: SearchFilters) -> Numbers:
            found = found_with(filters)
            passages, by_kind = found.ranked.passages, _by_kind(found)
            numbers = [n for kind in kinds or by_kind for n in by_kind.get(kind, ())]
            documents = [passages[number].document.number for number in numbers]
            return table.weights(np.array(documents, dtype=np.int64))

        counts = _counts(table, request, parsed, listed)
        found = _by_kind(found_with(combined(request.filters, parsed.filters)))
        return replace(counts, kinds=KindCounts(**{kind: len(found[kind]) for kind in found}))

    def matches(
        self, request: SearchRequest, task: RetrievalTask, mode: SearchMode, kinds: Sequence[str]
    ) -> MatchCounts:
        """Count the passages that match by keywords or by meaning, as the mode has it."""
        table, parsed = self._catalog.facet_table(), task.parsed
        near = None
        if mode is not SearchMode.LEXICAL:
            near = self._retrieval.near(
                task,
                self._all_that_is_counted(request, parsed),
                lists_first=mode is SearchMode.VECTOR,
            )
        if mode is SearchMode.VECTOR:
            matches = self._by_meaning(table, task, near)
        else:
            matches = self._matches(table, task, near)
        found = matches.of(kinds)

        @cache
        def passing(filters: SearchFilters) -> Numbers:
            allowed = self._catalog.resolve(filters)
            return np.ones_like(found) if allowed is None else table.weights(allowed.numbers)

        counts = _counts(table, request, parsed, lambda filters: found * passing(filters))
        return replace(counts, kinds=matches.kinds(passing(task.filters)))

    def _all_that_is_counted(self, request: SearchRequest, parsed: ParsedQuery) -> Numbers | None:
        """Return the documents that any facet counts; None for all."""
        allowed = [self._catalog.resolve(f) for f in _filters(request, parsed).values()]
        numbers = [one.numbers for one in allowed if one is not None]
        return np.unique(np.concatenate(numbers)) if len(numbers) == len(allowed) else None

    def _matches(
        self,
        table: FacetTable,
        task: RetrievalTask,
        near: NearPassages | None,
    ) -> _Matches:
        least = LEAST_COVERAGE if near is not None and near.tells_weak else 0.0
        keywords = self._by_words(table, task, least)
        nothing = np.zeros_like(keywords)
        if near is None:
            return _Matches(nothing, keywords, nothing)
        if least:
            keywords += self._by_some_words(table, task, near.close)
        kept = self._without_excluded(task, near)
        chunks = near.chunks[kept]
        # A passage that is near is found by both if it holds any word: it needs no support.
        both = self._by_words(table, task, 0.0, chunks)
        supported = self._by_words(table, task, least, chunks) if least else both
        return _Matches(both, keywords - supported, table.weights(near.documents[kept]) - both)

    def _by_meaning(
        self, table: FacetTable, task: RetrievalTask, near: NearPassages | None
    ) -> _Matches:
        """Count what is near, and what words support of the first that a list begins with."""
        nothing = np.zeros(len(table.documents), dtype=np.int64)
        if near is None:
            return _Matches(nothing, nothing, nothing)
        kept = self._without_excluded(task, near)
        meaning = table.weights(near.documents[kept])
        others = np.setdiff1d(near.first, near.chunks)
        close = np.intersect1d(others, near.close)
        meaning += self._by_words(table, task, LEAST_COVERAGE, others)
        meaning += self._by_some_words(table, task, close)
        return _Matches(nothing, nothing, meaning)

    def _by_some_words(self, table: FacetTable, task: RetrievalTask, close: Numbers) -> Numbers:
        """Count the `close` passages that hold enough words for that alone."""
        enough = self._by_words(table, task, COVERAGE_IF_CLOSE, close)
        return enough - self._by_words(table, task, LEAST_COVERAGE, close)

    def _by_words(
        self, table: FacetTable, task: RetrievalTask, least: float, among: Numbers | None = None
    ) -> Numbers:
        found = self._lexical.count_matches(
            task.parsed, table.documents, least, prefix_last=task.prefix_last, among=among
        )
        return table.weights(*found)

    def _without_excluded(self, task: RetrievalTask, near: NearPassages) -> NDArray[np.bool_]:
        excluded = self._lexical.excluded_chunks(task.parsed, near.chunks)
        kept: NDArray[np.bool_] = ~np.isin(near.chunks, excluded)
        return kept


def _by_kind(found: Found) -> dict[str, list[int]]:
    """Return the passages of a list by the rankings that found them, as in KindCounts."""
    by_words, by_meaning = (
        frozenset(c.chunk_number for c in answer.candidates) if answer else frozenset[int]()
        for answer in (found.retrieved.lexical, found.retrieved.vector)
    )
    kinds: dict[str, list[int]] = {"both": [], "keywords": [], "meaning": [], "neither": []}
    for number in found.ranked.found:
        is_near, has_words = number in by_meaning, number in by_words
        both = "both" if is_near else "keywords"
        kinds[both if has_words else "meaning" if is_near else "neither"].append(number)
    return kinds


def _counts(
    table: FacetTable,
    request: SearchRequest,
    parsed: ParsedQuery,
    found: Callable[[SearchFilters], Numbers],
) -> MatchCounts:
    """Count what is `found` in each document under the filters, and under those of each facet."""
    found = cache(found)
    filters = _filters(request, parsed)
    by_document = found(combined(request.filters, parsed.filters))
    return MatchCounts(
        passages=int(by_document.sum()),
        documents=int(np.count_nonzero(by_document)),
        facets=table.facets(lambda facet: found(filters[facet])),
    )


def _filters(request: SearchRequest, parsed: ParsedQuery) -> dict[str, SearchFilters]:
    """Return the filters that each facet is counted with: all but its own of the request.

    Those written in the query stay.
    """
    return {
        facet: combined(_without(request.filters, words), parsed.filters)
        for facet, words in _OWN_FILTERS.items()
    }


def _without(filters: SearchFilters, words: tuple[str, ...]) -> SearchFilters:
    unset = SearchFilters()
    fields = (field for word in words for field in FILTERS_BY_WORD[word].fields)
    cleared: dict[str, Any] = {field: getattr(unset, field) for field in fields}
    return replace(filters, **cleared)
