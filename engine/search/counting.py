"""Count the matches of a search, in total and by filter value.

All keyword matches and all passages near enough in meaning are counted, in one pass over each
index. Filters are conditions on documents. Therefore matches are counted by document, and each
facet selects the documents without its own filter.
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

# The filters of each facet, which is counted without them.
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
    """The number of matches in each document of a table, by the rankings that found them."""

    both: Numbers
    keywords: Numbers
    meaning: Numbers
    neither: Numbers

    def of(self, kinds: Sequence[str]) -> Numbers:
        """Return the number of matching passages per document.

        `kinds` are fields of KindCounts, which select by which rankings the passages were found.
        Without it, all passages are counted.
        """
        chosen = (getattr(self, kind) for kind in kinds or _KINDS)
        return sum(chosen, np.zeros_like(self.both))

    def among(self, passing: Numbers) -> _Matches:
        """Return the matches in the documents for which `passing` is 1; others count 0."""
        return _Matches(*(getattr(self, kind) * passing for kind in _KINDS))

    @property
    def kinds(self) -> KindCounts:
        """The number of matching passages, by the rankings that found them."""
        return KindCounts(**{kind: int(getattr(self, kind).sum()) for kind in _KINDS})


_KINDS = tuple(field.name for field in fields(KindCounts))
# Searches in these modes list either all their matches or none.
_LISTED_MODES = (SearchMode.SUBSTRING,)


class MatchCounter:
    """Counts the matches of a search under its filters and under those of each facet.

    If the list of a search is complete, its passages are counted, so that list and counts agree.
    Otherwise, the indexes count the matches.
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
        """Count the documents that match the filters and exclusions."""
        documents = cache(partial(self._scatter.documents, self._parsed))
        for filters in self._of_facets.values():
            documents(filters)  # the table then contains the documents read from servers
        table = self._scatter.facet_table()

        def left(filters: SearchFilters) -> Numbers:
            return table.weights(documents(filters))

        counts = self._counts(table, left)
        return replace(counts, kinds=KindCounts(neither=counts.passages))

    def matches(self, kinds: Sequence[str] = ()) -> MatchCounts:
        """Count the matching passages; `kinds` are as in CountMatches, by default all."""
        found_with = cache(partial(self._ranker.found_with, self._request, self._parsed))
        found = found_with(self._filters)
        for filters in self._of_facets.values():
            found_with(filters)  # the table then contains the documents read from servers
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
        """Count the matches per document that `found` returns for the filters of each facet."""
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
        """Return the matches by keywords or by meaning, depending on the mode."""
        task, mode, near = found.search.task, found.search.mode, None
        by_meaning = mode is SearchMode.VECTOR
        if mode is not SearchMode.LEXICAL:
            documents = self._counted_documents()
            near = self._ranker.near(task, documents, lists_first=by_meaning)
        return (self._by_meaning if by_meaning else self._matches)(table, task, near)

    def _counted_documents(self) -> Numbers | None:
        """Return the documents that at least one facet counts; None for all documents."""
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
        # A near passage is found by both rankings if it contains any search word.
        both = self._by_words(table, task, 0.0, chunks)
        supported = self._by_words(table, task, least, chunks) if least else both
        meaning = table.weights(near.documents[kept]) - both
        return _Matches(both, keywords - supported, meaning, nothing)

    def _by_meaning(
        self, table: FacetTable, task: RetrievalTask, near: NearPassages | None
    ) -> _Matches:
        """Count the near passages, and further candidates that contain enough of the words."""
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
        """Count `close` passages with enough words for close passages, but too few for others.

        Close passages with enough words for any passage are counted by the caller.
        """
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
    """Return the matches in the list of a search, without weak passages.

    Near-duplicates count as found by the same rankings as the passage that represents them.
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
    """Return the filters for each facet: all except its own.

    Filters in the text of the query always apply.
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
