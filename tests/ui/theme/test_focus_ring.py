"""The ring around the focused button."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme.keyboard import FocusRing


@pytest.fixture
def ring(theme, qapp):
    return qapp.findChild(FocusRing)


@pytest.fixture
def form(theme, qtbot):
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(20, 20, 20, 20)
    window.field = QLineEdit()
    window.button = QPushButton("Save")
    column.addWidget(window.field)
    column.addWidget(window.button)
    qtbot.addWidget(window)
    window.resize(200, 140)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    return window


def around(button, window):
    corner = button.mapTo(window, QPoint(0, 0))
    return QRect(corner, button.size()).adjusted(-4, -4, 4, 4)


def test_the_ring_lies_two_pixels_outside_the_focused_button_and_follows_it(
    form, ring, theme, qtbot
):
    form.button.setFocus()
    assert ring.area == around(form.button, form)
    corner = form.button.geometry().topLeft()
    edge = form.grab().toImage().pixelColor(corner + QPoint(40, -3))
    assert edge.name() == theme.color("accent").name()
    form.resize(300, 200)
    qtbot.waitUntil(lambda: ring.area == around(form.button, form))
    form.field.setFocus()
    assert ring.area is None


def test_an_application_has_one_ring_and_it_follows_the_theme(form, ring, theme, qapp):
    theme.use("dark", qapp)
    assert qapp.findChildren(FocusRing) == [ring]
    form.button.setFocus()
    edge = form.grab().toImage().pixelColor(form.button.geometry().topLeft() + QPoint(40, -3))
    assert edge.name() == theme.color("accent").name()


def test_deleting_the_focused_button_is_harmless(form, ring, qtbot):
    form.button.setFocus()
    form.layout().removeWidget(form.button)
    form.button.deleteLater()
    qtbot.waitUntil(lambda: ring.area is None)


def test_a_row_or_button_box_without_room_does_not_cut_the_ring_off(form, ring, qtbot):
    row = QWidget()
    inside = QHBoxLayout(row)
    inside.setContentsMargins(0, 0, 0, 0)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    inside.addWidget(box)
    form.layout().addWidget(row)
    button = box.button(QDialogButtonBox.StandardButton.Close)
    qtbot.waitUntil(button.isVisible)
    button.setFocus()
    assert ring.area == around(button, form)
    form.field.hide()  # the row moves, the button within it does not
    qtbot.waitUntil(lambda: ring.area == around(button, form))


def test_the_ring_scrolls_along_with_its_button(theme, ring, qtbot):
    area = QScrollArea()
    content = QWidget()
    content.resize(100, 2000)
    button = QPushButton("More", content)
    button.move(10, 60)
    area.setWidget(content)
    qtbot.addWidget(area)
    area.show()
    area.activateWindow()
    qtbot.waitExposed(area)
    button.setFocus()
    qtbot.waitUntil(lambda: ring.area is not None)
    before = ring.area
    area.verticalScrollBar().setValue(30)
    assert ring.area == before.translated(0, -30)


@pytest.mark.parametrize("kind", [QPushButton, QCheckBox, QToolButton])
def test_nothing_else_marks_the_focus_of_a_button(kind, form, qtbot):
    button = kind(text="Automatic")
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    form.layout().addWidget(button)
    qtbot.waitUntil(button.isVisible)
    QWidget.setTabOrder(form.field, button)
    form.field.setFocus()
    before = button.grab().toImage()
    qtbot.keyClick(form.field, Qt.Key.Key_Tab)
    assert button.hasFocus()
    assert button.grab().toImage() == before
