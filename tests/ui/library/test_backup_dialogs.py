"""Saving and restoring a backup in the window, and a folder that was moved."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox

from twofold.app.backup import read_backup, write_backup
from twofold.app.paths import LibraryPaths
from twofold.engine.api import MoveFolder, RestorePersonal, StatusChanged
from twofold.ui.library.backup_dialogs import Backup, BackupDialogs

SEARCH = {"query": "limits", "mode": "hybrid", "filters": [], "seen": [], "last_opened": ""}


def answer_dialog(window, path: Path) -> None:
    """Select a path in the open file dialog, and press its button."""
    dialog = next(one for one in window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.close()


def answer_question(window, words) -> str:
    """Press a button of the open message box; return its text."""
    box = next(one for one in window.findChildren(QMessageBox) if one.isVisible())
    reported = f"{box.text()} {box.informativeText()}"
    next(one for one in box.buttons() if one.text() == words).click()
    return reported


def test_a_backup_is_saved_and_restored(qtbot, case, tmp_path):
    library = LibraryPaths(tmp_path / "library", tmp_path / "models")
    library.root.mkdir()
    folder = {"name": "Restored", "root": str(tmp_path / "restored"), "rules": {}}
    copy = {"format": "twofold.personal.v1", "folders": [folder]}
    library.personal.write_text(json.dumps(copy), encoding="utf-8")
    library.searches.write_text(json.dumps({"saved": [SEARCH]}), encoding="utf-8")
    window, file = case.window, tmp_path / "mine.json"
    backup = Backup(partial(write_backup, library), read_backup)
    dialogs = BackupDialogs(backup, window.library, window.search.searches, window)
    window.show_library()

    dialogs.save()
    answer_dialog(window, file)
    assert "saved as mine.json" in window.library_page.messages.text
    dialogs.restore()
    answer_dialog(window, file)
    assert f"Restored: {tmp_path / 'restored'}" in answer_question(window, "Cancel")
    assert case.engine.requests(RestorePersonal) == []
    dialogs.restore()
    answer_dialog(window, file)
    answer_question(window, "Restore")

    assert "twofold.personal.v1" in case.engine.requests(RestorePersonal)[0].copy
    assert [search.query for search in window.search.searches.history.saved] == ["limits"]

    file.write_text("{}", encoding="utf-8")
    dialogs.restore()
    answer_dialog(window, file)
    assert "is not a backup" in window.library_page.messages.text
    assert len(case.engine.requests(RestorePersonal)) == 1


def test_only_a_missing_folder_can_be_moved(qtbot, case, tmp_path):
    window, page = case.window, case.window.library_page
    window.show_library()
    assert page.relocate.isHidden()
    status = window.library.status
    gone = replace(status.folders[0], available=False)
    case.client.post(StatusChanged(replace(status, folders=(gone, *status.folders[1:]))))
    qtbot.waitUntil(page.relocate.isVisible)
    page.table.selectRow(0)

    page.relocate.click()
    answer_dialog(window, tmp_path)

    qtbot.waitUntil(lambda: case.engine.requests(MoveFolder) != [])
    assert case.engine.requests(MoveFolder)[0] == MoveFolder(gone.name, tmp_path)
