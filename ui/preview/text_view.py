"""A line document as read-only text: real line numbers, the passage boxed, the matches marked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from typing import cast

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from engine.api import Preview, TextSpan
from ui.preview.display_text import DisplayText, display_text
from ui.preview.document_view import MarkedScrollBar, first_match
from ui.theme import Theme
from ui.widgets.text_marks import paint_mark

_NUMBER_PADDING = 12


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
            return QSize(_NUMBER_PADDING, 0)
        widest = "0" * max(3, len(str(max(self._numbers))))
        font = QFontMetricsF(self._theme.font(11, tabular=True))
        return QSize(round(font.horizontalAdvance(widest)) + 2 * _NUMBER_PADDING, 0)

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
            area = QRectF(0, place.top() + top, self.width() - _NUMBER_PADDING, 20)
            painter.drawText(
                area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(number)
            )


MOST_MARKED = 1_000
_LINES_ABOVE = 3


class TextView(NumberedTextEdit):
    """Shows a DisplayText; loads nothing, runs nothing."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = DisplayText("", None, (), ())
        self._is_code = False
        self._current = -1
        self._opened_at, self._reached = 0, -1
        self._bar = MarkedScrollBar(theme)
        self.setVerticalScrollBar(self._bar)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("Preview of the document"))
        self.setCenterOnScroll(True)
        self.document().setDocumentMargin(8)
        self._numbers = LineNumbers(theme, self)
        theme.changed.connect(self._apply_theme)

    @property
    def line_numbers(self) -> tuple[int, ...]:
        """The file's line number of each line shown."""
        return self._numbers.numbers

    @property
    def match_count(self) -> int:
        """How many matches can be gone to."""
        return len(self._shown.matches)

    def show_text(self, shown: DisplayText, *, is_code: bool) -> None:
        """Show a text at its passage."""
        self._shown = shown
        self._is_code = is_code
        self._current = self._reached = -1
        self._set_face()
        self.setPlainText(shown.text)
        self._numbers.set_numbers(shown.line_numbers, self.passage_blocks())
        self._place_numbers()
        self._mark()
        self.go_to_passage()

    def _apply_theme(self) -> None:
        self._set_face()  # another style sheet takes away a face given after the first paint
        self._mark()

    def _set_face(self) -> None:
        font = self._theme.font(12 if self._is_code else 13, mono=self._is_code)
        self.setFont(font)
        wrap = QTextOption.WrapMode.NoWrap if self._is_code else None
        self.setWordWrapMode(wrap or QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance(" "))

    def passage_blocks(self) -> range:
        """Return the numbers of the lines that hold the passage."""
        passage = self._shown.passage
        if passage is None:
            return range(0)
        document = self.document()
        first = document.findBlock(passage.start).blockNumber()
        last = document.findBlock(max(passage.start, passage.end - 1)).blockNumber()
        return range(first, last + 1)

    def go_to_passage(self) -> None:
        """Scroll so that the passage stands near the top, with a little of what comes before."""
        blocks = self.passage_blocks()
        first = max(0, blocks.start - _LINES_ABOVE) if blocks else 0
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(blocks.start)))
        self._scroll_to_block(first)
        self._reach_nearest()
        self._opened_at = self._bar.value()

    def add_nearest(self, preview: Preview) -> None:
        """Mark the sentence found meanwhile, and scroll to it unless the person has scrolled."""
        self._shown = replace(self._shown, nearest=display_text(preview).nearest)
        if self._bar.value() == self._opened_at:
            self._reach_nearest()
        self.viewport().update()

    def _reach_nearest(self) -> None:
        """Scroll on to the nearest sentence where a long passage hides it."""
        nearest, height = self._shown.nearest, self.viewport().height()
        areas = self.nearest_areas()
        if nearest is not None and not (areas and areas[-1].bottom() <= height):
            self._move_to(nearest.start)

    def _move_to(self, position: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _scroll_to_block(self, number: int) -> None:
        line = self.document().findBlockByNumber(number).firstLineNumber()
        self.verticalScrollBar().setValue(line)

    def first_match_in_passage(self) -> int:
        """Return the index of the match that 'Match n of m' begins with."""
        return first_match(self.document(), self._shown.matches, self._shown.passage)

    def go_to_match(self, index: int) -> None:
        """Bring a match into view and mark it."""
        self._current = index
        self._move_to(self._shown.matches[index].start)
        self._mark()

    def reach_match(self, index: int) -> None:
        """Scroll on to the match that is opened at, where a long passage hides it."""
        match = self._shown.matches[index]
        self._reached = index
        if self._in_passage(match):
            self._move_to(match.start)
            self._opened_at = self._bar.value()

    def _mark(self) -> None:
        blocks = max(1, self.document().blockCount() - 1)
        matches = self._shown.matches[:MOST_MARKED]
        places = {self.document().findBlock(match.start).blockNumber() for match in matches}
        self._bar.set_marks([place / blocks for place in sorted(places)])
        self._numbers.update()
        self.viewport().update()

    def visible_marks(self) -> list[tuple[QRectF, bool]]:
        """Return where each match stands in the viewport, and whether it is marked strongly.

        The matches of the passage, and the one last gone to, are marked strongly.
        """
        marks = []
        for number, place in self.visible_lines():
            block = self.document().findBlockByNumber(number)
            for index in self._matches_in(block):
                strong = index == self._current or self._in_passage(self._shown.matches[index])
                areas = _areas_in_block(block, self._shown.matches[index])
                marks += [(area.translated(place.topLeft()), strong) for area in areas]
        return marks

    def _matches_in(self, block: QTextBlock) -> range:
        """Return the indexes of the matches that touch a block; matches ascend."""
        first = bisect_right(self._shown.matches, block.position(), key=lambda m: m.end)
        last = bisect_left(
            self._shown.matches, block.position() + block.length(), key=lambda m: m.start
        )
        return range(first, max(first, last))

    def _in_passage(self, match: TextSpan) -> bool:
        passage = self._shown.passage
        return passage is None or passage.start <= match.start < passage.end

    def passage_area(self) -> QRectF | None:
        """Return where the passage stands in the viewport; None when it cannot be seen."""
        blocks = self.passage_blocks()
        places = [place for number, place in self.visible_lines() if number in blocks]
        if not places:
            return None
        area = places[0]
        for place in places[1:]:
            area = area.united(place)
        return QRectF(3, area.top() - 2, self.viewport().width() - 7, area.height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box of the passage and the marks, then the text over them."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = self.passage_area()
        if area is not None:
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.setBrush(self._theme.color("accent", 0.055))
            painter.drawRoundedRect(area, 3, 3)
        self._paint_nearest(painter)
        self._paint_marks(painter)
        painter.end()
        super().paintEvent(event)

    def nearest_areas(self) -> list[QRectF]:
        """Return where the sentence nearest to the query stands in the viewport, line by line."""
        nearest = self._shown.nearest
        return [] if nearest is None else self._areas_of(nearest)

    def current_areas(self) -> list[QRectF]:
        """Return where the match last gone to stands in the viewport: it is underlined, too."""
        return [] if self._current < 0 else self._areas_of(self._shown.matches[self._current])

    def _areas_of(self, span: TextSpan) -> list[QRectF]:
        areas = []
        for number, place in self.visible_lines():
            block = self.document().findBlockByNumber(number)
            areas += [a.translated(place.topLeft()) for a in _areas_in_block(block, span)]
        return areas

    def _paint_nearest(self, painter: QPainter) -> None:
        for area in self.nearest_areas():
            painter.fillRect(area.adjusted(-0.5, 0, 0.5, 0), self._theme.color("mn_mark"))
            painter.setPen(QPen(self._theme.color("mn_fill"), 1.5))
            painter.drawLine(area.bottomLeft(), area.bottomRight())

    def _paint_marks(self, painter: QPainter) -> None:
        line = QPen(self._theme.color("kw_fill"), 1.5)
        marks = self.visible_marks()
        lined = [*self.current_areas(), *(area for area, strong in marks if not strong)]
        for area, strong in marks:
            if strong:
                paint_mark(painter, self._theme, area.adjusted(-0.5, 0, 0.5, 0))
        painter.setPen(line)
        for area in lined:
            painter.drawLine(area.bottomLeft(), area.bottomRight())
        if self._theme.is_high_contrast:  # all have a line there: this one, all around
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRects(self.current_areas())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text, and stay at the passage unless the person moved on."""
        has_moved = self._bar.value() != self._opened_at or self.textCursor().hasSelection()
        super().resizeEvent(event)
        self._place_numbers()
        if self._shown.passage is None or has_moved or event.size() == event.oldSize():
            return
        self.go_to_passage()
        if self._reached >= 0:
            self.reach_match(self._reached)

    def _place_numbers(self) -> None:
        width = self._numbers.sizeHint().width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self._numbers.setGeometry(inside.left(), inside.top(), width, inside.height())


def _areas_in_block(block: QTextBlock, match: TextSpan) -> list[QRectF]:
    """Return the stretches of a match on each line of a block, relative to the block."""
    layout = block.layout()
    start, end = match.start - block.position(), match.end - block.position()
    areas = []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first, last = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if first < last:
            left, right = _x_of(line, first), _x_of(line, last)
            areas.append(QRectF(left, line.y(), right - left, line.height()))
    return areas


def _x_of(line: QTextLine, position: int) -> float:
    x, _position = cast(tuple[float, int], line.cursorToX(position))
    return x
