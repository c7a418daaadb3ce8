"""The fold as a dashed outline, where a page or an answer will appear."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from ui.theme import Theme

_LEFT = ((0, 12), (42, 0), (42, 103), (0, 115))
_RIGHT = ((50, 0), (92, 12), (92, 115), (50, 103))
_GAP = 30


class FoldPicture(QWidget):
    """Two dashed halves of a folded sheet above one sentence."""

    def __init__(self, theme: Theme, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentence = sentence
        self.setAccessibleName(sentence)

    def sizeHint(self) -> QSize:
        """Room for the picture and the sentence."""
        return QSize(320, 240)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint both in the middle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.color("text3"), 1.5, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([2, 2])
        painter.setPen(pen)
        left = (self.width() - 92) / 2
        top = max(16.0, (self.height() - 115 - 38) / 2)
        painter.translate(left, top)
        for half in (_LEFT, _RIGHT):
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in half]))
        painter.translate(-left, -top)
        painter.setFont(self._theme.font(13))
        painter.setPen(self._theme.color("text2"))
        area = QRectF(16, top + 115 + _GAP, self.width() - 32, 40)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area, flags, self._sentence)
