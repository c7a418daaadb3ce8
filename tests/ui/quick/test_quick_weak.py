"""Quick search separates weak matches like the main window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.fakes.library_samples import answering
from tests.ui.samples import make_hit, sample_ranking
from tests.ui.window_case import open_window
from twofold.engine.api import SearchFinished
from twofold.ui.quick.quick_window import HITS

FLOOR = 0.8


@pytest.fixture
def asked(qtbot, theme):
    """Quick search with an answer of six hits, some of them weak."""

    def ask(*weak, hidden=0):
        def answer(request_id, request):
            event = answering()(request_id, request)
            if not isinstance(event, SearchFinished):
                return event
            response = event.response
            hits = tuple(replace(hit, weak=hit.rank in weak) for hit in response.hits)
            hits = () if hidden else hits
            ranking = tuple(replace(one, weak=one.rank in weak) for one in response.ranking)
            trace = replace(response.trace, floor=FLOOR, hidden=hidden)
            found = replace(response, hits=hits, ranking=ranking[: len(hits)], trace=trace)
            return SearchFinished(request_id, replace(found, request=request))

        case = open_window(qtbot, theme, answer)
        quick = case.window.tray.quick
        quick.activate()
        QTest.keyClicks(quick.window.field, "finalizer")
        qtbot.waitUntil(
            lambda: quick.window.session.is_answered and bool(quick.window.count.plain_text)
        )
        return quick.window

    return ask


def down(window):
    QTest.keyClick(window.field, Qt.Key.Key_Down)


def test_weak_matches_are_hidden_and_counted_until_another_query(asked, qtbot):
    window = asked(5, 6)
    assert window.hits.number == 4
    assert window.current_hit.rank == 1
    assert window.weak.isVisible()
    assert window.weak.button.accessibleName() == "Show 2 weak matches"
    window.weak.button.click()
    assert window.hits.number == 6
    window.weak.button.click()
    assert window.hits.number == 4
    window.weak.button.click()
    QTest.keyClicks(window.field, "s")
    qtbot.waitUntil(lambda: window.hits.number == 4)


def test_down_on_the_last_hit_shows_weak_matches(asked):
    window = asked(5, 6)
    for _ in range(3):
        down(window)
    assert window.current_hit.rank == 4
    assert window.hits.number == 4
    down(window)
    assert window.hits.number == 6
    assert window.current_hit.rank == 5


def test_weak_matches_alone_are_nothing_relevant_until_down_shows_them(asked):
    window = asked(1, 2, 3, 4, 5, 6)
    assert window.current_hit is None
    assert window.words.text().startswith("Nothing relevant")
    assert window.words.isVisible()
    assert window.count.plain_text == "Nothing relevant · 6 weak hidden"
    down(window)
    assert window.current_hit.rank == 1
    assert not window.words.isVisible()
    assert window.count.plain_text == "Nothing relevant · 6 weak shown"


def test_weak_matches_hidden_by_the_settings_are_counted(asked):
    window = asked(hidden=3)
    assert window.words.text() == "Nothing relevant; 3 weak matches left out."
    assert not window.weak.isVisible()


def test_without_weak_matches_there_is_no_line(asked):
    window = asked()
    assert window.hits.number == 6
    assert not window.weak.isVisible()


def test_weak_matches_below_the_first_page_are_listed_too(qtbot, theme):
    ranking = tuple(replace(one, weak=one.rank > HITS) for one in sample_ranking(20))
    every = tuple(replace(make_hit(one.rank), weak=one.weak) for one in ranking)

    def answer(request_id, request):
        event = answering()(request_id, request)
        if isinstance(event, SearchFinished) and request.query:
            end = request.offset + request.limit
            response = replace(
                event.response, request=request, hits=every[request.offset : end], ranking=ranking
            )
            return SearchFinished(request_id, response)
        return event

    case = open_window(qtbot, theme, answer)
    quick = case.window.tray.quick
    quick.activate()
    QTest.keyClicks(quick.window.field, "finalizer")
    qtbot.waitUntil(lambda: quick.window.hits.number == HITS)
    assert quick.window.weak.button.accessibleName() == "Show 12 weak matches"
    quick.window.weak.button.click()
    qtbot.waitUntil(lambda: quick.window.hits.number == 20)
    assert quick.window.count.plain_text == "20 passages · 12 weak shown"
