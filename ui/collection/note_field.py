"""The note of a passage put aside."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from engine.api import CollectedPassage


class NoteField(QPlainTextEdit):
    """Shows the note of one passage; what a person writes stays when it is shown once more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._passage = ""
        self.setMaximumHeight(96)
        self.setTabChangesFocus(True)

    def show_note(self, passage: CollectedPassage | None) -> None:
        """Show the note of a passage; None for no passage."""
        name, note = (passage.id, passage.note) if passage else ("", "")
        is_written = self.document().isModified() or note == self.toPlainText()
        if name != self._passage or not is_written:
            self.setPlainText(note)
        self._passage = name
