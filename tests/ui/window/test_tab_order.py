"""Tab leads through the window as the eye does."""

from itertools import groupby

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

from engine.api import FacetCount
from tests.fakes.library_samples import answering, sample_failures
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from ui.explain.explain_panel import ExplainPanel
from ui.filters.column import FilterColumn, FilterRail
from ui.filters.selection import Gesture, Section
from ui.filters.tree import SectionHeading
from ui.preview.preview_panel import PreviewPanel
from ui.results.result_list import ResultList
from ui.search.chips import ChipBar
from ui.search.search_field import SearchField
from ui.search.search_pane import ModeSwitch
from ui.window.status_bar import LibraryStatusBar

PARTS = (
    SearchField, ModeSwitch, ChipBar, ResultList, PreviewPanel, ExplainPanel, FilterColumn,
    FilterRail, LibraryStatusBar,
)  # fmt: skip
MOST_STOPS = 80


def part_of(widget):
    while widget is not None and not isinstance(widget, PARTS):
        widget = widget.parentWidget()
    return type(widget).__name__ if widget is not None else ""


def walk(qtbot, window):
    """Press Tab until it comes round; return the widgets that had the focus."""
    field = window.search.pane.field
    field.setFocus()
    stops = []
    while len(stops) < MOST_STOPS:
        stops.append(QApplication.focusWidget())
        qtbot.keyClick(stops[-1], Qt.Key.Key_Tab)
        if QApplication.focusWidget() is field:
            return stops
    raise AssertionError("Tab does not come round")


def open_found(qtbot, theme, width):
    case = open_window(qtbot, theme, width=width)
    search_for(qtbot, case, QUERY)
    details = case.window.search.details
    qtbot.waitUntil(lambda: width < 1024 or details.preview.preview is not None)
    return case


def test_tab_goes_search_mode_chips_hits_preview_explain_filters_status(qtbot, theme):
    case = open_found(qtbot, theme, 1440)
    parts = [name for name, _ in groupby(map(part_of, walk(qtbot, case.window))) if name]
    assert parts == [
        "SearchField", "ModeSwitch", "ChipBar", "ResultList", "PreviewPanel", "ExplainPanel",
        "FilterColumn", "LibraryStatusBar",
    ]  # fmt: skip


def test_new_chips_stand_in_the_order_of_the_row(qtbot, theme):
    case = open_found(qtbot, theme, 1440)
    for value in ("draft", "to-cite"):
        case.window.search.filters.panel.gestured.emit(Section.TAGS, value, Gesture.ADD)
    qtbot.waitUntil(lambda: case.window.search.session.is_answered)
    stops = [stop for stop in walk(qtbot, case.window) if part_of(stop) == "ChipBar"]
    names = [stop.accessibleName() or stop.text() for stop in stops]
    assert names == ["Only #draft", "Only #to-cite", "Add a filter", "Clear"]


def test_chips_that_do_not_fit_are_one_stop_that_counts_them(qtbot, theme):
    case = open_found(qtbot, theme, 1440)
    for value in ("kubernetes", "runbook", "draft", "to-cite"):
        case.window.search.filters.panel.gestured.emit(Section.TAGS, value, Gesture.ADD)
    qtbot.waitUntil(lambda: case.window.search.session.is_answered)
    stops = [stop for stop in walk(qtbot, case.window) if part_of(stop) == "ChipBar"]
    assert [stop.accessibleName() or stop.text() for stop in stops] == [
        "4 filters",
        "Add a filter",
        "Clear",
    ]


@pytest.mark.parametrize("width", [1440, 1100, 900])
def test_every_stop_has_a_name(qtbot, theme, width):
    case = open_found(qtbot, theme, width)
    stops = walk(qtbot, case.window)
    nameless = [type(s).__name__ for s in stops if not (s.accessibleName() or _words(s))]
    assert nameless == []


