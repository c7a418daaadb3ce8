"""What is not urgent waits until nobody types; letters typed over the list go to the field."""

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from engine.api import PreviewRequest
from tests.fakes.fake_engine import FakeEngine
from tests.ui.samples import sample_response
from tests.ui.window_case import open_window, search_for
from ui.client import EngineClient
from ui.search.detail_column import DetailColumn, ShownHit
from ui.search.search_field import RESTED_AFTER_S, AtRest, TypingDebounce


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def a_field(qtbot):
    field = QLineEdit()
    qtbot.addWidget(field)
    return field


def test_a_letter_is_waited_out_and_what_a_program_writes_is_not(qtbot):
    field, clock = a_field(qtbot), Clock()
    rest = TypingDebounce(field, clock)
    field.setText("pod")
    assert rest.milliseconds == 0
    QTest.keyClick(field, "s")
    assert rest.milliseconds == round(RESTED_AFTER_S * 1000)
    clock.now += RESTED_AFTER_S
    assert rest.milliseconds == 0


def test_work_is_done_once_and_not_before_a_letter_that_came_meanwhile_is_waited_out(qtbot):
    field, clock, done = a_field(qtbot), Clock(), []
    rest = TypingDebounce(field, clock)
    owner = QObject()
    work = AtRest(rest, lambda: done.append(rest.milliseconds), owner)
    work.soon()
    work.soon()
    QTest.keyClick(field, "s")

    def rests():
        clock.now += RESTED_AFTER_S / 4
        return bool(done)

    qtbot.waitUntil(rests)
    assert done == [0]


def test_no_preview_is_asked_for_while_letters_are_typed(qtbot, theme):
    field, clock, client = a_field(qtbot), Clock(), EngineClient()
    engine = FakeEngine(client.post)
    client.attach(engine)
    details = DetailColumn(theme)
    qtbot.addWidget(details)
    shown = ShownHit(client, details, TypingDebounce(field, clock), details)
    for letter in "pod":
        QTest.keyClick(field, letter)
        response = sample_response(field.text())
        shown.choose(response, response.hits[0])
        QApplication.processEvents()  # timers that are due go off
    assert not engine.requests(PreviewRequest)
    clock.now += RESTED_AFTER_S
    qtbot.waitUntil(lambda: bool(engine.requests(PreviewRequest)))
    assert [request.query for request in engine.requests(PreviewRequest)] == ["pod"]


NONE = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.mark.parametrize(
    ("text", "modifiers", "query"),
    [("s", NONE, "pods"), ("@", CONTROL | ALT, "pod@"), ("x", CONTROL, "pod"), ("x", ALT, "pod")],
    ids=["letter", "AltGr as Windows sends it", "Ctrl", "Alt"],
)
def test_letters_go_to_the_field_and_keys_of_commands_do_not(qtbot, theme, text, modifiers, query):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, "pod")
    pane = case.window.search.pane
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_unknown, modifiers, text)
    QApplication.sendEvent(pane.results, key)
    assert pane.field.text() == query
