"""The quick search over a real engine: typed, walked through, opened, shown, copied, closed."""

import pytest
from PySide6.QtCore import QRect, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from engine.api import SearchRequest
from ui.quick import quick_window
from ui.quick.quick_hits import ROW
from ui.quick.quick_window import HITS


@pytest.fixture
def quick(opened):
    """The quick search, raised by its key in the main window."""
    QTest.keyClick(
        opened.window,
        Qt.Key.Key_K,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    search = opened.window.tray.quick
    opened.wait_until(lambda: search.window is not None and search.window.isVisible())
    return search


def typed(opened, quick, query):
    QTest.keyClicks(quick.window.field, query)
    opened.wait_until(lambda: quick.controller.is_answered and quick.window.current_hit)
    return quick.window


def titles(window):
    model = window.hits.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def press(quick, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(quick.window.field, key, modifier)


def test_it_finds_by_both_rankings_with_every_letter(opened, quick):
    window = typed(opened, quick, "tyres")
    assert set(titles(window)[:2]) == {"Garage", "Tyres"}
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


def test_enter_opens_the_document_and_the_window_goes(opened, quick, monkeypatch, indexed):
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(shown.append(url) or True))
    window = typed(opened, quick, "knee")
    press(quick, Qt.Key.Key_Return)
    assert not window.isVisible()
    opened.wait_until(lambda: shown)
    assert shown[0].toLocalFile() == str(indexed / "notes" / "health.md")


def test_a_document_that_is_gone_brings_the_window_back_with_the_reason(
    opened, quick, indexed, monkeypatch
):
    window = typed(opened, quick, "knee")
    gone = indexed / "notes" / "health.md"
    kept = gone.rename(indexed / "elsewhere.md")
    try:
        press(quick, Qt.Key.Key_Return)
        opened.wait_until(window.isVisible)
        assert "no longer where it was" in window.words.text()
    finally:
        kept.rename(gone)


def test_what_is_refused_elsewhere_does_not_bring_it_up(opened, quick):
    opener = opened.window.search.opener
    quick.window.hide()
    opener.refused.emit("'a.sh' could be run as a program, so it was not opened.", "/notes/a.sh")
    assert not quick.window.isVisible()


def test_ctrl_enter_shows_the_hit_in_the_main_window_whatever_filters_it(opened, quick):
    main = opened.window
    main.search.pane.field.set_query("garage")
    opened.wait_until(lambda: main.search.response and main.search.response.hits)
    window = typed(opened, quick, "bank")
    press(quick, Qt.Key.Key_Down)
    wanted = window.current_hit
    press(quick, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()
    opened.wait_until(
        lambda: main.search.current_hit() and main.search.current_hit().chunk_id == wanted.chunk_id
    )
    assert main.search.pane.field.text() == "bank"


def test_ctrl_enter_leaves_the_library_page_for_the_hit(opened, quick):
    main = opened.window
    main.show_library()
    window = typed(opened, quick, "bank")
    wanted = window.current_hit
    press(quick, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    opened.wait_until(
        lambda: main.search.current_hit() and main.search.current_hit().chunk_id == wanted.chunk_id
    )
    assert main.search.isVisible()


def test_a_refusal_after_it_has_opened_the_same_file_does_not_bring_it_up(
    opened, quick, monkeypatch, indexed
):
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(shown.append(url) or True))
    window = typed(opened, quick, "knee")
    press(quick, Qt.Key.Key_Return)
    opened.wait_until(lambda: shown)
    path = str(indexed / "notes" / "health.md")
    opened.window.search.opener.refused.emit("'health.md' is no longer where it was.", path)
    assert not window.isVisible()


def test_ctrl_c_copies_the_citation_unless_words_are_selected(opened, quick):
    window = typed(opened, quick, "knee")
    press(quick, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "notes/health.md" in QGuiApplication.clipboard().text()
    assert window.count.text() == "The citation is copied"
    window.field.selectAll()
    press(quick, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "knee"


def test_that_a_citation_is_copied_is_said_of_no_other_hit(opened, quick):
    window = typed(opened, quick, "bank")
    count = window.count.plain_text
    press(quick, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert window.count.text() == "The citation is copied"
    press(quick, Qt.Key.Key_Down)
    assert window.current_hit.rank == 2
    assert window.count.plain_text == count
    assert "The citation is copied" not in window.count.text()


def test_the_keys_that_copy_a_citation_in_the_window_do_so_here(opened, quick):
    window = typed(opened, quick, "knee")
    window.field.selectAll()
    press(
        quick, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert "notes/health.md" in QGuiApplication.clipboard().text()


def test_esc_closes_and_the_query_waits_selected(opened, quick):
    window = typed(opened, quick, "knee")
    press(quick, Qt.Key.Key_Escape)
    assert not window.isVisible()
    quick.activate()
    assert window.field.selectedText() == "knee"
    opened.wait_until(lambda: quick.controller.is_answered)
    assert window.current_hit is not None


def test_nothing_found_is_said(opened, quick):
    QTest.keyClicks(quick.window.field, "-automobile -physician -bread -cellar zzz")
    opened.wait_until(lambda: quick.controller.is_answered and quick.window.words.isVisible())
    assert quick.window.words.text() == "No passage has these words."


def test_filters_alone_list_documents(opened, quick):
    window = typed(opened, quick, "type:txt -cellar")
    assert titles(window) == ["plan"]
    assert window.count.plain_text.startswith("1 document, ")
    QTest.keyClicks(window.field, " tag:nobody")
    opened.wait_until(lambda: quick.controller.is_answered and window.words.isVisible())
    assert window.words.text() == "The filters leave no document."


def test_the_main_window_keeps_its_own_search(opened, quick):
    main = opened.window.search
    main.pane.field.set_query("loan")
    opened.wait_until(lambda: main.response and main.response.request.query == "loan")
    typed(opened, quick, "tyres")
    assert main.pane.field.text() == "loan"
    assert main.response.request.query == "loan"


def test_searches_of_both_windows_at_once_are_both_answered(opened, quick):
    main = opened.window.search
    for query in ("loan", "bread", "knee"):
        main.pane.field.set_query(query)
        quick.window.field.setText(query[::-1])
        quick.controller.type_query("tyres")
    opened.wait_until(
        lambda: (
            main.response is not None
            and main.response.request.query == "knee"
            and main.session.is_answered
            and quick.controller.is_answered
        )
    )
    assert set(titles(quick.window)[:2]) == {"Garage", "Tyres"}


def test_it_asks_for_no_more_than_it_shows(opened, quick, monkeypatch):
    asked: list[SearchRequest] = []
    submit = opened.client.submit
    monkeypatch.setattr(opened.client, "submit", lambda r, c="": (asked.append(r), submit(r, c))[1])
    typed(opened, quick, "t")
    searches = [request for request in asked if isinstance(request, SearchRequest)]
    wanted = [request for request in searches if request.query]  # the window beside may ask, too
    assert {request.k for request in wanted} == {HITS}


def test_it_says_what_it_is_and_is_reached_from_the_menu(opened, quick):
    window = quick.window
    assert window.windowTitle() == "Quick search"
    assert window.field.accessibleName() == "Quick search"
    assert window.hits.accessibleName() == "Passages found"
    words = [action.text() for action in opened.window.menu.actions()]
    assert "Quick search" in words
    assert not [label for label in window.findChildren(QLabel) if label.text().startswith("<")]


def test_it_follows_the_theme_and_ends_with_the_main_window(opened, quick, any_theme):
    window = quick.window
    picture = window.grab().toImage()
    assert picture.pixelColor(window.width() // 2, 5) == any_theme.color("surface")
    opened.window.close()
    assert quick.window is None
    assert not any(widget is window and widget.isVisible() for widget in QApplication.allWidgets())


class _SmallScreen:
    """900 by 600 where all is half as large again."""

    @staticmethod
    def screenAt(_place):
        return _SmallScreen

    @staticmethod
    def platformName():
        return "offscreen"

    @staticmethod
    def availableGeometry():
        return QRect(0, 0, 600, 380)


def test_it_is_no_wider_than_its_screen_and_names_the_keys_there_is_room_for(
    opened, quick, monkeypatch
):
    window = typed(opened, quick, "tyres")
    foot = window._keys
    wide = foot.text()
    assert wide.startswith("Enter: open   ")
    assert wide in "Enter: open   Ctrl+Enter: in the window   Ctrl+C: citation   Esc: close"
    press(quick, Qt.Key.Key_Escape)
    monkeypatch.setattr(quick_window, "QGuiApplication", _SmallScreen)
    quick.activate()
    opened.wait_until(lambda: window.width() == 584)
    assert window.x() == 8
    assert len(foot.text()) < len(wide)
    opened.wait_until(lambda: foot.width() >= foot.fontMetrics().horizontalAdvance(foot.text()))
