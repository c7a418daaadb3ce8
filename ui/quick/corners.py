"""The corners of the quick search, cut off where the system would paint them black."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QBitmap, QGuiApplication, QPainter, QRegion
from PySide6.QtWidgets import QWidget

_RADIUS = 11  # one less than in the style sheet: the soft edge stays where it can be seen


def cut_corners(window: QWidget) -> None:
    """Cut the corners off under X11.

    A desktop without a compositor shows what is see-through as black, and Qt cannot tell whether
    there is one. With one nothing is seen of the cut. Elsewhere there always is one.
    """
    if QGuiApplication.platformName() == "xcb":
        window.setMask(rounded(window.size()))


def rounded(size: QSize) -> QRegion:
    """Return a rectangle of `size` in pixels with round corners."""
    shape = QBitmap(size)
    shape.fill(Qt.GlobalColor.color0)
    painter = QPainter(shape)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.color1)
    painter.drawRoundedRect(shape.rect(), _RADIUS, _RADIUS)
    painter.end()
    return QRegion(shape)
