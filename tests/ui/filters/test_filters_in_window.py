"""Dates, trust and match counts in the whole window."""

from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication

from tests.fakes.library_samples import FACETS, answering, sample_response
from tests.ui.samples import sample_ranking, shown
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    CountMatches,
    FacetCount,
    Facets,
    KindCounts,
    MatchCounts,
    MatchesCounted,
    SearchFilters,
    SearchFinished,
    SearchRequest,
    TrustLevel,
)
from twofold.ui.filters.column import FilterMenu
from twofold.ui.filters.model import CountRole, LabelRole
from twofold.ui.filters.panel import FilterPanel
from twofold.ui.filters.selection import FilterAction, Section

MONTHS = tuple(FacetCount(f"{year}-05", year - 2018) for year in range(2019, 2027))
LEVELS = (FacetCount("primary", 30), FacetCount("secondary", 8), FacetCount("generated", 4))


def dated(request_id, request):
    """Return an engine whose answers have dates and trust."""
    event = answering()(request_id, request)
    if not isinstance(event, MatchesCounted):
        return event
    facets = replace(event.counts.facets, months=MONTHS, trust=LEVELS)
    return MatchesCounted(request_id, replace(event.counts, facets=facets))


@pytest.fixture
def case(qtbot, theme):
    case = open_window(qtbot, theme, dated)
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(panel(case).dates.isVisible)
    return case


def panel(case):
    return case.window.search.filters.panel


def last_filters(case):
    return case.window.search.session.request.filters


def rows(case, section, role):
    model = panel(case).model(section)
    return [model.index(row, 0).data(role) for row in range(model.rowCount())]


