"""The two lines at the top of the first page, in letters that leave each of them whole."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ui.theme import Theme

_LARGEST, _SMALLEST = 28, 20
_LINE_SHARE = 9 / 7
_TIGHTER = 1 / 20  # of the size, between two letters


class WelcomeHeading(QWidget):
    """Draws its lines as large as the longest one has room for; below 20 pixels they wrap."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._size = 0
        words = (self.tr("Search your own documents,"), self.tr("by keywords and by meaning."))
        self.lines = tuple(QLabel(line, self) for line in words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for line in self.lines:
            line.setWordWrap(True)
            layout.addWidget(line)
        self._use_size(_LARGEST)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the letters for the new width."""
        super().resizeEvent(event)
        sizes = range(_LARGEST, _SMALLEST, -1)
        self._use_size(next((size for size in sizes if self._fits(size)), _SMALLEST))

    def _font(self, size: int) -> QFont:
        font = QFont(self._theme.font(size, 600))
        # Letters this large stand too far apart at the distances of small ones.
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, -size * _TIGHTER)
        return font

    def _fits(self, size: int) -> bool:
        measure = QFontMetricsF(self._font(size))
        # A label wraps when a part of a pixel is missing.
        return all(measure.horizontalAdvance(one.text()) + 2 <= self.width() for one in self.lines)

    def _use_size(self, size: int) -> None:
        if size == self._size:
            return
        self._size = size
        for line in self.lines:
            line.setFont(self._font(size))
            line.setMinimumHeight(round(size * _LINE_SHARE))
