"""Paints a filter row: icon, label, count, and how it is chosen."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import (
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from ui.answer import FoundBy
from ui.filters.model import CountRole, FilterModel, LabelRole, StateRole, ValueRole, value_icon
from ui.filters.selection import ChoiceState, Section
from ui.i18n.formatting import grouped
from ui.theme import Theme
from ui.widgets.decoration import WIDTH as DOTS_WIDTH
from ui.widgets.decoration import paint_two_dots

PADDING = 16
CHEVRON = 16
ICON = 14
_LEVEL = 16
_AT_LEFT = Qt.AlignmentFlag.AlignVCenter
_AT_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight

Index = QModelIndex | QPersistentModelIndex


def indent(index: Index) -> int:
    """Return where the icon of a folder begins, in pixels; its chevron stands before it."""
    depth, parent = 0, index.parent()
    while parent.isValid():
        depth, parent = depth + 1, parent.parent()
    return PADDING + CHEVRON + depth * _LEVEL


def _scroll_bar_width(option: QStyleOptionViewItem) -> int:
    """Return how much of the column's right padding its scroll bar takes."""
    area: QWidget | None = option.widget
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    return 0 if area is None else area.width() - area.viewport().width()


class FilterDelegate(QStyledItemDelegate):
    """Draws the rows of one section; `section` decides what stands before the label."""

    def __init__(self, theme: Theme, section: Section, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._section = section

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Every row is 24 high, 22 where rows stand close together."""
        return QSize(option.rect.width(), 22 if self._theme.is_compact else 24)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, state = QRectF(option.rect), ChoiceState(index.data(StateRole))
        bar = _scroll_bar_width(option)
        area = rect.adjusted(8, 0.5, min(bar - 8, -1), -0.5)
        self._paint_background(painter, area, option.state, is_chosen=state is ChoiceState.IN)
        left = self._paint_sign(painter, option, index, state)
        right = self._paint_count(painter, rect.adjusted(0, 0, bar - PADDING, 0), index, state)
        font = QFont(self._theme.font(13))
        font.setStrikeOut(state is ChoiceState.OUT)
        painter.setFont(font)
        rest = "text" if index.data(CountRole) else "text3"
        colours = {ChoiceState.IN: "accent", ChoiceState.OUT: "text2", ChoiceState.REST: rest}
        painter.setPen(self._theme.color(colours[state]))
        metrics, middle = QFontMetricsF(font), Qt.TextElideMode.ElideMiddle
        label = metrics.elidedText(str(index.data(LabelRole)), middle, right - left)
        painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), _AT_LEFT, label)
        painter.restore()

    def _paint_background(
        self, painter: QPainter, area: QRectF, flags: QStyle.StateFlag, *, is_chosen: bool
    ) -> None:
        if is_chosen or flags & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent_soft" if is_chosen else "hover"))
            painter.drawRoundedRect(area, 4, 4)
        if flags & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4)

    def _paint_sign(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, state: ChoiceState
    ) -> float:
        """Paint what stands before the label and return where the label begins."""
        rect, value = QRectF(option.rect), str(index.data(ValueRole))
        left, gap, middle = rect.left() + PADDING, 23, rect.center().y()
        icon = value_icon(self._section, value)
        if self._section is Section.FOUND_BY:
            gap = DOTS_WIDTH + 10
        elif self._section is Section.FOLDERS:
            left, gap = rect.left() + indent(index), ICON + 7
            view = option.widget
            if index.model().hasChildren(index) and isinstance(view, QTreeView):
                is_open = view.isExpanded(view.model().index(index.row(), 0, index.parent()))
                chevron = "chevron-down" if is_open else "chevron-right"
                self._paint_icon(
                    painter, QPointF(left - CHEVRON, middle), chevron, "text3", size=12
                )
                icon = "folder-open" if is_open else icon
        if state is not ChoiceState.REST:
            sign = ("check", "accent") if state is ChoiceState.IN else ("minus", "text2")
            centred = 2 if self._section is Section.FOUND_BY else 0
            self._paint_icon(painter, QPointF(left + centred, middle), *sign)
        elif self._section is Section.FOUND_BY:
            keywords, meaning = value != FoundBy.MEANING, value != FoundBy.KEYWORDS
            at = QPointF(left, middle)
            paint_two_dots(painter, self._theme, at, keywords=keywords, meaning=meaning)
        elif self._section is Section.LANGUAGES:
            painter.setFont(self._theme.font(11, mono=True))
            painter.setPen(self._theme.color("text3"))
            code = value if len(value) == 2 else "–"
            painter.drawText(QRectF(left, rect.top(), 22, rect.height()), _AT_LEFT, code)
        else:
            self._paint_icon(painter, QPointF(left, middle), icon, "text3")
        return left + gap

    def _paint_icon(
        self, painter: QPainter, at: QPointF, name: str, token: str, *, size: int = ICON
    ) -> None:
        """Paint an icon; `at` is its left edge at half height."""
        area = QRectF(at.x(), at.y() - size / 2, size, size)
        self._theme.icon(name, token, size).paint(painter, area.toRect())

    def _paint_count(
        self, painter: QPainter, rect: QRectF, index: Index, state: ChoiceState
    ) -> float:
        """Paint the count at the right and return where the room for the label ends."""
        model, font = index.model(), self._theme.font(11, tabular=True)
        is_stale = isinstance(model, FilterModel) and model.is_stale
        token = "accent" if state is ChoiceState.IN else "text2"
        painter.setFont(font)
        painter.setPen(self._theme.color("text3" if is_stale else token))
        text = grouped(int(index.data(CountRole)))
        painter.drawText(rect, _AT_RIGHT, text)
        return rect.right() - self._theme.text_width(text, font) - 9
