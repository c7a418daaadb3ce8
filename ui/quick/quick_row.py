"""Paints one hit of the quick search: title, place, one line of the passage, badge."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from engine.api import Hit
from ui.results.badge import badge_width, paint_badge
from ui.results.place_line import paint_place
from ui.results.result_model import HitRole
from ui.results.row_ground import paint_ground
from ui.results.snippet_layout import SnippetLayouts
from ui.theme import Theme

ROW = 68
_LEFT = 48
_RIGHT = 16
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine

_Index = QModelIndex | QPersistentModelIndex


class QuickRowDelegate(QStyledItemDelegate):
    """Rows of one height."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layouts = SnippetLayouts(theme)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        """Return the height of every row."""
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(option.rect)
        paint_ground(painter, self._theme, area, option.state)
        painter.translate(area.topLeft())
        ratio = painter.device().devicePixelRatio()
        icon = self._theme.pixmap(index.data(HitRole.FILE_ICON), "text2", 16, ratio)
        painter.drawPixmap(18, 8, icon)
        self._paint_title(painter, index, area.width())
        hit: Hit = index.data(HitRole.HIT)
        width = area.width() - _LEFT - _RIGHT
        parts = index.data(HitRole.PLACE_PARTS)
        paint_place(painter, self._theme, QRectF(_LEFT, 26, width, 16), parts, hit.lang)
        snippet = self._layouts.layout(hit, round(width), 1)
        painter.setClipRect(QRectF(_LEFT - 2, 44, width + 4, 20))
        snippet.paint(painter, self._theme, _LEFT, 44)
        painter.restore()

    def _paint_title(self, painter: QPainter, index: _Index, width: float) -> None:
        theme = self._theme
        kind, weak = index.data(HitRole.KIND), bool(index.data(HitRole.WEAK))
        left = width - _RIGHT - badge_width(theme, kind, weak=weak)
        paint_badge(painter, theme, left, 6, kind, weak=weak)
        font = theme.font(14, 600, lang=index.data(HitRole.HIT).lang)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        room = QRectF(_LEFT, 6, left - _RIGHT - _LEFT, 20)
        elided = Qt.TextElideMode.ElideRight
        title = QFontMetricsF(font).elidedText(index.data(HitRole.TITLE), elided, room.width())
        painter.drawText(room, _ONE_LINE, title)
