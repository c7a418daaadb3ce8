"""The text of a page image: its lines, and the part of it that the user has selected.

Points and rectangles are in the pixels of the image. Offsets count the characters of the text.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from enum import IntEnum
from itertools import islice, takewhile

from PySide6.QtCore import QPointF, QRectF

from twofold.engine.api import TextSpan

# Pixels above or below a line count more than pixels beside it, so that a point in a margin belongs
# to the line at its height.
_VERTICAL_WEIGHT = 4
_NO_TEXT = TextSpan(0, 0)


class Unit(IntEnum):
    """The unit of text selected by dragging after 1, 2 or 3 clicks."""

    CHARACTER = 1
    WORD = 2
    LINE = 3


@dataclass(slots=True)
class TextLine:
    """Characters beside each other; `end` is the offset behind the last one."""

    start: int
    end: int
    area: QRectF

    def continues_with(self, box: QRectF) -> bool:
        """Return whether a character is on this line, to the left or right of its end."""
        area = self.area
        overlap = min(box.bottom(), area.bottom()) - max(box.top(), area.top())
        gap = max(box.left() - area.right(), area.left() - box.right())
        height = min(box.height(), area.height())
        return overlap > height / 2 and gap < 2 * max(area.height(), box.height())


class PageText:
    """The text of a page with the box of each character (see `PageImage.letters`)."""

    def __init__(self, text: str = "", letters: bytes = b"") -> None:
        self.text = text
        edges = memoryview(letters).cast("f")
        self._edges = edges[: 4 * min(len(text), len(edges) // 4)]
        self._lines: list[TextLine] | None = None

    def __len__(self) -> int:
        return len(self._edges) // 4

    @property
    def lines(self) -> list[TextLine]:
        """The lines in reading order; computed when the user first points at the page."""
        if self._lines is None:
            self._lines = self._found_lines()
        return self._lines

    def _found_lines(self) -> list[TextLine]:
        lines: list[TextLine] = []
        is_continued = False
        for at in range(len(self)):
            box = self._box(at)
            if box is None:
                is_continued = is_continued and self.text[at] != "\n"
            elif is_continued and lines[-1].continues_with(box):
                lines[-1].area |= box
                lines[-1].end = at + 1
            else:
                lines.append(TextLine(at, at + 1, box))
                is_continued = True
        return lines

    def _box(self, at: int) -> QRectF | None:
        left, top, right, bottom = self._edges[4 * at : 4 * at + 4]
        return QRectF(left, top, right - left, bottom - top) if left < right else None

    def areas(self, span: TextSpan) -> list[QRectF]:
        """Return the rectangle of each line of a span, as high as the line."""
        found = []
        first = bisect_right(self.lines, span.start, key=lambda line: line.end)
        for line in takewhile(lambda line: line.start < span.end, islice(self.lines, first, None)):
            inside = QRectF()
            for at in range(max(line.start, span.start), min(line.end, span.end)):
                inside |= self._box(at) or QRectF()
            if not inside.isEmpty():
                inside.setTop(line.area.top())
                inside.setBottom(line.area.bottom())
                found.append(inside)
        return found

    def is_text(self, point: QPointF) -> bool:
        """Return whether a point is on a line of text."""
        return any(line.area.contains(point) for line in self.lines)

    def offset_at(self, point: QPointF) -> int:
        """Return the offset between two characters that is nearest to a point."""
        line = min(self.lines, key=lambda one: _distance(one.area, point), default=None)
        return self._offset_in(line, point.x()) if line is not None else 0

    def _offset_in(self, line: TextLine, x: float) -> int:
        return min((abs(edge - x), at) for edge, at in self._edges_in(line))[1]

    def _edges_in(self, line: TextLine) -> list[tuple[float, int]]:
        """Return the edges of the characters of a line, each with its offset."""
        boxes = [(at, box) for at in range(line.start, line.end) if (box := self._box(at))]
        is_reversed = boxes[-1][1].center().x() < boxes[0][1].center().x()
        return [
            (edge, at + (is_right is not is_reversed))
            for at, box in boxes
            for edge, is_right in ((box.left(), False), (box.right(), True))
        ]

    def moved(self, offset: int, unit: Unit, step: int) -> int:
        """Return the offset one character, word or line after an offset; before it if step < 0."""
        if unit is Unit.LINE:
            number = self._line_number(offset) + step
            if not 0 <= number < len(self.lines):
                return 0 if step < 0 else len(self)
            edges = self._edges_in(self.lines[number - step])
            x, _ = min(edges, key=lambda edge: abs(edge[1] - offset))
            return self._offset_in(self.lines[number], x)
        ahead = min(step, 0)  # of the character that is passed, from the offset
        if unit is Unit.WORD:
            while 0 <= offset + ahead < len(self) and not self._is_word_character(offset + ahead):
                offset += step
            while 0 <= offset + ahead < len(self) and self._is_word_character(offset + ahead):
                offset += step
            return offset
        return min(max(offset + step, 0), len(self))

    def line_end(self, offset: int, step: int) -> int:
        """Return the end of the line at an offset, or its start if step < 0."""
        if not self.lines:
            return offset
        line = self.lines[self._line_number(offset)]
        return line.start if step < 0 else line.end

    def _line_number(self, offset: int) -> int:
        number = bisect_left(self.lines, offset, key=lambda line: line.end)
        return min(number, len(self.lines) - 1)

    def unit_at(self, point: QPointF, unit: Unit) -> TextSpan:
        """Return the word or line at a point, or an empty span between two characters."""
        offset = self.offset_at(point)
        if unit is Unit.WORD:
            return self._word_at(self._character_at(point, offset))
        if unit is Unit.LINE:
            inside = (line for line in self.lines if line.start <= offset <= line.end)
            return next((TextSpan(line.start, line.end) for line in inside), _NO_TEXT)
        return TextSpan(offset, offset)

    def _character_at(self, point: QPointF, offset: int) -> int:
        """Return the character under a point; `offset` is one of its two edges."""
        before = self._box(offset - 1) if 0 < offset <= len(self) else None
        return offset - 1 if before is not None and before.contains(point) else offset

    def _word_at(self, at: int) -> TextSpan:
        start = end = at
        while start > 0 and self._is_word_character(start - 1) and self._is_word_character(at):
            start -= 1
        while end < len(self) and self._is_word_character(end):
            end += 1
        return TextSpan(start, max(end, min(at + 1, len(self))))

    def _is_word_character(self, at: int) -> bool:
        sign = self.text[at : at + 1]
        if sign.isalnum() or sign == "_":
            return True
        beside = self.text[max(at - 1, 0) : at + 2]
        return sign in {"'", "\u2019", "-"} and len(beside) == 3 and beside[::2].isalpha()


def _distance(area: QRectF, point: QPointF) -> float:
    across = max(area.left() - point.x(), 0.0, point.x() - area.right())
    down = max(area.top() - point.y(), 0.0, point.y() - area.bottom())
    return across + _VERTICAL_WEIGHT * down


class PageSelection:
    """The selected text of a page, from where the button was pressed to where the pointer is."""

    def __init__(self) -> None:
        self.page = PageText()
        self._anchor = self._caret = _NO_TEXT
        self._unit = Unit.CHARACTER
        self._areas: tuple[TextSpan, list[QRectF]] | None = None  # of the last painted span

    def use(self, page: PageText) -> None:
        """Replace the page; the selection stays if the text is the same."""
        if page.text != self.page.text:
            self.clear()
        self.page, self._areas = page, None

    def clear(self) -> None:
        """Select nothing."""
        self.select(_NO_TEXT)

    @property
    def span(self) -> TextSpan:
        """The selected span; empty if nothing is selected."""
        both = self._anchor, self._caret
        return TextSpan(min(one.start for one in both), max(one.end for one in both))

    def areas(self) -> list[QRectF]:
        """Return the rectangle of each selected line."""
        span = self.span
        if self._areas is None or self._areas[0] != span:
            self._areas = span, self.page.areas(span) if span.start < span.end else []
        return self._areas[1]

    @property
    def text(self) -> str:
        """The selected text; '' if nothing is selected."""
        return self.page.text[self.span.start : self.span.end]

    def select(self, span: TextSpan) -> None:
        """Select a span."""
        self._anchor = self._caret = span

    def select_all(self) -> None:
        """Select the text of the page."""
        self.select(TextSpan(0, len(self.page.text)))

    def press(self, point: QPointF, clicks: int, *, extends: bool) -> None:
        """Start a selection at a point, or extend the selection to it."""
        if not extends:
            self._unit = Unit(1 + (clicks - 1) % 3)
            self._anchor = self.page.unit_at(point, self._unit)
        self.move(point)

    def move(self, point: QPointF) -> None:
        """Extend the selection to a point."""
        self._caret = self.page.unit_at(point, self._unit)

    def step(self, unit: Unit, step: int, start: QPointF, *, to_line_end: bool = False) -> int:
        """Move the end of the selection by a unit, or to the end of its line; return its offset.

        If nothing was selected or clicked, the selection begins at the point `start`.
        """
        if self._caret == self._anchor == _NO_TEXT:
            self._anchor = self._caret = self.page.unit_at(start, Unit.CHARACTER)
        is_backward = self._caret.start < self._anchor.start
        fixed = self._anchor.end if is_backward else self._anchor.start
        end = self._caret.start if is_backward else self._caret.end
        end = self.page.line_end(end, step) if to_line_end else self.page.moved(end, unit, step)
        self._anchor, self._caret = TextSpan(fixed, fixed), TextSpan(end, end)
        return end
