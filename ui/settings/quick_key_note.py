"""How a key of the whole desktop raises the quick search: the command to bind it to."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.theme import Theme


class QuickKeyNote(QFrame):
    """A sentence, the command in a field that can only be read, and a button that copies it.

    No program may take a key of the whole desktop on every system: Wayland leaves that to the
    system's settings, and what works there works everywhere.
    """

    def __init__(self, command: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("edge", "top")
        words = self._words = QLabel(
            self.tr(
                "To search from anywhere, bind a key to this command in the keyboard settings of "
                "your system:"
            ),
            self,
        )
        words.setFont(theme.font(13))
        words.setWordWrap(True)
        self.command = QLineEdit(command, self)
        self.command.setReadOnly(True)
        self.command.setFont(theme.font(12, mono=True))
        self.command.setCursorPosition(0)
        self.command.setAccessibleName(self.tr("Command of the quick search"))
        words.setBuddy(self.command)
        self.copy = QPushButton(self.tr("Copy"), self)
        self.copy.setAccessibleName(self.tr("Copy the command of the quick search"))
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(lambda _: QGuiApplication.clipboard().setText(command))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.command, 1)
        row.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 10)
        layout.setSpacing(8)
        layout.addWidget(words)
        layout.addLayout(row)

    def matches(self, words: str) -> bool:
        """Say whether every one of the `words` is in the sentence or the command."""
        text = f"{self._words.text()} {self.command.text()}".casefold()
        return all(word in text for word in words.casefold().split())
