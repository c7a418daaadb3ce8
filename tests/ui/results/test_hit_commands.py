"""The commands for a hit: open, copy, add to the collection, more like this."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox

from tests.support.patience import PATIENCE_MS
from tests.ui.samples import QUERY, sample_response, shown
from twofold.engine.api import (
    CheckCitation,
    CollectPassages,
    ExportFormat,
    ExportHits,
    ExportRendered,
    PreviewRequest,
    RequestFailed,
    SearchRequest,
)


def test_the_context_menu_lists_the_commands_of_a_hit(qtbot, found):
    hit = found.window.search.current_hit()
    menu = found.window.search.commands.open_menu(hit, QPoint(10, 10))
    words = [action.text().partition("\t")[0] for action in menu.actions()]
    assert words == [
        "Open at lines 10\u201324", "Copy citation", "Copy passage", "Show in folder",
        "More like this", "Add to collection", "Tags and trust…", "Copy &as",
    ]  # fmt: skip
    menu.actions()[2].trigger()
    assert QGuiApplication.clipboard().text() == hit.text
    menu.close()


def test_keys_copy_and_collect_all_selected_passages(qtbot, found):
    results = found.window.search.pane.results
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    results.setFocus()
    qtbot.keyClick(results, Qt.Key.Key_Down, shift)
    first, second = results.selected_hits()
    qtbot.keyClick(results, Qt.Key.Key_C, control)
    assert QGuiApplication.clipboard().text() == f"{first.text}\n\n{second.text}"
    assert found.window.search.pane.messages.text == "2 passages copied"
    qtbot.keyClick(results, Qt.Key.Key_C, control | shift)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [first.title in lines[0], second.title in lines[1]] == [True, True]
    qtbot.keyClick(results, Qt.Key.Key_A, control | shift)
    assert found.engine.requests(CollectPassages)[-1].chunk_ids == (
        first.chunk_id,
        second.chunk_id,
    )


def test_a_copy_is_reported_in_the_message_bar(found):
    bar, search = found.window.status_bar, found.window.search
    words = bar.words
    search.commands.copy_citation(search.current_hit())
    assert search.pane.messages.text == "Citation copied"
    assert bar.words == words
    assert not bar.currentMessage()


def test_a_hit_is_copied_in_any_format_by_menu_and_key(qtbot, found):
    commands, hit = found.window.search.commands, found.window.search.current_hit()
    menu = commands.open_copy_menu(hit, QPoint(10, 10))
    for action in menu.actions():
        if action.menu() is None:
            action.trigger()
    asked = found.engine.requests(ExportHits)
    assert {request.format for request in asked} == set(ExportFormat) - {ExportFormat.DOCX}
    assert {request.chunk_ids for request in asked} == {(hit.chunk_id,)}
    styles = next(action.menu() for action in menu.actions() if action.menu())
    styles.actions()[0].trigger()
    qtbot.waitUntil(lambda: found.engine.requests(ExportHits)[-1].style == "apa")
    menu.close()
    found.window.search.pane.results.setFocus()
    qtbot.keyClick(
        found.window.search.pane.results,
        Qt.Key.Key_C,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier,
    )
    opened = QApplication.activePopupWidget()
    assert isinstance(opened, QMenu)
    opened.close()


def test_more_like_this_searches_for_the_passage_until_the_user_types(qtbot, found):
    search = found.window.search
    hit = search.current_hit()
    search.commands.like_requested.emit(hit)
    asked = found.engine.requests(SearchRequest)[-1]
    assert (asked.like, asked.query) == (hit.chunk_id, "")
    assert found.window.focusWidget() is search.pane.results
    assert search.pane.field.text() == QUERY
    assert search.pane.shows_hits
    search.pane.field.set_query("finalizer")
    qtbot.waitUntil(lambda: found.engine.requests(SearchRequest)[-1].query == "finalizer")
    assert found.engine.requests(SearchRequest)[-1].like == ""


def test_the_preview_highlights_the_words_shared_with_a_similar_passage(qtbot, found):
    response, like = sample_response(), "0" * 16
    request = replace(response.request, query="", like=like)
    answer = shown(replace(response, request=request))
    found.window.search.answers.shown.choose(answer, response.hits[1])
    wanted = (response.hits[1].chunk_id, like)
    qtbot.waitUntil(
        lambda: (
            wanted in {(one.chunk_id, one.like) for one in found.engine.requests(PreviewRequest)}
        )
    )


def test_enter_only_opens_a_hit_of_the_current_query(qtbot, found, monkeypatch):
    opened = []
    monkeypatch.setattr(found.window.search.opener, "open", lambda *asked: opened.append(asked))
    field = found.window.search.pane.field
    field.set_query(QUERY + " more")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert opened == []
    assert found.engine.requests(SearchRequest)[-1].query == QUERY + " more"

    qtbot.waitUntil(lambda: found.window.search.session.is_answered)
    found.window.search.opening.wait_timer.setInterval(PATIENCE_MS)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    asked = found.engine.requests(CheckCitation)[-1]
    assert asked.quotation == found.window.search.current_hit().text
    found.engine.send(RequestFailed(found.engine.last_id(CheckCitation), "It cannot be read."))
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert opened == [("/documents/Runbooks/cleanup.md", None)]
    assert "It cannot be read." in found.window.search.pane.messages.text


def test_enter_and_double_click_open_a_hit(qtbot, found):
    search, results = found.window.search, found.window.search.pane.results
    place = results.visualRect(results.model().index(1)).center()
    button, view = Qt.MouseButton.LeftButton, results.viewport()
    qtbot.mouseClick(view, button, pos=place)
    assert search.current_hit() == results.hit_model.hits[1]
    assert not found.engine.requests(CheckCitation)
    qtbot.mouseDClick(view, button, pos=place)
    assert len(found.engine.requests(CheckCitation)) == 1
    assert search.searches.history.recent == (QUERY,)
    results.setFocus()
    qtbot.keyClick(results, Qt.Key.Key_Down)
    qtbot.keyClick(results, Qt.Key.Key_Return)
    asked = found.engine.requests(CheckCitation)
    assert [one.quotation for one in asked] == [hit.text for hit in results.hit_model.hits[1:3]]


def test_a_file_that_takes_long_to_check_is_opened_unchecked(qtbot, found, monkeypatch):
    opened = []
    search = found.window.search
    monkeypatch.setattr(search.opener, "open", lambda *asked: opened.append(asked))
    search.opening.wait_timer.setInterval(0)
    search.commands.open(search.current_hit())
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert opened == [("/documents/Runbooks/cleanup.md", search.current_hit().citation.place)]
    found.engine.send(RequestFailed(found.engine.last_id(CheckCitation), "It cannot be read."))
    QApplication.processEvents()  # delivers pending events
    assert len(opened) == 1


def test_a_passage_is_copied_as_translated_text_and_html(qtbot, found, speak):
    speak("de")
    search = found.window.search
    found.engine.answer = None
    reported = []
    search.commands.copied.connect(reported.append)
    search.commands.copy_as(search.current_hit(), ExportFormat.MARKDOWN, "apa")
    for form, text in ((ExportFormat.MARKDOWN, "> quoted"), (ExportFormat.HTML, "<b>quoted</b>")):
        qtbot.waitUntil(lambda form=form: found.engine.requests(ExportHits)[-1].format is form)
        asked = found.engine.requests(ExportHits)[-1]
        assert (asked.style, asked.chunk_ids) == ("apa", (search.current_hit().chunk_id,))
        assert asked.words.say("Passages") == "Stellen"
        found.engine.send(ExportRendered(found.engine.last_id(ExportHits), text, None))
    copied = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: copied.text() == "> quoted")
    assert "<b>quoted</b>" in copied.mimeData().html()
    assert len(reported) == 1

    search.commands.copy_as(search.current_hit(), ExportFormat.BIBTEX)
    found.engine.send(RequestFailed(found.engine.last_id(ExportHits), "It cannot be written."))
    qtbot.waitUntil(lambda: "It cannot be written." in search.pane.messages.text)


def test_enter_follows_the_link_focused_by_tab(qtbot, found):
    search = found.window.search
    qtbot.waitUntil(search.details.preview.read_view.isVisible)
    view = search.details.preview.read_view
    view.textCursor().insertHtml('See <a href="https://example.org/docs">the docs</a>.')
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    box = view.findChild(QMessageBox)
    assert box.informativeText() == "https://example.org/docs"
    assert not found.engine.requests(CheckCitation)  # because opening at the position would ask
    box.reject()
    view.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert found.engine.requests(CheckCitation)  # no link has the focus


def test_selected_text_is_copied_with_the_citation_of_its_lines(qtbot, found):
    search = found.window.search
    view = search.details.preview.read_view
    qtbot.waitUntil(view.isVisible)
    view.setFocus()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    before = QGuiApplication.clipboard().text()
    qtbot.keyClick(view, Qt.Key.Key_X, keys)  # nothing is selected
    assert QGuiApplication.clipboard().text() == before
    assert view.find("controller that owned")
    qtbot.keyClick(view, Qt.Key.Key_X, keys)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("“controller that owned” — ‘")
    assert "line 32 (" in copied
    assert copied.endswith("#L32)")
    assert search.pane.messages.text == "Text and citation copied"
