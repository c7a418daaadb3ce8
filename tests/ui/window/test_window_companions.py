"""A hit of the quick search that is shown in the main window."""

from engine.api import SearchRequest
from tests.ui.window_case import search_for


def test_a_hit_is_not_waited_for_once_another_query_is_asked(qtbot, found):
    search = found.window.search
    hit = search.pane.results.hit_model.hits[2]
    usual, found.engine.answer = found.engine.answer, None
    found.window.beside.quick.show_wanted.emit("pods", hit)
    assert found.engine.requests(SearchRequest)[-1].query == "pods"
    found.engine.answer = usual
    search_for(qtbot, found, "something else")
    search_for(qtbot, found, "pods")
    qtbot.waitUntil(lambda: search.current_hit() is not None)
    assert search.current_hit() == search.pane.results.hit_model.hits[0]


def test_a_hit_is_shown_once_its_query_is_answered(qtbot, found):
    search = found.window.search
    hit = search.pane.results.hit_model.hits[2]
    found.window.beside.quick.show_wanted.emit("pods", hit)
    qtbot.waitUntil(lambda: search.current_hit() == hit)
