"""A scroll bar that shows where the matches are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar

from twofold.ui.theme import Theme


class MarkedScrollBar(QScrollBar):
    """A scroll bar with a line at each match; marks are fractions of the height, 0 to 1."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._theme = theme
        self._marks: tuple[float, ...] = ()

    def set_marks(self, marks: Sequence[float]) -> None:
        """Show a two pixel line at each fraction of the height."""
        self._marks = tuple(marks)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scroll bar, then the lines over it."""
        super().paintEvent(event)
        painter = QPainter(self)
        colour = self._theme.color("kw_fill")
        for mark in self._marks:
            painter.fillRect(QRectF(1, mark * (self.height() - 2), self.width() - 2, 2), colour)
