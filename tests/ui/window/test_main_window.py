"""The whole window over a fake engine."""

import shutil
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.fakes.fake_engine import FakeEngine
from tests.fakes.library_samples import answering, sample_status
from tests.fakes.window_parts import window_options
from tests.ui.samples import QUERY
from tests.ui.window_case import SAMPLE, click_row, open_window, search_for
from twofold.engine.api import (
    AddFolder,
    ExplainAbsence,
    Notice,
    PreviewRequest,
    RefreshLibrary,
    RequestFailed,
    RetryFailures,
    SearchMode,
    SearchRequest,
    Settings,
)
from twofold.ui.checking.quotations_dialog import QuotationsDialog
from twofold.ui.client import EngineClient
from twofold.ui.filters.selection import Section
from twofold.ui.library.library_rail import Part
from twofold.ui.opening.programs import not_opened
from twofold.ui.window.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_typing_shows_hits_preview_and_explanation(qtbot, found):
    search = found.window.search
    assert search.pane.count_line.plain_text == "42 passages"
    qtbot.waitUntil(lambda: search.details.preview.preview is not None)
    assert search.details.preview.preview.chunk_id == search.current_hit().chunk_id
    assert "by keywords" in search.details.explain.sentence

    search.pane.results.setCurrentIndex(search.pane.results.model().index(3, 0))
    asked = partial(found.engine.requests, PreviewRequest)
    qtbot.waitUntil(lambda: [request.chunk_id for request in asked()][-1:] == [f"{4:016x}"])
    assert asked()[-1].query == QUERY


def test_filters_become_chips_and_change_the_request_until_cleared(qtbot, found):
    pane = found.window.search.pane
    click_row(qtbot, found, Section.TAGS, 0)
    assert found.engine.requests(SearchRequest)[-1].filters.tags_any == ("kubernetes",)
    click_row(qtbot, found, Section.LANGUAGES, 1, Qt.MouseButton.RightButton)
    assert found.engine.requests(SearchRequest)[-1].filters.langs_none == ("de",)
    assert [chip.text() for chip in pane.chips.chips] == ["#kubernetes", "Deutsch"]

    pane.results.setFocus()
    qtbot.keyClick(pane.results, Qt.Key.Key_Backspace, CONTROL)
    assert pane.chips.chips == ()
    assert found.engine.requests(SearchRequest)[-1].filters.is_empty


def test_a_folder_url_is_searched_in_or_added_to_the_library(qtbot, found):
    window, folder = found.window, found.window.library.status.folders[0]

    window.come_to_front(QUrl.fromLocalFile(f"{folder.root}/a b").toString())
    assert window.search.selection.values(Section.FOLDERS) == (f"{folder.name}/a b",)
    window.come_to_front("file:///elsewhere")
    assert found.engine.requests(AddFolder)[-1].path == Path("/elsewhere")


def test_a_walk_through_the_window_by_keyboard(qtbot, found):
    window, pane = found.window, found.window.search.pane
    pane.field.setFocus()

    qtbot.keyClick(pane.field, Qt.Key.Key_Down)
    assert pane.results.hasFocus()
    qtbot.keyClick(pane.results, Qt.Key.Key_Down)
    assert window.search.current_hit().rank == 2

    qtbot.keyClick(pane.results, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text().startswith("solange der Operator")
    qtbot.keyClick(pane.results, Qt.Key.Key_C, CONTROL | SHIFT)
    assert "line 2 (Platform%20team/Miriam%20Vogt.html#L2)" in QGuiApplication.clipboard().text()

    qtbot.waitUntil(lambda: window.search.details.preview.preview is not None)
    before = window.search.details.preview.head.matches.words
    qtbot.keyClick(pane.results, Qt.Key.Key_N)
    assert window.search.details.preview.head.matches.words != before
    qtbot.keyClick(pane.results, Qt.Key.Key_N, SHIFT)
    assert window.search.details.preview.head.matches.words == before

    qtbot.keyClick(pane.results, Qt.Key.Key_X)
    assert pane.field.hasFocus()
    assert pane.field.text() == QUERY + "x"

    qtbot.keyClick(pane.field, Qt.Key.Key_F6)
    assert pane.results.hasFocus()
    qtbot.keyClick(pane.results, Qt.Key.Key_Slash)
    assert pane.field.selectedText() == QUERY + "x"

    qtbot.keyClick(pane.field, Qt.Key.Key_Escape)
    assert pane.field.text() == ""

    for key, mode in ((Qt.Key.Key_2, SearchMode.LEXICAL), (Qt.Key.Key_3, SearchMode.VECTOR)):
        qtbot.keyClick(window, key, Qt.KeyboardModifier.AltModifier)
        assert found.engine.requests(SearchRequest)[-1].mode is mode
        assert pane.mode_switch.mode is mode
    tree = window.search.filters.panel.sections[Section.TAGS].tree
    qtbot.waitUntil(lambda: tree.model().rowCount() > 0)
    qtbot.keyClick(window, Qt.Key.Key_3, CONTROL)
    assert tree.hasFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Space)
    assert found.engine.requests(SearchRequest)[-1].filters.tags_any == ("kubernetes",)
    window.hide()
    window.show()
    assert found.engine.requests(RefreshLibrary) == [RefreshLibrary()], "once, at the first opening"


