"""A snippet laid out in lines, with its matches marked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from engine.api import Hit, Snippet
from ui.results.snippet_text import ELLIPSIS, DisplayText, display_text
from ui.theme import Theme
from ui.widgets.text_marks import (
    densest,
    in_utf16,
    mark_areas,
    paint_mark,
    paint_sentence,
    utf16_offsets,
)

PROSE_LINE = 20
CODE_LINE = 18
_KEPT = 400
_UNBOUNDED = 1e6
# Marks reach a little beyond the text.
_REACH = 2
# Characters before the first match that tell what it is about, and that an ellipsis may cost.
_LEAD = 30
_ELLIPSIS_ROOM = 10
_AFTER_ELLIPSIS = len(f"{ELLIPSIS} ")

# All that a layout depends on.
_Key = tuple[Snippet, str, str, str, str, str, int, int, int]


class SnippetLayout:
    """Lines of one snippet; `marks` are the rectangles behind its matches."""

    def __init__(
        self, layout: QTextLayout, shown: DisplayText, width: int, line_height: int
    ) -> None:
        self._layout = layout
        self._width = width
        self.text = shown.text
        self.height = layout.lineCount() * line_height
        self.marks = mark_areas(layout, in_utf16(shown.text, shown.matches), line_height)

    @property
    def line_count(self) -> int:
        """The number of lines."""
        return self._layout.lineCount()

    def paint(
        self, painter: QPainter, theme: Theme, left: float, top: float, *, nearest: bool = False
    ) -> None:
        """Paint marks, then text, with the top left corner at (`left`, `top`).

        With `nearest` the marks are the sentence nearest in meaning, not words that were found.
        Long lines of code are cut at the right.
        """
        painter.save()
        area = QRectF(left - _REACH, top, self._width + 2 * _REACH, self.height)
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        paint_one = paint_sentence if nearest else paint_mark
        for mark in self.marks:
            paint_one(painter, theme, mark.translated(left, top))
        painter.setPen(theme.color("text"))
        self._layout.draw(painter, QPointF(left, top))
        painter.restore()


def place_line(line: QTextLine, number: int, line_height: int) -> None:
    """Put a line in the middle of its row."""
    line.setPosition(QPointF(0, number * line_height + (line_height - line.height()) / 2))


class SnippetLayouts:
    """Makes layouts and keeps the newest: of the hits for the next letter most are the same."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: dict[_Key, SnippetLayout] = {}

    def layout(self, hit: Hit, width: int, max_lines: int, *, weight: int = 600) -> SnippetLayout:
        """Return the snippet of `hit` in at most `max_lines` lines of `width` pixels.

        `weight` is that of its matches.
        """
        headings = (hit.title, hit.section_label)
        key = (hit.snippet, hit.text, hit.file_type, *headings, hit.lang, width, max_lines, weight)
        if key not in self._kept:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = self._make(hit, width, max_lines, weight)
        return self._kept[key]

    def _make(self, hit: Hit, width: int, max_lines: int, weight: int) -> SnippetLayout:
        shown = display_text(hit, max_lines)
        if hit.snippet.is_code:
            font = self._theme.font(12, mono=True, lang=hit.lang)
            lines = _Lines(font, _UNBOUNDED, max_lines, CODE_LINE, weight=500)
            return SnippetLayout(lines.lay_out(shown)[0], shown, width, CODE_LINE)
        font = self._theme.font(13, lang=hit.lang)
        layout, fitting = _fit(shown, _Lines(font, width, max_lines, PROSE_LINE, weight))
        return SnippetLayout(layout, fitting, width, PROSE_LINE)


class _Lines:
    """At most `most` lines of one font; matches are of another `weight`."""

    def __init__(self, font: QFont, width: float, most: int, line_height: int, weight: int) -> None:
        self._font, self._width, self._most = font, width, most
        self._line_height, self._weight = line_height, weight
        self._ellipsis = QFontMetricsF(font).horizontalAdvance(f" {ELLIPSIS}")

    def lay_out(self, shown: DisplayText) -> tuple[QTextLayout, int]:
        """Return the lines, and how many characters they hold.

        Where that is not all, the last line has room for an ellipsis.
        """
        layout = QTextLayout(_without_order_mark(shown.text), self._font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        spans = in_utf16(shown.text, shown.matches)
        layout.setFormats([_strong(start, end, self._weight) for start, end in spans])
        units = utf16_offsets(shown.text)
        end = 0
        layout.beginLayout()
        for number in range(self._most):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(self._width)
            end = line.textStart() + line.textLength()
            if number == self._most - 1 and end < units[-1]:
                line.setLineWidth(self._width - self._ellipsis)
                end = line.textStart() + line.textLength()
            place_line(line, number, self._line_height)
        layout.endLayout()
        return layout, units.index(end)


def _fit(shown: DisplayText, lines: _Lines) -> tuple[QTextLayout, DisplayText]:
    """Lay the text out; where it does not end in the last line, end it there with an ellipsis."""
    layout, end = lines.lay_out(shown)
    if end == len(shown.text):
        return layout, shown
    further = _further_down(shown, end)
    if further is not shown:
        layout, end = lines.lay_out(further)
    fitting = further.cut(end) if end < len(further.text) else further
    return lines.lay_out(fitting)[0], fitting


def _further_down(shown: DisplayText, room: int) -> DisplayText:
    """Begin so many words later that more of the matches are seen; as they are where none is.

    `room` is how many characters are seen. The lines stay full as far as the text goes.
    """
    words = [(start, shown.text[start:end].lower()) for start, end in shown.matches]
    seen_room = room - _ELLIPSIS_ROOM
    if not words or words[-1][0] < seen_room:
        return shown
    first = words[densest(words, seen_room - _LEAD)][0]
    begin = min(first - _LEAD, len(shown.text) - seen_room)
    start = shown.text.find(" ", max(begin, 0)) + 1
    seen = {word for at, word in words if at < seen_room}
    there = {word for at, word in words if start <= at < start + seen_room}
    # Where nothing but an ellipsis stands before, another one in its place would gain nothing.
    gains = start > _AFTER_ELLIPSIS and len(there) > len(seen)
    return shown.from_word(start) if gains else shown


def _without_order_mark(text: str) -> str:
    """Put another sign that nobody sees for one at the beginning, which Qt would leave out."""
    return f"\u2060{text[1:]}" if text.startswith(("\ufeff", "\ufffe")) else text


def _strong(start: int, end: int, weight: int) -> QTextLayout.FormatRange:
    strong = QTextLayout.FormatRange()
    strong.start = start
    strong.length = end - start
    text_format = QTextCharFormat()
    text_format.setFontWeight(weight)
    strong.format = text_format
    return strong
