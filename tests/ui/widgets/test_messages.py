from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from tests.support.announced import announced
from tests.ui.samples import QUERY
from tests.ui.search.test_weak_and_sorted import with_weak
from tests.ui.window_case import open_window, search_for
from twofold.ui.widgets.messages import BarMessage, MessageBar


def passing(text, **values):
    return BarMessage(text, is_warning=False, is_passing=True, **values)


@pytest.fixture
def bar(qtbot, theme):
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(600, 400)
    return MessageBar(theme, page)


def test_passing_messages_disappear_and_failures_stay(bar):
    bar.show_message(passing("3 files read."))
    assert bar.text == "3 files read."
    bar.show_message(BarMessage("Only keyword matches so far.", is_warning=False))
    assert bar.text == "3 files read.", "it can be read first"
    bar.show_message(BarMessage("The drive is away."))
    assert bar.text == "The drive is away.", "a failure does not wait"
    bar._timer.timeout.emit()
    assert bar.text == "The drive is away."


def test_messages_are_shown_one_after_the_other(bar):
    for text in ("Citation copied", "Citation copied", "Saved."):
        bar.show_message(passing(text))
    shown = []
    while bar.text:
        shown.append(bar.text)
        bar._timer.timeout.emit()
    assert shown == ["Citation copied", "Saved."]


def test_a_longer_text_stays_longer(bar):
    times = []
    for text in ("Saved.", "Saved. " * 10, "Saved. " * 1000):
        bar.show_message(passing(text))
        times.append(bar._timer.interval())
        bar.withdraw()
    assert times == sorted(times)
    assert 2_500 < times[0] < times[1] < times[2] == 15_000


def test_a_read_failure_is_replaced_and_a_state_reappears(bar):
    state = BarMessage("Only keyword matches so far.", is_warning=False)
    bar.replace(BarMessage(""), state)
    bar.show_message(BarMessage("a.pdf cannot be opened."))
    bar._timer.timeout.emit()
    bar.show_message(BarMessage("b.pdf cannot be opened."))
    assert bar.text == "b.pdf cannot be opened."
    bar._close.click()
    assert bar.text == "Only keyword matches so far."
    bar.replace(state, BarMessage(""))
    assert bar.text == ""


def test_a_message_stays_while_the_user_is_on_it(case):
    bar = case.window.search.pane.messages
    bar.show_message(passing("Saved", action="Show in folder"))
    bar.link.setFocus()
    bar._timer.timeout.emit()
    assert bar.text == "Saved"
    assert bar._timer.isActive()
    case.window.search.pane.field.setFocus()
    bar.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    bar._timer.timeout.emit()
    assert bar.text == "Saved"
    bar.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    bar._timer.timeout.emit()
    assert bar.text == ""


def areas(*widgets):
    return [QRect(widget.mapToGlobal(QPoint()), widget.size()) for widget in widgets]


@pytest.mark.parametrize("width", [1440, 700])
def test_messages_cover_neither_each_other_nor_the_weak_line(qtbot, theme, width):
    case = open_window(qtbot, theme, with_weak(4, 5), width=width)
    search_for(qtbot, case, QUERY)
    pane, undo = case.window.search.pane, case.window.undo_bar
    qtbot.waitUntil(pane.weak_line.isVisible)
    before = areas(pane.results, pane.weak_line)
    undo.offer("The filters were removed.", lambda: None)
    pane.messages.show_message(BarMessage("A long story about what is wrong. " * 8))
    qtbot.waitUntil(pane.messages.isVisible)
    assert areas(pane.results, pane.weak_line) == before
    shown = areas(pane.weak_line, pane.messages, undo)
    assert not any(one.intersects(other) for one, other in combinations(shown, 2))
    (results,) = areas(pane.results)
    assert results.contains(shown[1])


def test_details_are_announced_to_screen_readers(bar, monkeypatch):
    bar.show_message(BarMessage("The drive is away.", "Connect it, and try again."))
    reported = announced(monkeypatch, "twofold.ui.widgets.messages")
    bar.link.click()
    assert reported == [(bar, "Connect it, and try again.")]


def offered(bar, acts=None):
    saved = passing("Saved as a.md", action="Show in folder")
    bar.show_message(saved)
    bar.offer_also(saved, "Leave it out", lambda: acts.append("left out"))


def test_an_offer_stays_and_reappears_after_a_passing_message(bar):
    acts = []
    offered(bar, acts)
    bar._timer.timeout.emit()
    bar.withdraw_passing()
    assert bar.text == "Saved as a.md"
    bar.show_message(passing("3 files read."))
    assert bar.text == "3 files read."
    assert not bar._other.isVisibleTo(bar)
    bar._timer.timeout.emit()
    assert bar.text == "Saved as a.md"
    bar._other.click()
    assert acts == ["left out"]


def test_a_changed_offer_waits_for_the_current_message(bar):
    saved = passing("Saved as a.md", action="Show in folder")
    bar.show_message(saved)
    bar._timer.timeout.emit()
    bar.show_message(passing("3 files read."))
    bar.offer_also(saved, "Include in searches", lambda: None, text="Saved and left out")
    assert bar.text == "3 files read."
    bar._timer.timeout.emit()
    assert (bar.text, bar._other.text()) == ("Saved and left out", "Include in searches")

    bar.end_offer()
    bar.show_message(saved)
    bar.offer_also(saved, "Include in searches", lambda: None, text="Left out again")
    assert bar.text == "Left out again"


@pytest.mark.parametrize("end", [lambda bar: bar._close.click(), lambda bar: bar.end_offer()])
def test_a_closed_or_ended_offer_does_not_reappear(bar, end):
    offered(bar)
    end(bar)
    assert bar.text == ""
    bar.show_message(BarMessage("The drive is away."))
    bar.withdraw()
    assert bar.text == ""


def test_ending_a_hidden_offer_keeps_the_current_message(bar):
    offered(bar)
    bar.show_message(BarMessage("The drive is away."))
    bar.end_offer()
    assert bar.text == "The drive is away."


def test_only_the_current_message_is_withdrawn(bar):
    warning, notice = BarMessage("Only keywords."), BarMessage("The index was repaired.")
    bar.replace(BarMessage(""), warning)
    bar.show_message(notice)
    bar.replace(warning, BarMessage(""))
    assert bar.text == "The index was repaired."
    bar.replace(notice, BarMessage(""))
    assert bar.text == ""
