"""What the window shows of an answer: narrowed, kept, failed, or without meaning yet."""

from dataclasses import replace

import pytest

from engine.api import (
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
from tests.fakes.library_samples import answering, sample_status
from tests.ui.samples import QUERY, sample_response
from tests.ui.window_case import click_row, open_window, search_for
from ui.export.export_dialog import ExportDialog
from ui.filters.selection import Section
from ui.search.answer_display import AnswerWarning, warning_of
from ui.widgets.messages import Message, MessageBar

LOADING = replace(
    sample_status(), vectors_ready=0, vectors_pending=48_210, model=ModelStatus("e5", "E5")
)


def test_found_by_narrows_the_list_without_another_search(qtbot, found):
    before = len(found.engine.requests(SearchRequest))
    click_row(qtbot, found, Section.FOUND_BY, 2)
    search = found.window.search
    assert [hit.rank for hit in search.response.hits] == [4, 6]
    assert len(found.engine.requests(SearchRequest)) == before
    assert search.pane.chips.chips[0].text() == "Meaning only"


def test_nothing_found_says_so_and_offers_a_way_on(qtbot, theme):
    case = open_window(qtbot, theme, answering(nothing=True))
    search_for(qtbot, case, "xyzzy")
    search = case.window.search
    assert not search.pane.shows_hits
    assert search.pane.empty_state.title == "Nothing relevant"
    assert search.details.preview.preview is None


def test_a_failed_retriever_is_said_above_the_hits(qtbot, theme):
    usual = answering()

    def with_warning(number, request):
        event = usual(number, request)
        if isinstance(request, SearchRequest) and request.query:
            warned = replace(event.response, warnings=("Only keywords were searched.", "Why"))
            return replace(event, response=warned)
        return event

    case = open_window(qtbot, theme, with_warning)
    search_for(qtbot, case, "pod")
    messages = case.window.search.pane.messages
    assert messages.text == "Only keywords were searched."
    case.client.post(Notice("The index was repaired."))
    qtbot.waitUntil(lambda: messages.text == "The index was repaired.")


def test_a_notice_that_asks_for_nothing_goes_by_itself(qtbot, found):
    messages = found.window.search.pane.messages
    for words, is_passing in (("The index was repaired.", False), ("'Papers' is back.", True)):
        found.client.post(Notice(words, is_passing=is_passing))
        qtbot.waitUntil(lambda words=words: messages.text == words)
        messages.withdraw_passing()
        assert bool(messages.text) is not is_passing


def test_a_failed_search_says_what_to_do(qtbot, theme):
    usual = answering()

    def failing(number, request):
        if isinstance(request, SearchRequest) and request.query:
            return RequestFailed(number, "Both rankings failed.", "Run twofold doctor.")
        return usual(number, request)

    case = open_window(qtbot, theme, failing)
    case.window.search.pane.field.set_query("pod")
    page = case.window.search.pane.empty_state
    qtbot.waitUntil(lambda: page.title == "The search could not be carried out")


def test_hits_of_another_search_do_not_come_back_after_a_failed_one(qtbot, found):
    usual = found.engine.answer

    def failing(number, request):
        if isinstance(request, SearchRequest) and request.query == "pod":
            return RequestFailed(number, "Both rankings failed.", "Run twofold doctor.")
        return usual(number, request)

    found.engine.answer = failing
    search = found.window.search
    search.pane.field.set_query("pod")
    qtbot.waitUntil(lambda: search.pane.empty_state.title == "The search could not be carried out")
    click_row(qtbot, found, Section.FOUND_BY, 2)
    assert not search.pane.shows_hits
    assert search.response is None
    qtbot.waitUntil(lambda: search.details.preview.preview is None)


def test_what_was_said_of_an_answer_goes_when_the_next_search_fails(qtbot, theme):
    usual = answering()

    def warning(number, request):
        if isinstance(request, SearchRequest) and request.query == "pod":
            return RequestFailed(number, "Both rankings failed.", "Run twofold doctor.")
        event = usual(number, request)
        if isinstance(event, SearchFinished) and request.query:
            warned = replace(event.response, warnings=("The word 'x' is left out.",))
            return replace(event, response=warned)
        return event

    case = open_window(qtbot, theme, warning)
    search_for(qtbot, case, QUERY)
    pane = case.window.search.pane
    assert pane.messages.text == "The word 'x' is left out."
    pane.field.set_query("pod")
    qtbot.waitUntil(lambda: pane.empty_state.title == "The search could not be carried out")
    assert pane.messages.text == ""
    search_for(qtbot, case, QUERY)
    assert pane.messages.text == "The word 'x' is left out."


def test_an_export_asked_for_after_a_failed_search_does_not_open_over_the_next_one(qtbot, found):
    usual = found.engine.answer

    def failing(number, request):
        if isinstance(request, SearchRequest) and request.query == "pod":
            return RequestFailed(number, "Both rankings failed.", "Run twofold doctor.")
        return usual(number, request)

    found.engine.answer = failing
    search = found.window.search
    search.pane.field.set_query("pod")
    qtbot.waitUntil(lambda: search.pane.empty_state.title == "The search could not be carried out")
    found.window.show_export()
    search_for(qtbot, found, QUERY)
    assert found.window.findChild(ExportDialog) is None


def test_hits_under_the_eyes_stay_until_indexing_rests(qtbot, found):
    before = len(found.engine.requests(SearchRequest))
    more = replace(sample_status(), chunks=50_000)
    found.client.post(StatusChanged(more))
    qtbot.waitUntil(lambda: found.window.library.status == more)
    assert len(found.engine.requests(SearchRequest)) == before

    done = replace(more, vectors_pending=0, phase=LibraryStatus().phase)
    found.client.post(StatusChanged(done))
    qtbot.waitUntil(lambda: len(found.engine.requests(SearchRequest)) == before + 1)


def test_an_update_keeps_the_chosen_hit(qtbot, found):
    search = found.window.search
    search.pane.results.setCurrentIndex(search.pane.results.model().index(2, 0))
    with qtbot.waitSignal(search.session.answered):
        search.session.repeat()
    assert search.current_hit().rank == 3


def test_an_answer_of_weak_hits_alone_says_that_nothing_is_relevant(qtbot, found):
    response = found.window.search.response
    weak = tuple(replace(hit, weak=True) for hit in response.hits)
    line = found.window.search.pane.count_line
    line.show_response(replace(response, hits=weak))
    assert line.plain_text.startswith("Nothing relevant; 6 weak matches")
    line.show_response(replace(response, hits=(*weak[1:], response.hits[0])))
    assert line.plain_text.startswith("42 passages")


def before_meaning(number, request):
    """Answer as an engine whose model is still being loaded."""
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


def test_before_meaning_is_there_that_is_said_calmly_and_the_search_repeats(qtbot, theme):
    case = open_window(qtbot, theme, before_meaning)
    search_for(qtbot, case, QUERY)
    search = case.window.search
    assert search.pane.messages.text == (
        "Found by keywords so far. The language model is being loaded."
    )
    assert search.pane.messages.property("surface") == "note"
    search.pane.results.choose(search.pane.results.model().hits[3])
    qtbot.waitUntil(lambda: search.details.preview.preview is not None)
    previews = len(case.engine.requests(PreviewRequest))
    asked = len(case.engine.requests(SearchRequest))

    case.engine.answer = answering()
    case.client.post(StatusChanged(sample_status()))
    qtbot.waitUntil(lambda: search.pane.messages.text == "")
    assert len(case.engine.requests(SearchRequest)) == asked + 1
    assert search.current_hit().rank == 4
    search.shown._show()
    assert len(case.engine.requests(PreviewRequest)) == previews


def test_a_finished_library_is_not_said_to_be_read_while_its_model_is_loaded(qtbot, theme):
    case = open_window(qtbot, theme, before_meaning)
    search_for(qtbot, case, QUERY)
    finished = replace(sample_status(), vectors_ready=48_210, vectors_pending=0)
    case.client.post(StatusChanged(finished))
    qtbot.waitUntil(lambda: case.window.library.status.vectors_pending == 0)
    assert case.window.search.pane.messages.text == (
        "Found by keywords so far. The language model is being loaded."
    )


def test_meaning_alone_says_that_it_is_not_ready_yet(qtbot, theme):
    def answer(number, request):
        if isinstance(request, SearchRequest) and request.mode is SearchMode.VECTOR:
            return RequestFailed(number, "Meaning could not be searched.", "See 'twofold doctor'.")
        return before_meaning(number, request)

    case = open_window(qtbot, theme, answer)
    search_for(qtbot, case, QUERY)
    pane = case.window.search.pane
    pane.mode_switch.choose(SearchMode.VECTOR)
    qtbot.waitUntil(lambda: pane.empty_state.title == "Meaning is not ready yet")

    case.engine.answer = answering()
    case.client.post(StatusChanged(sample_status()))
    qtbot.waitUntil(lambda: pane.shows_hits)


def test_the_field_takes_the_focus_when_the_list_goes(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, QUERY)
    pane = case.window.search.pane
    pane.results.setFocus()
    case.engine.answer = answering(nothing=True)
    case.window.search.session.repeat()
    qtbot.waitUntil(lambda: not pane.shows_hits)
    assert pane.field.hasFocus()


def test_another_query_begins_with_its_first_hit_and_other_filters_keep_the_choice(qtbot, found):
    search = found.window.search
    search.pane.results.choose(search.pane.results.model().hits[3])
    search.pane.mode_switch.choose(SearchMode.LEXICAL)
    qtbot.waitUntil(lambda: search.session.is_answered)
    assert search.current_hit().rank == 4

    search_for(qtbot, found, "another question")
    assert search.current_hit().rank == 1


MISSING = Message("No passage holds ‘finalizr’.")


def like(response):
    trace = replace(response.trace, understood_as="Passages like this one.")
    return replace(response, request=replace(response.request, like="0" * 16), trace=trace)


def told(response, awaited=""):
    return warning_of(response, awaited, lambda: MISSING)


def test_that_meaning_is_awaited_comes_before_all_else():
    message = told(like(sample_response()), "Meaning is being prepared.")
    assert message == Message("Meaning is being prepared.", is_warning=False)


def test_what_went_wrong_comes_before_what_was_asked_and_before_missing_words():
    response = replace(like(sample_response()), warnings=("One.", "Two.", "Three."))
    assert told(response) == Message("One.", "Two. Three.")


def test_what_is_like_a_passage_is_no_warning():
    message = told(replace(like(sample_response()), warnings=()))
    assert message == Message("Passages like this one.", is_warning=False)


def test_missing_words_are_said_where_nothing_else_is():
    assert told(replace(sample_response(), warnings=())) is MISSING


@pytest.fixture
def bar(qtbot, theme):
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    return bar


def test_a_message_goes_with_its_answer_and_no_other_does(bar):
    warning = AnswerWarning(bar)
    warning.show(MISSING)
    assert bar.text == MISSING.text
    warning.show(Message(""))
    assert bar.text == ""
    bar.show_message(Message("A folder is away."))
    warning.show(Message(""))
    assert bar.text == "A folder is away."
