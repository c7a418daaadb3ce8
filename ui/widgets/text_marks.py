"""Marks behind words of a text: which to show first, where they stand, and how they are painted."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import cast

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTextLayout, QTextLine

from ui.theme import Theme


def in_utf16(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Turn spans in characters into spans in the 16-bit units that Qt counts in."""
    wide = [found.start() for found in _OF_TWO_UNITS.finditer(text)]
    return [(one + bisect_left(wide, one), end + bisect_left(wide, end)) for one, end in spans]


def utf16_offsets(text: str) -> list[int] | range:
    """Return for every character its offset in Qt's 16-bit units, and one after the last."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return range(len(text) + 1)
    return [0, *accumulate(2 if character > "\uffff" else 1 for character in text)]


_OF_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")
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


def densest(words: Sequence[tuple[int, str]], room: int) -> int:
    """Return the index of the word from which on most different words begin within `room`.

    `words` are places, ascending, and what is written there. It is the first where that has as many
    as any, else of equal ones the earliest without what is repeated behind it. 0 for none.
    """
    best, most = 0, 0
    for index, (start, _) in enumerate(words):
        near = len({word.lower() for at, word in words[index:] if at < start + room})
        is_tighter = near == most and best > 0 and start < words[best][0] + room
        if near > most or is_tighter:
            best, most = index, near
    return best
