"""Suggestions below the field, and corrections if nothing is found."""

import pytest
from PySide6.QtCore import Qt

from tests.fakes.library_samples import answering
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    Correction,
    CorrectSpelling,
    CountMatches,
    SearchFilters,
    SuggestWords,
    TermStatistics,
    WordsSuggested,
)
from twofold.ui.search.suggestions import Kind


def suggesting(*, nothing=False):
    plain = answering(nothing=nothing)

    def answer(request_id, request):
        match request:
            case CorrectSpelling(text):
                better = (Correction("finalzier", "finalizer", 6),)
                return WordsSuggested(request_id, text, corrections=better)
            case SuggestWords(text):
                words = (TermStatistics("runtime", 9), TermStatistics("runner", 4))
                return WordsSuggested(request_id, text, words)
        return plain(request_id, request)

    return answer


@pytest.fixture
def case(qtbot, theme):
    case = open_window(qtbot, theme, suggesting())
    qtbot.waitUntil(lambda: bool(case.window.search.filters.panel.model("tags").known_values()))
    return case


def field(case):
    return case.window.search.pane.field


def suggested(case):
    found = case.window.search.suggestions.suggestions()
    return [(suggestion.kind, suggestion.value) for suggestion in found]


def type_and_wait(qtbot, case, text):
    field(case).setFocus()
    qtbot.keyClicks(field(case), text)
    qtbot.waitUntil(case.window.search.suggestions.isVisible)


def test_a_word_is_accepted_by_keyboard(case, qtbot):
    type_and_wait(qtbot, case, "the run")
    assert suggested(case) == [
        (Kind.WORD, "runtime"),
        (Kind.WORD, "runner"),
        (Kind.TAG, "runbook"),
        (Kind.FOLDER, "Runbooks"),
    ]
    qtbot.keyClick(field(case), Qt.Key.Key_Down)
    qtbot.keyClick(field(case), Qt.Key.Key_Down)
    qtbot.keyClick(field(case), Qt.Key.Key_Return)
    assert field(case).text() == "the runner "
    assert not case.window.search.suggestions.isVisible()


def test_a_tag_becomes_a_filter(case, qtbot):
    type_and_wait(qtbot, case, "the run")
    for _ in range(3):
        qtbot.keyClick(field(case), Qt.Key.Key_Down)
    qtbot.keyClick(field(case), Qt.Key.Key_Tab)
    assert field(case).text() == "the "
    assert case.window.search.session.request.filters.tags_any == ("runbook",)


def test_a_folder_is_accepted_by_mouse(case, qtbot):
    type_and_wait(qtbot, case, "run")
    shown = case.window.search.suggestions
    place = shown.visualRect(shown.model().index(3, 0)).center()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert case.window.search.session.request.filters.folders == ("Runbooks",)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("tag:RUN", ["runbook"]),
        ("tag:draft,k", ["kubernetes"]),
        ("-lang:deu", ["de"]),
        ("type:", ["pdf", "markdown", "html", "code"]),
        ("folder:run", ["Runbooks"]),
        ("trust:", ["primary", "secondary"]),
    ],
)
def test_a_filter_word_completes_the_values_of_the_library(case, qtbot, typed, offered):
    type_and_wait(qtbot, case, f"pods {typed}")
    assert [value for _, value in suggested(case)] == offered
    asked = case.engine.requests(CountMatches)[-1].search
    assert (asked.query, asked.filters) == ("", SearchFilters())


def test_an_accepted_value_becomes_a_filter(case, qtbot):
    type_and_wait(qtbot, case, "pods tag:draft,kub")
    qtbot.keyClick(field(case), Qt.Key.Key_Down)
    qtbot.keyClick(field(case), Qt.Key.Key_Return)
    assert field(case).text() == "pods "
    assert case.window.search.session.request.filters.tags_any == ("draft", "kubernetes")


def test_the_history_stores_no_unfinished_filter(case, qtbot):
    for query, kept in (("tag:gar", ()), ("pods tag:gar", ("pods",))):
        qtbot.keyClicks(field(case), query)
        qtbot.waitUntil(lambda: case.window.search.response.request.query == query)  # noqa: B023
        case.window.search.searches.remember()
        assert case.window.search.searches.history.recent == kept
        field(case).clear_query()


def test_the_list_closes_on_escape_typing_and_focus_loss(case, qtbot):
    shown = case.window.search.suggestions
    qtbot.keyClicks(field(case), "r")
    assert not shown._soon.isActive()  # one letter is not enough
    type_and_wait(qtbot, case, "un")
    qtbot.keyClick(field(case), Qt.Key.Key_Escape)
    assert not shown.isVisible()
    assert field(case).text() == "run"
    type_and_wait(qtbot, case, "b")
    qtbot.keyClicks(field(case), "o")
    assert not shown.isVisible()
    qtbot.waitUntil(shown.isVisible)
    with qtbot.waitSignal(field(case).confirmed):  # nothing is selected
        qtbot.keyClick(field(case), Qt.Key.Key_Return)
    case.window.search.pane.results.setFocus()
    assert not shown.isVisible()


def test_a_better_spelling_is_offered_if_nothing_was_found(qtbot, theme):
    case = open_window(qtbot, theme, suggesting(nothing=True))
    search_for(qtbot, case, "the finalzier stays")
    page = case.window.search.pane.empty_state
    qtbot.waitUntil(lambda: any("finalizer" in b.accessibleDescription() for b in page.buttons()))
    button = next(b for b in page.buttons() if "finalizer" in b.accessibleDescription())
    assert button.accessibleDescription() == "Did you mean ‘finalizer’?: found in 6 passages"
    button.click()
    assert field(case).text() == "the finalizer stays"


def test_down_in_an_empty_field_shows_recent_searches(case, qtbot):
    field(case).setFocus()
    qtbot.keyClick(field(case), Qt.Key.Key_Down)
    assert not case.window.search.suggestions.isVisible()
    for query in ("finalizer", "graceful deletion"):
        search_for(qtbot, case, query)
        case.window.search.searches.remember()
    field(case).setFocus()
    field(case).clear_query()
    qtbot.keyClick(field(case), Qt.Key.Key_Down)
    assert suggested(case) == [(Kind.RECENT, "graceful deletion"), (Kind.RECENT, "finalizer")]
    qtbot.keyClick(field(case), Qt.Key.Key_Down)
    qtbot.keyClick(field(case), Qt.Key.Key_Return)
    assert field(case).text() == "finalizer"


def test_a_repeated_query_is_completed(case, qtbot):
    search_for(qtbot, case, "running out of memory")
    case.window.search.searches.remember()
    field(case).clear_query()
    type_and_wait(qtbot, case, "runn")
    assert suggested(case)[-1] == (Kind.RECENT, "running out of memory")
