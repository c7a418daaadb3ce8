"""What hangs at the pointer while hits are dragged: small, so that one sees where to drop them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QRectF, Qt
from PySide6.QtGui import QDrag, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from engine.api import Hit
from ui.i18n.formatting import grouped
from ui.i18n.value_names import file_type_icon
from ui.results.hit_words import shown_title
from ui.theme import Theme

_HEIGHT, _RADIUS = 32, 6
_ICON, _ROOM = 16, 10
_WIDEST_TITLE = 240
_BESIDE_POINTER = QPoint(-12, -12)


def drag_of(hits: Sequence[Hit], data: QMimeData, theme: Theme, source: QWidget) -> QDrag:
    """Return what drags some hits (at least one) out of `source`; Qt's own picture hides where."""
    drag = QDrag(source)
    drag.setMimeData(data)
    drag.setPixmap(drag_picture(theme, hits, source.devicePixelRatioF()))
    drag.setHotSpot(_BESIDE_POINTER)
    return drag


def drag_words(hits: Sequence[Hit]) -> str:
    """'Graceful deletion', or 'Graceful deletion and 2 more'."""
    title = shown_title(hits[0])
    if len(hits) == 1:
        return title
    words = QCoreApplication.translate("drag_picture", "{title} and {number} more")
    return words.format(title=title, number=grouped(len(hits) - 1))


def drag_picture(theme: Theme, hits: Sequence[Hit], ratio: float) -> QPixmap:
    """Return the picture for some hits (at least one), for a screen of `ratio`."""
    font = theme.font(13, 500)
    metrics = QFontMetricsF(font)
    words = metrics.elidedText(drag_words(hits), Qt.TextElideMode.ElideMiddle, _WIDEST_TITLE)
    left = _ROOM + _ICON + 8
    width = round(left + metrics.horizontalAdvance(words) + _ROOM) + 1
    picture = QPixmap(round(width * ratio), round(_HEIGHT * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.color("border_strong"), 1))
    painter.setBrush(theme.color("raised"))
    painter.drawRoundedRect(QRectF(0.5, 0.5, width - 1, _HEIGHT - 1), _RADIUS, _RADIUS)
    icon = theme.pixmap(file_type_icon(hits[0].file_type), "text2", _ICON, ratio)
    painter.drawPixmap(_ROOM, (_HEIGHT - _ICON) // 2, icon)
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    area = QRectF(left, 0, width - left, _HEIGHT)
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
    painter.end()
    return picture
