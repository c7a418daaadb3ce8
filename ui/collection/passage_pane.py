"""The right side of the collection dialog: quotation and note of the selected passage."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QWidget

from twofold.ui.collection.passage_list import (
    Checked,
    format_title,
    format_where,
    has_drifted,
)
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.controls import ElidedLabel
from twofold.ui.widgets.decoration import make_label, restyle, set_surface

_NOTE_HEIGHT = 104
_MIN_HEIGHT = 40
_MARGIN = 16
_LINE_PERCENT = 130
_PARAGRAPH_GAP = 6


class PassagePane(QWidget):
    """Shows a passage as it is quoted, its state, and its note, which can be edited.

    `tools` is a row of buttons below the quotation.
    """

    def __init__(self, theme: Theme, tools: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        set_surface(self, "surface")
        self._noted = ""  # id of the passage whose note is shown
        self.title = make_label(theme, self, size=16, weight=600, wrap=True)
        self.where = ElidedLabel(theme.font(12), Qt.TextElideMode.ElideMiddle, self)
        self.where.setProperty("tone", "text2")
        self.state = make_label(theme, self, size=12, wrap=True)
        self.text = QTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setMinimumHeight(_MIN_HEIGHT)
        self.text.setTabChangesFocus(True)
        self.text.setFont(theme.font(14))
        self.text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.text.document().setDocumentMargin(0)
        self.text.setAccessibleName(tr("Text of the passage"))
        self.note = QPlainTextEdit(self)
        self.note.setProperty("kind", "note")
        self.note.setMinimumHeight(_MIN_HEIGHT)
        self.note.setMaximumHeight(_NOTE_HEIGHT)
        self.note.setFont(theme.font(13))
        self.note.setTabChangesFocus(True)
        self.note.setPlaceholderText(tr("Why does this passage matter?"))
        self.note.setAccessibleName(tr("Note"))
        label = QLabel(tr("Note"), self)
        label.setFont(theme.font(11, 600))
        label.setProperty("tone", "text2")
        label.setBuddy(self.note)
        layouts.column(
            self.title,
            self.where,
            self.state,
            (self.text, 4),
            tools,
            label,
            (self.note, 1),
            margins=(_MARGIN, 14, _MARGIN, 12),
            spacing=6,
            parent=self,
        )

    def show_passage(self, row: Checked) -> None:
        """Show a passage. A note being edited is kept."""
        passage, check = row
        self.title.setText(format_title(passage))
        self.where.set_full_text(one_line(format_where(passage)))
        quotation = passage.quotation.strip("\n")
        if quotation != self.text.toPlainText():  # otherwise a selection would be lost
            self.text.setPlainText(quotation)
            self._space_lines()
        is_edited = self.note.document().isModified() and passage.note != self.note.toPlainText()
        if passage.id != self._noted or not is_edited:
            self.note.setPlainText(passage.note)
        self._noted = passage.id
        self.state.setText(translated(check.sentence) if check else tr("Checking the file…"))
        self.state.setProperty("tone", "warn" if has_drifted(check) else "text2")
        restyle(self.state)

    def _space_lines(self) -> None:
        """Set the distance of lines and paragraphs for reading."""
        cursor, shape = QTextCursor(self.text.document()), QTextBlockFormat()
        proportional = QTextBlockFormat.LineHeightTypes.ProportionalHeight
        shape.setLineHeight(_LINE_PERCENT, proportional.value)
        shape.setBottomMargin(_PARAGRAPH_GAP)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(shape)