def test_tab_comes_to_the_dates_after_the_types(qtbot, theme):
    case = open_found(qtbot, theme, 1440)
    panel = case.window.search.filters.panel
    qtbot.waitUntil(lambda: panel.model(Section.TYPES).rowCount() > 0)
    panel.dates.set_counts((FacetCount("2025-03", 4), FacetCount("2026-01", 2)))
    stops = [stop for stop in walk(qtbot, case.window) if part_of(stop) == "FilterColumn"]
    places = [stop.mapTo(case.window, QPoint(0, 0)).y() for stop in stops]
    assert len(stops) > 12
    assert places == sorted(places)
    assert panel.dates.range in stops or panel.dates.findChild(SectionHeading) in stops


def test_in_the_library_tab_goes_from_the_top_to_the_bottom(qtbot, theme):
    case = open_window(qtbot, theme)
    page = case.window.library_page
    page.failures.show_failures(sample_failures())
    page.rules.pattern.setText("*.tmp")
    case.window.show_library()
    qtbot.waitUntil(page.table.hasFocus)
    stops = []
    while QApplication.focusWidget() is not page.check and len(stops) < MOST_STOPS:
        stops.append(QApplication.focusWidget())
        qtbot.keyClick(stops[-1], Qt.Key.Key_Tab)
    words = [stop.accessibleName() or stop.text() for stop in stops]
    first = words[: words.index("Files that are not indexed") + 1]
    assert first == [
        "Folders of the library", "Tags and trust…", "Remove folder",
        "What the new rule does", "Pattern of the new rule", "Add rule", "Test a file",
        "Copy list", "Retry all", "Files that are not indexed",
    ]  # fmt: skip
    assert words[-3:] == ["Menu", "Back to search", "Folders"]


def test_the_focus_is_seen_in_tables_and_moves_no_row(qtbot, theme):
    case = open_window(qtbot, theme)
    table, window = case.window.library_page.table, case.window
    window.show_library()
    qtbot.waitUntil(table.hasFocus)
    first = table.visualRect(table.model().index(0, 0))
    edge = QPoint(table.width() // 2, 0)
    assert table.grab().toImage().pixelColor(edge) == theme.color("accent")
    window.library_page.add.setFocus()
    assert table.grab().toImage().pixelColor(edge) != theme.color("accent")
    assert table.visualRect(table.model().index(0, 0)) == first
    assert not table.verticalScrollBar().maximum()


def test_the_other_pages_have_names_too(qtbot, theme):
    case = open_window(qtbot, theme, answering(empty_library=True))
    window = case.window
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.welcome)
    for page in (window.welcome, window.library_page):
        window.pages.setCurrentWidget(page)
        controls = [
            widget
            for widget in page.findChildren(QWidget)
            if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
            and widget.isVisible()
            and not widget.objectName().startswith("qt_")
        ]
        assert controls
        assert [type(w).__name__ for w in controls if not (w.accessibleName() or _words(w))] == []


def _words(widget):
    return widget.text() if hasattr(widget, "text") else ""


def test_f6_stops_where_the_focus_can_be_seen(qtbot, theme):
    case = open_found(qtbot, theme, 1440)
    case.window.search.pane.field.setFocus()
    stops = []
    for _ in range(5):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        stops.append(QApplication.focusWidget())
    assert [part_of(stop) for stop in stops] == [
        "ResultList", "PreviewPanel", "ExplainPanel", "FilterColumn", "SearchField",
    ]  # fmt: skip
    assert all(stop.focusPolicy() & Qt.FocusPolicy.TabFocus for stop in stops)


def test_f6_passes_a_column_that_has_nothing_to_stop_at(qtbot, theme):
    window = open_window(qtbot, theme).window
    assert window.search.details.explain.isVisible()
    filters = window.search.filters.panel.sections[Section.FOUND_BY].tree
    # Both may come a moment after the first answer.
    qtbot.waitUntil(lambda: filters.isVisible() and window.isActiveWindow())
    window.search.pane.field.setFocus()
    qtbot.keyClick(window.search.pane.field, Qt.Key.Key_F6)
    assert part_of(QApplication.focusWidget()) == "FilterColumn"
