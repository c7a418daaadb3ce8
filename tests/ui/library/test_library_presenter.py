"""What people do on the library page of a whole window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.api import (
    ChangeTags,
    DescribePlace,
    ExplainFile,
    FileExplained,
    FileVerdict,
    FolderRules,
    IndexingPhase,
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


def test_reading_is_paused_and_goes_on(qtbot, case, page):
    status = case.window.library.status
    for phase, paused in ((IndexingPhase.EMBEDDING, True), (IndexingPhase.PAUSED, False)):
        case.engine.send(StatusChanged(replace(status, phase=phase)))
        qtbot.waitUntil(lambda phase=phase: case.window.library.status.phase is phase)
        qtbot.mouseClick(page.pause, Qt.MouseButton.LeftButton)
        assert case.engine.requests(PauseIndexing)[-1] == PauseIndexing(paused)


def test_files_that_are_not_indexed_take_no_keys_from_who_has_left_the_page(qtbot, theme):
    case = open_window(qtbot, theme, answer)
    window = case.window
    window.show_failures()
    window.step_back()
    assert window.search.pane.field.hasFocus()
    qtbot.waitUntil(lambda: window.library_page.failures.model.rowCount() == 5)
    assert window.search.pane.field.hasFocus()


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


def test_a_removed_folder_comes_back_by_undo_and_nothing_is_asked(qtbot, case, page):
    page.remove.click()
    assert page.model.rowCount() == 3
    assert "is removed from the library" in case.window.undo_bar.text
    qtbot.keyClick(case.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.model.rowCount() == 4
    assert case.window.undo_bar.text == ""
    assert case.engine.requests(RemoveFolder) == []


@pytest.mark.parametrize("end", ["its time is over", "the window closes"])
def test_a_removal_that_is_not_taken_back_is_carried_out(case, page, end):
    name = page.table.chosen_folder().name
    page.remove.click()
    if end == "the window closes":
        case.window.close()
    else:
        case.window.undo_bar._timer.timeout.emit()
    assert case.engine.requests(RemoveFolder) == [RemoveFolder(name)]


def test_a_file_is_tested_at_each_key(qtbot, case, page, monkeypatch):
    told = announced(monkeypatch, "ui.library.rules_panel")
    qtbot.keyClicks(page.rules.test, "_scratch/a.pdf")
    asked = case.engine.requests(ExplainFile)
    assert len(asked) == len("_scratch/a.pdf")
    assert str(asked[-1].path) == f"{page.table.chosen_folder().root}/_scratch/a.pdf"
    qtbot.waitUntil(lambda: page.rules.answer.startswith("Not searched. It is passed over"))
    assert told[-1] == (page.rules._answer, page.rules.answer)
    assert len(told) <= 2  # not with every letter
    page.rules.test.clear()
    assert page.rules.answer == ""


def test_a_rule_that_was_refused_stands_in_the_list_no_more(qtbot, busy):
    page = busy.window.library_page
    _add_rule(qtbot, page, "*.tmp")
    assert page.rules.list.count() == 1
    busy.client.post(RequestFailed(busy.engine.last_id(SetFolderRules), "It is being read."))
    qtbot.waitUntil(lambda: page.rules.list.count() == 0)


def test_the_chosen_file_that_is_not_indexed_stays_chosen_when_others_come(case, page):
    table, failures = page.failures.table, page.failures.model.failures
    table.setCurrentIndex(page.failures.model.index(2, Column.FILE))
    chosen = page.failures.model.row(2).path
    page.failures.show_failures((replace(failures[0], path="Notes/a first one.pdf"), *failures))
    assert page.failures.model.row(table.currentIndex().row()).path == chosen
    assert [index.row() for index in table.selectionModel().selectedRows()] == [3]
    page.failures.show_failures(tuple(one for one in failures if one.path != chosen))
    assert not table.currentIndex().isValid()


def test_every_failure_has_one_fitting_action(qtbot, case, page):
    model, table = page.failures.model, page.failures.table
    reasons = [failure.reason for failure in model.failures]
    assert [action_for(reason) for reason in reasons] == [
        FailureAction.SHOW, FailureAction.SHOW, FailureAction.SETTINGS, FailureAction.SETTINGS,
        FailureAction.RETRY,
    ]  # fmt: skip
    retry = table.visualRect(model.index(4, Column.ACTION)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=retry)
    assert case.engine.requests(RetryFailures) == [RetryFailures(("Mail/lease.pdf",))]
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert len(case.engine.requests(RetryFailures)) == 2
    table.action_requested.emit(FailureAction.SETTINGS, "")
    dialog = case.window.findChild(SettingsDialog)
    assert dialog.groups.currentItem().text() == "Reading files"


def test_tags_that_exist_are_completed_one_after_the_other(qtbot, case):
    tags = case.window.search.filters.panel.model(Section.TAGS)
    qtbot.waitUntil(lambda: {"runbook", "kubernetes"} <= set(tags.known_values()))
    case.window.library_presenter.edit_tags(("Notes/a.md",), "A")
    dialog = case.window.findChild(TagsDialog)
    popup = dialog.completer.popup()
    for typed, becomes in (("#RUN", "runbook"), (", kub", "runbook, kubernetes")):
        qtbot.keyClicks(dialog.new, typed)
        assert popup.isVisible()
        qtbot.keyClick(popup, Qt.Key.Key_Down)
        qtbot.keyClick(popup, Qt.Key.Key_Return)
        assert dialog.new.text() == becomes
    qtbot.keyClicks(dialog.new, ", quite new")
    assert not popup.isVisible()
    qtbot.keyClick(dialog.new, Qt.Key.Key_Return)
    added = case.engine.requests(ChangeTags)[-1].add
    assert added == ("runbook", "kubernetes", "quite new")


def ask_late(case, place):
    """Open the dialog of tags, while the engine is silent; return the request of its contents."""
    usual, case.engine.answer = case.engine.answer, lambda *_: None
    case.window.library_presenter.edit_tags((place,), place)
    case.engine.answer = usual
    return case.engine.last_id(DescribePlace)


def test_a_late_answer_for_other_documents_changes_nothing_in_the_dialog(qtbot, case):
    first = ask_late(case, "Notes/a.md")
    case.window.findChild(TagsDialog).reject()
    qtbot.waitUntil(lambda: case.window.findChild(TagsDialog) is None)
    case.window.library_presenter.edit_tags(("Notes/b.md",), "B")
    case.engine.send(PlaceDescribed(first, "Notes/a.md", ("old",), ("old",), TrustLevel.GENERATED))
    dialog = case.window.findChild(TagsDialog)
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    QApplication.processEvents()
    assert [dialog.tags.item(row).text() for row in range(dialog.tags.count())] == ["draft"]
    assert not dialog.change().sets_trust


def test_trust_that_is_chosen_before_the_engine_answers_stays_chosen(qtbot, case):
    asked = ask_late(case, "Notes/a.md")
    dialog = case.window.findChild(TagsDialog)
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.PRIMARY))
    case.engine.send(PlaceDescribed(asked, "Notes/a.md", ("draft",), (), TrustLevel.GENERATED))
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    assert dialog.change().trust is TrustLevel.PRIMARY
    assert dialog.holds_work
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.GENERATED))
    assert not dialog.holds_work
    dialog.save.click()
    assert not case.window.undo_bar.text  # nothing was changed


def refuse(case, failed, *kinds):
    """Let the engine refuse requests of these kinds."""
    usual = case.engine.answer
    case.engine.answer = lambda number, request: (
        replace(failed, request_id=number) if isinstance(request, kinds) else usual(number, request)
    )


def test_a_library_that_may_only_be_read_promises_no_change(qtbot, case, page):
    refused = "This library is open for searching only."
    refuse(case, RequestFailed(0, refused), SetFolderRules, RemoveFolder, ChangeTags)
    case.client.post(StatusChanged(replace(sample_status(), read_only=True)))
    qtbot.waitUntil(lambda: case.window.library.status.read_only)
    page.rules.pattern.setText("*.tmp")
    for change in (
        page.rules.add.click,
        page.remove.click,
        lambda: case.window.library_presenter._change(TagChange(("Notes",), ("a",)), {}),
    ):
        change()
        qtbot.waitUntil(lambda: page.messages.text == refused)
        page.messages.withdraw()
    assert page.model.rowCount() == 4
    assert case.window.undo_bar.text == ""


def test_indexing_that_was_given_up_can_be_tried_again_on_every_page(qtbot, case):
    bars = case.window.search.pane.messages, case.window.library_page.messages
    case.client.post(Notice("It ends again and again.", is_warning=True, can_try_again=True))
    case.window.show_search()
    qtbot.waitUntil(lambda: bars[0].text == "It ends again and again.")
    usual = case.engine.answer
    refuse(case, RequestFailed(0, "It cannot.", can_try_again=True), StartIndexingAgain)
    bars[0].link.click()
    qtbot.waitUntil(lambda: bars[0].text == bars[1].text == "It cannot.")
    case.engine.answer = usual
    case.window.show_library()
    bars[1].link.click()
    qtbot.waitUntil(lambda: bars[0].text == bars[1].text == "Indexing is started again.")
    assert len(case.engine.requests(StartIndexingAgain)) == 2
