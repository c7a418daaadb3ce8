"""The names of a table's columns, which stay in view while its rows scroll below them."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QAbstractTextDocumentLayout, QPainter, QTextDocument, QTextTable
from PySide6.QtWidgets import QWidget

from ui.theme import Theme

_BORDER = 1


class HeadRow:
    """The first row of the first table of a document; `document` is laid out already."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        frames = document.rootFrame().childFrames()
        self._table = next((one for one in frames if isinstance(one, QTextTable)), None)

    def hidden_above(self, top: float) -> QRectF | None:
        """Return where the row stands, in the document, while only rows below it are seen.

        `top` is where what is seen begins. None where the row or nothing of its table is seen.
        """
        if self._table is None:
            return None
        layout = self._document.documentLayout()
        whole = layout.frameBoundingRect(self._table)
        row = self._row(layout, self._table, whole)
        is_seen = row.top() >= top or whole.bottom() - row.height() <= top
        return None if is_seen else row

    def _row(self, layout: QAbstractTextDocumentLayout, table: QTextTable, whole: QRectF) -> QRectF:
        if table.rows() < 2:
            return whole
        tops = [
            layout.blockBoundingRect(table.cellAt(row, 0).firstCursorPosition().block()).top()
            for row in (0, 1)
        ]
        edge = table.format().cellPadding() + _BORDER
        return QRectF(whole.left() - edge, tops[0] - edge, whole.width() + edge, tops[1] - tops[0])

    def paint(self, view: QWidget, theme: Theme, row: QRectF, left: float) -> None:
        """Paint the row at the upper edge of `view`, scrolled to `left`."""
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = row
        context.palette = view.palette()
        painter = QPainter(view)
        painter.fillRect(QRectF(0, 0, view.width(), row.height()), theme.color("surface"))
        painter.fillRect(QRectF(0, row.height(), view.width(), 1), theme.color("border_strong"))
        painter.translate(-left, -row.top())
        painter.setClipRect(row)
        self._document.documentLayout().draw(painter, context)
        painter.end()
