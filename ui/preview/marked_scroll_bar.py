"""A scroll bar with a line at every match."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from ui.theme import Theme


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
