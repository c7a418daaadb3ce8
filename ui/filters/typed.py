"""Filters typed in a query, which become choices in the filter column."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from twofold.engine.api import (
    FilterValueError,
    SearchFilters,
    SearchRequest,
    TrustLevel,
    ValuesFilter,
    WrittenFilter,
    written_filters,
)
from twofold.ui.filters.selection import DateSpan, FilterChoice, FilterSelection, Section

# The filter section of each filter word. Path patterns and authors have none and stay in the
# query.
SECTIONS = {
    "tag": Section.TAGS,
    "lang": Section.LANGUAGES,
    "folder": Section.FOLDERS,
    "type": Section.TYPES,
    "trust": Section.TRUST,
    "after": Section.DATES,
    "before": Section.DATES,
    "versions": Section.VERSIONS,
}


@dataclass(frozen=True, slots=True)
class TypedQuery:
    """A query without the filters that were taken from it, and the selection that contains them.

    `cursor` is the position of the cursor in this text.
    """

    text: str
    cursor: int
    selection: FilterSelection


def take_filters(text: str, selection: FilterSelection, cursor: int | None = None) -> TypedQuery:
    """Move the filters of a query that the filter column can show to the selection.

    With a `cursor`, the query is still being typed, and only complete filters are moved.
    """
    rest, at = text, len(text) if cursor is None else cursor
    taken: list[WrittenFilter] = []
    for written in written_filters(text, cursor):
        chosen = _with(selection, written)
        if chosen is not None:
            selection = chosen
            taken.append(written)
    for written in reversed(taken):
        rest, removed = _without(rest, written)
        if at > written.start:
            at = max(at - removed, written.start)
    return TypedQuery(rest, at, selection)


def without_filters(text: str) -> str:
    """Return a query without any filters."""
    for written in reversed(list(written_filters(text))):
        text, _ = _without(text, written)
    return text


def all_filters(request: SearchRequest) -> SearchFilters:
    """Return the filters of a request, including those typed in its query."""
    filters = request.filters
    for written in written_filters(request.query):
        with suppress(FilterValueError):
            filters = _added_to(filters, written)
    return filters


def _added_to(filters: SearchFilters, written: WrittenFilter) -> SearchFilters:
    return written.filter.with_written(filters, written.text, excluded=written.excluded)


def _without(text: str, written: WrittenFilter) -> tuple[str, int]:
    """Return `text` without a filter and an adjacent space, and the number of removed letters."""
    before, after = text[: written.start], text[written.end :]
    if after[:1].isspace() and (not before or before[-1].isspace()):
        after = after[1:]
    return before + after, len(text) - len(before) - len(after)


def _with(selection: FilterSelection, written: WrittenFilter) -> FilterSelection | None:
    """Return `selection` with a typed filter; None if the filter column cannot show it."""
    section = SECTIONS.get(written.filter.word)
    try:
        filters = _added_to(SearchFilters(), written)
    except FilterValueError:
        return None
    if section is None or filters.trust_min is TrustLevel.GENERATED:  # excludes nothing
        return None
    if isinstance(written.filter, ValuesFilter):
        values = written.filter.values(filters, excluded=written.excluded)
    elif filters.versions is not None:
        values = (filters.versions.value,)
    elif filters.trust_min is not None:
        values = (filters.trust_min.value,)
    else:
        values = (_narrowed(selection.days, filters).value,)
    for value in values:
        selection = selection.including(FilterChoice(section, value, written.excluded))
    return selection


def _narrowed(days: DateSpan | None, filters: SearchFilters) -> DateSpan:
    """Return the selected days with the start or end of `filters`.

    If the range would be empty, the start and end of `filters` replace both ends of it.
    """
    known = days or DateSpan(date.min, date.max)
    span = DateSpan(filters.after or known.first, filters.before or known.last)
    if span.first > span.last:
        span = DateSpan(filters.after or date.min, filters.before or date.max)
    return span
