"""The whole window over a fake engine: what a person does, and what follows."""

import gc
import weakref
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QToolButton, QWidget

from engine.api import (
    AddFolder,
    Arm,
    ArmTrace,
    CheckCitation,
    CollectPassages,
    ExportFormat,
    ExportHits,
    ExportRendered,
    LibraryStatus,
    ModelStatus,
    Notice,
    PreviewRequest,
    RefreshLibrary,
    RequestFailed,
    RetryFailures,
    SearchMode,
    SearchRequest,
    StatusChanged,
)
from tests.fakes.library_samples import answering, sample_status
from tests.ui.samples import QUERY
from tests.ui.window_case import SAMPLE, open_window, search_for
from ui.filters.filter_selection import Section
from ui.shortcut_dialog import ShortcutDialog


@pytest.fixture
def case(qtbot, theme):
    return open_window(qtbot, theme)


@pytest.fixture
def found(qtbot, case):
    search_for(qtbot, case, QUERY)
    return case


def click_row(qtbot, case, section, row, button=Qt.MouseButton.LeftButton):
    tree = case.window.search.filters.panel.sections[section].tree
    centre = tree.visualRect(tree.model().index(row, 0)).center()
    qtbot.mouseClick(tree.viewport(), button, pos=centre)


def test_typing_shows_hits_preview_and_explanation(qtbot, found):
    search = found.window.search
    assert search.pane.shows_hits
    assert search.pane.count_line.plain_text.startswith("6 passages in 17 documents")
    qtbot.waitUntil(lambda: search.details.preview.preview is not None)
    assert search.details.preview.preview.chunk_id == search.current_hit().chunk_id
    assert "by keywords" in search.details.explain.sentence


def test_the_preview_follows_the_chosen_hit(qtbot, found):
    results = found.window.search.pane.results
    results.setCurrentIndex(results.model().index(3, 0))
    asked = partial(found.engine.requests, PreviewRequest)
    qtbot.waitUntil(lambda: [request.chunk_id for request in asked()][-1:] == [f"{4:016x}"])
    assert found.engine.requests(PreviewRequest)[-1].query == QUERY


def test_a_filter_click_adds_a_chip_and_changes_the_request(qtbot, found):
    click_row(qtbot, found, Section.TAGS, 0)
    chips = found.window.search.pane.chips.chips
    assert [chip.text() for chip in chips] == ["#kubernetes"]
    assert found.engine.requests(SearchRequest)[-1].filters.tags_any == ("kubernetes",)

    click_row(qtbot, found, Section.LANGUAGES, 1, Qt.MouseButton.RightButton)
    assert found.engine.requests(SearchRequest)[-1].filters.langs_none == ("de",)
    assert [chip.text() for chip in found.window.search.pane.chips.chips] == [
        "#kubernetes",
        "Deutsch",
    ]


def test_found_by_narrows_the_list_without_another_search(qtbot, found):
    before = len(found.engine.requests(SearchRequest))
    click_row(qtbot, found, Section.FOUND_BY, 2)
    search = found.window.search
    assert [hit.rank for hit in search.response.hits] == [4, 6]
    assert len(found.engine.requests(SearchRequest)) == before
    assert search.pane.chips.chips[0].text() == "Meaning only"


