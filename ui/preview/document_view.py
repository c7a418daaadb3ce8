"""What the views of a document have in common."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QScrollBar, QWidget

from engine.api import TextSpan
from ui.theme import Theme
from ui.widgets.text_marks import densest


class MarkedScrollBar(QScrollBar):
    """Marks are parts of the whole height, 0 to 1."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._theme = theme
        self._marks: tuple[float, ...] = ()

    def set_marks(self, marks: Sequence[float]) -> None:
        """Show a line of two pixels at each part of the height."""
        self._marks = tuple(marks)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, then the lines over it."""
        super().paintEvent(event)
        painter = QPainter(self)
        colour = self._theme.color("kw_fill")
        for mark in self._marks:
            painter.fillRect(QRectF(1, mark * (self.height() - 2), self.width() - 2, 2), colour)


_TOGETHER = 200
_MOST_COMPARED = 200


def first_match(
    document: QTextDocument, matches: Sequence[TextSpan], passage: TextSpan | None
) -> int:
    """Return the index of a match (spans in UTF-16 units, ascending); 0 for none.

    It is one of the passage where that has some: among many of a frequent word the rare ones count.
    """
    if passage is None:
        return 0
    first = bisect_left(matches, passage.start, key=lambda match: match.start)
    last = bisect_left(matches, passage.end, key=lambda match: match.start)
    if first == last:
        return first if first < len(matches) else 0
    inside = matches[first : min(last, first + _MOST_COMPARED)]
    return first + densest([(match.start, _text(document, match)) for match in inside], _TOGETHER)


def _text(document: QTextDocument, span: TextSpan) -> str:
    cursor = QTextCursor(document)
    cursor.setPosition(span.start)
    cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()
