"""The text of a draft, in which the quotations are marked by their states."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from twofold.engine.api import CheckedQuotation, QuotationState
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.text_marks import utf16_places

_LINES = {
    QuotationState.EXACT: QTextCharFormat.UnderlineStyle.NoUnderline,
    QuotationState.CHANGED: QTextCharFormat.UnderlineStyle.DashUnderline,
    QuotationState.MISSING: QTextCharFormat.UnderlineStyle.WaveUnderline,
}
_TOKENS = {
    QuotationState.EXACT: "ok",
    QuotationState.CHANGED: "warn",
    QuotationState.MISSING: "danger",
}


class DraftText(QPlainTextEdit):
    """A text field for drafts.

    Signals:
        file_dropped: the path of a file that was dropped on the field.
        quotation_clicked: the index of a quotation whose text was clicked.
    """

    file_dropped = Signal(object)
    quotation_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._quotations: Sequence[CheckedQuotation] = ()
        self._ranges: list[tuple[int, int]] = []
        self._current = -1
        self.setFont(theme.font(14))
        self.document().setDocumentMargin(12)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Text of the draft"))
        self.setPlaceholderText(
            tr("Paste a text here, or drop a text, Markdown or Word file on this field.")
        )
        theme.changed.connect(self._mark)

    def show_quotations(self, quotations: Sequence[CheckedQuotation]) -> None:
        """Mark these quotations of the text."""
        place = utf16_places(self.toPlainText())
        self._quotations = quotations
        self._ranges = [(place(one.span.start), place(one.span.end)) for one in quotations]
        self._current = -1
        self._mark()

    def go_to(self, index: int) -> None:
        """Highlight a quotation and scroll to it."""
        self._current = index
        self._mark()
        if 0 <= index < len(self._ranges):
            cursor = self.textCursor()
            cursor.setPosition(self._ranges[index][0])
            self.setTextCursor(cursor)
            self.centerCursor()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Report the quotation that was clicked."""
        super().mouseReleaseEvent(event)
        at = self.cursorForPosition(event.position().toPoint()).position()
        index = bisect_right(self._ranges, (at, sys.maxsize)) - 1
        is_inside = 0 <= index < len(self._ranges) and at <= self._ranges[index][1]
        if is_inside and not self.textCursor().hasSelection():
            self.quotation_clicked.emit(index)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Accept files as well as text."""
        return _file_of(source) is not None or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Report a dropped file; insert text without its formatting."""
        file = _file_of(source)
        if file is not None:
            self.file_dropped.emit(file)
        else:
            super().insertFromMimeData(source)

    def _mark(self) -> None:
        theme = self._theme
        selections = []
        for index, quotation in enumerate(self._quotations):
            token, is_current = _TOKENS[quotation.state], index == self._current
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self.document())
            start, end = self._ranges[index]
            mark.cursor.setPosition(start)
            mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark.format.setBackground(theme.color("kw_mark" if is_current else f"{token}_soft"))
            mark.format.setUnderlineStyle(_LINES[quotation.state])
            mark.format.setUnderlineColor(theme.color(token))
            if is_current:
                mark.format.setForeground(theme.color("text"))
            selections.append(mark)
        self.setExtraSelections(selections)


def _file_of(data: QMimeData) -> Path | None:
    files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return files[0] if files else None
