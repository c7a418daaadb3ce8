"""The target of an export: a file name and a folder."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from twofold.ui.i18n.label_text import button_text, isolated, plain_tip
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme

# Matches '.md' and '.jsonl', but not the dots in 'Kant 1781. A critique' and 'v1.2'.
_ENDING = re.compile(r"(?<=.)\.[A-Za-z][A-Za-z0-9]{0,4}\Z")


class SavePlace(QWidget):
    """A field for the file name and a button for the folder, initially the documents folder.

    Signals:
        changed: the name or the folder has changed.
    """

    changed = Signal()

    def __init__(self, theme: Theme, stem: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._extension = ""
        self.name = QLineEdit(stem, self)
        self.name.setFont(theme.font(12, mono=True))
        self.name.setMinimumWidth(160)
        self.name.setMaximumWidth(360)
        self.name.setAccessibleName(tr("Save as"))
        label = QLabel(tr("Save as"), self)
        label.setBuddy(self.name)
        self._where = QPushButton(self)
        self._where.setProperty("kind", "flat")
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        documents_folder = Path(QStandardPaths.writableLocation(documents))
        self.set_folder(str(documents_folder if documents_folder.is_absolute() else Path.home()))
        self._is_default_folder = documents_folder.is_absolute()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self.name, 1)
        row.addWidget(self._where)
        row.addStretch()
        self.name.textChanged.connect(lambda _: self.changed.emit())
        self._where.clicked.connect(self._choose_folder)

    @property
    def target(self) -> Path:
        """The path of the target file."""
        return self._folder / self.name.text()

    @property
    def problem(self) -> str:
        """Why the name is not a file name but would lead to another folder; '' if it is valid.

        The engine checks whether the file can be written.
        """
        name = self.name.text()
        if Path(name).name == name:
            return ""
        return tr("‘{name}’ is not a valid file name.").format(name=isolated(name))

    def set_extension(self, extension: str) -> None:
        """Replace the extension of the name."""
        name = self.name.text()
        has_former = bool(self._extension) and name.endswith(self._extension)
        stem = name.removesuffix(self._extension) if has_former else _ENDING.sub("", name)
        self._extension = extension
        self.name.setText(f"{stem}{extension}")

    def set_folder(self, folder: str) -> None:
        """Set the folder."""
        self._folder, self._is_default_folder = Path(folder), False
        self._where.setText(
            tr("in {folder}").format(folder=isolated(button_text(self._folder.name)))
        )
        self._where.setToolTip(plain_tip(folder))
        self.changed.emit()

    def leave_default_folder(self) -> bool:
        """Use the home folder unless the user has selected a folder; return whether it changed."""
        was_default = self._is_default_folder
        if was_default:
            self.set_folder(str(Path.home()))
        return was_default

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, tr("Save in"), str(self._folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.set_folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
