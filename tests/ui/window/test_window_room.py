"""The whole window over a fake engine: how it uses its room, and what it remembers of its look."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QSplitter, QToolButton

from engine.api import Settings
from tests.fakes.fake_engine import FakeEngine
from tests.fakes.library_samples import answering
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from ui.client import EngineClient
from ui.filters.selection import Gesture, Section
from ui.library.failures import Column as Failures
from ui.library.folder_table import Column as Folders
from ui.library.tags_dialog import TagsDialog
from ui.results.result_model import HitOrder
from ui.search.columns import Room
from ui.settings.settings_dialog import SettingsDialog
from ui.window.main_window import MainWindow


def widen_filters(case, width):
    """Move the edge between filters and hits, as the mouse does."""
    splitter = case.window.search.columns.findChild(QSplitter)
    assert splitter.widget(0) is case.window.search.filters
    splitter.moveSplitter(width, 1)


@pytest.mark.parametrize(
    ("width", "room"), [(1440, Room.WIDE), (1100, Room.MEDIUM), (900, Room.NARROW)]
)
def test_the_columns_follow_the_width(qtbot, theme, width, room):
    case = open_window(qtbot, theme, width=width)
    search = case.window.search
    assert search.columns.room is room
    assert search.filters.isVisible() is (room is Room.WIDE)
    assert search.rail.isVisible() is (room is not Room.WIDE)
    assert search.details.isVisible() is (room is not Room.NARROW)
    assert search.details.is_tabbed is (room is not Room.WIDE)
    case.window.resize(1440, 900)
    assert search.columns.room is Room.WIDE
    assert search.filters.isVisible()


@pytest.mark.parametrize("width", [1280, 1024, 900])
def test_the_words_of_the_modes_stay_whole_beside_filters(qtbot, theme, width):
    case = open_window(qtbot, theme, width=900)
    panel, pane = case.window.search.filters.panel, case.window.search.pane
    for tag, gesture in (("kubernetes", Gesture.ONLY), ("incident-0931", Gesture.EXCLUDE)):
        panel.gestured.emit(Section.TAGS, tag, gesture)
    QApplication.processEvents()
    case.window.resize(width, 800)
    pane.chips.updateGeometry()  # as a change of the theme does
    QApplication.processEvents()
    assert pane.chips.summary.isVisible() is (width != 900)
    modes = pane.mode_switch.findChildren(QToolButton)
    assert [mode.width() >= mode.sizeHint().width() for mode in modes] == [True] * 3
    assert pane.chips.geometry().right() <= pane.width() - 16


def test_the_rail_opens_the_filters_over_the_hits(qtbot, theme):
    case = open_window(qtbot, theme, width=1100)
    search = case.window.search
    tags = search.filters.panel.sections[Section.TAGS]
    qtbot.waitUntil(lambda: tags.tree.model().rowCount() > 0)
    qtbot.waitUntil(lambda: not tags.isHidden())
    search.columns.show_section(Section.TAGS)
    assert search.filters.isVisible()
    assert search.filters.panel.sections[Section.TAGS].tree.hasFocus()
    qtbot.keyClick(case.window, Qt.Key.Key_Escape)
    assert not search.filters.isVisible()
    assert search.pane.field.hasFocus()


def test_space_shows_the_details_in_a_narrow_window(qtbot, theme):
    case = open_window(qtbot, theme, width=900)
    search_for(qtbot, case, QUERY)
    search = case.window.search
    search.pane.results.setFocus()
    qtbot.keyClick(search.pane.results, Qt.Key.Key_Space)
    assert search.details.isVisible()
    qtbot.keyClick(case.window, Qt.Key.Key_Escape)
    assert search.pane.isVisible()
    assert not search.details.isVisible()


def test_the_key_of_the_explanation_shows_it_in_a_narrow_window_too(qtbot, theme):
    case = open_window(qtbot, theme, width=900)
    search_for(qtbot, case, "finalizer")
    search = case.window.search
    qtbot.keyClick(search.pane.results, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(search.details.explain.isVisible)
    qtbot.keyClick(case.window.focusWidget(), Qt.Key.Key_Escape)
    assert search.pane.results.isVisible()
    assert not search.details.isVisible()


def test_space_leads_back_from_the_details(qtbot, theme):
    case = open_window(qtbot, theme, width=900)
    search_for(qtbot, case, QUERY)
    search = case.window.search
    qtbot.waitUntil(lambda: search.details.preview.preview is not None)
    search.pane.results.setFocus()
    qtbot.keyClick(search.pane.results, Qt.Key.Key_Space)
    in_document = QApplication.focusWidget()
    assert in_document in search.details.preview.views
    qtbot.keyClick(in_document, Qt.Key.Key_Space)
    assert search.pane.isVisible()
    assert search.pane.results.hasFocus()


def test_the_theme_changes_at_once_and_is_kept(qtbot, theme):
    kept = []
    case = open_window(qtbot, theme, keep=kept.append)
    search_for(qtbot, case, QUERY)

    def lightness() -> int:
        return case.window.grab().toImage().pixelColor(4, 200).lightness()

    assert lightness() > 200
    case.window.theme_menu.choose("dark")
    qtbot.waitUntil(lambda: lightness() < 60)
    assert kept == [{"window.theme": "dark"}]


def test_sizes_are_remembered(qtbot, theme, tmp_path):
    file = str(tmp_path / "window.ini")
    first = open_window(qtbot, theme, remembered=QSettings(file, QSettings.Format.IniFormat))
    first.window.resize(1500, 860)
    widen_filters(first, 300)
    first.window.close()

    second = open_window(qtbot, theme, remembered=QSettings(file, QSettings.Format.IniFormat))
    assert second.window.search.filters.width() == 300


def test_what_was_shown_and_how_it_was_sorted_is_remembered(qtbot, theme, tmp_path):
    file = str(tmp_path / "window.ini")
    first = open_window(qtbot, theme, remembered=QSettings(file, QSettings.Format.IniFormat))
    first.window.search.columns.toggle_filters()
    first.window.search.details.toggle_explain()
    first.window.search.pane.tools.group.click()
    first.window.search.pane.tools.choose_order(HitOrder.NEWEST)
    first.window.close()

    second = open_window(qtbot, theme, remembered=QSettings(file, QSettings.Format.IniFormat))
    search = second.window.search
    assert search.filters.isHidden()
    assert search.details.explain.isHidden()
    assert search.session.request.group_by_document
    assert search.pane.tools.sort.text() == "Newest first"
    search_for(qtbot, second, QUERY)
    days = [hit.date for hit in search.response.hits if not hit.weak]
    assert days == sorted(days, reverse=True)


def test_an_order_that_nobody_knows_is_the_usual_one(qtbot, theme, tmp_path):
    file = tmp_path / "window.ini"
    file.write_text("[window]\norder=by colour\ngrouped=3\nfilters=\n", "utf-8")
    remembered = QSettings(str(file), QSettings.Format.IniFormat)
    search = open_window(qtbot, theme, remembered=remembered).window.search
    assert search.pane.tools.order is HitOrder.BEST
    assert not search.session.request.group_by_document
    assert not search.filters.isHidden()


def test_a_window_is_never_larger_than_its_screen_at_first(qtbot, theme):
    client = EngineClient()
    client.attach(FakeEngine(client.post, answering()))
    window = MainWindow(client, theme, Settings())
    qtbot.addWidget(window)
    free = window.screen().availableSize()
    assert window.width() <= max(free.width(), window.minimumWidth())
    assert window.height() < max(free.height(), window.minimumHeight())


def test_the_rail_has_an_icon_for_each_section_that_has_rows(qtbot, theme):
    case = open_window(qtbot, theme, width=900)
    search = case.window.search
    sections, buttons = search.filters.panel.sections, search.rail.findChildren(QToolButton)
    qtbot.waitUntil(lambda: sections[Section.TAGS].tree.model().rowCount() > 0)
    trust = next(button for button in buttons if button.accessibleName() == "Trust")
    for shown in (False, True, False):
        sections[Section.TRUST].setVisible(shown)
        assert trust.isVisible() is shown


def test_a_section_without_rows_does_not_take_the_focus(qtbot, theme):
    case = open_window(qtbot, theme)
    search = case.window.search
    search.pane.field.setFocus()
    search.filters.panel.sections[Section.TRUST].hide()
    search.columns.show_section(Section.TRUST)
    assert search.pane.field.hasFocus()


def test_the_widths_of_the_columns_come_back_with_the_room(qtbot, theme):
    case = open_window(qtbot, theme, width=1500)
    widen_filters(case, 300)
    case.window.resize(1100, 900)
    case.window.resize(1500, 900)
    assert case.window.search.filters.width() == 300


def test_a_window_that_was_large_is_large_again_when_it_comes_back(qtbot, theme):
    case = open_window(qtbot, theme)
    case.window.showMaximized()
    case.window.showMinimized()
    case.window.come_to_front("")
    assert not case.window.isMinimized()
    assert case.window.isMaximized()


def test_sizes_that_nobody_can_read_are_forgotten(qtbot, theme, tmp_path):
    file = tmp_path / "window.ini"
    file.write_text("[window]\ngeometry=large\ncolumns=3, 4\ndetails=@ByteArray(x)\n", "utf-8")
    remembered = QSettings(str(file), QSettings.Format.IniFormat)
    case = open_window(qtbot, theme, remembered=remembered)
    assert case.window.search.filters.width() == 240


def test_a_height_that_was_chosen_stays(qtbot, theme):
    case = open_window(qtbot, theme)
    details = case.window.search.details
    details._splitter.moveSplitter(200, 1)
    details._splitter.splitterMoved.emit(200, 1)
    case.window.resize(1440, 1000)
    assert details.preview.height() == pytest.approx(200, abs=60)
    assert not details.save_sizes().isEmpty()


@pytest.mark.parametrize("width", [900, 1280])
def test_on_the_first_page_nothing_lies_over_another(qtbot, theme, width):
    case = open_window(qtbot, theme, answering(empty_library=True), width=width)
    case.window.resize(width, 600)
    welcome = case.window.welcome
    rows = [box for box in welcome.findChildren(QCheckBox) if box.isVisible()]
    tops = [row.mapTo(welcome, row.rect().topLeft()).y() for row in rows]
    assert all(below - above >= 40 for above, below in pairwise(tops))
    words = [*rows, welcome.start, welcome.sample]
    assert all(part.width() >= part.sizeHint().width() for part in words)


@pytest.mark.parametrize("width", [900, 1280])
def test_on_the_library_page_nothing_is_cut(qtbot, theme, width):
    case = open_window(qtbot, theme, width=width)
    case.window.resize(width, 600)
    case.window.show_library()
    page = case.window.library_page
    buttons = [one for one in page.findChildren(QPushButton) if one.isVisible()]
    assert all(one.width() >= one.minimumSizeHint().width() for one in buttons)
    assert page.rules.pattern.width() > 80


def kept_window(qtbot, theme, file):
    remembered = QSettings(str(file), QSettings.Format.IniFormat)
    return open_window(qtbot, theme, remembered=remembered).window


def test_the_columns_of_the_library_are_remembered_as_a_person_drags_them(qtbot, theme, tmp_path):
    first = kept_window(qtbot, theme, tmp_path / "window.ini")
    first.show_library()
    page = first.library_page
    qtbot.waitUntil(lambda: page.table.columnWidth(Folders.STATE) == 260)
    page.table.horizontalHeader().resizeSection(Folders.STATE, 330)
    page.failures.table.horizontalHeader().resizeSection(Failures.FILE, 200)
    page.restore_shares("400 700")
    widths = page._below.sizes()
    first.resize(first.width() - 20, first.height())
    assert page.table.columnWidth(Folders.STATE) == 330
    first.close()
    second = kept_window(qtbot, theme, tmp_path / "window.ini")
    second.show_library()
    page = second.library_page
    qtbot.waitUntil(lambda: page.table.columnWidth(Folders.STATE) == 330)
    qtbot.waitUntil(lambda: page.failures.table.columnWidth(Failures.FILE) == 200)
    assert abs(page._below.sizes()[0] - widths[0]) < 20
    second.resize(800, 600)
    assert page.table.columnWidth(Folders.STATE) == 160, "there must be room for the names"


def test_dialogs_open_as_large_as_they_were_left(qtbot, theme, tmp_path):
    window = kept_window(qtbot, theme, tmp_path / "window.ini")
    window.show_settings()
    dialog = window.findChild(SettingsDialog)
    usual = dialog.size()
    dialog.resize(usual.width() - 60, usual.height() - 30)
    left = dialog.size()
    assert left != usual
    dialog.close()
    qtbot.waitUntil(lambda: window.findChild(SettingsDialog) is None)
    window.show_settings()
    assert window.findChild(SettingsDialog).size() == left
    window.findChild(SettingsDialog).close()
    window.library_presenter.edit_tags(("Notes/a.md",), "A")
    dialog = window.findChild(TagsDialog)
    dialog.resize(900, 700)
    dialog.reject()
    window.close()
    again = kept_window(qtbot, theme, tmp_path / "window.ini")
    again.show_settings()
    assert again.findChild(SettingsDialog).size() == left


def test_widths_that_were_damaged_are_the_usual_ones(qtbot, theme, tmp_path):
    file = tmp_path / "window.ini"
    file.write_text(
        "[library]\nfolders=4=many 3=-5 x\npanels=1 2 3\nfailures==\n[dialogs]\nSettingsDialog=7\n",
        "utf-8",
    )
    window = kept_window(qtbot, theme, file)
    window.show_library()
    qtbot.waitUntil(lambda: window.library_page.table.columnWidth(Folders.STATE) == 260)
    window.show_settings()
    assert window.findChild(SettingsDialog).width() > 400
