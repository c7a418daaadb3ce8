"""How much a search finds, and how it is spread over what one can filter by.

Every keyword match counts, and every passage near enough in meaning: in one pass over each index.
Filters are conditions on documents, so matches are counted by document, and each facet chooses
documents without its own filter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twofold.engine.model.counts import KindCounts, MatchCounts
from twofold.engine.model.filters import FILTERS_BY_WORD, SearchFilters, combined
from twofold.engine.model.hit import FoundBy
from twofold.engine.model.search_request import ParsedQuery, SearchMode, SearchRequest
from twofold.engine.ranking.relevance import COVERAGE_IF_CLOSE, MIN_COVERAGE
from twofold.engine.search.ranker import Ranker
from twofold.engine.search.retrievers import NearPassages, RetrievalTask
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.stages import Found
from twofold.engine.stores.catalog.facets import FacetTable

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
    """Matches by document of a table: by both rankings, by one alone, and by neither."""

    both: Numbers
    keywords: Numbers
    meaning: Numbers
    neither: Numbers

    def of(self, kinds: Sequence[str]) -> Numbers:
        """Return how many passages of each document match: of these kinds, or all."""
        chosen = (getattr(self, kind) for kind in kinds or _KINDS)
        return sum(chosen, np.zeros_like(self.both))

    def among(self, passing: Numbers) -> _Matches:
        """Return the matches of the documents whose weight in `passing` is 1."""
        return _Matches(*(getattr(self, kind) * passing for kind in _KINDS))

    @property
    def kinds(self) -> KindCounts:
        """How many passages match, by the rankings that found them."""
        return KindCounts(**{kind: int(getattr(self, kind).sum()) for kind in _KINDS})


_KINDS = tuple(field.name for field in fields(KindCounts))
# What these find is listed whole, or not at all.
_LISTED_MODES = (SearchMode.SUBSTRING,)


class MatchCounter:
    """Counts what one search finds, under its filters and under those of each facet.

    A list that ends holds all matches: its passages are counted, so that list and counts agree.
    Of a list that goes on, the indexes are asked.
    """

    def __init__(
        self,
        scatter: Scatter,
        ranker: Ranker,
        request: SearchRequest,
        parsed: ParsedQuery,
    ) -> None:
        self._scatter = scatter
        self._ranker = ranker
        self._request = request
        self._parsed = parsed
        self._filters = combined(request.filters, parsed.filters)
        self._of_facets = _filters(request, parsed)

    def documents(self) -> MatchCounts:
        """Count the documents that filters and exclusions leave."""
        documents = cache(partial(self._scatter.documents, self._parsed))
        for filters in self._of_facets.values():
            documents(filters)  # of a server's documents the table has those read
        table = self._scatter.facet_table()

        def left(filters: SearchFilters) -> Numbers:
            return table.weights(documents(filters))

        counts = self._counts(table, left)
        return replace(counts, kinds=KindCounts(neither=counts.passages))

    def matches(self, kinds: Sequence[str] = ()) -> MatchCounts:
        """Count the passages that match: of these kinds, or all."""
        found_with = cache(partial(self._ranker.found_with, self._request, self._parsed))
        found = found_with(self._filters)
        for filters in self._of_facets.values():
            found_with(filters)  # as above
        table = self._scatter.facet_table()

        @cache
        def in_index() -> _Matches:
            return self._in_index(table, found)

        @cache
        def by_kind(filters: SearchFilters) -> _Matches:
            listed = found_with(filters)
            is_list = listed.search.task.like is not None or listed.search.mode in _LISTED_MODES
            if is_list or not self._scatter.is_local or not listed.is_cut:
                return _in_list(table, listed)
            return in_index().among(self._passing(table, filters))

        counts = self._counts(table, lambda filters: by_kind(filters).of(kinds))
        return replace(counts, kinds=by_kind(self._filters).kinds)

    def _counts(self, table: FacetTable, found: Callable[[SearchFilters], Numbers]) -> MatchCounts:
        """Count what is `found` in each document under the filters, and under those of a facet."""
        found = cache(found)
        by_document = found(self._filters)
        return MatchCounts(
            passages=int(by_document.sum()),
            documents=int(np.count_nonzero(by_document)),
            facets=table.facets(lambda facet: found(self._of_facets[facet])),
        )

    def _passing(self, table: FacetTable, filters: SearchFilters) -> Numbers:
        allowed = self._scatter.catalog.resolve(filters)
        if allowed is None:
            return np.ones(len(table.documents), dtype=np.int64)
        return table.weights(allowed.numbers)

    def _in_index(self, table: FacetTable, found: Found) -> _Matches:
        """Return what matches by keywords or by meaning, as the mode has it."""
        task, mode, near = found.search.task, found.search.mode, None
        by_meaning = mode is SearchMode.VECTOR
        if mode is not SearchMode.LEXICAL:
            documents = self._all_that_is_counted()
            near = self._ranker.near(task, documents, lists_first=by_meaning)
        return (self._by_meaning if by_meaning else self._matches)(table, task, near)

    def _all_that_is_counted(self) -> Numbers | None:
        """Return the documents that any facet counts; None for all."""
        allowed = [self._scatter.catalog.resolve(filters) for filters in self._of_facets.values()]
        numbers = [one.numbers for one in allowed if one is not None]
        return np.unique(np.concatenate(numbers)) if len(numbers) == len(allowed) else None

    def _matches(
        self,
        table: FacetTable,
        task: RetrievalTask,
        near: NearPassages | None,
    ) -> _Matches:
        least = MIN_COVERAGE if near is not None and near.tells_weak else 0.0
        keywords = self._by_words(table, task, least)
        nothing = np.zeros_like(keywords)
        if near is None:
            return _Matches(nothing, keywords, nothing, nothing)
        if least:
            keywords += self._by_some_words(table, task, near.close)
        kept = self._without_excluded(task, near)
        chunks = near.chunks[kept]
        # A passage that is near is found by both if it holds any word: it needs no support.
        both = self._by_words(table, task, 0.0, chunks)
        supported = self._by_words(table, task, least, chunks) if least else both
        meaning = table.weights(near.documents[kept]) - both
        return _Matches(both, keywords - supported, meaning, nothing)

    def _by_meaning(
        self, table: FacetTable, task: RetrievalTask, near: NearPassages | None
    ) -> _Matches:
        """Count what is near, and what words support of the first that a list begins with."""
        nothing = np.zeros(len(table.documents), dtype=np.int64)
        if near is None:
            return _Matches(nothing, nothing, nothing, nothing)
        kept = self._without_excluded(task, near)
        meaning = table.weights(near.documents[kept])
        others = np.setdiff1d(near.first, near.chunks)
        close = np.intersect1d(others, near.close)
        meaning += self._by_words(table, task, MIN_COVERAGE, others)
        meaning += self._by_some_words(table, task, close)
        return _Matches(nothing, nothing, meaning, nothing)

    def _by_some_words(self, table: FacetTable, task: RetrievalTask, close: Numbers) -> Numbers:
        """Count the `close` passages that hold enough words for that alone."""
        enough = self._by_words(table, task, COVERAGE_IF_CLOSE, close)
        return enough - self._by_words(table, task, MIN_COVERAGE, close)

    def _by_words(
        self, table: FacetTable, task: RetrievalTask, least: float, among: Numbers | None = None
    ) -> Numbers:
        found = self._scatter.lexical.count_matches(
            task.parsed, table.documents, least, prefix_last=task.prefix_last, among=among
        )
        return table.weights(*found)

    def _without_excluded(self, task: RetrievalTask, near: NearPassages) -> NDArray[np.bool_]:
        excluded = self._scatter.lexical.excluded_chunks(task.parsed, near.chunks)
        kept: NDArray[np.bool_] = ~np.isin(near.chunks, excluded)
        return kept


def _in_list(table: FacetTable, found: Found) -> _Matches:
    """Return what a list holds, without weak passages.

    Near-duplicates count, as found by the same rankings as the passage that represents them.
    """
    passages = found.ranked.passages
    numbers: dict[FoundBy, list[int]] = {kind: [] for kind in FoundBy}
    for number, listed in found.ranked.found.items():
        document = passages[number].document.number
        numbers[found.builder.found_by(listed)].append(document)
    weights = {
        kind: table.weights(np.array(documents, dtype=np.int64))
        for kind, documents in numbers.items()
    }
    return _Matches(
        weights[FoundBy.BOTH],
        weights[FoundBy.KEYWORDS],
        weights[FoundBy.MEANING],
        weights[FoundBy.EXACT_TEXT],
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
