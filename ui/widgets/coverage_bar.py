"""A thin bar that says how much is done: amber for keywords, teal for meaning."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.api import RetrieverKind
from ui.theme import Theme


class CoverageBar(QWidget):
    """A bar of 4 pixels height; `fraction` is what is done, 0 to 1."""

    def __init__(
        self, theme: Theme, retriever: RetrieverKind, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._token = "kw_fill" if retriever is RetrieverKind.LEXICAL else "mn_fill"
        self._fraction = 0.0
        self.setFixedHeight(4)
        self.setMinimumWidth(64)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_fraction(self, fraction: float) -> None:
        """Show how much is done."""
        self._fraction = min(max(fraction, 0.0), 1.0)
        self.update()

    @property
    def fraction(self) -> float:
        """How much is done, 0 to 1."""
        return self._fraction

    def sizeHint(self) -> QSize:
        """64 by 4."""
        return QSize(64, 4)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the track and what is done of it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_coverage(painter, self._theme, QRectF(self.rect()), self._token, self._fraction)


def paint_coverage(
    painter: QPainter, theme: Theme, area: QRectF, token: str, fraction: float
) -> None:
    """Paint a coverage bar into `area`, in a widget or in a delegate."""
    if theme.is_high_contrast:  # where every edge has the colour of text, a ground looks done
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("border"))
        painter.drawRoundedRect(area, 2, 2)
    if fraction > 0:
        done = QRectF(area)
        done.setWidth(max(area.width() * fraction, 4))
        painter.setBrush(theme.color(token))
        painter.drawRoundedRect(done, 2, 2)
