"""Letters typed over the list of hits go to the search field."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from tests.ui.window_case import open_window, search_for

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