def test_clearing_the_filters_takes_all_chips_away(qtbot, found):
    click_row(qtbot, found, Section.TAGS, 0)
    click_row(qtbot, found, Section.TYPES, 0)
    qtbot.keyClick(found.window, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    found.window.search.pane.results.setFocus()
    qtbot.keyClick(
        found.window.search.pane.results,
        Qt.Key.Key_Backspace,
        Qt.KeyboardModifier.ControlModifier,
    )
    assert found.window.search.pane.chips.chips == ()
    assert found.engine.requests(SearchRequest)[-1].filters.is_empty


def test_the_mode_keys_change_the_request(qtbot, found):
    qtbot.keyClick(found.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert found.engine.requests(SearchRequest)[-1].mode is SearchMode.LEXICAL
    qtbot.keyClick(found.window, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert found.engine.requests(SearchRequest)[-1].mode is SearchMode.VECTOR
    assert found.window.search.pane.mode_switch.mode is SearchMode.VECTOR


def test_a_walk_through_the_window_by_keyboard(qtbot, found):
    window, pane = found.window, found.window.search.pane
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    pane.field.setFocus()

    qtbot.keyClick(pane.field, Qt.Key.Key_Down)
    assert pane.results.hasFocus()
    qtbot.keyClick(pane.results, Qt.Key.Key_Down)
    assert window.search.current_hit().rank == 2

    qtbot.keyClick(pane.results, Qt.Key.Key_C, control)
    assert QGuiApplication.clipboard().text().startswith("solange der Operator")
    qtbot.keyClick(pane.results, Qt.Key.Key_C, control | shift)
    assert "line 2 (Platform%20team/Miriam%20Vogt.html#L2)" in QGuiApplication.clipboard().text()

    qtbot.waitUntil(lambda: window.search.details.preview.preview is not None)
    before = window.search.details.preview.head.matches.words
    qtbot.keyClick(pane.results, Qt.Key.Key_N)
    assert window.search.details.preview.head.matches.words != before
    qtbot.keyClick(pane.results, Qt.Key.Key_N, shift)
    assert window.search.details.preview.head.matches.words == before

    qtbot.keyClick(pane.results, Qt.Key.Key_X)
    assert pane.field.hasFocus()
    assert pane.field.text() == QUERY + "x"

    qtbot.keyClick(pane.field, Qt.Key.Key_F6)
    assert pane.results.hasFocus()
    qtbot.keyClick(pane.results, Qt.Key.Key_Slash)
    assert pane.field.hasFocus()
    assert pane.field.selectedText() == QUERY + "x"

    qtbot.keyClick(pane.field, Qt.Key.Key_Escape)
    assert pane.field.text() == ""


def test_ctrl_l_opens_the_library_and_escape_leads_back(qtbot, found):
    window = found.window
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentWidget() is window.library_page
    qtbot.waitUntil(lambda: window.library_page.failures.model.rowCount() == 5)
    window.library_page.failures.retry.click()
    assert found.engine.requests(RetryFailures) == [RetryFailures()]
    qtbot.keyClick(window.library_page, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.search


def test_an_empty_library_welcomes_and_takes_the_sample(qtbot, theme):
    case = open_window(qtbot, theme, answering(empty_library=True))
    window = case.window
    qtbot.waitUntil(lambda: window.pages.currentWidget() is window.welcome)
    window.welcome.sample.click()
    assert case.engine.requests(AddFolder) == [AddFolder(SAMPLE)]
    assert window.pages.currentWidget() is window.search


def test_nothing_found_says_so_and_offers_a_way_on(qtbot, theme):
    case = open_window(qtbot, theme, answering(nothing=True))
    search_for(qtbot, case, "xyzzy")
    search = case.window.search
    assert not search.pane.shows_hits
    assert search.pane.state_page.title == "Nothing relevant"
    assert search.details.preview.preview is None


def test_a_failed_arm_is_said_above_the_hits(qtbot, theme):
    usual = answering()

    def with_warning(number, request):
        event = usual(number, request)
        if isinstance(request, SearchRequest) and request.query:
            warned = replace(event.response, warnings=("Only keywords were searched.", "Why"))
            return replace(event, response=warned)
        return event

    case = open_window(qtbot, theme, with_warning)
    search_for(qtbot, case, "pod")
    messages = case.window.search.pane.messages
    assert messages.text == "Only keywords were searched."
    case.bridge.post(Notice("The index was repaired."))
    qtbot.waitUntil(lambda: messages.text == "The index was repaired.")


def test_a_failed_search_says_what_to_do(qtbot, theme):
    usual = answering()

    def failing(number, request):
        if isinstance(request, SearchRequest) and request.query:
            return RequestFailed(number, "Both rankings failed.", "Run twofold doctor.")
        return usual(number, request)

    case = open_window(qtbot, theme, failing)
    case.window.search.pane.field.set_query("pod")
    page = case.window.search.pane.state_page
    qtbot.waitUntil(lambda: page.title == "The search could not be carried out")


def test_hits_of_another_search_do_not_come_back_after_a_failed_one(qtbot, found):
    usual = found.engine.answer

    def failing(number, request):
        if isinstance(request, SearchRequest) and request.query == "pod":
            return RequestFailed(number, "Both rankings failed.", "Run twofold doctor.")
        return usual(number, request)

    found.engine.answer = failing
    search = found.window.search
    search.pane.field.set_query("pod")
    qtbot.waitUntil(lambda: search.pane.state_page.title == "The search could not be carried out")
    click_row(qtbot, found, Section.FOUND_BY, 2)
    assert not search.pane.shows_hits
    assert search.response is None
    qtbot.waitUntil(lambda: search.details.preview.preview is None)


def test_hits_under_the_eyes_stay_until_indexing_rests(qtbot, found):
    before = len(found.engine.requests(SearchRequest))
    more = replace(sample_status(), chunks=50_000)
    found.bridge.post(StatusChanged(more))
    qtbot.waitUntil(lambda: found.window.library.status == more)
    assert len(found.engine.requests(SearchRequest)) == before

    done = replace(more, vectors_pending=0, phase=LibraryStatus().phase)
    found.bridge.post(StatusChanged(done))
    qtbot.waitUntil(lambda: len(found.engine.requests(SearchRequest)) == before + 1)


def test_an_update_keeps_the_chosen_hit(qtbot, found):
    search = found.window.search
    search.pane.results.setCurrentIndex(search.pane.results.model().index(2, 0))
    search.controller.repeat()
    answers = len(found.engine.requests(SearchRequest))
    qtbot.wait(30)
    assert len(found.engine.requests(SearchRequest)) == answers
    assert search.current_hit().rank == 3


def test_the_context_menu_offers_what_a_hit_can_do(qtbot, found):
    hit = found.window.search.current_hit()
    menu = found.window.search.commands.open_menu(hit, QPoint(10, 10))
    words = [action.text().partition("\t")[0] for action in menu.actions()]
    assert words == [
        "Open at lines 10\u201324", "Copy citation", "Copy passage", "Show in folder",
        "More like this", "Put aside", "Tags and trust…", "Copy &as",
    ]  # fmt: skip
    menu.actions()[2].trigger()
    assert QGuiApplication.clipboard().text() == hit.text
    menu.close()


def test_keys_copy_and_put_aside_all_passages_that_are_selected(qtbot, found):
    results = found.window.search.pane.results
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    results.setFocus()
    qtbot.keyClick(results, Qt.Key.Key_Down, shift)
    first, second = results.selected_hits()
    qtbot.keyClick(results, Qt.Key.Key_C, control)
    assert QGuiApplication.clipboard().text() == f"{first.text}\n\n{second.text}"
    qtbot.keyClick(results, Qt.Key.Key_C, control | shift)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [first.title in lines[0], second.title in lines[1]] == [True, True]
    qtbot.keyClick(results, Qt.Key.Key_A, control | shift)
    assert found.engine.requests(CollectPassages)[-1].chunk_ids == (
        first.chunk_id,
        second.chunk_id,
    )


def test_a_hit_is_copied_in_any_format_by_menu_and_key(qtbot, found):
    commands, hit = found.window.search.commands, found.window.search.current_hit()
    menu = commands.open_more(hit, QPoint(10, 10))
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


def test_more_like_this_searches_for_the_passage_until_something_is_typed(qtbot, found):
    search = found.window.search
    hit = search.current_hit()
    search.commands.search_like(hit)
    asked = found.engine.requests(SearchRequest)[-1]
    assert (asked.like, asked.query) == (hit.chunk_id, "")
    assert search.pane.field.text() == ""
    assert search.pane.shows_hits
    search.pane.field.set_query("finalizer")
    qtbot.waitUntil(lambda: found.engine.requests(SearchRequest)[-1].query == "finalizer")
    assert found.engine.requests(SearchRequest)[-1].like == ""


def test_an_answer_of_weak_hits_alone_says_that_nothing_is_relevant(qtbot, found):
    response = found.window.search.response
    weak = tuple(replace(hit, weak=True) for hit in response.hits)
    line = found.window.search.pane.count_line
    line.show_response(replace(response, hits=weak))
    assert line.plain_text.startswith("Nothing relevant; 6 weak matches")
    line.show_response(replace(response, hits=(*weak[1:], response.hits[0])))
    assert line.plain_text.startswith("6 passages")


def test_every_control_has_a_name_for_screen_readers(qtbot, found):
    nameless = [
        widget
        for widget in found.window.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and not widget.objectName().startswith("qt_")
        and not (widget.accessibleName() or _words(widget))
    ]
    assert [f"{type(w).__name__} in {type(w.parent()).__name__}" for w in nameless] == []


def _words(widget):
    return widget.text() if hasattr(widget, "text") else widget.windowTitle()


def test_every_icon_button_says_in_a_tip_what_it_does(qtbot, found):
    silent = [
        button
        for button in found.window.search.findChildren(QToolButton)
        if not button.text() and not button.icon().isNull() and not button.accessibleName()
    ]
    assert [f"in {type(button.parent()).__name__}" for button in silent] == []


def test_a_closed_window_leaves_nothing_behind(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, QUERY)
    window = weakref.ref(case.window)
    case.window.close()
    case.window.deleteLater()
    del case
    qtbot.wait(20)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert window() is None


def test_enter_opens_only_a_hit_of_the_query_that_stands_in_the_field(qtbot, found, monkeypatch):
    opened = []
    monkeypatch.setattr(found.window.search.opener, "open", lambda *asked: opened.append(asked))
    field = found.window.search.pane.field
    field.set_query(QUERY + " more")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert opened == []
    assert found.engine.requests(SearchRequest)[-1].query == QUERY + " more"

    qtbot.waitUntil(lambda: found.window.search.controller.is_answered)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    asked = found.engine.requests(CheckCitation)[-1]
    assert asked.quotation == found.window.search.current_hit().text
    found.engine.send(RequestFailed(found.engine.last_id(CheckCitation), "It cannot be read."))
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert opened == [("/documents/Runbooks/cleanup.md", None)]
    assert "It cannot be read." in found.window.search.pane.messages.text


def test_a_file_that_takes_long_to_compare_is_opened_meanwhile(qtbot, found, monkeypatch):
    opened = []
    search = found.window.search
    monkeypatch.setattr(search.opener, "open", lambda *asked: opened.append(asked))
    search.opening.patience.setInterval(0)
    search.commands.open(search.current_hit())
    qtbot.waitUntil(lambda: len(opened) == 1)
    assert opened == [("/documents/Runbooks/cleanup.md", search.current_hit().citation.place)]
    found.engine.send(RequestFailed(found.engine.last_id(CheckCitation), "It cannot be read."))
    qtbot.wait(1)
    assert len(opened) == 1


def test_one_passage_is_copied_as_text_and_for_word_processors(qtbot, found):
    search = found.window.search
    found.engine.answer = None
    search.copies.copy(search.current_hit(), ExportFormat.MARKDOWN, "apa")
    for form, text in ((ExportFormat.MARKDOWN, "> quoted"), (ExportFormat.HTML, "<b>quoted</b>")):
        qtbot.waitUntil(lambda form=form: found.engine.requests(ExportHits)[-1].format is form)
        asked = found.engine.requests(ExportHits)[-1]
        assert (asked.style, asked.chunk_ids) == ("apa", (search.current_hit().chunk_id,))
        found.engine.send(ExportRendered(found.engine.last_id(ExportHits), text, None))
    copied = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: copied.text() == "> quoted")
    assert "<b>quoted</b>" in copied.mimeData().html()


def test_what_cannot_be_copied_says_so(qtbot, found):
    search = found.window.search
    found.engine.answer = None
    search.copies.copy(search.current_hit(), ExportFormat.BIBTEX)
    found.engine.send(RequestFailed(found.engine.last_id(ExportHits), "It cannot be written."))
    qtbot.waitUntil(lambda: "It cannot be written." in search.pane.messages.text)


def test_a_notice_stays_until_it_is_closed(qtbot, found):
    messages = found.window.search.pane.messages
    found.bridge.post(Notice("The index was repaired."))
    qtbot.waitUntil(lambda: messages.text == "The index was repaired.")
    search_for(qtbot, found, "another")
    assert messages.text == "The index was repaired."


def test_folders_dropped_on_the_window_are_added(qtbot, found, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path)), QUrl("https://example.org/")])
    where = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(10, 10), *where, none)
    QApplication.sendEvent(found.window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(found.window, QDropEvent(QPointF(10, 10), *where, none))
    assert found.engine.requests(AddFolder) == [AddFolder(tmp_path)]


def test_ctrl_and_a_figure_lead_to_the_filter_sections(qtbot, found):
    sections = found.window.search.filters.panel.sections
    qtbot.keyClick(found.window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert sections[Section.TAGS].tree.hasFocus()
    qtbot.keyClick(sections[Section.TAGS].tree, Qt.Key.Key_Space)
    assert found.engine.requests(SearchRequest)[-1].filters.tags_any == ("kubernetes",)


def test_f1_lists_all_keys(qtbot, found):
    qtbot.keyClick(found.window, Qt.Key.Key_F1)
    dialog = found.window.findChild(ShortcutDialog)
    table = dialog.table
    words = {table.item(row, column).text() for row in range(table.rowCount()) for column in (0, 1)}
    assert {"Ctrl+K, Ctrl+F, /", "Copy the citation", "Filters: Tags"} <= words
    dialog.reject()


def before_meaning(number, request):
    """Answer as an engine whose model is still being loaded."""
    event = answering()(number, request)
    if isinstance(event, StatusChanged):
        return StatusChanged(LOADING)
    if isinstance(request, SearchRequest) and request.query:
        trace = event.response.trace
        arms = (trace.arms[0], ArmTrace(Arm.VECTOR, 0, 0, 0, error="There is no model yet."))
        response = replace(
            event.response, trace=replace(trace, arms=arms), warnings=("Only keywords.",)
        )
        return replace(event, response=response)
    return event


LOADING = replace(
    sample_status(), vectors_ready=0, vectors_pending=48_210, model=ModelStatus("e5", "E5")
)


def test_before_meaning_is_there_that_is_said_calmly_and_the_search_repeats(qtbot, theme):
    case = open_window(qtbot, theme, before_meaning)
    search_for(qtbot, case, QUERY)
    search = case.window.search
    assert search.pane.messages.text == (
        "Found by keywords so far. The language model is being loaded."
    )
    assert search.pane.messages.property("surface") == "note"
    search.pane.results.choose(search.pane.results.model().hits[3])
    qtbot.waitUntil(lambda: search.details.preview.preview is not None)
    previews = len(case.engine.requests(PreviewRequest))
    asked = len(case.engine.requests(SearchRequest))

    case.engine.answer = answering()
    case.bridge.post(StatusChanged(sample_status()))
    qtbot.waitUntil(lambda: search.pane.messages.text == "")
    assert len(case.engine.requests(SearchRequest)) == asked + 1
    assert search.current_hit().rank == 4
    qtbot.wait(60)
    assert len(case.engine.requests(PreviewRequest)) == previews


def test_a_finished_library_is_not_said_to_be_read_while_its_model_is_loaded(qtbot, theme):
    case = open_window(qtbot, theme, before_meaning)
    search_for(qtbot, case, QUERY)
    finished = replace(sample_status(), vectors_ready=48_210, vectors_pending=0)
    case.bridge.post(StatusChanged(finished))
    qtbot.waitUntil(lambda: case.window.library.status.vectors_pending == 0)
    assert case.window.search.pane.messages.text == (
        "Found by keywords so far. The language model is being loaded."
    )


def test_meaning_alone_says_that_it_is_not_ready_yet(qtbot, theme):
    def answer(number, request):
        if isinstance(request, SearchRequest) and request.mode is SearchMode.VECTOR:
            return RequestFailed(number, "Meaning could not be searched.", "See 'twofold doctor'.")
        return before_meaning(number, request)

    case = open_window(qtbot, theme, answer)
    search_for(qtbot, case, QUERY)
    pane = case.window.search.pane
    pane.mode_switch.choose(SearchMode.VECTOR)
    qtbot.waitUntil(lambda: pane.state_page.title == "Meaning is not ready yet")

    case.engine.answer = answering()
    case.bridge.post(StatusChanged(sample_status()))
    qtbot.waitUntil(lambda: pane.shows_hits)


def test_the_field_takes_the_focus_when_the_list_goes(qtbot, theme):
    case = open_window(qtbot, theme)
    search_for(qtbot, case, QUERY)
    pane = case.window.search.pane
    pane.results.setFocus()
    case.engine.answer = answering(nothing=True)
    case.window.search.controller.repeat()
    qtbot.waitUntil(lambda: not pane.shows_hits)
    assert pane.field.hasFocus()


def test_the_library_is_brought_up_to_date_once_when_the_window_opens(qtbot, case):
    assert case.engine.requests(RefreshLibrary) == [RefreshLibrary()]
    case.window.hide()
    case.window.show()
    assert case.engine.requests(RefreshLibrary) == [RefreshLibrary()]


def test_nobody_hears_that_another_process_keeps_the_library(qtbot, theme):
    def read_only(number, request):
        if isinstance(request, RefreshLibrary):
            return RequestFailed(number, "This library is open for searching only.")
        return answering()(number, request)

    case = open_window(qtbot, theme, read_only)
    search_for(qtbot, case, QUERY)
    assert case.window.search.pane.messages.text == ""

    case.window.library_page.check.click()
    page = case.window.library_page
    qtbot.waitUntil(lambda: page.messages.text == "This library is open for searching only.")


def test_another_query_begins_with_its_first_hit_and_other_filters_keep_the_choice(qtbot, found):
    search = found.window.search
    search.pane.results.choose(search.pane.results.model().hits[3])
    search.pane.mode_switch.choose(SearchMode.LEXICAL)
    qtbot.waitUntil(lambda: search.controller.is_answered)
    assert search.current_hit().rank == 4

    search_for(qtbot, found, "another question")
    assert search.current_hit().rank == 1
