"""The badge of a hit: two dots and a word that say which ranking found it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from ui.results.found_by import FoundBy
from ui.theme import Theme
from ui.two_dots import paint_two_dots

HEIGHT = 20
_DOTS_LEFT = 6
_WORD_LEFT = 30
_PADDING = 8

_COLOURS = {
    FoundBy.BOTH: ("neutral_soft", "text2"),
    FoundBy.KEYWORDS: ("kw_soft", "kw"),
    FoundBy.MEANING: ("mn_soft", "mn"),
    FoundBy.EXACT_TEXT: ("neutral_soft", "text2"),
}


def badge_width(theme: Theme, kind: FoundBy) -> int:
    """Return the width of the badge in pixels."""
    left = _PADDING if kind is FoundBy.EXACT_TEXT else _WORD_LEFT
    return left + round(theme.text_width(kind.word, theme.font(11, 600))) + _PADDING


def paint_badge(painter: QPainter, theme: Theme, left: float, top: float, kind: FoundBy) -> None:
    """Paint the badge with its top left corner at (`left`, `top`)."""
    soft, ink = _COLOURS[kind]
    area = QRectF(left, top, badge_width(theme, kind), HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(soft))
    painter.drawRoundedRect(area, HEIGHT / 2, HEIGHT / 2)
    word_left = float(_PADDING)
    if kind is not FoundBy.EXACT_TEXT:
        dots = QPointF(left + _DOTS_LEFT, top + HEIGHT / 2)
        paint_two_dots(painter, theme, dots, keywords=kind.by_keywords, meaning=kind.by_meaning)
        word_left = _WORD_LEFT
    painter.setFont(theme.font(11, 600))
    painter.setPen(theme.color(ink))
    painter.drawText(area.adjusted(word_left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, kind.word)
