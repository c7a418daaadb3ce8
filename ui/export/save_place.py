"""Under which name and in which folder a file is to be saved."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from ui.i18n.label_text import button_words, plain_tip
from ui.theme import Theme

# '.md' and '.jsonl'; in 'Kant 1781. A critique' and 'v1.2' a full stop ends no name.
_ENDING = re.compile(r"(?<=.)\.[A-Za-z][A-Za-z0-9]{0,4}\Z")


class SavePlace(QWidget):
    """A field for the name and a button for the folder.

    Signals:
        changed: another name or folder was given.
    """

    changed = Signal()

    def __init__(self, theme: Theme, stem: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = _usual_folder()
        self._extension = ""
        self.name = QLineEdit(stem, self)
        self.name.setFont(theme.font(12, mono=True))
        self.name.setMinimumWidth(160)
        self.name.setMaximumWidth(360)
        self.name.setAccessibleName(self.tr("Save as"))
        label = QLabel(self.tr("Save as"), self)
        label.setBuddy(self.name)
        self._where = QPushButton(self)
        self._where.setProperty("kind", "flat")
        self._show_folder()
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
        """Where the file is to be written."""
        return self._folder / self.name.text()

    @property
    def problem(self) -> str:
        """What is wrong with the name as such: it would lead into another folder; '' for nothing.

        Whether a file can be written there is for the engine to say.
        """
        name = self.name.text()
        if Path(name).name == name:
            return ""
        return self.tr("‘{name}’ cannot be the name of a file.").format(name=name)

    def set_extension(self, extension: str) -> None:
        """Give the name another ending, in place of what looks like one."""
        name = self.name.text()
        has_former = bool(self._extension) and name.endswith(self._extension)
        stem = name.removesuffix(self._extension) if has_former else _ENDING.sub("", name)
        self._extension = extension
        self.name.setText(f"{stem}{extension}")

    def set_folder(self, folder: str) -> None:
        """Save into another folder."""
        self._folder = Path(folder)
        self._show_folder()
        self.changed.emit()

    def _show_folder(self) -> None:
        self._where.setText(self.tr("in {folder}").format(folder=button_words(self._folder.name)))
        self._where.setToolTip(plain_tip(str(self._folder)))

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Save in"), str(self._folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.set_folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def _usual_folder() -> Path:
    """Return the folder of documents, or the home folder where that was never made."""
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = Path(QStandardPaths.writableLocation(documents))
    return folder if folder.is_absolute() and folder.is_dir() else Path.home()
