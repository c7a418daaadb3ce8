"""What people do on the library page of a whole window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from engine.api import (
    ChangeTags,
    DescribePlace,
    ExplainFile,
    FailureReason,
    FileExplained,
    FileVerdict,
    FolderRules,
    IndexingPhase,
    ListFailures,
    ModelListing,
    Notice,
    PauseIndexing,
    PlaceDescribed,
    RemoveFolder,
    RequestDone,
    RequestFailed,
    RetryFailures,
    SearchRequest,
    SetFolderRules,
    SetTrust,
    StartIndexingAgain,
    StatusChanged,
    TrustLevel,
    UpcomingModel,
    UseModel,
)
from tests.fakes.library_samples import answering, sample_status
from tests.support.announced import announced
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from ui.filters.selection import Section
from ui.library.failures import Column, FailureAction, action_for
from ui.library.library_rail import Part
from ui.library.tags_dialog import TagChange, TagsDialog
from ui.settings.settings_dialog import SettingsDialog

MODELS = (
    ModelListing("multilingual-e5-small", "Multilingual E5 small", "100 languages", is_ready=True),
    ModelListing("all-minilm-l6-v2", "all-MiniLM-L6-v2", "English", is_ready=False),
)


def answer(number, request):
    if isinstance(request, ExplainFile):
        wanted = "_scratch" not in str(request.path)
        why = "It will be indexed." if wanted else "It is passed over: the rule _scratch/ fits."
        verdict = FileVerdict(str(request.path), indexed=False, wanted=wanted, why=why)
        return FileExplained(number, verdict)
    if isinstance(request, DescribePlace):
        return PlaceDescribed(number, request.place, ("draft",), ("draft",), None)
    if isinstance(request, ChangeTags):
        return RequestDone(number, "1 document changed.")
    return answering()(number, request)


@pytest.fixture
def case(qtbot, theme):
    case = open_window(qtbot, theme, answer, list_models=lambda: MODELS)
    case.window.show_library()
    qtbot.waitUntil(lambda: case.window.library_page.failures.model.rowCount() == 5)
    return case


@pytest.fixture
def page(case):
    case.window.library_page.table.selectRow(1)
    return case.window.library_page


def test_a_removed_folder_comes_back_by_undo_and_nothing_is_asked(qtbot, case, page):
    qtbot.mouseClick(page.remove, Qt.MouseButton.LeftButton)
    assert page.model.rowCount() == 3
    assert "is removed from the library" in case.window.undo_bar.text
    qtbot.keyClick(case.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.model.rowCount() == 4
    assert case.window.undo_bar.text == ""
    assert case.engine.requests(RemoveFolder) == []


def test_a_removal_that_is_not_taken_back_is_carried_out(qtbot, case, page):
    name = page.table.chosen_folder().name
    qtbot.mouseClick(page.remove, Qt.MouseButton.LeftButton)
    case.window.undo_bar._timer.timeout.emit()
    assert case.engine.requests(RemoveFolder) == [RemoveFolder(name)]


def test_reading_is_paused_and_goes_on(qtbot, case, page):
    status = case.window.library.status
    for phase, paused in ((IndexingPhase.EMBEDDING, True), (IndexingPhase.PAUSED, False)):
        case.engine.send(StatusChanged(replace(status, phase=phase)))
        qtbot.waitUntil(lambda phase=phase: case.window.library.status.phase is phase)
        qtbot.mouseClick(page.pause, Qt.MouseButton.LeftButton)
        assert case.engine.requests(PauseIndexing)[-1] == PauseIndexing(paused)


def test_the_chosen_file_that_is_not_indexed_stays_chosen_when_others_come(qtbot, case, page):
    table, failures = page.failures.table, page.failures.model.failures
    table.setCurrentIndex(page.failures.model.index(2, Column.FILE))
    chosen = page.failures.model.row(2).path
    first = replace(failures[0], path="Notes/a first one.pdf")
    page.failures.show_failures((first, *failures))
    assert page.failures.model.row(table.currentIndex().row()).path == chosen
    assert [index.row() for index in table.selectionModel().selectedRows()] == [3]
    page.failures.show_failures(tuple(one for one in failures if one.path != chosen))
    assert not table.currentIndex().isValid()


def test_files_that_are_not_indexed_take_no_keys_from_who_has_left_the_page(qtbot, theme):
    case = open_window(qtbot, theme, answer)
    window = case.window
    window.show_failures()
    window.step_back()
    assert window.search.pane.field.hasFocus()
    qtbot.waitUntil(lambda: window.library_page.failures.model.rowCount() == 5)
    assert window.search.pane.field.hasFocus()


def test_who_tries_all_files_again_by_a_key_is_left_with_what_came_of_it(qtbot, case, page):
    files = page.failures.model.failures
    page.failures.retry.setFocus()
    page.failures.show_failures(())
    focused = QApplication.focusWidget()
    assert focused is page.failures._none
    assert focused.text() == "Every file that is searched could be read."
    page.failures.show_failures(files)
    assert page.failures.table.hasFocus()


def test_files_that_are_not_indexed_take_no_keys_from_another_part(qtbot, case, page):
    case.window.activateWindow()
    failures = page.failures.model.failures
    page.failures.show_failures(())
    page.go_to(Part.NOT_INDEXED)
    page.rules.pattern.setFocus()
    page.failures.show_failures(failures)
    assert page.rules.pattern.hasFocus()
    case.window.show_failures()
    assert page.failures.table.hasFocus()


def test_who_has_scrolled_away_from_the_chosen_file_stays_there(qtbot, case, page):
    table, (failure, *_) = page.failures.table, page.failures.model.failures
    many = [replace(failure, path=f"Notes/{number:03}.pdf") for number in range(200)]
    page.failures.show_failures(many)
    table.setCurrentIndex(page.failures.model.index(2, Column.FILE))
    bar = table.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    bar.setValue(100)
    page.failures.show_failures(many[:-1])
    assert bar.value() == 100
    assert table.currentIndex().row() == 2


def test_a_removal_is_carried_out_when_the_window_closes(qtbot, case, page):
    qtbot.mouseClick(page.remove, Qt.MouseButton.LeftButton)
    case.window.close()
    assert len(case.engine.requests(RemoveFolder)) == 1


def test_rules_are_added_removed_and_taken_back(qtbot, case, page):
    name = page.table.chosen_folder().name
    page.rules.pattern.setText("*.tmp")
    qtbot.mouseClick(page.rules.add, Qt.MouseButton.LeftButton)
    wanted = FolderRules((), ("*.tmp",))
    assert case.engine.requests(SetFolderRules) == [SetFolderRules(name, wanted)]

    folders = tuple(
        replace(one, rules=wanted) if one.name == name else one for one in sample_status().folders
    )
    case.client.post(StatusChanged(replace(sample_status(), folders=folders)))
    qtbot.waitUntil(lambda: page.rules.list.count() == 1)
    page.rules.list.setCurrentRow(0)
    qtbot.mouseClick(page.rules.remove, Qt.MouseButton.LeftButton)
    assert case.engine.requests(SetFolderRules)[-1] == SetFolderRules(name, FolderRules())
    qtbot.mouseClick(case.window.undo_bar.button, Qt.MouseButton.LeftButton)
    assert case.engine.requests(SetFolderRules)[-1] == SetFolderRules(name, wanted)


def test_a_file_is_tested_at_each_key(qtbot, case, page, monkeypatch):
    told = announced(monkeypatch, "ui.library.rules_panel")
    qtbot.keyClicks(page.rules.test, "_scratch/a.pdf")
    asked = case.engine.requests(ExplainFile)
    assert len(asked) == len("_scratch/a.pdf")
    root = page.table.chosen_folder().root
    assert str(asked[-1].path) == f"{root}/_scratch/a.pdf"
    qtbot.waitUntil(lambda: page.rules.answer.startswith("Not searched. It is passed over"))
    assert told[-1] == (page.rules._answer, page.rules.answer)
    assert len(told) <= 2  # not with every letter
    page.rules.test.clear()
    assert page.rules.answer == ""


def _waiting(number, request):
    """Answer as an engine does that reads a folder meanwhile: rules are not changed yet."""
    return None if isinstance(request, SetFolderRules) else answer(number, request)


@pytest.fixture
def busy(qtbot, theme):
    case = open_window(qtbot, theme, _waiting)
    case.window.show_library()
    case.window.library_page.table.selectRow(1)
    return case


def _add_rule(qtbot, page, pattern):
    page.rules.pattern.setText(pattern)
    qtbot.mouseClick(page.rules.add, Qt.MouseButton.LeftButton)


def test_rules_added_one_after_the_other_are_all_kept_while_the_engine_is_busy(qtbot, busy):
    page = busy.window.library_page
    _add_rule(qtbot, page, "*.tmp")
    files = sample_status().documents_indexed + 1
    behind = replace(sample_status(), documents_indexed=files)  # knows nothing of the rule yet
    busy.client.post(StatusChanged(behind))
    qtbot.waitUntil(lambda: busy.window.library.status.documents_indexed == files)
    _add_rule(qtbot, page, "*.bak")
    wanted = [request.rules.exclude for request in busy.engine.requests(SetFolderRules)]
    assert wanted == [("*.tmp",), ("*.tmp", "*.bak")]
    assert page.rules.list.count() == 2
    busy.window.undo_bar.undo()
    assert busy.engine.requests(SetFolderRules)[-1].rules.exclude == ("*.tmp",)


def test_a_file_is_tested_again_once_the_engine_has_the_new_rules(qtbot, busy):
    page = busy.window.library_page
    page.rules.test.setText("a.tmp")
    _add_rule(qtbot, page, "*.tmp")
    asked = len(busy.engine.requests(ExplainFile))
    done = RequestDone(busy.engine.last_id(SetFolderRules))
    busy.client.post(done)
    qtbot.waitUntil(lambda: len(busy.engine.requests(ExplainFile)) == asked + 1)


def test_a_rule_that_was_refused_stands_in_the_list_no_more(qtbot, busy):
    page = busy.window.library_page
    _add_rule(qtbot, page, "*.tmp")
    assert page.rules.list.count() == 1
    asked = busy.engine.last_id(SetFolderRules)
    busy.client.post(RequestFailed(asked, "The library is being read."))
    qtbot.waitUntil(lambda: page.rules.list.count() == 0)


def test_a_file_is_tested_again_when_the_rules_have_changed(qtbot, case, page):
    page.rules.test.setText("a.pdf")
    asked = len(case.engine.requests(ExplainFile))
    status = sample_status()
    folders = tuple(replace(one, rules=FolderRules(exclude=("*.pdf",))) for one in status.folders)
    case.client.post(StatusChanged(replace(status, folders=folders)))
    qtbot.waitUntil(lambda: len(case.engine.requests(ExplainFile)) == asked + 1)
    assert case.engine.requests(ExplainFile)[-1].path.name == "a.pdf"


def test_every_failure_has_one_fitting_action(qtbot, case, page):
    model, table = page.failures.model, page.failures.table
    actions = [model.index(row, Column.ACTION).data() for row in range(model.rowCount())]
    assert actions == [
        "Show in folder", "Show in folder", "Change the limit…", "Change the limit…", "Retry",
    ]  # fmt: skip
    assert {action_for(reason) for reason in FailureReason} == set(FailureAction)
    retry = table.visualRect(model.index(4, Column.ACTION)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=retry)
    assert case.engine.requests(RetryFailures) == [RetryFailures(("Mail/lease.pdf",))]
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert len(case.engine.requests(RetryFailures)) == 2


def test_failures_are_listed_anew_only_while_they_can_be_seen(qtbot, case):
    asked = len(case.engine.requests(ListFailures))
    case.window.show_search()
    case.client.post(StatusChanged(replace(sample_status(), documents_failed=8)))
    qtbot.waitUntil(lambda: case.window.library.status.documents_failed == 8)
    assert len(case.engine.requests(ListFailures)) == asked
    case.window.show_library()
    case.client.post(StatusChanged(replace(sample_status(), documents_failed=9)))
    qtbot.waitUntil(lambda: len(case.engine.requests(ListFailures)) == asked + 2)


def test_tens_of_thousands_of_failures_make_no_widgets(page):
    widgets = len(page.failures.findChildren(QWidget))
    one = page.failures.model.failures[0]
    page.failures.show_failures([one] * 50_000)
    assert page.failures.model.rowCount() == 50_000
    assert len(page.failures.findChildren(QWidget)) == widgets


def test_the_limit_leads_to_the_settings_of_reading(qtbot, case, page):
    page.failures.table.action_requested.emit(FailureAction.SETTINGS, "")
    dialog = case.window.findChild(SettingsDialog)
    assert dialog.groups.currentItem().text() == "Reading files"


def test_another_model_says_what_it_costs_before_it_is_used(qtbot, case, page):
    models = page.models
    assert not models.use.isEnabled()
    models.choice.setCurrentIndex(1)
    assert "48,210 passages" in models.words
    assert "about 33 min" in models.words
    qtbot.mouseClick(models.use, Qt.MouseButton.LeftButton)
    assert case.engine.requests(UseModel) == [UseModel("all-minilm-l6-v2")]
    assert case.window.live.settings.text("embedding.model") == "all-minilm-l6-v2"

    coming = UpcomingModel("all-minilm-l6-v2", "all-MiniLM-L6-v2", 10, 30)
    status = replace(sample_status(), upcoming=coming, vectors_pending=0)
    case.client.post(StatusChanged(status))
    qtbot.waitUntil(lambda: "10 of 40 passages, 12 min left." in models.words)
    assert page.pause.isVisible()
    assert models.use.text() == "Keep the present model"
    qtbot.mouseClick(models.use, Qt.MouseButton.LeftButton)
    assert case.engine.requests(UseModel)[-1] == UseModel("multilingual-e5-small")


def test_tags_and_trust_of_many_documents_change_at_once_and_are_taken_back(qtbot, case):
    window = case.window
    window.show_search()
    search_for(qtbot, case, QUERY)
    hits = list(window.search.response.hits[:2])
    window.library_presenter.edit_hits(hits)
    dialog = window.findChild(TagsDialog)
    qtbot.waitUntil(lambda: dialog.tags.count() == 1)
    qtbot.keyClicks(dialog.new, "#to-cite, read")
    dialog.tags.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.PRIMARY))
    searches = len(case.engine.requests(SearchRequest))
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    places = tuple(dict.fromkeys(f"{hit.folder}/{hit.doc_path}" for hit in hits))
    assert case.engine.requests(ChangeTags) == [
        ChangeTags(place, ("to-cite", "read"), ("draft",)) for place in places
    ]
    assert case.engine.requests(SetTrust) == [
        SetTrust(place, TrustLevel.PRIMARY) for place in places
    ]
    qtbot.waitUntil(lambda: len(case.engine.requests(SearchRequest)) > searches)
    assert "1 document changed" not in window.search.pane.messages.text
    window.undo_bar.undo()
    assert case.engine.requests(ChangeTags)[-1] == ChangeTags(
        places[-1], ("draft",), ("to-cite", "read")
    )
    assert case.engine.requests(SetTrust)[-1] == SetTrust(places[-1], None)


def test_tags_that_exist_are_completed_one_after_the_other(qtbot, case):
    window = case.window
    tags = window.search.filters.panel.model(Section.TAGS)
    qtbot.waitUntil(lambda: {"runbook", "kubernetes"} <= set(tags.known_values()))
    window.library_presenter.edit_tags(("Notes/a.md",), "A")
    dialog = window.findChild(TagsDialog)
    popup = dialog.completer.popup()
    qtbot.keyClicks(dialog.new, "#RUN")
    assert popup.isVisible()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert dialog.new.text() == "runbook"
    qtbot.keyClicks(dialog.new, ", ")
    assert not popup.isVisible()
    qtbot.keyClicks(dialog.new, "kub")
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    assert dialog.new.text() == "runbook, kubernetes"
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.change().add == ("runbook", "kubernetes")
    qtbot.keyClicks(dialog.new, ", quite new")
    assert not popup.isVisible()
    qtbot.keyClick(dialog.new, Qt.Key.Key_Return)
    added = case.engine.requests(ChangeTags)[-1].add
    assert added == ("runbook", "kubernetes", "quite new")


def test_the_dialogs_go_when_they_are_closed(qtbot, case, page):
    page.tags.click()
    dialog = case.window.findChild(TagsDialog)
    dialog.reject()
    qtbot.waitUntil(lambda: case.window.findChildren(QDialog) == [])


def test_a_late_answer_for_other_documents_changes_nothing_in_the_dialog(qtbot, case):
    usual = case.engine.answer
    case.engine.answer = lambda *_: None
    case.window.library_presenter.edit_tags(("Notes/a.md",), "A")
    first = case.engine.last_id(DescribePlace)
    case.window.findChild(TagsDialog).reject()
    qtbot.waitUntil(lambda: case.window.findChild(TagsDialog) is None)
    case.engine.answer = usual
    case.window.library_presenter.edit_tags(("Notes/b.md",), "B")
    late = PlaceDescribed(first, "Notes/a.md", ("old",), ("old",), TrustLevel.GENERATED)
    case.engine.send(late)
    dialog = case.window.findChild(TagsDialog)
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    QApplication.processEvents()
    assert [dialog.tags.item(row).text() for row in range(dialog.tags.count())] == ["draft"]
    assert not dialog.change().sets_trust
    dialog.reject()


def test_trust_that_is_chosen_before_the_engine_answers_stays_chosen(qtbot, case):
    usual = case.engine.answer
    case.engine.answer = lambda *_: None
    case.window.library_presenter.edit_tags(("Notes/a.md",), "A")
    asked = case.engine.last_id(DescribePlace)
    case.engine.answer = usual
    dialog = case.window.findChild(TagsDialog)
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.PRIMARY))
    case.engine.send(PlaceDescribed(asked, "Notes/a.md", ("draft",), (), TrustLevel.GENERATED))
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    assert dialog.change().trust is TrustLevel.PRIMARY
    assert dialog.holds_work
    assert dialog.change().sets_trust
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.GENERATED))
    assert not dialog.holds_work
    dialog.save.click()
    assert not case.window.undo_bar.text  # nothing was changed


def test_a_library_that_may_only_be_read_promises_no_change(qtbot, case, page):
    refused = "This library is open for searching only."
    usual = case.engine.answer
    case.engine.answer = lambda number, request: (
        RequestFailed(number, refused)
        if isinstance(request, SetFolderRules | RemoveFolder | ChangeTags)
        else usual(number, request)
    )
    case.client.post(StatusChanged(replace(sample_status(), read_only=True)))
    qtbot.waitUntil(lambda: case.window.library.status.read_only)
    page.rules.pattern.setText("*.tmp")
    page.rules.add.click()
    qtbot.waitUntil(lambda: page.messages.text == refused)
    page.messages.withdraw()
    page.remove.click()
    qtbot.waitUntil(lambda: page.messages.text == refused)
    assert page.model.rowCount() == 4
    page.messages.withdraw()
    case.window.library_presenter._change(TagChange(("Notes",), ("a",)), {})
    qtbot.waitUntil(lambda: page.messages.text == refused)
    assert case.window.undo_bar.text == ""


def test_indexing_that_was_given_up_can_be_tried_again_on_every_page(qtbot, case):
    bars = case.window.search.pane.messages, case.window.library_page.messages
    why = "Indexing ends again and again, so it is stopped for now."
    case.client.post(Notice(why, "Why.", is_warning=True, can_try_again=True))
    case.window.show_search()
    qtbot.waitUntil(lambda: bars[0].text == why)
    assert [bar.link.text() for bar in bars] == ["Try again"] * 2
    usual = case.engine.answer
    case.engine.answer = lambda number, request: (
        RequestFailed(number, "It cannot.", "Hint.", can_try_again=True)
        if isinstance(request, StartIndexingAgain)
        else usual(number, request)
    )
    qtbot.mouseClick(bars[0].link, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bars[0].text == "It cannot.")
    case.engine.answer = lambda number, request: (
        RequestDone(number) if isinstance(request, StartIndexingAgain) else usual(number, request)
    )
    case.window.show_library()
    assert bars[1].text == "It cannot."
    qtbot.mouseClick(bars[1].link, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bars[0].text == bars[1].text == "Indexing is started again.")
    assert len(case.engine.requests(StartIndexingAgain)) == 2
