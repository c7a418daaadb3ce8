"""Saving what exists nowhere else to a file, and bringing it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDir, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from engine.api import EngineError
from ui.i18n.translation import tr, translated
from ui.library.library_controller import LibraryController
from ui.search.saved_searches import Searches
from ui.widgets.messages import Message

_SUFFIX = "json"


@dataclass(frozen=True, slots=True)
class Backup:
    """`write` makes the file, `read` returns its copy for `RestorePersonal` and its searches.

    Both raise EngineError.
    """

    write: Callable[[Path], None]
    read: Callable[[Path], tuple[str, list[Any]]]


class BackupDialogs:
    """Asks for the file of a backup; what became of it is said by `library`."""

    def __init__(
        self, backup: Backup, library: LibraryController, searches: Searches, window: QWidget
    ) -> None:
        self._backup, self._library, self._searches = backup, library, searches
        self._window = window

    def save(self) -> None:
        """Ask for a new file, and write the backup to it."""
        dialog = self._dialog(tr("Save a backup"), self._write)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(_SUFFIX)
        dialog.selectFile(f"twofold-backup.{_SUFFIX}")
        dialog.open()

    def restore(self) -> None:
        """Ask for the file of a backup, and add what it holds to the library."""
        dialog = self._dialog(tr("Restore a backup"), self._read)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def _dialog(self, title: str, act: Callable[[Path], Message]) -> QFileDialog:
        dialog = QFileDialog(self._window, title, QDir.homePath(), f"*.{_SUFFIX}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def chosen(name: str) -> None:
            try:
                said = act(Path(name))
            except EngineError as error:
                said = Message(translated(error.message, error.hint))
            self._library.message.emit(said, False)

        dialog.fileSelected.connect(chosen)
        return dialog

    def _write(self, file: Path) -> Message:
        self._backup.write(file)
        words = tr("The backup is saved as {name}. It holds no documents.")
        return Message(words.format(name=file.name), is_warning=False)

    def _read(self, file: Path) -> Message:
        copy, searches = self._backup.read(file)
        self._library.restore_personal(copy)
        self._searches.add_saved(searches)
        words = tr("What {name} holds is added to the library.")
        return Message(words.format(name=file.name), is_warning=False)
