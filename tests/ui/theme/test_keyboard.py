"""The ring around the focused button, Enter on buttons, and the keys that open a menu."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tests.fakes.library_samples import sample_failures
from tests.ui.samples import sample_response, shown
from twofold.ui.results.result_list import ResultList
from twofold.ui.theme.keyboard import FocusRing


@pytest.fixture
def ring(theme, qapp):
    return qapp.findChild(FocusRing)


@pytest.fixture
def form(theme, qtbot):
    """A dialog with buttons.

    The push button is the default. `pressed` lists the clicked buttons.
    """
    form = QDialog()
    form.setLayout(QVBoxLayout())
    form.layout().setContentsMargins(20, 20, 20, 20)
    form.pressed = []
    for kind in (QPushButton, QToolButton, QCheckBox):
        button = kind(form)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.clicked.connect(lambda _=False, kind=kind: form.pressed.append(kind))
        form.layout().addWidget(button)
    form.button, form.field = form.findChild(QPushButton), QLineEdit()
    form.button.setDefault(True)
    form.layout().addWidget(form.field)
    qtbot.addWidget(form)
    form.resize(200, 200)
    form.show()
    form.activateWindow()
    qtbot.waitExposed(form)
    return form


def around(button, window):
    corner = button.mapTo(window, QPoint(0, 0))
    return QRect(corner, button.size()).adjusted(-4, -4, 4, 4)


def test_the_ring_follows_the_focused_button_and_the_theme(form, ring, qtbot, theme, qapp):
    form.button.setFocus()
    assert ring.area == around(form.button, form)
    form.resize(300, 240)
    qtbot.waitUntil(lambda: ring.area == around(form.button, form))
    form.field.setFocus()
    assert ring.area is None

    theme.use("dark", qapp)
    assert qapp.findChildren(FocusRing) == [ring]
    form.button.setFocus()
    edge = form.grab().toImage().pixelColor(form.button.geometry().topLeft() + QPoint(40, -3))
    assert edge.name() == theme.color("accent").name()

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


NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("kind", "key", "held", "presses"),
    [
        (QPushButton, Qt.Key.Key_Return, NONE, True),
        (QToolButton, Qt.Key.Key_Enter, NONE, True),
        (QToolButton, Qt.Key.Key_Return, CONTROL, False),
        (QCheckBox, Qt.Key.Key_Return, CONTROL, False),
    ],
)
def test_enter_clicks_the_focused_button(form, qtbot, kind, key, held, presses):
    button = form.findChild(kind)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    qtbot.keyClick(button, key, held)
    assert form.pressed == [kind] * presses


def press_menu_key(qtbot, widget):
    widget.window().activateWindow()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    qtbot.keyClick(widget, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)


def take(qtbot, words=""):
    """Trigger an entry of the open menu, or close it; return all entries."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = {action.text(): action for action in menu.actions()}
    if words:
        menu.setActiveAction(entries[words])
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    else:
        menu.close()
    return list(entries)


def test_shift_f10_opens_the_menu_of_the_current_hit_even_out_of_view(theme, qtbot):
    results = ResultList(theme)
    results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    qtbot.addWidget(results)
    results.resize(635, 300)
    results.show()
    results.set_answer(shown(sample_response()))
    results.setCurrentIndex(results.model().index(results.model().rowCount() - 1))
    results.verticalScrollBar().setValue(0)
    with qtbot.waitSignal(results.customContextMenuRequested) as asked:
        press_menu_key(qtbot, results)
    assert results.indexAt(asked.args[0]) == results.currentIndex()


def test_in_the_library_the_menu_key_uses_the_current_row(library_page, qtbot):
    page = library_page
    page.resize(1200, 800)
    page.failures.show_failures(sample_failures())
    page.show()
    table = page.failures.table
    table.setCurrentIndex(table.model().index(3, 0))
    place = table.visualRect(table.currentIndex()).center() + table.viewport().pos()
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, QPoint(50, 50))
    for press in (
        lambda: press_menu_key(qtbot, table),
        lambda: QApplication.sendEvent(table, by_key),
    ):
        with qtbot.waitSignal(page.failures.file_requested) as shown:
            press()
            take(qtbot, "Show in folder")
        assert shown.args[0].endswith("/Research/Papers/thesis-final.pdf")

    page.table.selectRow(1)
    with qtbot.waitSignal(page.remove.clicked):
        press_menu_key(qtbot, page.table)
        assert take(qtbot, "Remove folder") == ["Tags and trust…", "Remove folder"]

    press_menu_key(qtbot, page.rules.findChild(QLineEdit))
    assert len(take(qtbot)) > 4, "the menu of the field itself"
