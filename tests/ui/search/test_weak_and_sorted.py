"""Weak matches apart, hits sorted and grouped, in the whole window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from engine.api import DocumentShare, DocumentVote, RelevanceFloor, SearchFinished, SearchRequest
from tests.fakes.library_samples import answering
from tests.ui.window_case import open_window, search_for
from ui.filters.selection import Gesture, Section
from ui.results.result_model import HitOrder, HitRole, in_order, passages_of_document
from ui.search.empty_state import SimilarityScale

FLOOR = RelevanceFloor(0.85, 0.78, 0.88, 200)


def with_weak(*ranks, grouped=False):
    def answer(request_id, request):
        event = answering()(request_id, request)
        if not isinstance(event, SearchFinished):
            return event
        hits = tuple(
            replace(hit, weak=hit.rank in ranks, document=_vote(hit) if grouped else None)
            for hit in event.response.hits
        )
        trace = replace(event.response.trace, floor=FLOOR)
        return SearchFinished(request_id, replace(event.response, hits=hits, trace=trace))

    return answer


def _vote(hit):
    return DocumentVote(1.0, 4, (DocumentShare(hit.chunk_id, hit.rank, 1.0),))


@pytest.fixture
def open_case(qtbot, theme):
    def open_with(*ranks, **options):
        case = open_window(qtbot, theme, with_weak(*ranks, **options))
        search_for(qtbot, case, "finalizer")
        return case

    return open_with


def shown(case):
    return [hit.rank for hit in case.window.search.response.hits]


def role(case, wanted):
    model = case.window.search.pane.results.model()
    return [model.index(row, 0).data(wanted) for row in range(model.rowCount())]


def test_weak_matches_are_hidden_until_asked_for(open_case):
    case = open_case(2, 4)
    line = case.window.search.pane.weak_line
    assert shown(case) == [1, 3, 5, 6]
    assert line.isVisible()
    assert line.button.accessibleName() == "Show 2 weak matches"
    line.button.click()
    assert shown(case) == [1, 3, 5, 6, 2, 4]
    assert role(case, HitRole.WEAK_BELOW) == [0, 0, 0, 0, 2, 0]
    line.button.click()
    assert shown(case) == [1, 3, 5, 6]


def test_the_first_weak_row_has_room_for_the_line(open_case):
    case = open_case(2, 4)
    case.window.search.pane.weak_line.button.click()
    results = case.window.search.pane.results
    results.grab()
    heights = [results.sizeHintForRow(row) for row in range(6)]
    case.window.search.pane.weak_line.button.click()
    case.window.search.pane.tools.choose_order(HitOrder.BEST)
    assert heights[4] >= 24 + 82 + 20


def test_without_weak_matches_there_is_no_line(open_case):
    assert not open_case().window.search.pane.weak_line.isVisible()


def test_another_query_hides_them_again(open_case, qtbot):
    case = open_case(2)
    case.window.search.pane.weak_line.button.click()
    search_for(qtbot, case, "namespace")
    assert shown(case) == [1, 3, 4, 5, 6]


def test_weak_matches_alone_are_nothing_relevant(open_case, qtbot):
    case = open_case(1, 2, 3, 4, 5, 6)
    page = case.window.search.pane.empty_state
    assert page.title == "Nothing relevant"
    assert "0 passages; 6 weak matches hidden" in case.window.search.pane.count_line.plain_text
    closeness = page.findChild(SimilarityScale)
    assert closeness.isVisible()
    assert all(x < closeness.mark() for x in closeness.dots())
    assert "0.850" in closeness.accessibleDescription()
    page.grab()
    buttons = [button for button in page.buttons() if button.text() == "Show"]
    qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert shown(case) == [1, 2, 3, 4, 5, 6]
    assert "Nothing relevant; 6 weak matches" in case.window.search.pane.count_line.plain_text


def test_with_filters_it_is_not_said_that_no_passage_of_all_holds_the_words(open_case, qtbot):
    case = open_case(1, 2, 3, 4, 5, 6)
    page = case.window.search.pane.empty_state
    assert page.findChildren(QLabel)[1].text().count("With these filters") == 0
    panel = case.window.search.filters.panel
    panel.gestured.emit(Section.TAGS, "runbook", Gesture.ONLY)
    qtbot.waitUntil(lambda: "With these filters" in page.findChildren(QLabel)[1].text())


def test_what_was_searched_follows_one_empty_answer_after_the_other(open_case, qtbot):
    case = open_case(1, 2, 3, 4, 5, 6)
    explain = case.window.search.details.explain
    qtbot.waitUntil(lambda: explain._response is not None)
    search_for(qtbot, case, "namespace")
    qtbot.waitUntil(lambda: explain._response.request.query == "namespace")


def test_sorting_keeps_the_weak_ones_below(open_case):
    case = open_case(1)
    tools = case.window.search.pane.tools
    case.window.search.pane.weak_line.button.click()
    tools.choose_order(HitOrder.NEWEST)
    dates = [hit.date for hit in case.window.search.response.hits]
    assert dates[:-1] == sorted(dates[:-1], reverse=True)
    assert dates[-1] == "2026-10-14"
    assert role(case, HitRole.HIT)[-1].rank == 1
    assert "Newest first" in tools.sort.text()
    tools.choose_order(HitOrder.BEST)
    assert shown(case) == [2, 3, 4, 5, 6, 1]


def test_names_are_sorted_as_people_read_them(open_case):
    hits = open_case().window.search.response.hits
    titles = [hit.title.casefold() for hit in in_order(hits, HitOrder.NAME)]
    assert titles == sorted(titles)


def test_ctrl_g_groups_by_document(open_case, qtbot):
    case = open_case(grouped=True)
    qtbot.keyClick(case.window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: case.engine.requests(SearchRequest)[-1].group_by_document)
    assert case.window.search.pane.tools.group.isChecked()
    assert passages_of_document(role(case, HitRole.HIT)[0]) == "4 passages in this document"
    qtbot.keyClick(case.window, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not case.engine.requests(SearchRequest)[-1].group_by_document)
