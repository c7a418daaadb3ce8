"""The whole window with a fake engine: layout by width, and restored state."""

from functools import partial

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QMenu, QSplitter, QToolButton

from tests.fakes.fake_engine import FakeEngine
from tests.fakes.library_samples import answering
from tests.fakes.window_parts import window_options
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import Settings
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import Section
from twofold.ui.library.failure_table import Column as Failures
from twofold.ui.library.folder_table import Column as Folders
from twofold.ui.results.presented import HitOrder
from twofold.ui.search.columns import Breakpoint
from twofold.ui.settings.settings_dialog import SettingsDialog
from twofold.ui.window.main_window import MainWindow


@pytest.fixture
def open_again(qtbot, theme, tmp_path):
    """Open a window with the state stored by the previous one."""

    def open_again():
        file = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        return open_window(qtbot, theme, window_state=file, width=1500)

    return open_again


def widen_filters(case, width):
    """Move the splitter between filters and hits, as the mouse does."""
    case.window.search.columns.findChild(QSplitter).moveSplitter(width, 1)


def test_the_columns_follow_the_width_and_the_rail_opens_the_filters(qtbot, theme):
    case = open_window(qtbot, theme, width=900)
    search, sections = case.window.search, case.window.search.filters.panel.sections
    for width, room in (
        (900, Breakpoint.NARROW),
        (1440, Breakpoint.WIDE),
        (1100, Breakpoint.MEDIUM),
    ):
        case.window.resize(width, 900)
        assert search.columns.breakpoint is room
        assert search.filters.isVisible() is (room is Breakpoint.WIDE)
        assert search.rail.isVisible() is (room is not Breakpoint.WIDE)
        assert search.details.isVisible() is (room is not Breakpoint.NARROW)
        assert search.details.is_tabbed is (room is not Breakpoint.WIDE)

    qtbot.waitUntil(lambda: not sections[Section.TAGS].isHidden())
    search.columns.show_section(Section.TAGS)
    assert search.filters.isVisible()
    assert sections[Section.TAGS].tree.hasFocus()
    qtbot.keyClick(case.window, Qt.Key.Key_Escape)
    assert not search.filters.isVisible()
    assert search.pane.field.hasFocus()


def test_an_empty_section_has_no_icon_and_takes_no_focus(qtbot, theme):
    search = open_window(qtbot, theme, width=900).window.search
    sections, buttons = search.filters.panel.sections, search.rail.findChildren(QToolButton)
    qtbot.waitUntil(lambda: sections[Section.TAGS].tree.model().rowCount() > 0)
    trust = next(button for button in buttons if button.accessibleName() == "Trust")
    for shown in (True, False):
        sections[Section.TRUST].setVisible(shown)
        assert trust.isVisible() is shown
    search.pane.field.setFocus()
    search.columns.show_section(Section.TRUST)
    assert search.pane.field.hasFocus()


