"""The whole window over a fake engine: how it uses its room, and what it remembers of its look."""

import pytest
from PySide6.QtCore import QSettings, Qt

from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from ui.filters.filter_selection import Section
from ui.three_columns import Room


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


def test_the_rail_opens_the_filters_over_the_hits(qtbot, theme):
    case = open_window(qtbot, theme, width=1100)
    search = case.window.search
    search.columns.show_section(Section.TAGS)
    assert search.filters.isVisible()
    assert search.filters.panel.sections[Section.TAGS].tree.hasFocus()
    qtbot.keyClick(case.window, Qt.Key.Key_Escape)
    assert not search.filters.isVisible()


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


def test_the_theme_changes_at_once_and_is_kept(qtbot, theme):
    kept = []
    case = open_window(qtbot, theme, keep=kept.append)
    search_for(qtbot, case, QUERY)
    light = case.window.grab().toImage().pixelColor(4, 200)
    case.window.theme_menu.choose("dark")
    dark = case.window.grab().toImage().pixelColor(4, 200)
    assert light.lightness() > 200
    assert dark.lightness() < 60
    assert kept == [{"window.theme": "dark"}]


def test_sizes_are_remembered(qtbot, theme, tmp_path):
    file = str(tmp_path / "window.ini")
    first = open_window(qtbot, theme, remembered=QSettings(file, QSettings.Format.IniFormat))
    first.window.resize(1500, 860)
    first.window.search.columns.set_filter_width(300)
    first.window.close()

    second = open_window(qtbot, theme, remembered=QSettings(file, QSettings.Format.IniFormat))
    assert second.window.search.filters.width() == 300
