"""Where an export is saved: a name, and a folder."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from twofold.ui.i18n.label_text import button_words, isolated, plain_tip
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme

# '.md' and '.jsonl'; in 'Kant 1781. A critique' and 'v1.2' a full stop ends no name.
_ENDING = re.compile(r"(?<=.)\.[A-Za-z][A-Za-z0-9]{0,4}\Z")


class SavePlace(QWidget):
    """A field for the name and a button for the folder, at first that of documents.

    Signals:
        changed: another name or folder was given.
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
        usual = Path(QStandardPaths.writableLocation(documents))
        self.set_folder(str(usual if usual.is_absolute() else Path.home()))
        self._is_usual_folder = usual.is_absolute()
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
        return tr("‘{name}’ cannot be the name of a file.").format(name=isolated(name))

    def set_extension(self, extension: str) -> None:
        """Give the name another ending, in place of what looks like one."""
        name = self.name.text()
        has_former = bool(self._extension) and name.endswith(self._extension)
        stem = name.removesuffix(self._extension) if has_former else _ENDING.sub("", name)
        self._extension = extension
        self.name.setText(f"{stem}{extension}")

    def set_folder(self, folder: str) -> None:
        """Save into another folder."""
        self._folder, self._is_usual_folder = Path(folder), False
        self._where.setText(
            tr("in {folder}").format(folder=isolated(button_words(self._folder.name)))
        )
        self._where.setToolTip(plain_tip(folder))
        self.changed.emit()

    def leave_usual_folder(self) -> bool:
        """Save into the home folder where nobody has chosen another; return whether it is so."""
        was_usual = self._is_usual_folder
        if was_usual:
            self.set_folder(str(Path.home()))
        return was_usual

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, tr("Save in"), str(self._folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.set_folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
