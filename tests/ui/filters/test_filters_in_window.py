"""Dates, trust and honest counts in the whole window."""

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from engine.api import (
    ClicksCounted,
    CountClicks,
    FacetCount,
    Facets,
    KindCounts,
    Listed,
    RequestFailed,
    SearchFilters,
    SearchFinished,
    SearchRequest,
    TrustLevel,
)
from tests.fakes.library_samples import answering, sample_response
from tests.ui.window_case import open_window, search_for
from ui.filters.model import CountRole, LabelRole, StaleRole
from ui.filters.panel import FilterPanel
from ui.filters.selection import DateSpan, FilterSelection, Gesture, Section
from ui.filters.tree import SectionHeading

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
    return case.window.search.session.request.filters


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


def test_filters_that_were_cleared_come_back_also_while_the_cursor_is_in_the_field(case, qtbot):
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    panel(case).gestured.emit(Section.TRUST, "secondary", Gesture.ONLY)
    before, window = case.window.search.selection, case.window
    field = window.search.pane.field
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert last_filters(case) == SearchFilters()
    assert window.undo_bar.text == "The filters are cleared."
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.search.selection == before
    assert last_filters(case).tags_any == ("runbook",)
    assert not window.undo_bar.text
    assert field.text() == "finalizer"


def test_what_is_typed_after_filters_were_cleared_is_undone_first(case, qtbot):
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    field = case.window.search.pane.field
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    case.window.search.clear_filters()
    qtbot.keyClicks(field, "s")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == "finalizer"
    assert not case.window.search.selection.choices
    assert case.window.undo_bar.text == "The filter is cleared."


def test_clearing_no_filter_offers_nothing_to_take_back(case):
    case.window.search.clear_filters()
    assert not case.window.undo_bar.text


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


def test_a_section_that_filters_keeps_its_other_values(case, qtbot):
    before = rows(case, Section.TAGS, CountRole)
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    qtbot.waitUntil(lambda: any(request.k == 1 for request in case.engine.requests(SearchRequest)))
    qtbot.waitUntil(lambda: not any(rows(case, Section.TAGS, StaleRole)))
    assert rows(case, Section.TAGS, CountRole) == before
    counting = [request for request in case.engine.requests(SearchRequest) if request.k == 1]
    assert [request.filters for request in counting] == [SearchFilters()]


def test_who_types_on_waits_for_no_count_of_the_answer_before(case, qtbot):
    usual = case.engine.answer
    case.engine.answer = lambda number, asked: None if is_count(asked) else usual(number, asked)
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    qtbot.waitUntil(lambda: is_count(case.engine.requests(SearchRequest)[-1]))
    known = len(case.engine.requests(SearchRequest))
    with qtbot.waitSignal(case.window.search.session.answered):
        case.window.search.pane.field.set_query("pod")
    assert [request.query for request in case.engine.requests(SearchRequest)[known:]] == ["pod"]


def is_count(request):
    return isinstance(request, SearchRequest) and request.k == 1


def test_counting_does_not_change_what_is_shown(case, qtbot):
    shown = case.window.search.response.hits
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    qtbot.waitUntil(lambda: any(request.k == 1 for request in case.engine.requests(SearchRequest)))
    qtbot.waitUntil(lambda: not any(rows(case, Section.TAGS, StaleRole)))
    assert case.window.search.response.hits == shown
    assert case.window.search.response.request.filters.tags_any == ("runbook",)


def test_sections_are_reached_by_their_keys(case, qtbot):
    qtbot.keyClick(case.window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(panel(case).dates.range.hasFocus)


class Clicks:
    """Answers clicks with numbers of its own, and others as `dated` does."""

    def __init__(self, listed):
        self.listed = listed
        self.most = 100

    def __call__(self, request_id, request):
        if isinstance(request, CountClicks):
            counted = [self.listed(filters) for filters in request.clicks]
            return ClicksCounted(request_id, tuple(counted[: self.most]))
        return dated(request_id, request)


def asked(case):
    """The searches that were counted, with the filters that each click leads to."""
    requests = case.engine.requests(CountClicks)
    return [replace(r.search, filters=one) for r in requests for one in r.clicks]


def counted_window(qtbot, theme, listed, query="finalizer"):
    case = open_window(qtbot, theme, Clicks(listed))
    search_for(qtbot, case, query)
    qtbot.waitUntil(lambda: not any(rows(case, Section.TYPES, StaleRole)))
    return case


def test_rows_say_what_a_click_lists_not_how_the_best_are_spread(qtbot, theme):
    case = counted_window(qtbot, theme, lambda _: Listed(153, KindCounts(both=60, meaning=40)))
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {153})
    assert SearchFilters(tags_any=("runbook",)) in [request.filters for request in asked(case)]
    assert {request.k for request in asked(case)} == {100}