def test_ctrl_l_opens_the_library_and_escape_goes_back(qtbot, found):
    window = found.window
    qtbot.keyClick(window, Qt.Key.Key_L, CONTROL)
    assert window.pages.currentWidget() is window.library_page
    qtbot.waitUntil(lambda: window.library_page.failures.model.rowCount() == 4)
    window.library_page.failures.retry.click()
    assert found.engine.requests(RetryFailures) == [RetryFailures()]
    qtbot.keyClick(window.library_page, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.search


def test_an_empty_library_shows_the_welcome_page_and_can_add_the_sample(qtbot, theme):
    case = open_window(qtbot, theme, answering(empty_library=True))
    window = case.window
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.welcome)
    window.show_library()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.welcome
    window.show_library()
    window.library_page.back.click()
    assert window.pages.currentWidget() is window.welcome
    window.welcome.sample.click()
    assert case.engine.requests(AddFolder) == [AddFolder(SAMPLE, name="Sample library")]
    assert window.pages.currentWidget() is window.search


def test_a_notice_stays_until_closed_and_texts_follow_the_theme(qtbot, found, theme, qapp):
    messages = found.window.search.pane.messages
    found.client.post(Notice("The index was repaired."))
    qtbot.waitUntil(lambda: messages.text == "The index was repaired.")
    search_for(qtbot, found, "another")
    assert messages.text == "The index was repaired."
    line = found.window.search.pane.count_line
    light = line.text()
    theme.use("dark", qapp)
    assert theme.color("text").name() in line.text() != light, "a text that names its colour"


def test_folders_dropped_on_the_window_are_added(found, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path)), QUrl("https://example.org/")])
    where = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(10, 10), *where, none)
    QApplication.sendEvent(found.window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(found.window, QDropEvent(QPointF(10, 10), *where, none))
    assert found.engine.requests(AddFolder) == [AddFolder(tmp_path)]

    class OwnHitDrop(QDropEvent):
        source = lambda _: found.window  # noqa: E731

    found.window.dropEvent(OwnHitDrop(QPointF(10, 10), *where, none))
    assert len(found.engine.requests(AddFolder)) == 1
    inside, outside, other = tmp_path / "a" / "b" / "c", tmp_path / "a", tmp_path / "ab"
    found.window.add_folders([inside, outside, other])
    added = [AddFolder(outside), AddFolder(other)]
    assert found.engine.requests(AddFolder)[1:] == added, "c comes with the folder it is in"


def test_file_dropped_on_the_hits_is_explained_with_the_search(found, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "missing.pdf"))])
    where = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    drop = QDropEvent(QPointF(10, 10), *where, Qt.KeyboardModifier.NoModifier)
    found.window.dropEvent(drop)
    (asked,) = found.engine.requests(ExplainAbsence)
    assert asked.subject == str(tmp_path / "missing.pdf")
    assert asked.search.query == found.window.search.session.request.query
    assert asked.search.hide_weak, "weak matches are hidden in the list"
    assert found.engine.requests(AddFolder) == []


def test_a_pasted_draft_is_there_when_the_dialog_is_opened_again(found, qtbot):
    for expected in ("", "He says “we met at noon”."):
        found.window.check_quotations()
        (dialog,) = found.window.findChildren(QuotationsDialog)
        assert dialog.draft.toPlainText() == expected
        assert dialog.draft.textCursor().selectedText() == expected
        dialog.draft.setPlainText("He says “we met at noon”.")
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: not found.window.findChildren(QuotationsDialog))


def test_only_explicit_scans_report_a_library_in_use(qtbot, theme):
    def read_only(number, request):
        if isinstance(request, RefreshLibrary):
            return RequestFailed(number, "This library is open for searching only.")
        return answering()(number, request)

    case = open_window(qtbot, theme, read_only)
    search_for(qtbot, case, QUERY)
    assert case.window.search.pane.messages.text == ""

    case.window.show_library()
    page = case.window.library_page
    page.check.click()
    qtbot.waitUntil(lambda: page.messages.text == "This library is open for searching only.")
    case.window.show_search()
    assert case.window.search.pane.messages.text == "", "said once is enough"


def test_the_number_of_failures_opens_their_list_also_in_a_low_window(qtbot, theme):
    window = open_window(qtbot, theme, width=900).window
    window.resize(900, 420)
    page, links = window.library_page, window.status_bar.findChildren(QAbstractButton)
    qtbot.waitUntil(lambda: any("not indexed" in link.text() for link in links))
    (link,) = (link for link in links if "not indexed" in link.text())
    for _ in range(2):  # from the search, and from the folders
        link.click()
        qtbot.waitUntil(page.failures.table.hasFocus)
        assert not page.failures.visibleRegion().isEmpty()
        assert page.rail.chosen is Part.NOT_INDEXED
        window.show_library()
        assert page.rail.chosen is Part.FOLDERS


@pytest.mark.posix
def test_opening_a_file_and_its_failure_are_shown_on_the_current_page(
    qtbot, found, tmp_path, monkeypatch
):
    name = "twofold.ui.opening.opener.system_opener"
    monkeypatch.setattr(name, lambda: shutil.which("false"))
    window = found.window
    window.show_library()
    window.library_page.failures.file_requested.emit(str(tmp_path / "a.md"))
    messages = window.library_page.messages
    assert messages.text == f"Opening {tmp_path.name}…"
    qtbot.waitUntil(lambda: messages.text == not_opened(tmp_path.name))
    window.search.opener.finish()


def test_a_library_without_folders_shows_the_welcome_before_the_engine_answers(qtbot, theme):
    client = EngineClient()
    client.attach(FakeEngine(client.post, lambda *_: None))
    window = MainWindow(client, theme, Settings(), window_options(starts_with_welcome=True))
    qtbot.addWidget(window)
    assert window.pages.currentWidget() is window.welcome
    client.status_changed.emit(sample_status())
    assert window.pages.currentWidget() is window.search
