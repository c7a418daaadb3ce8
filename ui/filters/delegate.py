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

from ui.filters.model import CountRole, IconRole, LabelRole, StaleRole, StateRole, ValueRole
from ui.filters.selection import ChoiceState, FoundBy, Section
from ui.i18n.formatting import grouped
from ui.theme import Theme
from ui.widgets.decoration import WIDTH as DOTS_WIDTH
from ui.widgets.decoration import paint_two_dots

PADDING = 16
LEVEL = 16
CHEVRON = 16
ICON = 14

Index = QModelIndex | QPersistentModelIndex


def _beside(option: QStyleOptionViewItem) -> int:
    """Return how much of the column's right padding its scroll bar takes."""
    area: QWidget | None = option.widget
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    return 0 if area is None else area.width() - area.viewport().width()


def _is_open(option: QStyleOptionViewItem, index: Index) -> bool:
    """Say whether the rows below a row are shown."""
    view, model = option.widget, index.model()
    if not isinstance(view, QTreeView) or not model.hasChildren(index):
        return False
    return view.isExpanded(model.index(index.row(), 0, index.parent()))


def row_height(theme: Theme) -> int:
    """Return how high a row is."""
    return 22 if theme.is_compact else 24


class FilterDelegate(QStyledItemDelegate):
    """Draws the rows of one section; `section` decides what stands before the label."""

    def __init__(self, theme: Theme, section: Section, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._section = section

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Every row is 24 high, 22 where rows stand close together."""
        return QSize(option.rect.width(), row_height(self._theme))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        state = ChoiceState(index.data(StateRole))
        self._paint_back(painter, rect, option, state)
        left = rect.left() + PADDING + self._indent(index)
        if self._section is Section.FOLDERS:
            self._paint_chevron(painter, rect, option, index)
        whole = rect.adjusted(0, 0, _beside(option), 0)
        right = self._paint_count(painter, whole, index, state)
        label_left = self._paint_sign(painter, option, left, index, state)
        self._paint_label(
            painter, QRectF(label_left, rect.top(), right - label_left, rect.height()), index, state
        )
        painter.restore()

    def _indent(self, index: Index) -> int:
        if self._section is not Section.FOLDERS:
            return 0
        depth, parent = 0, index.parent()
        while parent.isValid():
            depth, parent = depth + 1, parent.parent()
        return CHEVRON + depth * LEVEL

    def _paint_back(
        self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, state: ChoiceState
    ) -> None:
        inner = rect.adjusted(8, 0.5, min(_beside(option) - 8, -1), -0.5)
        flags = option.state
        painter.setPen(Qt.PenStyle.NoPen)
        if state is ChoiceState.IN:
            painter.setBrush(self._theme.color("accent_soft"))
            painter.drawRoundedRect(inner, 4, 4)
        elif flags & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(self._theme.color("hover"))
            painter.drawRoundedRect(inner, 4, 4)
        if flags & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRoundedRect(inner.adjusted(1, 1, -1, -1), 4, 4)

    def _paint_chevron(
        self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, index: Index
    ) -> None:
        if not index.model().hasChildren(index):
            return
        expanded = _is_open(option, index)
        left = rect.left() + PADDING + self._indent(index) - CHEVRON
        self._paint_icon(
            painter, "chevron-down" if expanded else "chevron-right", "text3", left, rect, size=12
        )

    def _paint_icon(
        self,
        painter: QPainter,
        name: str,
        token: str,
        left: float,
        rect: QRectF,
        *,
        size: int = ICON,
    ) -> None:
        top = rect.top() + (rect.height() - size) / 2
        icon = self._theme.icon(name, token, size)
        icon.paint(painter, QRectF(left, top, size, size).toRect())

    def _paint_sign(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        left: float,
        index: Index,
        state: ChoiceState,
    ) -> float:
        """Paint what stands before the label and return where the label begins."""
        rect = QRectF(option.rect)
        gap = 7 if self._section is Section.FOLDERS else 21
        if self._section is Section.FOUND_BY:
            return self._paint_found_by(painter, rect, left, index, state)
        if state is not ChoiceState.REST:
            chosen = state is ChoiceState.IN
            self._paint_icon(
                painter, "check" if chosen else "minus", "accent" if chosen else "text2", left, rect
            )
        elif self._section is Section.LANGUAGES:
            painter.setFont(self._theme.font(11, mono=True))
            painter.setPen(self._theme.color("text3"))
            box = QRectF(left, rect.top(), 22, rect.height())
            code = str(index.data(ValueRole))
            shown = code if len(code) == 2 else "–"
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)
        else:
            icon = "folder-open" if _is_open(option, index) else str(index.data(IconRole))
            self._paint_icon(painter, icon, "text3", left, rect)
        return left + (ICON + gap if self._section is Section.FOLDERS else gap + 2)

    def _paint_found_by(
        self, painter: QPainter, rect: QRectF, left: float, index: Index, state: ChoiceState
    ) -> float:
        value = index.data(ValueRole)
        if state is ChoiceState.REST:
            middle = QPointF(left, rect.center().y())
            keywords, meaning = value != FoundBy.MEANING, value != FoundBy.KEYWORDS
            paint_two_dots(painter, self._theme, middle, keywords=keywords, meaning=meaning)
        else:
            chosen = state is ChoiceState.IN
            self._paint_icon(
                painter,
                "check" if chosen else "minus",
                "accent" if chosen else "text2",
                left + 2,
                rect,
            )
        return left + DOTS_WIDTH + 10

    def _paint_count(
        self, painter: QPainter, rect: QRectF, index: Index, state: ChoiceState
    ) -> float:
        """Paint the count at the right and return where the room for the label ends."""
        font = self._theme.font(11, tabular=True)
        text = grouped(int(index.data(CountRole)))
        width = QFontMetricsF(font).horizontalAdvance(text)
        painter.setFont(font)
        token = "accent" if state is ChoiceState.IN else "text2"
        painter.setPen(self._theme.color("text3" if index.data(StaleRole) else token))
        box = QRectF(rect.right() - PADDING - width - 1, rect.top(), width + 2, rect.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return box.left() - 8

    def _paint_label(
        self, painter: QPainter, box: QRectF, index: Index, state: ChoiceState
    ) -> None:
        font = QFont(self._theme.font(13))
        font.setStrikeOut(state is ChoiceState.OUT)
        painter.setFont(font)
        empty = int(index.data(CountRole)) == 0
        token = {ChoiceState.IN: "accent", ChoiceState.OUT: "text2"}.get(
            state, "text3" if empty else "text"
        )
        painter.setPen(self._theme.color(token))
        label = QFontMetricsF(font).elidedText(
            str(index.data(LabelRole)), Qt.TextElideMode.ElideMiddle, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, label)
