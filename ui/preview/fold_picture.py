"""The picture of an empty preview: a folded sheet above a sentence."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from twofold.ui.theme import Theme

_LEFT_HALF = ((0, 12), (42, 0), (42, 103), (0, 115))
_RIGHT_HALF = ((50, 0), (92, 12), (92, 115), (50, 103))


class FoldPicture(QWidget):
    """Two dashed halves of a folded sheet above a sentence."""

    def __init__(self, theme: Theme, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentence = sentence
        self.setAccessibleName(sentence)

    def show_sentence(self, sentence: str) -> None:
        """Show another sentence."""
        self._sentence = sentence
        self.setAccessibleName(sentence)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the sheet and the sentence in the middle."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("desk"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.color("text3"), 1.5, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([2, 2])
        painter.setPen(pen)
        painter.translate(self.width() / 2, max(16.0, (self.height() - 153) / 2))
        for half in (_LEFT_HALF, _RIGHT_HALF):
            painter.drawPolygon(QPolygonF([QPointF(x - 46, y) for x, y in half]))
        painter.setFont(self._theme.font(13))
        painter.setPen(self._theme.color("text2"))
        area = QRectF(16 - self.width() / 2, 145, self.width() - 32, 40)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area, flags, self._sentence)
