"""Two signs of a hit: its badge (which ranking found it) and its fold gauge (at which rank)."""

from __future__ import annotations

from math import log10

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from ui.answer import FoundBy
from ui.i18n.formatting import ordinal
from ui.i18n.translation import tr
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
    return tr("Weak") if weak else kind.word


def paint_new_chip(painter: QPainter, theme: Theme, right: float, top: float) -> float:
    """Paint the chip of a hit that a saved search did not have before; return its left edge."""
    word, font = tr("New"), theme.font(11, 600)
    left = right - 2 * _PADDING - round(theme.text_width(word, font))
    area = QRectF(left, top, right - left, HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawRoundedRect(area, HEIGHT / 2, HEIGHT / 2)
    painter.setFont(font)
    painter.setPen(theme.color("on_accent"))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, word)
    return left


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


_HALF = 28
_BOX = 60
_NUMBER_GAP = 2
_NUMBER_COLUMN = 15
_NONE = "\u2013"


def tick_distance(rank: int) -> float:
    """Return how many pixels from the fold the tick of `rank` stands: 3 for 1st, 28 from 100th."""
    return 3 + 25 * min(log10(rank), 2) / 2


def gauge_words(kw_rank: int | None, mn_rank: int | None) -> str:
    """Say what the gauge shows: '2nd by keywords, 14th by meaning'."""
    parts = []
    if kw_rank is not None:
        text = tr("{rank} by keywords")
        parts.append(text.format(rank=ordinal(kw_rank)))
    if mn_rank is not None:
        text = tr("{rank} by meaning")
        parts.append(text.format(rank=ordinal(mn_rank)))
    return ", ".join(parts)


def gauge_area(
    theme: Theme, right: float, centre_y: float, kw_rank: int | None, mn_rank: int | None
) -> QRectF:
    """Return the rectangle of gauge and numbers that ends at `right`."""
    font = theme.font(11, 600, tabular=True)
    after = max(_NUMBER_COLUMN, theme.text_width(_number(mn_rank), font))
    before = theme.text_width(_number(kw_rank), font)
    width = before + _BOX + after + 2 * _NUMBER_GAP
    return QRectF(right - width, centre_y - 7, width, 14)


def paint_fold_gauge(
    painter: QPainter, theme: Theme, area: QRectF, kw_rank: int | None, mn_rank: int | None
) -> None:
    """Paint the gauge into what `gauge_area` returned for the same ranks."""
    font = theme.font(11, 600, tabular=True)
    before = theme.text_width(_number(kw_rank), font)
    centre = QPointF(round(area.left() + before + _NUMBER_GAP + _BOX / 2), area.center().y())
    painter.setFont(font)
    sides = (
        (-1, kw_rank, "kw", area.left()),
        (1, mn_rank, "mn", centre.x() + _BOX / 2 + _NUMBER_GAP),
    )
    for side, rank, colour, number_left in sides:
        pen = QPen(theme.color("border_strong", 0.5), 1)
        if rank is None:
            pen.setDashPattern([1, 2])
        painter.setPen(pen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawLine(QLineF(centre, QPointF(centre.x() + side * _HALF, centre.y())))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if rank is not None:
            tick = QRectF(0, 0, 3, 11)
            tick.moveCenter(QPointF(centre.x() + side * tick_distance(rank), centre.y()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(f"{colour}_fill"))
            painter.drawRoundedRect(tick, 1.5, 1.5)
        painter.setPen(theme.color("text3" if rank is None else colour))
        number = QRectF(number_left, area.top(), area.width(), area.height())
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, _number(rank))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("text3"))
    painter.drawEllipse(centre, 1.5, 1.5)


def _number(rank: int | None) -> str:
    return _NONE if rank is None else str(rank)
