"""Words that no passage contains, and their corrections."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.fakes.library_samples import answering
from tests.support.real_window import index_notes, real_window
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    Correction,
    CorrectSpelling,
    SearchFinished,
    SearchMode,
    TermStatistics,
    WordsSuggested,
)
from twofold.ui.search import spelling as missing_words
from twofold.ui.search.spelling import spelled_better

FINALIZER = Correction("finalzer", "finalizer", 31)
NAMESPACE = Correction("naemspace", "namespace", 900)


def misspelled(*corrections):
    """Reply with vector hits; no passage contains the misspelled word."""

    def answer(request_id, request):
        event = answering()(request_id, request)
        if isinstance(request, CorrectSpelling):
            return WordsSuggested(request_id, request.text, corrections=corrections)
        if not isinstance(event, SearchFinished) or not request.query.strip():
            return event
        held = {"finalizer": 31, "namespace": 900}
        terms = tuple(TermStatistics(word, held.get(word, 0)) for word in request.query.split())
        return replace(
            event,
            response=replace(event.response, trace=replace(event.response.trace, terms=terms)),
        )

    return answer


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch):
    monkeypatch.setattr(missing_words, "PAUSE_MS", 40)


@pytest.fixture
def case(qtbot, theme):
    return open_window(qtbot, theme, misspelled(FINALIZER, NAMESPACE))


def is_spelling(event):
    return isinstance(event, WordsSuggested)


def bar(case):
    return case.window.search.pane.messages


def test_a_misspelling_is_reported_and_corrected_by_a_click(case, qtbot):
    search_for(qtbot, case, "finalzer naemspace")
    qtbot.waitUntil(lambda: bar(case).text != "")
    assert bar(case).text == (
        "No passage contains ‘finalzer’ or ‘naemspace’. Did you mean ‘finalizer namespace’?"
    )
    assert bar(case).property("surface") == "note"
    qtbot.mouseClick(bar(case).link, Qt.MouseButton.LeftButton)
    assert case.window.search.pane.field.text() == "finalizer namespace"
    qtbot.waitUntil(lambda: bar(case).text == "")


def test_without_a_correction_it_is_only_reported(qtbot, theme):
    case = open_window(qtbot, theme, misspelled())
    search_for(qtbot, case, f"zzyzx {'q' * 3000}")
    qtbot.waitUntil(lambda: bar(case).text != "")
    assert bar(case).text == f"No passage contains ‘zzyzx’ or ‘{'q' * 39}…’."
    assert not bar(case).link.isVisible()


def test_a_missing_word_beside_found_words_is_not_reported(qtbot, theme):
    case = open_window(qtbot, theme, misspelled())
    with qtbot.waitSignal(case.client.event_received, check_params_cb=is_spelling):
        search_for(qtbot, case, "why does a finalizer block")
    assert bar(case).text == ""


def test_no_correction_is_requested_if_all_words_are_found(case, qtbot):
    for query in ("finalizer", "finalzer", "finalizer"):
        search_for(qtbot, case, query)
    assert not case.window.search.answers.spelling._soon.isActive()
    asked = [request.text for request in case.engine.requests(CorrectSpelling)]
    assert "finalizer" not in asked  # the other request had enough time on a slow machine
    assert bar(case).text == ""


def test_text_found_by_its_parts_is_not_called_missing(case, qtbot):
    search_for(qtbot, case, "限制内存")
    assert case.window.search.response.hits[0].retrieval.lexical_rank
    assert not case.window.search.answers.spelling._soon.isActive()
    search_for(qtbot, case, "finalzer 限制内存")
    qtbot.waitUntil(lambda: bar(case).text != "")
    assert bar(case).text == "No passage contains ‘finalzer’. Did you mean ‘finalizer 限制内存’?"


def test_a_message_that_was_closed_stays_closed(case, qtbot):
    search_for(qtbot, case, "finalzer")
    qtbot.waitUntil(lambda: bar(case).text != "")
    bar(case).withdraw()
    asked = len(case.engine.requests(CorrectSpelling))
    with qtbot.waitSignal(case.window.search.session.answered):
        case.window.search.session.repeat()
    assert not case.window.search.answers.spelling._soon.isActive()
    assert bar(case).text == ""
    assert len(case.engine.requests(CorrectSpelling)) == asked


@pytest.mark.parametrize(
    ("query", "words", "better"),
    [
        ("finalzer naemspace", ("finalzer", "naemspace"), "finalizer namespace"),
        ('"a finalzer" Finalzers', ("a finalzer",), '"a finalizer" Finalzers'),
        ("finalzer naemspace", ("finalzer",), "finalizer naemspace"),
        ("tag:finalzer", (), "tag:finalzer"),
    ],
)
def test_only_missing_words_are_corrected(query, words, better):
    assert spelled_better(query, words, (FINALIZER, NAMESPACE)) == better


def test_only_missing_words_are_named_as_typed(qtbot, theme, tmp_path):
    index_notes(tmp_path)
    settings = {"indexing.watch": False, "search.mode": SearchMode.LEXICAL.value}
    with real_window(qtbot, theme, tmp_path, settings) as opened:
        search = opened.window.search
        search.pane.field.set_query('"zzyzx "qqqwert the ')
        opened.wait_until(lambda: search.response and search.response.request.query)
        opened.wait_until(lambda: not search.pane.shows_hits)
        labels = search.pane.empty_state.findChildren(QLabel)
        reported = [re.sub(r"<p[^>]*>|</p>|(<b) [^>]*", r"\1", label.text()) for label in labels]
        assert "No passage contains <b>zzyzx</b> or <b>qqqwert</b>." in reported
