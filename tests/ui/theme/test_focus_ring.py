import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme.keyboard import FocusRing, _Ring


@pytest.fixture
def form(theme, qapp, qtbot):
    window = QWidget()
    window.ring = qapp.findChild(FocusRing)
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


def test_the_ring_lies_two_pixels_outside_the_focused_button(form, theme, qtbot):
    form.button.setFocus()
    qtbot.waitUntil(lambda: form.ring.area is not None)
    assert form.ring.area.toRect() == form.button.geometry().adjusted(-4, -4, 4, 4)
    picture = form.grab().toImage()
    corner = form.button.geometry().topLeft()
    edge = picture.pixelColor(corner + QPoint(40, -3))
    assert edge.name() == theme.color("accent").name()


def test_an_application_has_one_ring(theme, qapp):
    theme.use("dark", qapp)
    assert len(qapp.findChildren(FocusRing)) == 1


def test_the_ring_goes_when_a_field_takes_the_focus(form, qtbot):
    form.button.setFocus()
    form.field.setFocus()
    assert form.ring.area is None


def test_the_ring_follows_the_button(form, qtbot):
    form.button.setFocus()
    form.resize(300, 200)
    qtbot.waitUntil(
        lambda: form.ring.area.toRect() == form.button.geometry().adjusted(-4, -4, 4, 4)
    )


def test_deleting_the_focused_button_is_harmless(form, qtbot):
    form.button.setFocus()
    form.layout().removeWidget(form.button)
    form.button.deleteLater()
    qtbot.waitUntil(lambda: form.ring.area is None)


def test_the_ring_of_a_button_in_a_button_box_is_not_cut_off(theme, qapp, qtbot):
    dialog = QDialog()
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    column = QVBoxLayout(dialog)
    column.addWidget(box)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitExposed(dialog)
    button = box.button(QDialogButtonBox.StandardButton.Close)
    button.setFocus()
    ring = qapp.findChild(FocusRing)
    qtbot.waitUntil(lambda: ring.area is not None)
    corner = button.mapTo(dialog, QPoint(0, 0))
    assert ring.area.toRect() == QRect(corner, button.size()).adjusted(-4, -4, 4, 4)
    assert QRect(QPoint(0, 0), dialog.size()).contains(ring.area.toRect())


def test_the_ring_of_a_second_button_goes_too(form, qtbot):
    other = QPushButton("Cancel")
    form.layout().addWidget(other)
    other.show()
    form.button.setFocus()
    other.setFocus()
    assert len(form.findChildren(_Ring)) == 2
    qtbot.waitUntil(lambda: len(form.findChildren(_Ring)) == 1)  # the first one has ended
    form.field.setFocus()
    assert not [ring for ring in form.findChildren(_Ring) if ring.isVisible()]


def test_a_row_without_room_does_not_cut_the_ring_off(form, theme, qtbot):
    row = QWidget()
    inside = QHBoxLayout(row)
    inside.setContentsMargins(0, 0, 0, 0)
    narrow = QPushButton("Hybrid")
    inside.addWidget(narrow)
    form.layout().addWidget(row)
    qtbot.waitUntil(lambda: narrow.isVisible() and narrow.y() == 0)
    narrow.setFocus()
    corner = narrow.mapTo(form, QPoint(0, 0))
    assert form.ring.area.toRect() == QRect(corner, narrow.size()).adjusted(-4, -4, 4, 4)
    above = form.grab().toImage().pixelColor(corner + QPoint(40, -3))
    assert above.name() == theme.color("accent").name()
    # The row moves, the button within it does not.
    form.field.hide()
    qtbot.waitUntil(lambda: narrow.mapTo(form, QPoint(0, 0)).y() < corner.y())
    moved = QRect(narrow.mapTo(form, QPoint(0, 0)), narrow.size())
    assert form.ring.area.toRect() == moved.adjusted(-4, -4, 4, 4)


def test_the_ring_scrolls_along_with_its_button(theme, qapp, qtbot):
    area = QScrollArea()
    content = QWidget()
    button = QPushButton("More", content)
    area.setWidget(content)
    qtbot.addWidget(area)
    area.show()
    area.activateWindow()
    qtbot.waitExposed(area)
    button.setFocus()
    qtbot.waitUntil(lambda: any(isinstance(one, _Ring) for one in content.children()))


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
