"""The ring around the focused button."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ui.theme.keyboard import FocusRing


@pytest.fixture
def ring(theme, qapp):
    return qapp.findChild(FocusRing)


@pytest.fixture
def form(theme, qtbot):
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(20, 20, 20, 20)
    window.field, window.button = QLineEdit(), QPushButton("Save")
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


def test_the_ring_lies_around_the_focused_button_and_follows_it(form, ring, qtbot):
    form.button.setFocus()
    assert ring.area == around(form.button, form)
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


def test_the_ring_scrolls_along_with_its_button(theme, ring, qtbot):
    area, content = QScrollArea(), QWidget()
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
