"""The display of answers: filtered, preserved, failed, or without vectors."""

from dataclasses import replace
from functools import partial

import pytest

from tests.fakes.library_samples import answering, sample_status
from tests.ui.samples import QUERY
from tests.ui.window_case import click_row, open_window, search_for
from twofold.engine.api import (
    LibraryStatus,
    ModelStatus,
    Notice,
    PreviewRequest,
    RequestFailed,
    RetrieverKind,
    RetrieverTrace,
    SearchFinished,
    SearchMode,
    SearchRequest,
    StatusChanged,
)
from twofold.ui.export.export_dialog import ExportDialog
from twofold.ui.filters.selection import Section

LOADING = replace(
    sample_status(), vectors_ready=0, vectors_pending=48_210, model=ModelStatus("e5", "E5")
)


def changing(**changes):
    """Return a sample engine whose responses to a query have these values."""
    usual = answering()

    def answer(number, request):
        event = usual(number, request)
        if isinstance(event, SearchFinished) and request.query:
            return replace(event, response=replace(event.response, **changes))
        return event

    return answer


def failing(usual, query="pod"):
    """Reply like `usual`, except to a query that cannot be searched."""

    def answer(number, request):
        if isinstance(request, SearchRequest) and request.query == query:
            return RequestFailed(number, "Both rankings failed.", "Run twofold doctor.")
        return usual(number, request)

    return answer


def fail(qtbot, case):
    """Search for a query that fails."""
    pane = case.window.search.pane
    pane.field.set_query("pod")
    qtbot.waitUntil(lambda: not pane.shows_hits)
    assert pane.empty_state.title == "The search failed"


def test_found_by_narrows_the_list_without_another_search(qtbot, found):
    before = len(found.engine.requests(SearchRequest))
    click_row(qtbot, found, Section.FOUND_BY, 2)
    search = found.window.search
    assert [int(hit.chunk_id, 16) for hit in search.response.hits] == [4, 6]
    assert [hit.rank for hit in search.response.hits] == [1, 2]
    assert len(found.engine.requests(SearchRequest)) == before
    assert search.pane.chips.chips[0].text() == "Meaning only"


def test_an_empty_result_is_reported_and_focuses_the_field(qtbot, found):
    search = found.window.search
    search.pane.results.setFocus()
    found.engine.answer = answering(nothing=True)
    search.session.repeat()
    qtbot.waitUntil(lambda: not search.pane.shows_hits)
    assert search.pane.empty_state.title == "Nothing relevant"
    assert search.pane.field.hasFocus()
    qtbot.waitUntil(lambda: search.details.preview.preview is None)


def test_after_a_failed_search_no_old_hits_are_shown_or_exported(qtbot, found):
    found.engine.answer = failing(found.engine.answer)
    search = found.window.search
    fail(qtbot, found)
    click_row(qtbot, found, Section.FOUND_BY, 2)
    assert not search.pane.shows_hits
    assert search.response is None
    qtbot.waitUntil(lambda: search.details.preview.preview is None)
    found.window.show_export()
    search_for(qtbot, found, QUERY)
    assert found.window.findChild(ExportDialog) is None


def test_a_message_about_an_answer_disappears_with_it_and_a_notice_stays(qtbot, theme):
    case = open_window(
        qtbot, theme, failing(changing(warnings=("Only keywords were searched.", "Why")))
    )
    messages = case.window.search.pane.messages
    search_for(qtbot, case, QUERY)
    assert messages.text == "Only keywords were searched."
    fail(qtbot, case)
    assert messages.text == ""
    search_for(qtbot, case, QUERY)
    assert messages.text == "Only keywords were searched."
    case.client.post(Notice("The index was repaired."))
    qtbot.waitUntil(lambda: messages.text == "The index was repaired.")
    fail(qtbot, case)
    assert messages.text == "The index was repaired."


def test_a_shortened_query_is_reported(qtbot, theme):
    cut = "Only the first 2,000 characters are searched."

    def answer(number, request):
        event = answering()(number, request)
        if isinstance(event, SearchFinished):
            trace = replace(event.response.trace, understood_as=cut)
            return replace(event, response=replace(event.response, trace=trace))
        return event

    case = open_window(qtbot, theme, answer)
    messages = case.window.search.pane.messages
    search_for(qtbot, case, "contract " * 400)
    assert messages.text == cut
    search_for(qtbot, case, 'a "phrase that is being')
    assert messages.text == ""


def test_a_passing_notice_disappears(qtbot, found):
    messages = found.window.search.pane.messages
    for words, is_passing in (("The index was repaired.", False), ("'Papers' is back.", True)):
        found.client.post(Notice(words, is_passing=is_passing))
        qtbot.waitUntil(lambda words=words: messages.text == words)
        messages.withdraw_passing()
        assert (messages.text == words) is not is_passing


