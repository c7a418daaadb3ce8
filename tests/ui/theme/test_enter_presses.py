import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)


def show_form(qtbot, form, pressed):
    form.setLayout(QVBoxLayout())
    for kind in (QPushButton, QToolButton, QCheckBox):
        button = kind(form)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda _=False, name=kind.__name__: pressed.append(name))
        form.layout().addWidget(button)
    form.layout().addWidget(QLineEdit(form))
    qtbot.addWidget(form)
    form.show()
    form.activateWindow()
    qtbot.waitExposed(form)


@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_the_button_with_the_focus(theme, qapp, qtbot, kind, key):
    theme.apply(qapp)
    pressed, form = [], QWidget()
    show_form(qtbot, form, pressed)
    button = form.findChild(kind)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    qtbot.keyClick(button, key)
    assert pressed == [kind.__name__]


def test_in_a_dialog_too_instead_of_the_default_button(theme, qapp, qtbot):
    theme.apply(qapp)
    pressed, form = [], QDialog()
    show_form(qtbot, form, pressed)
    form.findChild(QPushButton).setDefault(True)
    form.findChild(QToolButton).setFocus()
    qtbot.waitUntil(form.findChild(QToolButton).hasFocus)
    qtbot.keyClick(form.findChild(QToolButton), Qt.Key.Key_Return)
    assert pressed == ["QToolButton"]


def test_check_boxes_and_keys_that_are_held_with_enter_are_left_alone(theme, qapp, qtbot):
    theme.apply(qapp)
    pressed, form = [], QWidget()
    show_form(qtbot, form, pressed)
    box, button = form.findChild(QCheckBox), form.findChild(QPushButton)
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    qtbot.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert pressed == []
