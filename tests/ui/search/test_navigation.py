"""Back and forward through searches, without losing typed text."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.fakes.library_samples import answering
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import DocumentVote, SearchFilters, SearchFinished
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.results.presented import HitOrder
from twofold.ui.search.navigation import History, SearchState, Step


def history(*queries):
    steps = History()
    for query in queries:
        steps = steps.recorded(Step(SearchState(query)))
    return steps


def test_a_new_step_drops_forward_steps_and_a_repeated_one_is_merged():
    steps = history("a", "b", "c").moved(-1).moved(-1)
    assert (steps.current.state.query, steps.can_go_back, steps.can_go_forward) == (
        "a",
        False,
        True,
    )
    assert steps.recorded(Step(SearchState("a"))) == steps
    steps = steps.recorded(Step(SearchState("d")))
    assert [step.state.query for step in steps.steps] == ["a", "d"]
    assert steps.moved(1) == steps


def test_only_the_newest_steps_are_kept():
    steps = history(*(f"query {number}" for number in range(200)))
    assert len(steps.steps) == 100
    assert steps.current.state.query == "query 199"


def state(case):
    request, pane = case.window.search.session.request, case.window.search.pane
    chosen = tuple(choice.value for choice in case.window.search.selection.choices)
    return pane.field.text(), request.mode.value, chosen, request.like, pane.tools.order


def test_letters_are_no_steps_and_all_choices_are_restored(qtbot, case):
    search = case.window.search
    qtbot.keyClicks(search.pane.field, "finalizer")
    qtbot.waitUntil(lambda: search.response.request.query == "finalizer")
    seen = [state(case)]
    for change in (
        lambda: search._on_filter_action(Section.LANGUAGES, "en", FilterAction.ONLY),
        search.pane.mode_switch.segments[1].click,
        lambda: search.pane.tools.choose_order(HitOrder.NEWEST),
        lambda: search.commands.like_requested.emit(search.current_hit()),
    ):
        change()
        seen.append(state(case))
        qtbot.waitUntil(lambda: search.session.is_answered)
    assert len(set(seen)) == len(seen)
    for before in reversed(seen[:-1]):
        search.shown.navigation.go_back()
        assert state(case) == before
        assert search.session.request.filters == search.selection.as_filters()
    assert search.pane.like_chip.isHidden()
    search.shown.navigation.go_back()
    assert state(case)[0] == "", "the page without a query came first"
    assert not search.pane.back.isEnabled()
    for after in seen:
        search.shown.navigation.go_forward()
        assert state(case) == after
    assert not search.pane.forward.isEnabled()
    assert search.pane.like_chip.isVisible()


def test_the_selected_hit_is_restored(qtbot, found):
    search = found.window.search
    search.shown.navigation.record()
    third = search.pane.results.hit_model.hits[2]
    search.pane.results.choose(third)
    search_for(qtbot, found, "another")
    assert search.current_hit() != third
    search.shown.navigation.go_back()
    qtbot.waitUntil(lambda: search.session.is_answered)
    qtbot.waitUntil(lambda: search.current_hit() == third)


@pytest.mark.parametrize("way", ["keys", "mouse", "buttons"])
def test_keys_mouse_and_buttons_go_back_and_forward(qtbot, found, way):
    window, field = found.window, found.window.search.pane.field
    first = field.text()
    search_for(qtbot, found, "another")
    native, at = window.windowHandle(), QPoint(300, 300)
    pane, none = window.search.pane, Qt.KeyboardModifier.NoModifier
    back, forward = {
        "keys": (
            lambda: qtbot.keyClick(field, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier),
            lambda: qtbot.keyClick(field, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier),
        ),
        "mouse": (
            lambda: QTest.mouseClick(native, Qt.MouseButton.BackButton, none, at),
            lambda: QTest.mouseClick(native, Qt.MouseButton.ForwardButton, none, at),
        ),
        "buttons": (pane.back.click, pane.forward.click),
    }[way]
    window.search.shown.navigation.record()
    back()
    assert field.text() == first
    forward()
    assert field.text() == "another"


def test_escape_selects_the_query_before_it_clears_it_and_undo_brings_it_back(qtbot, found):
    search, field = found.window.search, found.window.search.pane.field
    query = field.text()
    field.setFocus()
    field.deselect()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), field.selectedText()) == (query, query)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert search.searches.history.recent[0] == query
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == query
    assert search.session.request.query == query


def test_undo_first_removes_letters_typed_after_a_set_query(qtbot, found):
    field = found.window.search.pane.field
    query = field.text()
    field.setFocus()
    qtbot.keyClicks(field, "xy")
    for left in (query, ""):
        qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert field.text() == left


def test_a_replaced_query_becomes_the_first_recent_one(qtbot, found):
    search, field = found.window.search, found.window.search.pane.field
    query = field.text()
    search.searches.toggle_saved()
    saved = search.searches.history.saved[0]
    field.setFocus()
    qtbot.keyClicks(field, " and more")
    search.shown.open_search(saved)
    assert field.text() == query
    assert search.searches.history.recent[0] == f"{query} and more"
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == f"{query} and more"


def grouped_by_document(number, request):
    event = answering()(number, request)
    if not isinstance(event, SearchFinished) or not request.group_by_document:
        return event
    vote = DocumentVote(1.0, 10, ())
    hits = tuple(replace(hit, document=vote) for hit in event.response.hits)
    return replace(event, response=replace(event.response, hits=hits))


def test_a_click_on_the_number_of_passages_lists_them_and_back_shows_the_documents(qtbot, theme):
    case = open_window(qtbot, theme, grouped_by_document)
    search, results = case.window.search, case.window.search.pane.results
    search_for(qtbot, case, QUERY)
    search.pane.tools.group.click()
    qtbot.waitUntil(lambda: results.hit_model.hits[0].document is not None)
    index = results.model().index(0)
    row, hit = results.visualRect(index), results.hit_model.hits[0]
    link = results.itemDelegate().document_link(index, row, results.width())
    assert row.contains(link.toRect())
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=link.center().toPoint())
    request = search.session.request
    assert request.filters.folders == (f"{hit.folder}/{hit.doc_path}",)
    assert (request.query, request.group_by_document) == (QUERY, False)
    search.shown.navigation.go_back()
    assert search.session.request.group_by_document
    assert search.session.request.filters == SearchFilters()
    assert search.pane.tools.group.isChecked()
