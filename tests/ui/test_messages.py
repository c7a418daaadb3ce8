import pytest

from ui.messages import Message, MessageBar


@pytest.fixture
def bar(qtbot, theme):
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    bar.show_message(Message(""))
    return bar


def test_what_was_done_passes_and_what_is_wrong_stays(qtbot, bar):
    bar._passing.setInterval(20)
    bar.show_message(Message("3 files read.", is_warning=False, is_passing=True))
    assert bar.text == "3 files read."
    qtbot.waitUntil(lambda: bar.text == "")

    bar.show_message(Message("The drive is away."))
    qtbot.wait(60)
    assert bar.text == "The drive is away."


def test_a_message_that_follows_a_passing_one_stays(qtbot, bar):
    bar._passing.setInterval(20)
    bar.show_message(Message("3 files read.", is_warning=False, is_passing=True))
    bar.show_message(Message("The drive is away."))
    qtbot.wait(60)
    assert bar.text == "The drive is away."


def test_only_the_message_that_is_shown_is_withdrawn(bar):
    warning, notice = Message("Only keywords."), Message("The index was repaired.")
    bar.show_message(warning)
    bar.show_message(notice)
    bar.replace(warning, Message(""))
    assert bar.text == "The index was repaired."
    bar.replace(notice, Message(""))
    assert bar.text == ""