def test_weak_passages_count_only_while_they_are_shown(qtbot, theme):
    weak = Listed(100, KindCounts(keywords=7), KindCounts(meaning=93))
    case = counted_window(qtbot, theme, lambda _: weak)
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {7})
    case.window.search.answers.show_weak(wanted=True)
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {100})


def test_what_found_by_leaves_out_is_not_counted(qtbot, theme):
    listed = Listed(80, KindCounts(both=50, keywords=20, meaning=10))
    case = counted_window(qtbot, theme, lambda _: listed)
    panel(case).gestured.emit(Section.FOUND_BY, "keywords", Gesture.ONLY)
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {20})
    panel(case).gestured.emit(Section.FOUND_BY, "keywords", Gesture.EXCLUDE)
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {60})


def test_a_full_list_is_counted_as_the_line_above_it_says(qtbot, theme):
    case = counted_window(qtbot, theme, lambda _: Listed(331, KindCounts(meaning=100)))
    panel(case).gestured.emit(Section.FOUND_BY, "keywords", Gesture.EXCLUDE)
    qtbot.waitUntil(lambda: case.window.search.selection.narrows_hits)
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {331})


def test_a_click_is_counted_with_the_filters_it_leads_to(qtbot, theme):
    case = counted_window(qtbot, theme, lambda _: Listed(9, KindCounts(both=9)))
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    panel(case).gestured.emit(Section.TAGS, "draft", Gesture.EXCLUDE)
    case.engine.submitted.clear()

    def filters():
        return [request.filters for request in asked(case)]

    german = SearchFilters(tags_any=("runbook",), tags_none=("draft",), langs=("de",))
    qtbot.waitUntil(lambda: german in filters())
    assert replace(german, langs=()) in filters()
    assert SearchFilters(tags_any=("kubernetes",), tags_none=("draft",)) in filters()


def test_a_filter_that_is_taken_back_shows_no_number_that_no_click_lists(qtbot, theme):
    case = counted_window(qtbot, theme, lambda _: Listed(77, KindCounts(both=77)))
    panel(case).gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    case.window.search.clear_filters()
    usual = case.engine.answer
    case.engine.answer = lambda number, asked: (
        None if isinstance(asked, CountClicks) else usual(number, asked)
    )
    with qtbot.waitSignal(case.window.search.answers.counts.counted):
        case.window.undo_bar.undo()
    assert case.window.search.selection.values(Section.TAGS) == ("runbook",)
    assert all(rows(case, Section.TAGS, StaleRole))
    dates = panel(case).dates.range
    assert [dates.bar_words(bar) for bar in dates.bars] == [b.days.in_words() for b in dates.bars]


def test_rows_that_a_search_kept_from_being_counted_are_asked_for_again(qtbot, theme):
    answers = Clicks(lambda _: Listed(9, KindCounts(both=9)))
    answers.most = 1
    case = open_window(qtbot, theme, answers)
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(lambda: not any(rows(case, Section.TAGS, StaleRole)))
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {9})


def test_one_failed_count_keeps_no_row_from_being_counted(qtbot, theme):
    answers = Clicks(lambda _: Listed(9, KindCounts(both=9)))
    failed = []

    def answer(request_id, request):
        if isinstance(request, CountClicks) and not failed:
            failed.append(request)
            return RequestFailed(request_id, "It cannot be counted.")
        return answers(request_id, request)

    case = open_window(qtbot, theme, answer)
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(lambda: not any(rows(case, Section.TYPES, StaleRole)))
    assert len(failed[0].clicks) > 1
    qtbot.waitUntil(lambda: set(rows(case, Section.TAGS, CountRole)) == {9})
    assert not any(rows(case, Section.TAGS, StaleRole))


def test_a_row_that_cannot_be_counted_keeps_no_other_from_it_and_is_not_asked_for_ever(
    qtbot, theme
):
    answers = Clicks(lambda _: Listed(9, KindCounts(both=9)))
    refused = []

    def answer(request_id, request):
        is_count = isinstance(request, CountClicks)
        if is_count and any("runbook" in one.tags_any for one in request.clicks):
            refused.append(request)
            return RequestFailed(request_id, "It cannot be counted.")
        return answers(request_id, request)

    case = open_window(qtbot, theme, answer)
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(lambda: not any(rows(case, Section.TYPES, StaleRole)))
    qtbot.waitUntil(lambda: case.window.search.answers.clicks.is_settled)
    told = dict(
        zip(rows(case, Section.TAGS, LabelRole), rows(case, Section.TAGS, StaleRole), strict=True)
    )
    assert [label for label, is_stale in told.items() if is_stale] == ["runbook"]
    assert len(refused) == 2


