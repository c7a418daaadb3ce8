"""Dialogs that save a backup of user data to a file and restore it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QDir, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from twofold.engine.api import EngineError, FolderStatus
from twofold.ui.i18n.label_text import isolated, one_line, shortened
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.search.saved_searches import SavedSearches
from twofold.ui.widgets.messages import BarMessage

_SUFFIX = "json"
_MAX_SHOWN_FOLDERS = 12


class CopiedFolder(Protocol):
    """A folder in a backup."""

    @property
    def name(self) -> str:
        """The name of the folder in the library."""

    @property
    def root(self) -> str:
        """The path of the folder."""


class BackupContents(Protocol):
    """The contents of a backup: the text for `RestorePersonal`, and saved searches."""

    @property
    def copy(self) -> str:
        """The text for `RestorePersonal`."""

    @property
    def searches(self) -> Sequence[dict[str, Any]]:
        """The saved searches."""

    def new_folders(self, known: Iterable[FolderStatus]) -> Sequence[CopiedFolder]:
        """Return the folders of the backup that are not among `known`."""


@dataclass(frozen=True, slots=True)
class Backup:
    """Functions to `write` a backup file and to `read` one; both raise EngineError."""

    write: Callable[[Path], None]
    read: Callable[[Path], BackupContents]


class BackupDialogs:
    """Asks for backup files and reports the outcome through `library.message`."""

    def __init__(
        self, backup: Backup, library: LibraryController, searches: SavedSearches, window: QWidget
    ) -> None:
        self._backup, self._library, self._searches = backup, library, searches
        self._window = window

    def save(self) -> None:
        """Ask for a new file and write the backup to it."""
        dialog = self._dialog(tr("Save a backup"), self._write)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(_SUFFIX)
        dialog.selectFile(f"twofold-backup.{_SUFFIX}")
        dialog.open()

    def restore(self) -> None:
        """Ask for a backup file and add its contents to the library."""
        dialog = self._dialog(tr("Restore a backup"), self._read)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def _dialog(self, title: str, act: Callable[[Path], None]) -> QFileDialog:
        dialog = QFileDialog(self._window, title, QDir.homePath(), f"*.{_SUFFIX}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def chosen(name: str) -> None:
            try:
                act(Path(name))
            except EngineError as error:
                self._show_message(BarMessage(translated(error.message, error.hint)))

        dialog.fileSelected.connect(chosen)
        return dialog

    def _show_message(self, message: BarMessage) -> None:
        self._library.message.emit(message, False)

    def _write(self, file: Path) -> None:
        self._backup.write(file)
        words = tr("Backup saved as {name}. It does not contain your documents.")
        self._show_message(BarMessage(words.format(name=isolated(file.name)), is_warning=False))

    def _read(self, file: Path) -> None:
        contents = self._backup.read(file)
        if new := contents.new_folders(self._library.status.folders):
            self._ask(new, lambda: self._restore(file, contents))
        else:
            self._restore(file, contents)

    def _ask(self, folders: Sequence[CopiedFolder], restore: Callable[[], None]) -> None:
        """Ask before adding folders, because their files will be read."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(tr("Restore a backup"))
        box.setText(tr("Add %Ln folders to the library?", "", len(folders)))
        lines = [
            f"{shortened(one.name)}: {one_line(one.root)}" for one in folders[:_MAX_SHOWN_FOLDERS]
        ]
        if (left := len(folders) - _MAX_SHOWN_FOLDERS) > 0:
            lines.append(tr("and %Ln more", "", left))
        explanation = tr("Their files will be indexed.")
        box.setInformativeText("\n".join([*lines, "", explanation]))
        agree = box.addButton(tr("Restore"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        agree.clicked.connect(lambda _: restore())
        box.open()

    def _restore(self, file: Path, contents: BackupContents) -> None:
        self._library.restore_backup(contents.copy)
        self._searches.add_saved(contents.searches)
        words = tr("The backup {name} was restored.")
        self._show_message(BarMessage(words.format(name=isolated(file.name)), is_warning=False))
