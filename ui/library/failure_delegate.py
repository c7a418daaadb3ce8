"""Paints a file that is not indexed: name and folder, reason and detail, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextLayout
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.library.failure_model import Column, LinesRole
from ui.theme import Theme

ROW_HEIGHT = 44
_EDGE = 8
_LINE = 18
Index = QModelIndex | QPersistentModelIndex


class FailureDelegate(QStyledItemDelegate):
    """Two lines a row; a reason that needs both has them, and its detail is in the tooltip."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of every row."""
        return QSize(72, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        widget = option.widget
        item = QStyle.ControlElement.CE_ItemViewItem
        widget.style().drawControl(item, ground, painter, widget)
        painter.save()
        area = QRectF(option.rect).adjusted(_EDGE, 0, -_EDGE, 0)
        first, second = index.data(LinesRole)
        line = QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
        painter.fillRect(line, self._theme.color("hairline"))
        if index.column() == Column.ACTION:
            self._paint_link(painter, area, first)
        else:
            self._paint_lines(painter, area, first, second, in_middle=index.column() == Column.FILE)
        painter.restore()

    def _paint_link(self, painter: QPainter, area: QRectF, words: str) -> None:
        font = self._theme.font(12, 500)
        gap = area.width() - QFontMetricsF(font).horizontalAdvance(words)
        self._paint_text(painter, area.adjusted(max(gap - 1, 0), 0, 0, 0), words, font, "accent")

    def _paint_lines(
        self, painter: QPainter, area: QRectF, first: str, second: str, *, in_middle: bool
    ) -> None:
        weak = self._theme.font(11)
        strong = self._theme.font(12, 500 if in_middle else 400)
        token = "text" if in_middle else "text2"
        lines = [(first, strong, token), (second, weak, "text3")]
        if not in_middle:
            begin, rest = broken(first, strong, area.width())
            if rest:
                lines = [(begin, strong, token), (rest, strong, token)]
        lines = [line for line in lines if line[0]]
        top = area.center().y() - _LINE * len(lines) / 2
        for number, (words, font, colour) in enumerate(lines):
            line = QRectF(area.left(), top + number * _LINE, area.width(), _LINE)
            self._paint_text(painter, line, words, font, colour, in_middle=in_middle)

    def _paint_text(
        self,
        painter: QPainter,
        area: QRectF,
        words: str,
        font: QFont,
        token: str,
        *,
        in_middle: bool = False,
    ) -> None:
        cut = Qt.TextElideMode.ElideMiddle if in_middle else Qt.TextElideMode.ElideRight
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetricsF(font).elidedText(words, cut, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)


def broken(words: str, font: QFont, width: float) -> tuple[str, str]:
    """Return what of `words` goes into a line of `width`, and the rest, '' where all does."""
    layout = QTextLayout(words, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    end = line.textLength()
    return words[:end].rstrip(), words[end:].lstrip()
