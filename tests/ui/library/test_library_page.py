"""The library page, mostly without the rest of the window."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox, QPushButton

from tests.fakes.library_samples import answering, sample_failures, sample_status
from tests.support.announced import announced
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import (
    EMPTY,
    AddFolder,
    ChangeTags,
    DeleteRemoved,
    DescribePath,
    DocumentFailure,
    ExplainFile,
    FailureReason,
    FileExplained,
    FileVerdict,
    FolderRules,
    IndexingPhase,
    Message,
    ModelListing,
    Notice,
    PathDescribed,
    PauseIndexing,
    RemovedFolder,
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
from twofold.ui.filters.selection import Section as FilterSection
from twofold.ui.library.failure_table import Column, FailureAction, LinesRole
from twofold.ui.library.failures import Section
from twofold.ui.library.folder_table import Column as Folders
from twofold.ui.library.models import ModelManager
from twofold.ui.library.tags_dialog import TagsDialog
from twofold.ui.settings.settings_dialog import SettingsDialog


class Models:
    """A registry of two models."""

    def listings(self):
        return (
            ModelListing("multilingual-e5-small", "E5", "100 languages", is_ready=True),
            ModelListing("all-minilm-l6-v2", "all-MiniLM-L6-v2", "English", is_ready=False),
        )


def answer(number, request):
    if isinstance(request, ExplainFile):
        wanted = "_scratch" not in str(request.path)
        why = "It will be indexed." if wanted else "It is excluded: the rule _scratch/ fits."
        verdict = FileVerdict(str(request.path), indexed=False, wanted=wanted, why=why)
        return FileExplained(number, verdict)
    if isinstance(request, DescribePath):
        return PathDescribed(number, request.place, ("draft",), ("draft",), None)
    if isinstance(request, ChangeTags):
        return RequestDone(number, "1 document changed.")
    return answering()(number, request)


def refuse(engine, failed, *kinds):
    """Make an engine refuse requests of these kinds."""
    usual = engine.answer
    engine.answer = lambda number, request: (
        replace(failed, request_id=number) if isinstance(request, kinds) else usual(number, request)
    )


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def words_in(part):
    return [label.text() for label in part.findChildren(QLabel) if label.isVisible()]


@pytest.fixture
def alone(library_case):
    """The page without a window; the second folder is selected."""
    library_case.engine.answer = answer
    page = library_case.page
    page.resize(1200, 800)
    page.show()
    page.activateWindow()
    page.table.selectRow(1)
    return library_case


@pytest.fixture
def page(alone):
    return alone.page


@pytest.fixture
def case(qtbot, theme):
    """The page in its window; the second folder is selected."""
    case = open_window(qtbot, theme, answer, models=ModelManager(lambda _: Models()))
    case.window.show_library()
    case.window.library_page.table.selectRow(1)
    qtbot.waitUntil(lambda: case.window.library_page.failures.model.rowCount() == 4)
    return case


# Folders


def test_each_folder_is_a_row_that_stays_selected_while_its_counts_change(page):
    assert [page.model.index(0, column).data() for column in Folders] == [
        "Papers, /home/ada/Documents/Research/Papers",
        "402",
        "100 %",
        "41 %",
        "indexing by meaning",
    ]
    assert "not connected" in page.model.index(3, Folders.STATE).data()
    folders = list(sample_status().folders)
    folders[1] = replace(folders[1], documents=700)
    page.show_status(replace(sample_status(), folders=tuple(folders)))
    assert page.table.chosen_folder().name == "Notes"
    assert page.model.index(1, Folders.FILES).data() == "700"


def test_a_removed_folder_is_restored_by_undo_or_finally_removed(qtbot, case):
    page, undo = case.window.library_page, case.window.undo_bar
    page.remove.setFocus()
    qtbot.keyClick(page.remove, Qt.Key.Key_Space)
    assert page.model.rowCount() == 3
    assert page.table.chosen_folder().name == "Papers"
    assert page.remove.hasFocus()
    assert "was removed from the library" in undo.text
    qtbot.keyClick(case.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.model.rowCount() == 4
    assert undo.text == ""
    assert case.engine.requests(RemoveFolder) == []

    for name, end in (("Notes", undo._timer.timeout.emit), ("Mail", case.window.close)):
        choose(page, name)
        page.remove.click()
        end()
        assert case.engine.requests(RemoveFolder)[-1] == RemoveFolder(name)


def choose(page, name):
    rows = range(page.model.rowCount())
    page.table.selectRow(next(row for row in rows if page.model.folder(row).name == name))


def status_with_slow_folder(name):
    """Return the status of the sample library with a folder that took long to index."""
    status = sample_status()
    folders = tuple(
        replace(one, seconds_to_read=7000.0 if one.name == name else 119.0)
        for one in status.folders
    )
    return replace(status, folders=folders)


@pytest.mark.parametrize(
    ("button", "asked"),
    [
        ("Remove", [RemoveFolder("Notes")]),
        ("Remove and delete index", [RemoveFolder("Notes", erase=True)]),
        ("Cancel", []),
    ],
)
def test_removing_a_slow_folder_asks_first(case, button, asked):
    page = case.window.library_page
    case.client.status_changed.emit(status_with_slow_folder("Notes"))
    choose(page, "Notes")
    page.remove.click()
    (box,) = case.window.findChildren(QMessageBox)
    assert "1 h 57 min" in box.informativeText()
    assert case.window.undo_bar.text == ""
    next(one for one in box.buttons() if one.text() == button).click()
    case.window.undo_bar.settle()
    assert case.engine.requests(RemoveFolder) == asked

    choose(page, "Mail")
    page.remove.click()
    assert "‘Mail’ was removed" in case.window.undo_bar.text


def test_the_index_of_removed_folders_can_be_deleted_now(case):
    page = case.window.library_page
    assert not page.delete_removed_folders.isVisible()
    kept = (RemovedFolder("Old notes", "/home/ada/Old notes", 1_798_000_000.0),)
    case.client.status_changed.emit(replace(sample_status(), removed=kept))
    assert "Removed: ‘Old notes’. The index is kept until 2" in page._removed.text()
    assert page.model.rowCount() == 4
    page.delete_removed_folders.click()
    assert case.engine.requests(DeleteRemoved) == [DeleteRemoved()]


def test_a_folder_added_while_its_removal_can_be_undone_is_added_after_it(case):
    page = case.window.library_page
    folder = page.table.chosen_folder()
    page.remove.click()
    case.window.library.add_folders([Path(folder.root)])
    kinds = [type(one) for one in case.engine.requests((RemoveFolder, AddFolder))]
    assert kinds == [RemoveFolder, AddFolder]


def test_without_folders_the_add_button_has_the_focus(page):
    page.remove.setFocus()
    page.show_status(replace(sample_status(), folders=()))
    assert page.add.hasFocus()


def test_indexing_can_be_paused_and_resumed(qtbot, alone, page):
    reading = replace(sample_status(), vectors_pending=0, phase=IndexingPhase.READING)
    folder = replace(reading.folders[0], pending=5)
    paused = replace(reading, phase=IndexingPhase.PAUSED, folders=(folder,))
    for status, pauses in ((replace(reading, documents_pending=5), True), (paused, False)):
        alone.client.status_changed.emit(status)
        assert page.pause.isVisible(), "a pause must be ended even where nothing waits"
        click(qtbot, page.pause)
        assert alone.engine.requests(PauseIndexing)[-1] == PauseIndexing(pauses)
    assert page.pause.text() == "Resume"
    assert page.model.index(0, Folders.STATE).data() == "paused"
    page.show_status(replace(reading, phase=IndexingPhase.IDLE))
    assert not page.pause.isVisible()


# Rules


def set_rules(alone):
    return [request.rules for request in alone.engine.requests(SetFolderRules)]


def add_rule(qtbot, page, pattern):
    page.rules.pattern.setText(pattern)
    click(qtbot, page.rules.add)


def shown_rules(page):
    return page.rules.list.topLevelItemCount()


def test_rules_can_be_added_removed_by_key_and_undone(qtbot, alone, page):
    for pattern in ("*.a", "*.b"):
        add_rule(qtbot, page, pattern)
    assert set_rules(alone)[-1] == FolderRules((), ("*.a", "*.b"))
    page.rules.list.setCurrentItem(page.rules.list.topLevelItem(0))
    page.rules.remove.setFocus()
    for left in (1, 0):
        assert page.rules.remove.hasFocus()
        qtbot.keyClick(page.rules.remove, Qt.Key.Key_Space)
        assert shown_rules(page) == left
    assert set_rules(alone)[2:] == [FolderRules((), ("*.b",)), FolderRules()]
    assert not page.rules.remove.isEnabled()
    alone.undo.undo()
    assert set_rules(alone)[-1] == FolderRules((), ("*.b",))
    assert "All files are searched unless a rule excludes them." in words_in(page.rules)
    page.rules.show_folder(replace(sample_status().folders[0], rules=FolderRules(("*.md",), ())))
    assert "All files are searched unless a rule excludes them." not in words_in(page.rules)


@pytest.fixture
def busy(alone):
    """Return an engine that is busy indexing a folder and has not changed its rules yet."""
    alone.engine.answer = lambda number, request: (
        None if isinstance(request, SetFolderRules) else answer(number, request)
    )
    return alone


def test_rules_added_while_the_engine_is_busy_are_not_lost(qtbot, busy, page):
    add_rule(qtbot, page, "*.tmp")
    busy.client.status_changed.emit(sample_status())  # knows nothing of the rule yet
    add_rule(qtbot, page, "*.bak")
    wanted = [rules.exclude for rules in set_rules(busy)]
    assert wanted == [("*.tmp",), ("*.tmp", "*.bak")]
    assert shown_rules(page) == 2
    busy.undo.undo()
    assert set_rules(busy)[-1].exclude == ("*.tmp",)
    busy.client.post(RequestFailed(busy.engine.last_id(SetFolderRules), "It is being read."))
    qtbot.waitUntil(lambda: shown_rules(page) == 0)  # a rejected rule is no longer listed


def test_a_file_is_tested_after_each_key_and_when_its_folder_changes(
    qtbot, busy, page, monkeypatch
):
    reported = announced(monkeypatch, "twofold.ui.library.rules_panel")
    qtbot.keyClicks(page.rules.test, "_scratch/a.pdf")
    asked = busy.engine.requests(ExplainFile)
    assert len(asked) == len("_scratch/a.pdf")
    assert str(asked[-1].path) == f"{page.table.chosen_folder().root}/_scratch/a.pdf"
    qtbot.waitUntil(lambda: page.rules.answer.startswith("Not searched. It is excluded"))
    assert reported[-1] == (page.rules._answer, page.rules.answer)
    assert len(reported) <= 2  # not after every letter

    def asks_again(act):
        before = len(busy.engine.requests(ExplainFile))
        act()
        qtbot.waitUntil(lambda: len(busy.engine.requests(ExplainFile)) == before + 1)

    folder = page.table.chosen_folder()
    asks_again(lambda: page.rules.show_folder(replace(folder, documents=700)))
    asks_again(lambda: add_rule(qtbot, page, "*.tmp"))
    done = RequestDone(busy.engine.last_id(SetFolderRules))
    asks_again(lambda: busy.client.post(done))
    page.rules.test.clear()
    assert page.rules.answer == ""


@pytest.mark.parametrize(
    ("indexed", "wanted", "answer"),
    [
        (True, True, "Searched. It is indexed."),
        (False, True, "It could not be indexed: The file is empty."),
        (False, False, "Not searched. It is excluded: the rule _scratch/ fits."),
    ],
)
def test_the_test_result_does_not_contradict_itself(page, indexed, wanted, answer):
    why = Message(answer.removeprefix("Not searched. ").removeprefix("Searched. "))
    page.rules.test.setText("a.md")
    page.rules.show_verdict(FileVerdict("/n/a.md", indexed, wanted, why))
    assert page.rules.answer == answer


def test_a_file_to_test_can_be_chosen(qtbot, page):
    click(qtbot, page.rules.choose)
    (dialog,) = page.findChildren(QFileDialog)
    root = page.table.chosen_folder().root
    dialog.fileSelected.emit(f"{root}/deep/a.md")
    assert page.rules.test.text() == "deep/a.md"
    dialog.fileSelected.emit("/elsewhere/b.md")
    assert page.rules.test.text() == "/elsewhere/b.md"
    dialog.reject()


# Files that are not indexed


def test_files_that_are_not_indexed_are_listed_with_reasons(qtbot, page):
    page.failures.show_failures(())
    assert not page.failures.table.isVisible()
    assert "All files were indexed." in words_in(page.failures)
    page.failures.show_failures(sample_failures())
    assert page.failures.table.isVisible()
    model = page.failures.model
    assert model.rowCount() == 4
    assert model.index(0, 0).data() == "budget.pdf  (Papers/finance)"
    assert model.index(0, 1).data(LinesRole)[0] == "Protected by a password"
    assert model.index(2, 1).data(LinesRole)[1] == "The file has 812 MB."
    click(qtbot, page.rail.findChildren(QPushButton)[2])
    assert page.failures.table.hasFocus()


def paths_in(failures):
    return [failures.model.row(number).path for number in range(failures.model.rowCount())]


def test_files_without_text_have_a_separate_list(qtbot, page):
    failures, since = page.failures, "2026-11-21T08:00:00Z"
    failures.show_failures([
        DocumentFailure("Notes/z.pdf", FailureReason.DAMAGED, EMPTY, since),
        DocumentFailure("Notes/b.pdf", FailureReason.PASSWORD, EMPTY, since),
        DocumentFailure("Notes/empty.txt", FailureReason.NO_TEXT, EMPTY, since),
        DocumentFailure("Notes/a.pdf", FailureReason.DAMAGED, EMPTY, since),
    ])  # fmt: skip
    both = failures.sections.segments
    assert [one.text() for one in both] == ["Not indexed: 3", "Without text: 1"]
    assert paths_in(failures) == ["Notes/b.pdf", "Notes/a.pdf", "Notes/z.pdf"]
    click(qtbot, both[Section.WITHOUT_TEXT])
    assert paths_in(failures) == ["Notes/empty.txt"]
    assert "These files contain no searchable text. This is not an error." in words_in(failures)
    assert not failures.retry.isVisible()
    failures.show_failures(sample_failures()[1:])
    assert not both[Section.WITHOUT_TEXT].isVisible()
    assert len(paths_in(failures)) == 4


@pytest.mark.parametrize(
    ("failed", "without_text", "section"),
    [(4, 1, Section.NOT_INDEXED), (0, 1, Section.WITHOUT_TEXT)],
)
def test_the_status_bar_opens_exactly_the_files_it_counts(
    qtbot, case, failed, without_text, section
):
    page, bar = case.window.library_page, case.window.status_bar
    status = replace(sample_status(), documents_failed=failed, documents_without_text=without_text)
    case.client.status_changed.emit(status)
    click(qtbot, bar.failures)
    qtbot.waitUntil(lambda: page.failures.model.rowCount() == (failed or without_text))
    assert page.failures.sections.group.checkedId() == section


def test_a_button_turns_on_ocr(qtbot, alone, page):
    scan = DocumentFailure("Notes/scan.pdf", FailureReason.SCAN, EMPTY, "2026-11-21T08:00:00Z")
    page.failures.show_failures((scan,))
    row, button = page.failures.model.row, page.failures.read_scans
    assert (row(0).action, button.isVisible()) == (FailureAction.SHOW, False)
    assert any("install text recognition" in words for words in words_in(page.failures))

    alone.client.status_changed.emit(replace(sample_status(), can_read_scans=True))
    assert row(0).action is FailureAction.READ_SCANS
    assert button.text().startswith("Read 1 scan")
    click(qtbot, button)
    assert page._live.settings.flag("ocr.enabled")
    assert (row(0).action, button.isVisible()) == (FailureAction.SHOW, False)


def test_the_reason_column_uses_the_width_left_by_short_names(page):
    since = "2026-11-21T08:00:00Z"
    table = page.failures.table
    widths = []
    for name in ("a.pdf", "a very long name of a file that needs much space " * 3):
        page.failures.show_failures(
            [DocumentFailure(f"Notes/{name}", FailureReason.DAMAGED, EMPTY, since)]
        )
        QApplication.processEvents()
        widths.append((table.columnWidth(Column.FILE), table.columnWidth(Column.REASON)))
    (short, wide_reason), (long, reason) = widths
    assert short < long <= reason + 1
    assert wide_reason > reason


def many_inside(file, count, reason=FailureReason.UNSUPPORTED):
    return [
        DocumentFailure(f"{file}/moby.{n}", reason, "Its packing is not known.", "", "", file)
        for n in range(count)
    ]


def test_failures_inside_an_archive_share_a_row_and_none_is_lost(qtbot, page):
    archive = "Papers/old/moby.zip"
    locked = many_inside(archive, 1, FailureReason.PASSWORD)
    alone = DocumentFailure("Papers/z.pdf", FailureReason.UNSUPPORTED, "", "")
    page.failures.show_failures([*many_inside(archive, 135), *locked, alone])
    model, table = page.failures.model, page.failures.table
    assert [model.index(row, 0).data(LinesRole)[0] for row in range(model.rowCount())] == [
        "moby.0", "moby.zip", "z.pdf",
    ]  # fmt: skip
    assert "135 files inside" in model.index(1, 1).data(LinesRole)[1]
    assert page.failures.sections.segments[0].text() == "Not indexed: 137"
    assert "and 123 files more" in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    with qtbot.waitSignal(page.failures.file_requested) as shown:
        table.setCurrentIndex(model.index(1, 0))
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert shown.args == ["/home/ada/Documents/Research/Papers/old/moby.zip"]
    page.failures._copy.click()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 137
    page.failures.show_failures(many_inside(archive, 3))
    assert model.rowCount() == 3, "a few keep their names"


def test_the_selected_failure_stays_selected_when_others_arrive(page):
    failures, table, model = sample_failures(), page.failures.table, page.failures.model
    page.failures.show_failures(failures)
    table.setCurrentIndex(model.index(2, Column.FILE))
    chosen = model.row(2).path
    page.failures.show_failures((replace(failures[1], path="Notes/a first one.pdf"), *failures))
    assert model.row(table.currentIndex().row()).path == chosen
    assert [index.row() for index in table.selectionModel().selectedRows()] == [3]
    page.failures.show_failures(tuple(one for one in failures if one.path != chosen))
    assert not table.currentIndex().isValid()


def test_every_failure_has_one_fitting_action(qtbot, case):
    failures = case.window.library_page.failures
    model, table = failures.model, failures.table
    assert [model.row(number).action for number in range(4)] == [
        FailureAction.SHOW, FailureAction.RETRY, FailureAction.LIMITS, FailureAction.LIMITS,
    ]  # fmt: skip
    retry = table.visualRect(model.index(1, Column.ACTION)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=retry)
    assert case.engine.requests(RetryFailures) == [RetryFailures(("Mail/lease.pdf",))]
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert len(case.engine.requests(RetryFailures)) == 2
    table.setCurrentIndex(model.index(2, Column.FILE))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    dialog = case.window.findChild(SettingsDialog)
    assert dialog.groups.currentItem().text() == "Indexing"


def test_loading_failures_do_not_take_the_focus_after_leaving_the_page(qtbot, theme):
    case = open_window(qtbot, theme, answer)
    window = case.window
    window.show_failures()
    window.step_back()
    assert window.search.pane.field.hasFocus()
    qtbot.waitUntil(lambda: window.library_page.failures.model.rowCount() == 4)
    assert window.search.pane.field.hasFocus()


# Models


def test_selecting_a_model_shows_its_cost_before_use(qtbot, case):
    page, models = case.window.library_page, case.window.library_page.models
    assert not models.use.isEnabled()
    models.choice.setCurrentIndex(1)
    assert "48,210 passages" in models.words
    assert "about 33 min" in models.words
    click(qtbot, models.use)
    assert case.engine.requests(UseModel) == [UseModel("all-minilm-l6-v2")]
    assert case.window.live.settings.text("embedding.model") == "all-minilm-l6-v2"

    coming = UpcomingModel("all-minilm-l6-v2", "all-MiniLM-L6-v2", 10, 30)
    status = replace(sample_status(), upcoming=coming, vectors_pending=0)
    case.client.post(StatusChanged(status))
    qtbot.waitUntil(lambda: "10 of 40 passages, 12 min left." in models.words)
    assert page.pause.isVisible()
    assert models.use.text() == "Keep the current model"
    click(qtbot, models.use)
    assert case.engine.requests(UseModel)[-1] == UseModel("multilingual-e5-small")


# Tags and trust


def test_tags_and_trust_of_many_documents_change_together_and_can_be_undone(qtbot, case):
    window = case.window
    window.show_search()
    search_for(qtbot, case, QUERY)
    hits = list(window.search.response.hits[:2])
    window.library_page.edit_hits(hits)
    dialog = window.findChild(TagsDialog)
    qtbot.waitUntil(lambda: dialog.tags.count() == 1)
    qtbot.keyClicks(dialog.new, "#to-cite, read")
    dialog.tags.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.PRIMARY))
    searches = len(case.engine.requests(SearchRequest))
    click(qtbot, dialog.save)
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


def test_existing_tags_are_completed_one_after_the_other(qtbot, case):
    tags = case.window.search.filters.panel.model(FilterSection.TAGS)
    qtbot.waitUntil(lambda: {"runbook", "kubernetes"} <= set(tags.known_values()))
    click(qtbot, case.window.library_page.tags)
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
    qtbot.waitUntil(lambda: case.engine.requests(ChangeTags) != [])
    added = case.engine.requests(ChangeTags)[-1]
    assert added == ChangeTags("Notes", ("runbook", "kubernetes", "quite new"))


def ask_late(alone, place):
    """Open the tags dialog before the engine replies; return its request."""
    alone.engine.answer = lambda *_: None
    alone.page.edit_tags((place,), place)
    alone.engine.answer = answer
    return alone.engine.last_id(DescribePath)


def test_a_late_reply_for_other_documents_does_not_change_the_dialog(qtbot, alone, page):
    first = ask_late(alone, "Notes/a.md")
    page.findChild(TagsDialog).reject()
    qtbot.waitUntil(lambda: page.findChild(TagsDialog) is None)
    page.edit_tags(("Notes/b.md",), "B")
    alone.client.post(PathDescribed(first, "Notes/a.md", ("old",), (), TrustLevel.GENERATED))
    dialog = page.findChild(TagsDialog)
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    QApplication.processEvents()
    assert [dialog.tags.item(row).text() for row in range(dialog.tags.count())] == ["draft"]
    assert not dialog.change().sets_trust


def test_a_change_of_many_documents_is_saved_once_all_of_it_can_be_undone(qtbot, alone, page):
    places = ("Notes/a.md", "Notes/b.md")
    alone.engine.answer = lambda *_: None
    page.edit_tags(places, "two documents")
    alone.engine.answer = answer
    *_, first, second = (number for number, _ in alone.engine.submitted)
    dialog = page.findChild(TagsDialog)
    dialog.new.setText("read")
    dialog.save.click()
    alone.client.post(PathDescribed(first, places[0], (), (), None))
    with qtbot.waitSignal(alone.client.event_received):
        pass
    assert alone.engine.requests(ChangeTags) == []
    assert not dialog.save.isEnabled()
    alone.client.post(PathDescribed(second, places[1], (), (), None))
    qtbot.waitUntil(lambda: len(alone.engine.requests(ChangeTags)) == 2)
    alone.undo.undo()
    undone = alone.engine.requests(ChangeTags)[2:]
    assert undone == [ChangeTags(place, (), ("read",)) for place in places]


def test_trust_selected_before_the_engine_replies_stays_selected(qtbot, alone, page):
    asked = ask_late(alone, "Notes/a.md")
    dialog = page.findChild(TagsDialog)
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.PRIMARY))
    alone.client.post(PathDescribed(asked, "Notes/a.md", ("draft",), (), TrustLevel.GENERATED))
    qtbot.waitUntil(lambda: dialog.tags.count() > 0)
    assert dialog.change().trust is TrustLevel.PRIMARY
    assert dialog.holds_work
    dialog.trust.setCurrentIndex(dialog.trust.findData(TrustLevel.GENERATED))
    assert not dialog.holds_work
    dialog.save.click()
    assert not alone.undo.text  # nothing was changed


# Refusals


def test_a_read_only_library_offers_no_undo(qtbot, case):
    page = case.window.library_page
    refused = "This library is open for searching only."
    refuse(case.engine, RequestFailed(0, refused), SetFolderRules, RemoveFolder, ChangeTags)
    case.client.post(StatusChanged(replace(sample_status(), read_only=True)))
    qtbot.waitUntil(lambda: case.window.library.status.read_only)
    page.rules.pattern.setText("*.tmp")
    page.edit_tags(("Notes",), "Notes")
    dialog = case.window.findChild(TagsDialog)
    dialog.new.setText("a")
    for change in (page.rules.add.click, page.remove.click, dialog.save.click):
        change()
        qtbot.waitUntil(lambda: page.messages.text == refused)
        page.messages.withdraw()
    assert page.model.rowCount() == 4
    assert case.window.undo_bar.text == ""


def test_failed_indexing_can_be_restarted_from_every_page(qtbot, case):
    bars = case.window.search.pane.messages, case.window.library_page.messages
    case.client.post(Notice("It ends again and again.", is_warning=True, can_try_again=True))
    case.window.show_search()
    qtbot.waitUntil(lambda: bars[0].text == "It ends again and again.")
    usual = case.engine.answer
    refuse(case.engine, RequestFailed(0, "It cannot.", can_try_again=True), StartIndexingAgain)
    bars[0].link.click()
    qtbot.waitUntil(lambda: bars[0].text == bars[1].text == "It cannot.")
    case.engine.answer = usual
    case.window.show_library()
    bars[1].link.click()
    qtbot.waitUntil(lambda: bars[0].text == bars[1].text == "Indexing was restarted.")
    assert len(case.engine.requests(StartIndexingAgain)) == 2
