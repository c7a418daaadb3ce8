import pytest

from tests.support.announced import announced
from ui.widgets.messages import Message, MessageBar


@pytest.fixture
def bar(qtbot, theme):
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    bar.show_message(Message(""))
    return bar


def test_what_was_done_passes_and_what_is_wrong_stays(qtbot, bar):
    bar.show_message(Message("3 files read.", is_warning=False, is_passing=True))
    assert bar.text == "3 files read."
    assert bar._passing.isActive()
    bar._passing.timeout.emit()
    assert bar.text == ""

    bar.show_message(Message("3 files read.", is_warning=False, is_passing=True))
    bar.show_message(Message("The drive is away."))
    assert not bar._passing.isActive()


def test_what_was_done_does_not_pass_while_the_keys_are_at_its_link(case):
    bar = case.window.search.pane.messages
    bar.show_message(Message("Saved", is_warning=False, is_passing=True, action="Show in folder"))
    bar.link.setFocus()
    bar._passing.timeout.emit()
    assert bar.text == "Saved"
    assert bar._passing.isActive()
    case.window.search.pane.field.setFocus()
    bar._passing.timeout.emit()
    assert bar.text == ""


def test_why_it_is_so_is_told_to_screen_readers(bar, monkeypatch):
    bar.show_message(Message("The drive is away.", "Connect it, and try again."))
    told = announced(monkeypatch, "ui.widgets.messages")
    bar.link.click()
    assert told == [(bar, "Connect it, and try again.")]


def offered(bar, acts=None):
    saved = Message("Saved as a.md", is_warning=False, is_passing=True, action="Show in folder")
    bar.show_message(saved)
    bar.offer_also(saved, "Leave it out", lambda: acts.append("left out"))


def test_an_offer_does_not_pass_and_comes_back_when_what_hid_it_has_passed(bar):
    acts = []
    offered(bar, acts)
    assert not bar._passing.isActive()
    bar.withdraw_passing()
    assert bar.text == "Saved as a.md"
    bar.show_message(Message("3 files read.", is_warning=False, is_passing=True))
    assert bar.text == "3 files read."
    assert not bar._other.isVisibleTo(bar)
    bar._passing.timeout.emit()
    assert bar.text == "Saved as a.md"
    bar._other.click()
    assert acts == ["left out"]


def test_an_offer_in_other_words_waits_behind_what_came_between(bar):
    saved = Message("Saved as a.md", is_warning=False, is_passing=True, action="Show in folder")
    bar.show_message(saved)
    bar.show_message(Message("3 files read.", is_warning=False, is_passing=True))
    bar.offer_also(saved, "Search it too", lambda: None, text="Saved and left out")
    assert bar.text == "3 files read."
    bar._passing.timeout.emit()
    assert (bar.text, bar._other.text()) == ("Saved and left out", "Search it too")
    assert not bar._passing.isActive()

    bar.show_message(saved)
    bar.offer_also(saved, "Search it too", lambda: None, text="Left out again")
    assert bar.text == "Left out again"


@pytest.mark.parametrize("end", [lambda bar: bar._close.click(), lambda bar: bar.end_offer()])
def test_an_offer_that_was_closed_or_has_ended_does_not_come_back(bar, end):
    offered(bar)
    end(bar)
    assert bar.text == ""
    bar.show_message(Message("The drive is away."))
    bar.withdraw()
    assert bar.text == ""


def test_an_offer_that_ends_behind_another_message_leaves_that_one(bar):
    offered(bar)
    bar.show_message(Message("The drive is away."))
    bar.end_offer()
    assert bar.text == "The drive is away."


def test_only_the_message_that_is_shown_is_withdrawn(bar):
    warning, notice = Message("Only keywords."), Message("The index was repaired.")
    bar.show_message(warning)
    bar.show_message(notice)
    bar.replace(warning, Message(""))
    assert bar.text == "The index was repaired."
    bar.replace(notice, Message(""))
    assert bar.text == ""
