"""The last line of a row: tags, and what else is to be known of the passage at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from ui.theme import Face, Theme

_SIZE = 11
_SPACE = 10
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine

Part = tuple[str, str]
"""Words, and the name of their colour."""


def fit_tags(tags: Sequence[str], theme: Theme, font: Face, room: float) -> tuple[str, ...]:
    """Return the first tags as they are written, and how many more there are: '#a', '#b', '+7'.

    `room` is in pixels, spaces included. Nothing but the number is left where there is none.
    """
    written = [f"#{tag}" for tag in tags]
    ends = list(accumulate(_width(word, theme, font) for word in written))
    if not ends or ends[-1] <= room:
        return tuple(written)
    for shown in range(len(tags) - 1, 0, -1):
        more = f"+{len(tags) - shown}"
        if ends[shown - 1] + _width(more, theme, font) <= room:
            return (*written[:shown], more)
    return (f"+{len(tags)}",) if len(tags) > 1 else tuple(written)


def paint_last_line(
    painter: QPainter,
    theme: Theme,
    area: QRectF,
    tags: Sequence[str],
    others: Sequence[Part],
    *,
    lang: str,
) -> None:
    """Paint tags into `area` as far as `others` leave room, and these behind them."""
    font = theme.font(_SIZE, lang=lang)
    painter.setFont(font)
    room = area.width() - sum(_width(words, theme, font) for words, _ in others)
    shown = [(tag, "text2") for tag in fit_tags(tags, theme, font, room)]
    left = area.left()
    for words, colour in (*shown, *others):
        if left >= area.right():
            break
        rest = QRectF(left, area.top(), area.right() - left, area.height())
        painter.setPen(theme.color(colour))
        painter.drawText(rest, _ONE_LINE, _elided(words, theme, font, rest.width()))
        left += _width(words, theme, font)


def _width(words: str, theme: Theme, font: Face) -> float:
    return theme.text_width(words, font) + _SPACE


def _elided(words: str, theme: Theme, font: Face, room: float) -> str:
    if theme.text_width(words, font) <= room:
        return words
    return QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room)
