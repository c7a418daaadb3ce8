"""What stands behind a match: where, and how it is painted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTextLayout, QTextLine

from ui.theme import Theme

_RADIUS = 2
# Less than half a space: neighbouring words are two marks unless they were searched as a phrase.
_REACH = 0.5


def paint_mark(painter: QPainter, theme: Theme, area: QRectF) -> None:
    """Paint what marks a match, behind its text: a ground, or a line in high contrast."""
    painter.setPen(Qt.PenStyle.NoPen)
    if theme.is_high_contrast:
        painter.fillRect(QRectF(area.left(), area.bottom() - 2, area.width(), 2), theme.color("kw"))
    else:
        painter.setBrush(theme.color("kw_mark"))
        painter.drawRoundedRect(area, _RADIUS, _RADIUS)


def paint_sentence(painter: QPainter, theme: Theme, area: QRectF) -> None:
    """Paint what marks the sentence nearest in meaning, behind its text: a ground and a line."""
    painter.setPen(Qt.PenStyle.NoPen)
    if not theme.is_high_contrast:
        painter.setBrush(theme.color("mn_mark"))
        painter.drawRoundedRect(area, _RADIUS, _RADIUS)
    line = QRectF(area.left(), area.bottom() - 1.5, area.width(), 1.5)
    painter.fillRect(line, theme.color("mn_fill"))


def mark_areas(
    layout: QTextLayout, spans: Sequence[tuple[int, int]], line_height: int
) -> list[QRectF]:
    """Return the rectangles behind `spans` (in 16-bit units), one for each line they touch."""
    areas = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        top = number * line_height + 1
        for start, end in spans:
            first = max(start, line.textStart())
            last = min(end, line.textStart() + line.textLength())
            if first < last:
                left, right = sorted((line_x(line, first), line_x(line, last)))
                area = QRectF(left, top, right - left, line_height - 2)
                areas.append(area.adjusted(-_REACH, 0, _REACH, 0))
    return areas


def line_x(line: QTextLine, position: int) -> float:
    """Return where the letter at `position` (in 16-bit units) begins, in pixels."""
    x, _position = cast(tuple[float, int], line.cursorToX(position))
    return x
