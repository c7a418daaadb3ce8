"""The foot of the export dialog: name and folder, what stands in the way, and the buttons."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ui.i18n.label_text import button_words, plain_tip
from ui.i18n.translation import tr
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon, set_surface

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
        self.name.setAccessibleName(tr("Save as"))
        label = QLabel(tr("Save as"), self)
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
        return tr("‘{name}’ cannot be the name of a file.").format(name=name)

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
        self._where.setText(tr("in {folder}").format(folder=button_words(self._folder.name)))
        self._where.setToolTip(plain_tip(str(self._folder)))

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, tr("Save in"), str(self._folder))
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


_EDGES = 20 + 16 + 8


class ExportFoot(QFrame):
    """Says `message` in a row of its own, so that a long one moves no button."""

    def __init__(self, theme: Theme, stem: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("edge", "top")
        self.place = SavePlace(theme, stem, self)
        self.message = QLabel(self)
        self.message.setProperty("tone", "danger")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.message.setFont(theme.font(12))
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Progress of the export"))
        self.cancel = QPushButton(tr("Cancel"), self)
        self.copy = QPushButton(tr("Copy"), self)
        self.replace = QPushButton(tr("Replace the file"), self)
        self.save = QPushButton(tr("Save"), self)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        for part in (self.progress, self.message, self.replace):
            part.hide()
        set_surface(self, "surface")
        self._lay_out()
        self._theme = theme
        self._set_icons()

    def _lay_out(self) -> None:
        buttons = self._buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.cancel, self.copy, self.replace, self.save):
            buttons.addWidget(button)
        row = self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(8)
        row.addWidget(self.place, 1)
        row.addLayout(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 16, 12)
        for part in (self.progress, self.message):
            layout.addWidget(part)
        layout.addLayout(row)
        # Else a dialog could never be narrower than the one row.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def _set_icons(self) -> None:
        set_button_icon(self.copy, self._theme, "copy", "text2", 14)

    def use_width(self, width: int) -> None:
        """Put the buttons below the name where both have no room side by side in `width` pixels."""
        self._row.invalidate()
        needed = self.place.minimumSizeHint().width() + self._buttons.minimumSize().width()
        fits = needed + _EDGES <= width
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(sides if fits else below)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room there is."""
        super().resizeEvent(event)
        self.use_width(self.width())

    def say(self, words: str, *, can_replace: bool = False) -> None:
        """Say what stands in the way, '' for nothing; offer to replace a file."""
        if words and words != self.message.text():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, words))
        self.message.setText(words)
        self.message.setVisible(bool(words))
        self.replace.setVisible(can_replace)
        self.use_width(self.width())
