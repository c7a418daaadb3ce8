"""The menu key, and Shift+F10, open the menu of what is current."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from tests.fakes.library_samples import sample_failures, sample_status
from tests.ui.samples import sample_response
from ui.library.library_page import LibraryPage
from ui.results.result_list import ResultList


def press_menu_key(qtbot, widget):
    widget.window().activateWindow()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    qtbot.keyClick(widget, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)


@pytest.fixture
def page(theme, qtbot):
    page = LibraryPage(theme)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show_status(sample_status())
    page.failures.show_failures(sample_failures())
    page.show()
    return page


def take(qtbot, words=""):
    """Press an entry of the menu that is open, or close it; return all entries."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = {action.text(): action for action in menu.actions()}
    if words:
        menu.setActiveAction(entries[words])
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    else:
        menu.close()
    return list(entries)


def test_shift_f10_asks_for_the_menu_of_the_current_hit_also_out_of_view(theme, qtbot):
    results = ResultList(theme)
    results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    qtbot.addWidget(results)
    results.resize(635, 300)
    results.show()
    results.set_response(sample_response())
    results.setCurrentIndex(results.model().index(results.model().rowCount() - 1))
    results.verticalScrollBar().setValue(0)
    with qtbot.waitSignal(results.customContextMenuRequested) as asked:
        press_menu_key(qtbot, results)
    assert results.indexAt(asked.args[0]) == results.currentIndex()


def test_in_files_that_are_not_indexed_both_keys_mean_the_current_file(page, qtbot):
    table = page.failures.table
    table.setCurrentIndex(table.model().index(2, 0))
    place = table.visualRect(table.currentIndex()).center() + table.viewport().pos()
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, QPoint(50, 50))
    for press in (
        lambda: press_menu_key(qtbot, table),
        lambda: QApplication.sendEvent(table, by_key),
    ):
        with qtbot.waitSignal(table.action_requested) as wanted:
            press()
            take(qtbot, "Show in folder")
        assert wanted.args[1] == table.model().failures[2].path


def test_in_folders_it_offers_what_the_buttons_below_do(page, qtbot):
    page.table.selectRow(1)
    with qtbot.waitSignal(page.remove.clicked):
        press_menu_key(qtbot, page.table)
        assert take(qtbot, "Remove folder") == ["Tags and trust…", "Remove folder"]


def test_in_a_field_it_opens_the_menu_of_the_field(page, qtbot):
    press_menu_key(qtbot, page.rules.findChild(QLineEdit))
    assert len(take(qtbot)) > 4