def test_in_a_narrow_window_keys_show_and_hide_the_details(qtbot, theme):
    case = open_window(qtbot, theme, width=900)
    search_for(qtbot, case, QUERY)
    search, window = case.window.search, case.window
    qtbot.waitUntil(lambda: search.details.preview.preview is not None)
    search.pane.results.setFocus()
    qtbot.keyClick(search.pane.results, Qt.Key.Key_Space)
    assert window.focusWidget() in search.details.preview.views
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert search.pane.results.hasFocus()
    qtbot.keyClick(search.pane.results, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(search.details.explain.isVisible)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert search.pane.isVisible()
    assert not search.details.isVisible()


def test_in_a_narrow_window_buttons_and_the_menu_open_and_close_the_preview(qtbot, theme):
    case = open_window(qtbot, theme, width=900)
    search_for(qtbot, case, QUERY)
    search = case.window.search
    for opens in (search.pane.preview.click, partial(choose_in_menu, search, "Show the preview")):
        assert not search.details.isVisible()
        opens()
        assert search.details.isVisible()
        assert search.details.back.isVisible()
        search.details.back.click()
        assert search.pane.isVisible()
    case.window.resize(1440, 900)
    assert not search.pane.preview.isVisible()
    assert not search.details.back.isVisible()


def choose_in_menu(search, words):
    results = search.pane.results
    search._open_hit_menu(results.visualRect(results.currentIndex()).center())
    (menu,) = [one for one in search.findChildren(QMenu) if one.isVisible()]
    (action,) = [action for action in menu.actions() if action.text() == words]
    action.trigger()
    menu.close()


def test_the_appearance_of_the_window_is_restored(qtbot, open_again):
    first = open_again()
    widen_filters(first, 300)
    first.window.resize(1100, 900)
    first.window.resize(1500, 900)
    assert first.window.search.filters.width() == 300
    first.window.search.details.toggle_explain()
    first.window.search.pane.tools.group.click()
    first.window.search.pane.tools.choose_order(HitOrder.NEWEST)
    first.window.close()

    second = open_again()
    search = second.window.search
    assert search.filters.width() == 300
    assert search.details.explain.isHidden()
    assert search.session.request.group_by_document
    assert search.pane.tools.order is HitOrder.NEWEST
    search_for(qtbot, second, QUERY)
    days = [hit.date for hit in search.response.hits if not hit.weak]
    assert days == sorted(days, reverse=True)
    search.columns.toggle_filters()
    second.window.close()
    assert open_again().window.search.filters.isHidden()


def test_library_columns_and_dialog_sizes_are_restored(qtbot, open_again):
    first = open_again().window
    first.show_library()
    page = first.library_page
    qtbot.waitUntil(lambda: page.table.columnWidth(Folders.STATE) == 260)
    page.table.horizontalHeader().resizeSection(Folders.STATE, 330)
    page.failures.table.horizontalHeader().resizeSection(Failures.FILE, 200)
    first.resize(first.width() - 20, first.height())
    assert page.table.columnWidth(Folders.STATE) == 330
    first.show_settings()
    dialog = first.findChild(SettingsDialog)
    dialog.resize(dialog.width() - 60, dialog.height() - 30)
    left = dialog.size()
    dialog.close()
    first.close()

    second = open_again().window
    second.show_library()
    page = second.library_page
    qtbot.waitUntil(lambda: page.table.columnWidth(Folders.STATE) == 330)
    qtbot.waitUntil(lambda: page.failures.table.columnWidth(Failures.FILE) == 200)
    second.show_settings()
    assert second.findChild(SettingsDialog).size() == left


def test_damaged_window_state_falls_back_to_defaults(qtbot, open_again, tmp_path):
    (tmp_path / "window.ini").write_text(
        "[window]\norder=by colour\ngrouped=3\nfilters=\ngeometry=large\ncolumns=3, 4\n"
        "details=@ByteArray(x)\n[library]\nfolders=4=many 3=-5 x\npanels=1 2 3\nfailures==\n"
        "[dialogs]\nSettingsDialog=7\n",
        "utf-8",
    )
    window = open_again().window
    search = window.search
    assert search.pane.tools.order is HitOrder.BEST
    assert not search.session.request.group_by_document
    assert not search.filters.isHidden()
    assert search.filters.width() == 240
    window.show_library()
    qtbot.waitUntil(lambda: window.library_page.table.columnWidth(Folders.STATE) == 260)
    window.show_settings()
    assert window.findChild(SettingsDialog).width() > 400


def test_a_new_window_is_never_larger_than_its_screen(qtbot, theme):
    client = EngineClient()
    client.attach(FakeEngine(client.post, answering()))
    window = MainWindow(client, theme, Settings(), window_options())
    qtbot.addWidget(window)
    free = window.screen().availableSize()
    assert window.width() <= max(free.width(), window.minimumWidth())
    assert window.height() < max(free.height(), window.minimumHeight())


def test_a_second_start_shows_the_window_with_its_query(qtbot, case):
    window = case.window
    window.show_library()
    window.showMaximized()
    window.showMinimized()
    window.come_to_front("")
    assert not window.isMinimized()
    assert window.isMaximized()
    assert window.pages.currentWidget() is window.library_page
    window.come_to_front("finalizer")
    assert window.pages.currentWidget() is window.search
    qtbot.waitUntil(lambda: asked_for(window.search.response) == "finalizer")


def asked_for(response):
    return response and response.request.query
