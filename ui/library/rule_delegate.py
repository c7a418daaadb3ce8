"""Paints a rule of a folder: what it does, and its pattern in the face of code."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.i18n.label_text import one_line
from ui.theme import Theme

RuleRole = Qt.ItemDataRole.UserRole  # (whether only these are searched, the pattern)
_SIGN, _SIGN_LEFT = 14, 10
_LEFT, _GAP = 34, 14
Index = QModelIndex | QPersistentModelIndex


class RuleDelegate(QStyledItemDelegate):
    """One line a rule; its words are also the text of the item, for who hears them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground as the style sheet says, and sign and words over it."""
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        words = ground.text
        ground.text, ground.icon = "", QIcon()
        style = option.widget.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, ground, painter, option.widget)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        included, pattern = index.data(RuleRole)
        pattern = one_line(pattern)
        painter.save()
        self._paint_sign(painter, QRectF(option.rect), included=included)
        edge = QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
        painter.fillRect(edge, self._theme.color("hairline"))
        area = QRectF(option.rect).adjusted(_LEFT, 0, -8, 0)
        does = words.removesuffix(pattern).strip()
        area = self._paint(painter, area, does, "accent" if chosen else "text2", mono=False)
        self._paint(painter, area, pattern, "accent" if chosen else "text", mono=True)
        painter.restore()

    def _paint_sign(self, painter: QPainter, area: QRectF, *, included: bool) -> None:
        name, token = ("plus", "ok") if included else ("minus", "text2")
        sign = self._theme.pixmap(name, token, _SIGN, painter.device().devicePixelRatio())
        top = round(area.center().y() - _SIGN / 2)
        painter.drawPixmap(round(area.left()) + _SIGN_LEFT, top, sign)

    def _paint(
        self, painter: QPainter, area: QRectF, words: str, token: str, *, mono: bool
    ) -> QRectF:
        """Paint words at the left of `area` and return the room after them."""
        font = self._theme.font(12, mono=mono)
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, area.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        return area.adjusted(metrics.horizontalAdvance(shown) + _GAP, 0, 0, 0)
