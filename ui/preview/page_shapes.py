"""The shapes of highlights on a page image."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from twofold.engine.api import PixelBox

Boxes = tuple[PixelBox, ...]


def underline(painter: QPainter, area: QRectF, colour: QColor) -> None:
    """Draw a line below a rectangle."""
    painter.setPen(QPen(colour, 1.5))
    below = QPointF(0, 1)
    painter.drawLine(area.bottomLeft() + below, area.bottomRight() + below)


def mark(area: QRectF) -> QPainterPath:
    """Return the shape of a highlight."""
    return rounded(area.adjusted(-0.5, 0, 0.5, 0), 2)


def rounded(area: QRectF, radius: float) -> QPainterPath:
    """Return a rectangle with rounded corners."""
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    return path


def united(boxes: Boxes, scale: float = 1.0) -> QRectF:
    """Return the bounding rectangle of boxes, scaled."""
    area = QRectF()
    for box in boxes:
        area |= QRectF(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
    return area
