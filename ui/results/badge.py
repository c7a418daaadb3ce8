"""The badge of a hit: two dots and a word that say which ranking found it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.results.found_by import FoundBy
from ui.theme import Theme
from ui.widgets.decoration import paint_two_dots

HEIGHT = 20
_DOTS_LEFT = 6
_WORD_LEFT = 30
_PADDING = 8

_COLOURS = {
    FoundBy.BOTH: ("neutral_soft", "text2"),
    FoundBy.KEYWORDS: ("kw_soft", "kw"),
    FoundBy.MEANING: ("mn_soft", "mn"),
    FoundBy.EXACT_TEXT: ("neutral_soft", "text2"),
    FoundBy.FILTERS: ("neutral_soft", "text2"),
}


def badge_width(theme: Theme, kind: FoundBy, *, weak: bool = False) -> int:
    """Return the width of the badge in pixels."""
    left = _WORD_LEFT if kind.is_ranked else _PADDING
    return left + round(theme.text_width(_word(kind, weak=weak), theme.font(11, 600))) + _PADDING


def _word(kind: FoundBy, *, weak: bool) -> str:
    return QCoreApplication.translate("FoundBy", "Weak") if weak else kind.word


def new_chip_width(theme: Theme) -> int:
    """Return the width of the chip 'New' in pixels."""
    return 2 * _PADDING + round(theme.text_width(_new(), theme.font(11, 600)))


def paint_new_chip(painter: QPainter, theme: Theme, left: float, top: float) -> None:
    """Paint the chip of a hit that a saved search did not have before."""
    area = QRectF(left, top, new_chip_width(theme), HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawRoundedRect(area, HEIGHT / 2, HEIGHT / 2)
    painter.setFont(theme.font(11, 600))
    painter.setPen(theme.color("on_accent"))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, _new())


def _new() -> str:
    return QCoreApplication.translate("FoundBy", "New")


def paint_badge(
    painter: QPainter,
    theme: Theme,
    left: float,
    top: float,
    kind: FoundBy,
    *,
    weak: bool = False,
) -> None:
    """Paint the badge with its top left corner at (`left`, `top`).

    That of a `weak` hit is a dashed outline with 'Weak' in it.
    """
    soft, ink = _COLOURS[kind]
    area = QRectF(left, top, badge_width(theme, kind, weak=weak), HEIGHT)
    if weak:
        ink = "text2"
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("border_strong"), 1, Qt.PenStyle.DashLine))
        outline = area.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(outline, HEIGHT / 2 - 0.5, HEIGHT / 2 - 0.5)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(soft))
        painter.drawRoundedRect(area, HEIGHT / 2, HEIGHT / 2)
    word, word_left = _word(kind, weak=weak), float(_PADDING)
    if kind.is_ranked:
        dots = QPointF(left + _DOTS_LEFT, top + HEIGHT / 2)
        paint_two_dots(painter, theme, dots, keywords=kind.by_keywords, meaning=kind.by_meaning)
        word_left = _WORD_LEFT
    painter.setFont(theme.font(11, 600))
    painter.setPen(theme.color(ink))
    painter.drawText(area.adjusted(word_left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, word)
