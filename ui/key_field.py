"""The field in which a person presses the keys that a command is to have."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget


class KeyField(QKeySequenceEdit):
    """Takes one press of keys. Those by which a person leaves a field still leave it.

    Qt's own takes Shift+Tab and Esc for keys that are chosen, so that one who has no mouse only
    gets out of it forwards.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaximumSequenceLength(1)
        for part in (self, *self.findChildren(QLineEdit)):
            part.setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back with Shift+Tab, leave Esc to the dialog, and take all others."""
        if event.key() == Qt.Key.Key_Backtab:
            self.focusPreviousChild()
        elif event.key() == Qt.Key.Key_Escape and not event.modifiers():
            event.ignore()
        else:
            super().keyPressEvent(event)
