"""The tab order of the window, and F6."""

from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.fakes.library_samples import sample_failures
from twofold.ui.explain.explain_panel import ExplainPanel
from twofold.ui.filters.column import FilterColumn
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.preview.preview_panel import PreviewPanel
from twofold.ui.results.result_list import ResultList
from twofold.ui.search.chips import ChipBar
from twofold.ui.search.search_field import SearchField
from twofold.ui.search.search_pane import ModeSwitch
from twofold.ui.window.status_bar import LibraryStatusBar

PARTS = (
    SearchField, ModeSwitch, ChipBar, ResultList, PreviewPanel, ExplainPanel, FilterColumn,
    LibraryStatusBar,
)  # fmt: skip


def part_of(widget):
    while widget is not None and not isinstance(widget, PARTS):
        widget = widget.parentWidget()
    return type(widget) if widget is not None else None


def press(qtbot, key):
    """Press a key in the focused widget; return the newly focused one."""
    qtbot.keyClick(QApplication.focusWidget(), key)
    return QApplication.focusWidget()


def test_tab_and_f6_cycle_through_visible_stops(qtbot, found):
    """Search, mode, chips, hits, preview, explanation, filters and status."""
    search = found.window.search
    qtbot.waitUntil(lambda: search.details.preview.preview is not None)
    field, stops = search.pane.field, [search.pane.field]
    field.setFocus()
    while (stop := press(qtbot, Qt.Key.Key_Tab)) is not field:
        stops.append(stop)
        assert len(stops) < 80, "Tab does not come round"
    assert [part for part, _ in groupby(map(part_of, stops)) if part] == list(PARTS)

    stops = [press(qtbot, Qt.Key.Key_F6) for _ in range(5)]
    assert [part_of(stop) for stop in stops] == [
        ResultList, PreviewPanel, ExplainPanel, FilterColumn, SearchField,
    ]  # fmt: skip
    assert all(stop.focusPolicy() & Qt.FocusPolicy.TabFocus for stop in stops)


def test_tab_goes_from_the_field_to_the_list_in_visual_order(qtbot, found):
    pane, gesture = found.window.search.pane, FilterAction.ADD
    select = found.window.search.filters.panel.action_requested.emit
    for tags in ((), ("runbook",), ("draft", "runbook")):
        for tag in tags[:1]:
            select(Section.TAGS, tag, gesture)
        qtbot.waitUntil(lambda: pane.shows_hits and found.window.search.session.is_answered)
        pane.field.setFocus()
        stops = []
        while (stop := press(qtbot, Qt.Key.Key_Tab)) is not pane.results:
            stops.append(stop)
            assert len(stops) < 20
        assert not {pane.back, pane.forward} & set(stops)  # they precede the field
        chips = [chip for chip in pane.chips.chips if chip.isVisible()]
        assert len(chips) == len(tags)
        names = [stop.accessibleName() or stop.text() for stop in stops[len(chips) + 1 :]]
        assert stops[1 : len(chips) + 1] == chips
        clear = ["Clear"] if tags else []
        assert names == [
            "Add a filter", *clear, "Order: Best match", "Group by document",
            "Rerank the top passages", "Export passages",
        ]  # fmt: skip


def test_f6_skips_a_column_without_focusable_widgets(qtbot, case):
    window = case.window
    assert window.search.details.explain.isVisible()
    filters = window.search.filters.panel.sections[Section.FOUND_BY].tree
    # Both may appear shortly after the first answer.
    qtbot.waitUntil(lambda: filters.isVisible() and window.isActiveWindow())
    window.search.pane.field.setFocus()
    assert part_of(press(qtbot, Qt.Key.Key_F6)) is FilterColumn


def test_in_the_library_tab_goes_from_top_to_bottom(qtbot, case):
    page = case.window.library_page
    page.failures.show_failures(sample_failures())
    page.rules.pattern.setText("*.tmp")
    case.window.show_library()
    qtbot.waitUntil(page.table.hasFocus)
    stops = [page.table]
    while stops[-1] is not page.check and len(stops) < 80:
        stops.append(press(qtbot, Qt.Key.Key_Tab))
    wanted = [
        page.table, page.tags, page.remove, page.rules.kind, page.rules.pattern, page.rules.add,
        page.rules.test, page.failures.retry, page.failures.table, page.back, page.check,
    ]  # fmt: skip
    assert [stop for stop in stops if stop in wanted] == wanted
