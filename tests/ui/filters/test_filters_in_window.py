"""Dates, trust and honest counts in the whole window."""

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import Qt

from engine.api import FacetCount, SearchFilters, SearchFinished, SearchRequest, TrustLevel
from tests.fakes.library_samples import answering
from tests.ui.window_case import open_window, search_for
from ui.filters.date_span import DateSpan
from ui.filters.filter_model import CountRole, LabelRole, StaleRole
from ui.filters.filter_selection import FilterSelection, Gesture, Section

MONTHS = tuple(FacetCount(f"{year}-05", year - 2018) for year in range(2019, 2027))
LEVELS = (FacetCount("primary", 30), FacetCount("secondary", 8), FacetCount("generated", 4))


def dated(request_id, request):
    """Answers with dates and trust; a search for one tag finds only that tag."""
    event = answering()(request_id, request)
    if not isinstance(event, SearchFinished):
        return event
    facets = replace(event.response.facets, months=MONTHS, trust=LEVELS)
    if request.filters.tags_any:
        tags = tuple(tag for tag in facets.tags if tag.value in request.filters.tags_any)
        facets = replace(facets, tags=tags)
    return SearchFinished(request_id, replace(event.response, facets=facets))


@pytest.fixture
def case(qtbot, theme):
    case = open_window(qtbot, theme, dated)
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(panel(case).dates.isVisible)
    return case


def panel(case):
    return case.window.search.filters.panel


def last_filters(case):
    return case.window.search.controller.request.filters


def rows(case, section, role):
    model = panel(case).model(section)
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


def test_dates_filter_and_have_a_chip(case, qtbot):
    panel(case).dates.unfold()
    qtbot.keyClick(panel(case).dates.range, Qt.Key.Key_Right)
    assert last_filters(case) == SearchFilters(after=date(2020, 1, 1), before=date(2026, 12, 31))
    chips = case.window.search.pane.chips.chips
    assert [chip.text().strip() for chip in chips] == ["2020–2026"]
    case.window.search.clear_filters()
    assert last_filters(case) == SearchFilters()
    assert panel(case).dates.range.days is None


def test_another_range_takes_the_place_of_the_first(case, qtbot):
    panel(case).dates.unfold()
    for _ in range(3):
        qtbot.keyClick(panel(case).dates.range, Qt.Key.Key_Right)
    assert len(case.window.search.selection.choices) == 1
    assert last_filters(case).after == date(2022, 1, 1)


def test_trust_is_offered_where_not_all_is_primary(case):
    assert rows(case, Section.TRUST, LabelRole) == ["Primary sources only", "Nothing generated"]
    assert rows(case, Section.TRUST, CountRole) == [30, 38]


def test_trust_filters_and_cannot_be_left_out(case):
    panel(case).gestured.emit(Section.TRUST, "secondary", Gesture.EXCLUDE)
    assert last_filters(case).trust_min is TrustLevel.SECONDARY
    panel(case).gestured.emit(Section.TRUST, "primary", Gesture.ADD)
    assert last_filters(case).trust_min is TrustLevel.PRIMARY
    panel(case).gestured.emit(Section.TRUST, "primary", Gesture.ONLY)
    assert last_filters(case).trust_min is None


def test_trust_is_hidden_where_all_is_primary(qtbot, theme):
    case = open_window(qtbot, theme)
    assert not panel(case).sections[Section.TRUST].isVisible()


def test_a_section_that_filters_counts_what_another_click_would_give(case, qtbot):
    before = rows(case, Section.TAGS, CountRole)
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    qtbot.waitUntil(lambda: all(rows(case, Section.TAGS, StaleRole)))
    assert not any(rows(case, Section.LANGUAGES, StaleRole))
    qtbot.waitUntil(lambda: not any(rows(case, Section.TAGS, StaleRole)))
    assert rows(case, Section.TAGS, CountRole) == before
    counting = [request for request in case.engine.requests(SearchRequest) if request.k == 1]
    assert [request.filters for request in counting] == [SearchFilters()]


def test_counting_does_not_change_what_is_shown(case, qtbot):
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    qtbot.waitUntil(lambda: any(rows(case, Section.TAGS, StaleRole)))
    shown = case.window.search.response
    assert shown.request.filters.tags_any == ("runbook",)
    qtbot.waitUntil(lambda: not any(rows(case, Section.TAGS, StaleRole)))
    assert case.window.search.response.hits == shown.hits
    assert case.window.search.response.request.filters == shown.request.filters


def test_sections_are_reached_by_their_keys(case, qtbot):
    qtbot.keyClick(case.window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(panel(case).dates.range.hasFocus)


def test_days_of_a_selection():
    span = DateSpan(date(2024, 1, 1), date(2024, 12, 31))
    selection = FilterSelection().after(Section.DATES, span.value, Gesture.ONLY)
    assert selection.days == span
    assert selection.without_section(Section.DATES) == FilterSelection()
