"""Quick search with a real engine."""

import shutil

import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.window_case import open_window
from twofold.engine.api import CheckCitation, SearchRequest
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.opening.programs import not_opened
from twofold.ui.quick import quick_window
from twofold.ui.quick.quick_window import HITS, ROW, QuickWindow
from twofold.ui.search.pages import HITS_SHOWN

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def quick(opened):
    """Quick search, opened by its shortcut in the main window."""
    QTest.keyClick(opened.window, Qt.Key.Key_K, CONTROL | SHIFT)
    search = opened.window.tray.quick
    opened.wait_until(lambda: search.window is not None and search.window.isVisible())
    return search


@pytest.fixture
def shown(monkeypatch):
    """The addresses opened in another program."""
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(shown.append(url) or True))
    return shown


def typed(opened, quick, query):
    QTest.keyClicks(quick.window.field, query)
    opened.wait_until(lambda: quick.window.session.is_answered and quick.window.current_hit)
    return quick.window


def titles(window):
    model = window.hits.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def press(quick, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(quick.window.field, key, modifier)


def test_it_searches_with_both_retrievers_at_every_letter(opened, quick, monkeypatch):
    asked: list[SearchRequest] = []
    submit = opened.client.submit
    monkeypatch.setattr(opened.client, "submit", lambda r, c="": (asked.append(r), submit(r, c))[1])
    window = typed(opened, quick, "tyres")
    assert set(titles(window)[:2]) == {"Garage", "Tyres"}
    searches = [request for request in asked if isinstance(request, SearchRequest)]
    # the main window may send requests, too
    wanted = [request for request in searches if request.query]
    assert {request.limit for request in wanted} <= {HITS, HITS_SHOWN}
    assert window.hits.isVisible()
    assert "passages" in window.count.plain_text
    opened.wait_until(lambda: window.height() > 3 * ROW)
    for _ in "tyres":
        press(quick, Qt.Key.Key_Backspace)
    opened.wait_until(lambda: not window.hits.isVisible())
    opened.wait_until(lambda: window.height() < 2 * ROW)


def test_the_keys_of_the_list_work_in_the_field(opened, quick):
    window = typed(opened, quick, "bank")
    first = window.current_hit
    press(quick, Qt.Key.Key_Down)
    assert window.current_hit != first
    press(quick, Qt.Key.Key_Up)
    press(quick, Qt.Key.Key_Up)
    assert window.current_hit == first
    press(quick, Qt.Key.Key_PageDown)
    assert window.hits.currentIndex().row() == window.hits.model().rowCount() - 1
    assert window.field.hasFocus()
    assert window.field.text() == "bank"


def test_enter_opens_the_document_and_hides_the_window(opened, quick, shown, indexed):
    opener, path = opened.window.search.opener, str(indexed / "notes" / "health.md")
    window = typed(opened, quick, "knee")
    press(quick, Qt.Key.Key_Return)
    assert not window.isVisible()
    opened.wait_until(lambda: shown)
    assert shown[0].toLocalFile() == path
    opener.refused.emit("'a.sh' could be run as a program, so it was not opened.", "/notes/a.sh")
    opener.refused.emit(
        "'health.md' is no longer exists at this location.", path
    )  # opened again elsewhere
    assert not window.isVisible()


def test_a_missing_document_shows_the_window_with_the_reason(opened, quick, indexed):
    window = typed(opened, quick, "knee")
    gone = indexed / "notes" / "health.md"
    kept = gone.rename(indexed / "elsewhere.md")
    try:
        press(quick, Qt.Key.Key_Return)
        opened.wait_until(window.isVisible)
        assert "no longer exists at this location" in window.words.text()
    finally:
        kept.rename(gone)


@pytest.mark.posix
def test_a_failing_program_shows_the_window_with_the_reason(opened, quick, monkeypatch):
    false = shutil.which("false")
    monkeypatch.setattr("twofold.ui.opening.opener.system_opener", lambda: false)
    window = typed(opened, quick, "knee")
    press(quick, Qt.Key.Key_Return)
    assert not window.isVisible()
    opened.wait_until(window.isVisible)
    assert window.words.text() == not_opened("health.md")


def test_ctrl_enter_shows_the_hit_in_the_main_window(opened, quick):
    main = opened.window
    main.search.pane.field.set_query("garage")
    opened.wait_until(lambda: main.search.response and main.search.response.hits)
    main.search.filters.panel.action_requested.emit(Section.TYPES, "pdf", FilterAction.ONLY)
    main.show_library()
    window = typed(opened, quick, "bank")
    press(quick, Qt.Key.Key_Down)
    wanted = window.current_hit
    press(quick, Qt.Key.Key_Return, CONTROL)
    assert not window.isVisible()
    assert main.search.session.request.filters.is_empty
    opened.wait_until(
        lambda: main.search.current_hit() and main.search.current_hit().chunk_id == wanted.chunk_id
    )
    assert main.search.isVisible()
    assert main.search.pane.field.text() == "bank"


def test_enter_does_not_open_a_hit_of_the_previous_query(qtbot, theme):
    case = open_window(qtbot, theme)
    quick = case.window.tray.quick
    quick.activate()
    QTest.keyClicks(quick.window.field, "finalizer")
    qtbot.waitUntil(lambda: quick.window.session.is_answered and bool(quick.window.current_hit))
    case.engine.answer = None
    press(quick, Qt.Key.Key_S)
    press(quick, Qt.Key.Key_Return)
    assert quick.window.isVisible()
    assert case.engine.requests(CheckCitation) == []


def test_a_citation_is_copied_unless_text_is_selected(opened, quick):
    window = typed(opened, quick, "bank")
    count = window.count.plain_text
    press(quick, Qt.Key.Key_C, CONTROL)
    assert "notes/" in QGuiApplication.clipboard().text()
    assert window.count.text() == "Citation copied"
    press(quick, Qt.Key.Key_Down)
    assert window.current_hit.rank == 2
    assert window.count.plain_text == count
    assert "Citation copied" not in window.count.text()
    window.field.selectAll()
    press(quick, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text() == "bank"
    press(quick, Qt.Key.Key_C, CONTROL | SHIFT)  # the keys of the window
    assert "notes/" in QGuiApplication.clipboard().text()


def test_esc_closes_and_the_query_is_selected_next_time(opened, quick):
    window = typed(opened, quick, "knee")
    press(quick, Qt.Key.Key_Escape)
    assert not window.isVisible()
    quick.activate()
    assert window.field.selectedText() == "knee"
    opened.wait_until(lambda: window.session.is_answered)
    assert window.current_hit is not None
    opened.window.close()
    assert quick.window is None
    assert not any(widget is window and widget.isVisible() for widget in QApplication.allWidgets())


def test_an_empty_result_is_reported_and_filters_alone_list_documents(opened, quick):
    window = typed(opened, quick, "type:txt -cellar")
    assert titles(window) == ["plan"]
    assert window.count.plain_text == "1 document"
    QTest.keyClicks(window.field, " tag:nobody")
    opened.wait_until(lambda: window.session.is_answered and window.words.isVisible())
    assert window.words.text() == "No documents match the filters."
    window.field.clear()
    QTest.keyClicks(window.field, "-automobile -physician -bread -cellar zzz")
    reported = "No passage contains these words."
    opened.wait_until(lambda: window.session.is_answered and window.words.text() == reported)


def test_simultaneous_searches_of_both_windows_are_answered(opened, quick):
    main = opened.window.search
    for query in ("loan", "bread", "knee"):
        main.pane.field.set_query(query)
        quick.window.field.setText(query[::-1])
        quick.window.session.type_query("tyres")
    opened.wait_until(
        lambda: (
            main.response is not None
            and main.response.request.query == "knee"
            and main.session.is_answered
            and quick.window.session.is_answered
        )
    )
    assert set(titles(quick.window)[:2]) == {"Garage", "Tyres"}
    assert main.pane.field.text() == "knee"


class _SmallScreen:
    """A 900 x 600 screen with 150 % scaling."""

    @staticmethod
    def screenAt(_place):
        return _SmallScreen

    @staticmethod
    def platformName():
        return "offscreen"

    @staticmethod
    def availableGeometry():
        return QRect(0, 0, 600, 380)


def test_it_fits_its_screen_and_shows_the_hints_that_fit(opened, quick, monkeypatch):
    window = typed(opened, quick, "tyres")
    foot = window._keys
    wide = foot.text()
    assert wide.startswith("Enter: open   ")
    press(quick, Qt.Key.Key_Escape)
    monkeypatch.setattr(quick_window, "QGuiApplication", _SmallScreen)
    quick.activate()
    opened.wait_until(lambda: window.width() == 584)
    assert window.x() == 8
    assert len(foot.text()) <= len(wide)
    opened.wait_until(lambda: foot.width() >= foot.fontMetrics().horizontalAdvance(foot.text()))


@pytest.mark.parametrize("platform", ["xcb", "wayland"])
def test_on_x11_nothing_is_painted_outside_the_round_corners(theme, qtbot, monkeypatch, platform):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: platform)
    window = QuickWindow(EngineClient(), theme, commands=None, show_in_main=None)
    qtbot.addWidget(window)
    window.show()
    low = window.height()
    window.show_sentence("No passage contains these words.")
    qtbot.waitUntil(lambda: window.height() > low)
    right, bottom = window.width() - 1, window.height() - 1
    corners = [QPoint(*corner) for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom))]
    if platform != "xcb":
        assert window.mask().isEmpty()
        return
    qtbot.waitUntil(lambda: window.mask().boundingRect() == window.rect())
    assert not any(map(window.mask().contains, corners))
    for edge in ((12, 0), (right - 12, bottom), (0, 12)):
        assert window.mask().contains(QPoint(*edge))
