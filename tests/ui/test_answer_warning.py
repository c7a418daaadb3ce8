"""Of all there is to say of an answer, one message stands above the hits, and goes with it."""

from dataclasses import replace

import pytest

from tests.ui.samples import sample_response
from ui.search.answer_display import AnswerWarning, warning_of
from ui.widgets.messages import Message, MessageBar

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
