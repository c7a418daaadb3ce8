"""The library page, mostly without the rest of the window."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from tests.fakes.library_samples import sample_status
from tests.ui.library.page_case import click, refuse
from twofold.engine.api import (
    AddFolder,
    ChangeTags,
    DeleteRemoved,
    IndexingPhase,
    Notice,
    PauseIndexing,
    RemovedFolder,
    RemoveFolder,
    RequestFailed,
    SetFolderRules,
    StartIndexingAgain,
    StatusChanged,
    UpcomingModel,
    UseModel,
)
from twofold.ui.library.folder_table import Column as Folders
from twofold.ui.library.tags_dialog import TagsDialog


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


def test_a_removed_folder_is_restored_by_undo_or_finally_removed(qtbot, opened):
    page, undo = opened.window.library_page, opened.window.undo_bar
    page.remove.setFocus()
    qtbot.keyClick(page.remove, Qt.Key.Key_Space)
    assert page.model.rowCount() == 3
    assert page.table.chosen_folder().name == "Papers"
    assert page.remove.hasFocus()
    assert "was removed from the library" in undo.text
    qtbot.keyClick(opened.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.model.rowCount() == 4
    assert undo.text == ""
    assert opened.engine.requests(RemoveFolder) == []

    for name, end in (("Notes", undo._timer.timeout.emit), ("Mail", opened.window.close)):
        choose(page, name)
        page.remove.click()
        end()
        assert opened.engine.requests(RemoveFolder)[-1] == RemoveFolder(name)


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
def test_removing_a_slow_folder_asks_first(opened, button, asked):
    page = opened.window.library_page
    opened.client.status_changed.emit(status_with_slow_folder("Notes"))
    choose(page, "Notes")
    page.remove.click()
    (box,) = opened.window.findChildren(QMessageBox)
    assert "1 h 57 min" in box.informativeText()
    assert opened.window.undo_bar.text == ""
    next(one for one in box.buttons() if one.text() == button).click()
    opened.window.undo_bar.settle()
    assert opened.engine.requests(RemoveFolder) == asked

    choose(page, "Mail")
    page.remove.click()
    assert "‘Mail’ was removed" in opened.window.undo_bar.text


def test_the_index_of_removed_folders_can_be_deleted_now(opened):
    page = opened.window.library_page
    assert not page.delete_removed_folders.isVisible()
    kept = (RemovedFolder("Old notes", "/home/ada/Old notes", 1_798_000_000.0),)
    opened.client.status_changed.emit(replace(sample_status(), removed=kept))
    assert "Removed: ‘Old notes’. The index is kept until 2" in page._removed.text()
    assert page.model.rowCount() == 4
    page.delete_removed_folders.click()
    assert opened.engine.requests(DeleteRemoved) == [DeleteRemoved()]


def test_a_folder_added_while_its_removal_can_be_undone_is_added_after_it(opened):
    page = opened.window.library_page
    folder = page.table.chosen_folder()
    page.remove.click()
    opened.window.library.add_folders([Path(folder.root)])
    kinds = [type(one) for one in opened.engine.requests((RemoveFolder, AddFolder))]
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


# Models


def test_selecting_a_model_shows_its_cost_before_use(qtbot, opened):
    page, models = opened.window.library_page, opened.window.library_page.models
    assert not models.use.isEnabled()
    models.choice.setCurrentIndex(1)
    assert "48,210 passages" in models.words
    assert "about 33 min" in models.words
    click(qtbot, models.use)
    assert opened.engine.requests(UseModel) == [UseModel("all-minilm-l6-v2")]
    assert opened.window.live.settings.text("embedding.model") == "all-minilm-l6-v2"

    coming = UpcomingModel("all-minilm-l6-v2", "all-MiniLM-L6-v2", 10, 30)
    status = replace(sample_status(), upcoming=coming, vectors_pending=0)
    opened.client.post(StatusChanged(status))
    qtbot.waitUntil(lambda: "10 of 40 passages, 12 min left." in models.words)
    assert page.pause.isVisible()
    assert models.use.text() == "Keep the current model"
    click(qtbot, models.use)
    assert opened.engine.requests(UseModel)[-1] == UseModel("multilingual-e5-small")


# Refusals


def test_a_read_only_library_offers_no_undo(qtbot, opened):
    page = opened.window.library_page
    refused = "This library is open for searching only."
    refuse(opened.engine, RequestFailed(0, refused), SetFolderRules, RemoveFolder, ChangeTags)
    opened.client.post(StatusChanged(replace(sample_status(), read_only=True)))
    qtbot.waitUntil(lambda: opened.window.library.status.read_only)
    page.rules.pattern.setText("*.tmp")
    page.edit_tags(("Notes",), "Notes")
    dialog = opened.window.findChild(TagsDialog)
    dialog.new.setText("a")
    for change in (page.rules.add.click, page.remove.click, dialog.save.click):
        change()
        qtbot.waitUntil(lambda: page.messages.text == refused)
        page.messages.withdraw()
    assert page.model.rowCount() == 4
    assert opened.window.undo_bar.text == ""


def test_failed_indexing_can_be_restarted_from_every_page(qtbot, opened):
    bars = opened.window.search.pane.messages, opened.window.library_page.messages
    opened.client.post(Notice("It ends again and again.", is_warning=True, can_try_again=True))
    opened.window.show_search()
    qtbot.waitUntil(lambda: bars[0].text == "It ends again and again.")
    usual = opened.engine.answer
    refuse(opened.engine, RequestFailed(0, "It cannot.", can_try_again=True), StartIndexingAgain)
    bars[0].link.click()
    qtbot.waitUntil(lambda: bars[0].text == bars[1].text == "It cannot.")
    opened.engine.answer = usual
    opened.window.show_library()
    bars[1].link.click()
    qtbot.waitUntil(lambda: bars[0].text == bars[1].text == "Indexing was restarted.")
    assert len(opened.engine.requests(StartIndexingAgain)) == 2
