"""The column of line numbers beside a text."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QTextBlock
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from ui.theme import Theme

_PADDING = 12


class NumberedTextEdit(QPlainTextEdit):
    """A read-only text that tells the places of its lines to its line numbers."""

    def visible_lines(self) -> list[tuple[int, QRectF]]:
        """Return block number and place in the viewport of every block that can be seen."""
        lines: list[tuple[int, QRectF]] = []
        block: QTextBlock = self.firstVisibleBlock()
        while block.isValid():
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if place.top() > self.viewport().height():
                break
            if block.isVisible():
                lines.append((block.blockNumber(), place))
            block = block.next()
        return lines


class LineNumbers(QWidget):
    """Paints the file's own line numbers; 0 means that a line has none."""

    def __init__(self, theme: Theme, text: NumberedTextEdit) -> None:
        super().__init__(text)
        self._theme = theme
        self._text = text
        self._numbers: tuple[int, ...] = ()
        self._passage: range = range(0)
        text.updateRequest.connect(lambda *_: self.update())

    def set_numbers(self, numbers: tuple[int, ...], passage_blocks: range) -> None:
        """Show these numbers, one a block; those of the passage are stronger."""
        self._numbers = numbers
        self._passage = passage_blocks
        self.update()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each block in the file."""
        return self._numbers

    def number_shown(self, block: int) -> int:
        """Return the number beside a block; 0 where it stands beside the block before already.

        A web page has fewer lines in its source than paragraphs on the screen.
        """
        number = self._numbers[block] if block < len(self._numbers) else 0
        repeated = block > 0 and number == self._numbers[block - 1]
        return 0 if repeated else number

    def sizeHint(self) -> QSize:
        """Wide enough for the largest number."""
        if not any(self._numbers):
            return QSize(_PADDING, 0)
        widest = "0" * max(3, len(str(max(self._numbers))))
        font = QFontMetricsF(self._theme.font(11, tabular=True))
        return QSize(round(font.horizontalAdvance(widest)) + 2 * _PADDING, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the numbers of the lines that can be seen."""
        painter = QPainter(self)
        painter.setFont(self._theme.font(11, tabular=True))
        top = self._text.viewport().mapTo(self._text, QPoint(0, 0)).y() - self.y()
        for block, place in self._text.visible_lines():
            number = self.number_shown(block)
            if not number:
                continue
            painter.setPen(self._theme.color("accent" if block in self._passage else "text3"))
            area = QRectF(0, place.top() + top, self.width() - _PADDING, 20)
            painter.drawText(
                area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number)
            )
