"""Enter presses the button that has the focus, as the space bar does."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton, QToolButton, QVBoxLayout


@pytest.fixture
def form(theme, qtbot):
    """A dialog with buttons, whose default is the push button; `pressed` are those pressed."""
    form = QDialog()
    form.setLayout(QVBoxLayout())
    form.pressed = []
    for kind in (QPushButton, QToolButton, QCheckBox):
        button = kind(form)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda _=False, kind=kind: form.pressed.append(kind))
        form.layout().addWidget(button)
    form.findChild(QPushButton).setDefault(True)
    qtbot.addWidget(form)
    form.show()
    form.activateWindow()
    qtbot.waitExposed(form)
    return form


NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("kind", "key", "held", "presses"),
    [
        (QPushButton, Qt.Key.Key_Return, NONE, True),
        (QToolButton, Qt.Key.Key_Enter, NONE, True),
        (QToolButton, Qt.Key.Key_Return, NONE, True),
        (QToolButton, Qt.Key.Key_Return, CONTROL, False),
        (QCheckBox, Qt.Key.Key_Return, CONTROL, False),
    ],
)
def test_enter_presses_the_button_with_the_focus(form, qtbot, kind, key, held, presses):
    button = form.findChild(kind)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    qtbot.keyClick(button, key, held)
    assert form.pressed == [kind] * presses