def test_dates_filter_and_have_a_chip(case, qtbot):
    qtbot.keyClick(case.window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(panel(case).dates.range.hasFocus)
    qtbot.keyClick(panel(case).dates.range, Qt.Key.Key_Left)
    qtbot.keyClick(panel(case).dates.range, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert last_filters(case) == SearchFilters(after=date(2025, 1, 1), before=date(2026, 12, 31))
    chips = case.window.search.pane.chips.chips
    assert [chip.text().strip() for chip in chips] == ["2025–2026"]
    case.window.search.clear_filters()
    assert last_filters(case) == SearchFilters()
    assert panel(case).dates.range.days is None


def test_undo_restores_cleared_filters_even_in_the_field(case, qtbot):
    panel(case).action_requested.emit(Section.TAGS, "runbook", FilterAction.ONLY)
    panel(case).action_requested.emit(Section.TRUST, "secondary", FilterAction.ONLY)
    before, window = case.window.search.selection, case.window
    field = window.search.pane.field
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert last_filters(case) == SearchFilters()
    assert window.undo_bar.text == "The filters were removed."
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.search.selection == before
    assert last_filters(case).tags_any == ("runbook",)
    assert not window.undo_bar.text
    assert field.text() == "finalizer"


def test_undo_first_removes_text_typed_after_clearing_filters(case, qtbot):
    panel(case).action_requested.emit(Section.TAGS, "runbook", FilterAction.ONLY)
    field = case.window.search.pane.field
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    case.window.search.clear_filters()
    qtbot.keyClicks(field, "s")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "finalizer"
    assert not case.window.search.selection.choices
    assert case.window.undo_bar.text == "The filter was removed."


def test_the_menu_beside_the_chips_offers_the_values_with_their_counts(case):
    menu = case.window.search.findChild(FilterMenu)
    menu.fill()
    tags = next(one.menu() for one in menu.actions() if one.text() == "Tags")
    offered = next(one for one in tags.actions() if one.text().startswith("runbook\t"))
    assert offered.text().rpartition("\t")[2].isdigit()
    offered.trigger()
    assert last_filters(case).tags_any == ("runbook",)
    dates = next(one.menu() for one in menu.actions() if one.text() == "Dates")
    years = [one.text().partition("\t")[0] for one in dates.actions()]
    assert years == [str(year) for year in range(2026, 2018, -1)]
    dates.actions()[1].trigger()
    assert str(last_filters(case).after) == "2025-01-01"


def test_trust_is_offered_if_not_all_sources_are_primary(case):
    labels = ["Primary sources only", "No generated documents"]
    assert rows(case, Section.TRUST, LabelRole) == labels
    assert rows(case, Section.TRUST, CountRole) == [30, 38]
    panel(case).action_requested.emit(Section.TRUST, "secondary", FilterAction.EXCLUDE)
    assert last_filters(case).trust_min is TrustLevel.SECONDARY
    panel(case).action_requested.emit(Section.TRUST, "primary", FilterAction.ADD)
    assert last_filters(case).trust_min is TrustLevel.PRIMARY
    panel(case).action_requested.emit(Section.TRUST, "primary", FilterAction.ONLY)
    assert last_filters(case).trust_min is None


def counted_window(qtbot, theme, counts, query="finalizer"):
    """Open a window over an engine that replies with `counts` of a request."""

    def answer(request_id, request):
        if isinstance(request, CountMatches):
            counted = counts(request)
            return counted and MatchesCounted(request_id, counted)
        event = dated(request_id, request)
        if isinstance(event, SearchFinished):
            return replace(event, response=replace(event.response, has_more=True, is_cut=True))
        return event

    case = open_window(qtbot, theme, answer)
    search_for(qtbot, case, query)
    qtbot.waitUntil(lambda: [one for one in asked(case) if one.search.query == query] != [])
    return case


def asked(case):
    return case.engine.requests(CountMatches)


def with_tags(number, **tags):
    facets = Facets(tags=tuple(FacetCount(tag, count) for tag, count in tags.items()))
    listed = Counter(chunk.found_by.value for chunk in sample_ranking())
    kinds = KindCounts(**listed | {"both": listed["both"] + number - 42})
    return MatchCounts(number, 12, kinds, facets)


def test_all_matches_are_counted_and_shown_above_the_list(qtbot, theme):
    case = counted_window(qtbot, theme, lambda _: with_tags(2143, runbook=1500, draft=643))
    line, usual = case.window.search.pane.count_line, case.engine.answer
    qtbot.waitUntil(lambda: rows(case, Section.TAGS, CountRole) == [1500, 643])
    assert sum(rows(case, Section.FOUND_BY, CountRole)) == 2143
    assert line.plain_text == "Best 42 of 2,143"
    case.engine.answer = lambda number, request: (
        None if isinstance(request, CountMatches) else usual(number, request)
    )
    for _ in range(2):  # the filter is selected and removed before the counts arrive
        panel(case).action_requested.emit(Section.TAGS, "runbook", FilterAction.ONLY)
    qtbot.waitUntil(lambda: case.window.search.session.is_answered)
    qtbot.waitUntil(lambda: not panel(case).model(Section.TAGS).is_stale)
    assert line.plain_text == "Best 42 of 2,143"


def test_counts_use_the_filters_of_the_search(qtbot, theme):
    case = counted_window(qtbot, theme, lambda _: with_tags(50, runbook=42, draft=8))
    panel(case).action_requested.emit(Section.TAGS, "runbook", FilterAction.ONLY)
    qtbot.waitUntil(lambda: asked(case)[-1].search.filters == SearchFilters(tags_any=("runbook",)))
    panel(case).action_requested.emit(Section.FOUND_BY, "keywords", FilterAction.ONLY)
    qtbot.waitUntil(lambda: asked(case)[-1].kinds == ("keywords",))


def test_numbers_are_grey_until_the_search_is_counted(qtbot, theme):
    case = counted_window(qtbot, theme, lambda _: with_tags(50, runbook=42, draft=8))
    qtbot.waitUntil(lambda: rows(case, Section.TAGS, CountRole) == [42, 8])
    assert not panel(case).model(Section.TAGS).is_stale
    case.engine.answer = lambda number, asked: (
        None if isinstance(asked, CountMatches) else dated(number, asked)
    )
    search_for(qtbot, case, "node")
    qtbot.waitUntil(lambda: panel(case).model(Section.TAGS).is_stale)
    dates = panel(case).dates.range
    assert [dates.bar_text(bar) for bar in dates.bars] == [b.days.label() for b in dates.bars]


def test_rows_keep_their_order_until_another_query(qtbot, theme):
    numbers = {"kubernetes": 3, "runbook": 90, "cite": 40, "draft": 7}
    case = counted_window(qtbot, theme, lambda _: with_tags(140, **numbers))
    ordered = ["runbook", "cite", "draft", "kubernetes"]
    qtbot.waitUntil(lambda: rows(case, Section.TAGS, LabelRole) == ordered)
    numbers["draft"] = 200
    panel(case).action_requested.emit(Section.TAGS, "draft", FilterAction.ONLY)
    qtbot.waitUntil(lambda: 200 in rows(case, Section.TAGS, CountRole))
    assert rows(case, Section.TAGS, LabelRole) == ordered


def test_the_row_under_the_pointer_stays_when_rows_are_added_above(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "finalizer")
    case.window.resize(1440, 520)
    column, types = panel(case), panel(case).sections[Section.TYPES]
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 200)
    column.verticalScrollBar().setValue(150)
    types.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    before = types.mapTo(column.viewport(), QPoint(0, 0)).y()
    tags = tuple(FacetCount(f"tag {number}", number) for number in range(8, 0, -1))
    column.show_answer(
        replace(shown(sample_response("finalizer")), facets=replace(FACETS, tags=tags))
    )
    qtbot.waitUntil(lambda: len(rows(case, Section.TAGS, LabelRole)) == 8)
    QApplication.sendPostedEvents()
    assert types.mapTo(column.viewport(), QPoint(0, 0)).y() == before


def test_rows_are_reordered_after_the_pointer_has_left(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "finalizer")
    column = panel(case)
    qtbot.waitUntil(lambda: len(rows(case, Section.TAGS, LabelRole)) == 4)
    other = replace(sample_response("loan"), request=SearchRequest("loan"))
    column.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    facets = replace(FACETS, tags=(FacetCount("draft", 2),))
    column.show_answer(replace(shown(other), facets=facets))
    assert rows(case, Section.TAGS, CountRole) == [0, 0, 0, 2]
    column.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    QApplication.sendEvent(column, QEvent(QEvent.Type.Leave))
    assert rows(case, Section.TAGS, LabelRole) == ["draft"]


def test_the_first_counts_below_a_resting_pointer_leave_the_column_at_its_top(qtbot, theme):
    column = FilterPanel(theme)
    qtbot.addWidget(column)
    column.resize(240, 420)
    column.show()
    qtbot.waitExposed(column)
    assert column.verticalScrollBar().maximum() == 0
    for section in column.sections.values():
        section.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    # The scroll bar appears during the layout of the sections, which repeats the layout.
    tags = tuple(FacetCount(f"tag {number}", number) for number in range(8, 0, -1))
    facets = replace(FACETS, tags=tags, months=MONTHS)
    column.show_answer(replace(shown(sample_response("finalizer")), facets=facets))
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 20)
    assert column.verticalScrollBar().value() == 0


def test_a_removed_folder_disappears_when_the_whole_library_is_counted(case):
    column, request = panel(case), SearchRequest("")
    everything = replace(sample_response(""), request=request)
    moved = Facets(folders=(FacetCount("Notes", 8), FacetCount("Notes/new", 8)))
    before = Facets(folders=(FacetCount("Notes", 8), FacetCount("Notes/old", 8)))
    column.show_answer(replace(shown(everything), facets=before))
    found = replace(everything, request=replace(request, query="finalizer"))
    column.show_answer(replace(shown(found), facets=moved))
    assert "Notes/old" in column.model(Section.FOLDERS).known_values()
    column.show_answer(replace(shown(everything), facets=moved))
    assert set(column.model(Section.FOLDERS).known_values()) == {"Notes", "Notes/new"}
