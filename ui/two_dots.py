"""The sign of the two rankings: an amber and a teal dot, filled when that ranking is meant."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.theme import Theme

RADIUS = 4.0
WIDTH = 18


def paint_two_dots(
    painter: QPainter, theme: Theme, left: QPointF, *, keywords: bool, meaning: bool
) -> None:
    """Paint both dots; `left` is the left edge at half height. The sign is WIDTH pixels wide."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for offset, filled, token in ((RADIUS, keywords, "kw_fill"), (14.0, meaning, "mn_fill")):
        centre = QPointF(left.x() + offset, left.y())
        if filled:
            painter.setPen(QPen(theme.color(token), 1))
            painter.setBrush(theme.color(token))
            painter.drawEllipse(centre, RADIUS - 0.5, RADIUS - 0.5)
        else:
            painter.setPen(QPen(theme.color("border_strong"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, RADIUS - 0.75, RADIUS - 0.75)
    painter.restore()