def test_more_like_this_is_a_chip_and_removing_it_restores_the_query(qtbot, found):
    search = found.window.search
    hit, usual = search.current_hit(), found.engine.answer

    def alike(number, request):
        event = usual(number, request)
        if isinstance(event, SearchFinished) and request.like:
            trace = replace(event.response.trace, understood_as="Passages like this one.")
            return replace(event, response=replace(event.response, trace=trace))
        return event

    found.engine.answer = alike
    search.commands.like_requested.emit(hit)
    chip = search.pane.like_chip
    qtbot.waitUntil(lambda: chip.toolTip() == "Passages like this one.")
    assert hit.title in chip.text()
    assert chip.isVisible()
    assert search.pane.messages.text == ""
    assert search.session.request.like == hit.chunk_id
    assert search.session.request.query == ""
    assert search.pane.field.text() == QUERY
    chip.removed.emit()
    assert not chip.isVisible()
    assert (search.session.request.query, search.session.request.like) == (QUERY, "")


def test_visible_hits_stay_until_indexing_is_idle(qtbot, found):
    before = len(found.engine.requests(SearchRequest))
    more = replace(sample_status(), chunks=50_000)
    found.client.post(StatusChanged(more))
    qtbot.waitUntil(lambda: found.window.library.status == more)
    assert len(found.engine.requests(SearchRequest)) == before

    done = replace(more, vectors_pending=0, phase=LibraryStatus().phase)
    found.client.post(StatusChanged(done))
    qtbot.waitUntil(lambda: len(found.engine.requests(SearchRequest)) == before + 1)


def test_a_selection_survives_new_answers_to_the_same_query(qtbot, found):
    search = found.window.search
    search.pane.results.choose(search.pane.results.model().hits[3])
    with qtbot.waitSignal(search.session.answered):
        search.session.repeat()
    assert search.current_hit().rank == 4
    search.pane.mode_switch.choose(SearchMode.LEXICAL)
    qtbot.waitUntil(lambda: search.session.is_answered)
    assert search.current_hit().rank == 4

    search_for(qtbot, found, "another question")
    assert search.current_hit().rank == 1


def before_meaning(number, request):
    """Reply like an engine whose model is still loading."""
    event = answering()(number, request)
    if isinstance(event, StatusChanged):
        return StatusChanged(LOADING)
    if isinstance(request, SearchRequest) and request.query:
        trace = event.response.trace
        retrievers = (
            trace.retrievers[0],
            RetrieverTrace(RetrieverKind.VECTOR, 0, 0, 0, error="There is no model yet."),
        )
        response = replace(
            event.response,
            trace=replace(trace, retrievers=retrievers),
            warnings=("Only keywords.",),
        )
        return replace(event, response=response)
    return event


@pytest.fixture
def early(qtbot, theme):
    """A window over an engine whose model is still loading."""
    case = open_window(qtbot, theme, before_meaning)
    search_for(qtbot, case, QUERY)
    return case


def test_missing_meaning_is_reported_and_the_search_repeats(qtbot, early):
    search = early.window.search
    words = "Only keyword matches so far. The semantic model is loading."
    assert search.pane.messages.text == words
    assert search.pane.messages.property("surface") == "note"
    finished = replace(LOADING, vectors_ready=48_210, vectors_pending=0)
    early.client.post(StatusChanged(finished))
    qtbot.waitUntil(lambda: early.window.library.status.vectors_pending == 0)
    assert search.pane.messages.text == words
    fourth = search.pane.results.model().hits[3]
    search.pane.results.choose(fourth)
    asked_for = partial(early.engine.requests, PreviewRequest)
    qtbot.waitUntil(lambda: fourth.chunk_id in {one.chunk_id for one in asked_for()})
    previews = len(asked_for())
    asked = len(early.engine.requests(SearchRequest))

    early.engine.answer = answering()
    early.client.post(StatusChanged(sample_status()))
    qtbot.waitUntil(lambda: search.pane.messages.text == "")
    assert len(early.engine.requests(SearchRequest)) == asked + 1
    assert search.current_hit().rank == 4
    search.answers.shown._show()
    assert len(asked_for()) == previews


def test_search_by_meaning_alone_reports_that_it_is_not_ready(qtbot, early):
    def answer(number, request):
        if isinstance(request, SearchRequest) and request.mode is SearchMode.VECTOR:
            return RequestFailed(
                number, "Meaning could not be searched.", "Run 'twofold doctor' for details."
            )
        return before_meaning(number, request)

    early.engine.answer = answer
    pane = early.window.search.pane
    pane.mode_switch.choose(SearchMode.VECTOR)
    qtbot.waitUntil(lambda: pane.empty_state.title == "Search by meaning is not ready yet")

    early.engine.answer = answering()
    early.client.post(StatusChanged(sample_status()))
    qtbot.waitUntil(lambda: pane.shows_hits)
