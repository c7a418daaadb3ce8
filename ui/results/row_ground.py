"""The ground of a row of hits: chosen, under the pointer, and the line below it."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle

from ui.theme import Theme

_BAR = 3


def paint_ground(painter: QPainter, theme: Theme, area: QRectF, state: QStyle.StateFlag) -> None:
    """Paint the ground of the row at `area`."""
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(area, theme.color("accent_soft"))
        bar = QRectF(area.left(), area.top(), _BAR, area.height())
        painter.fillRect(bar, theme.color("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, theme.color("hover"))
    hairline = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
    painter.fillRect(hairline, theme.color("hairline"))