def test_folded_rows_are_counted_when_they_are_unfolded(qtbot, theme):
    case = open_window(qtbot, theme, Clicks(lambda _: Listed(9, KindCounts(both=9))))
    tags = panel(case).sections[Section.TAGS]
    tags.findChild(SectionHeading).setChecked(False)
    search_for(qtbot, case, "finalizer")
    qtbot.waitUntil(lambda: not any(rows(case, Section.TYPES, StaleRole)))
    assert all(rows(case, Section.TAGS, StaleRole))
    tags.unfold()
    qtbot.waitUntil(lambda: not any(rows(case, Section.TAGS, StaleRole)))


def test_without_a_question_the_library_itself_is_counted(qtbot, theme):
    case = open_window(qtbot, theme)
    qtbot.waitUntil(lambda: bool(rows(case, Section.TAGS, CountRole)))
    assert not any(rows(case, Section.TAGS, StaleRole))
    assert case.engine.requests(CountClicks) == []


def test_days_of_a_selection():
    span = DateSpan(date(2024, 1, 1), date(2024, 12, 31))
    selection = FilterSelection().after(Section.DATES, span.value, Gesture.ONLY)
    assert selection.days == span
    assert selection.without_section(Section.DATES) == FilterSelection()


def test_rows_are_ordered_by_what_a_click_gives_once_that_is_known(qtbot, theme):
    numbers = {"kubernetes": 3, "runbook": 90, "to-cite": 40, "draft": 7}

    def listed(filters):
        number = numbers.get(next(iter(filters.tags_any), ""), 1)
        return Listed(number, KindCounts(both=number))

    case = counted_window(qtbot, theme, listed)
    assert rows(case, Section.TAGS, LabelRole) == ["runbook", "to-cite", "draft", "kubernetes"]
    panel(case).gestured.emit(Section.TAGS, "draft", Gesture.ONLY)
    numbers["draft"] = 200
    qtbot.waitUntil(lambda: 200 in rows(case, Section.TAGS, CountRole))
    assert rows(case, Section.TAGS, LabelRole) == ["runbook", "to-cite", "draft", "kubernetes"]


def test_what_is_under_the_pointer_stays_when_rows_above_it_are_added(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "finalizer")
    case.window.resize(1440, 520)
    column, types = panel(case), panel(case).sections[Section.TYPES]
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 200)
    column.verticalScrollBar().setValue(150)
    types.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    before = types.mapTo(column.viewport(), QPoint(0, 0)).y()
    more = replace(
        case.window.search.response.facets,
        tags=tuple(FacetCount(f"tag {number}", number) for number in range(8, 0, -1)),
    )
    column.show_response(replace(case.window.search.response, facets=more))
    qtbot.waitUntil(lambda: len(rows(case, Section.TAGS, LabelRole)) > 8)
    QApplication.sendPostedEvents()
    assert types.mapTo(column.viewport(), QPoint(0, 0)).y() == before


def test_the_first_counts_below_a_resting_pointer_leave_the_column_at_its_top(qtbot, theme):
    column = FilterPanel(theme)
    qtbot.addWidget(column)
    column.resize(240, 420)
    column.show()
    qtbot.waitExposed(column)
    assert column.verticalScrollBar().maximum() == 0
    for section in column.sections.values():
        section.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    # The scroll bar comes while the sections are laid out, and that lays them out again.
    tags = tuple(FacetCount(f"tag {number}", number) for number in range(8, 0, -1))
    response = sample_response("finalizer")
    facets = replace(response.facets, tags=tags, months=MONTHS)
    column.show_response(replace(response, facets=facets))
    qtbot.waitUntil(lambda: column.verticalScrollBar().maximum() > 20)
    assert column.verticalScrollBar().value() == 0


def test_a_folder_that_is_gone_leaves_the_column_when_the_whole_library_is_counted(case):
    column, request = panel(case), SearchRequest("", with_facets=True)
    facets = Facets(folders=(FacetCount("Notes", 8), FacetCount("Notes/old", 8)))
    response = replace(sample_response(""), request=request, facets=facets)
    column.show_response(response)
    moved = Facets(folders=(FacetCount("Notes", 8), FacetCount("Notes/new", 8)))
    a_search = replace(request, query="finalizer")
    column.show_response(replace(response, request=a_search, facets=moved))
    assert "Notes/old" in column.model(Section.FOLDERS).known_values()
    column.show_response(replace(response, facets=moved))
    assert set(column.model(Section.FOLDERS).known_values()) == {"Notes", "Notes/new"}
