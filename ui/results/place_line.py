"""The place of a hit: its parts joined by chevrons, the middle ones shortened first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from ui.theme import Face, Theme

_CHEVRON = 10
_CHEVRON_ROOM = 18
_NARROWEST = 24.0
_SIZE = 12
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def fit_parts(parts: Sequence[str], theme: Theme, font: Face, width: float) -> tuple[str, ...]:
    """Shorten parts so that they fit in `width`, chevrons included.

    Middle parts give way first, then the first; the last (page or lines) always stays whole.
    """
    room = width - _CHEVRON_ROOM * (len(parts) - 1)
    fitted = list(parts)
    widths = [theme.text_width(part, font) for part in parts]
    for number in [*range(1, len(parts) - 1), 0]:
        excess = sum(widths) - room
        if excess <= 0 or number == len(parts) - 1:
            break
        allowed = max(widths[number] - excess, _NARROWEST)
        right = Qt.TextElideMode.ElideRight
        fitted[number] = QFontMetricsF(font).elidedText(parts[number], right, allowed)
        widths[number] = theme.text_width(fitted[number], font)
    return tuple(fitted)


def paint_place(
    painter: QPainter, theme: Theme, area: QRectF, parts: Sequence[str], lang: str
) -> None:
    """Paint the place into `area`."""
    font = theme.font(_SIZE, lang=lang)
    painter.setFont(font)
    painter.setPen(theme.color("text2"))
    ratio = painter.device().devicePixelRatio()
    chevron = theme.pixmap("chevron-right", "text3", _CHEVRON, ratio)
    left = area.left()
    for number, part in enumerate(fit_parts(parts, theme, font, area.width())):
        if number:
            top = round(area.center().y() - _CHEVRON / 2)
            painter.drawPixmap(round(left + (_CHEVRON_ROOM - _CHEVRON) / 2), top, chevron)
            left += _CHEVRON_ROOM
        rest = QRectF(left, area.top(), area.right() - left, area.height())
        painter.drawText(rest, _ONE_LINE, part)
        left += theme.text_width(part, font)
