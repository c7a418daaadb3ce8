"""A snippet laid out in lines, with its matches marked; made once and painted often."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QPointF
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
from ui.results.character_widths import CharacterWidths
from ui.results.snippet_text import ELLIPSIS, DisplayText, display_text
from ui.theme import Theme
from ui.widgets.text_marks import (
    densest,
    in_utf16,
    line_x,
    mark_areas,
    paint_mark,
    paint_sentence,
    utf16_offsets,
)

PROSE_LINE = 20
CODE_LINE = 18
_KEPT = 400
_MOST_HEIGHTS = 20_000
_UNBOUNDED = 1e6
_LEAST_TO_FILL = 50
# Characters before the first match that tell what it is about, and that an ellipsis may cost.
_LEAD = 30
_ELLIPSIS_ROOM = 10
_AFTER_ELLIPSIS = len(f"{ELLIPSIS} ")

# All that a snippet is shown by: most of those that the next letter finds are the same once more.
# Of the passage, which tells where the snippet stands in it, the hash is kept: it may be long.
_Key = tuple[Snippet, int, str, str, str, str, int]


class SnippetLayout:
    """Lines of one snippet at one width; `marks` are the rectangles behind its matches."""

    def __init__(self, layout: QTextLayout, shown: DisplayText, line_height: int) -> None:
        self._layout = layout
        self._line_height = line_height
        self.text = shown.text
        matches = in_utf16(shown.text, shown.matches)
        self.marks = mark_areas(layout, matches, line_height)

    @property
    def line_count(self) -> int:
        """The number of lines."""
        return self._layout.lineCount()

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.line_count * self._line_height

    def paint(
        self, painter: QPainter, theme: Theme, left: float, top: float, *, nearest: bool = False
    ) -> None:
        """Paint marks, then text, with the top left corner at (`left`, `top`).

        With `nearest` the marks are the sentence nearest in meaning, not words that were found.
        """
        paint_one = paint_sentence if nearest else paint_mark
        for mark in self.marks:
            paint_one(painter, theme, mark.translated(left, top))
        painter.setPen(theme.color("text"))
        self._layout.draw(painter, QPointF(left, top))


def place_line(line: QTextLine, number: int, line_height: int) -> None:
    """Put a line in the middle of its row."""
    line.setPosition(QPointF(0, number * line_height + (line_height - line.height()) / 2))


class SnippetLayouts:
    """Makes layouts and keeps the most recent ones."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: OrderedDict[tuple[_Key, int, int], SnippetLayout] = OrderedDict()
        self._widths: dict[str, CharacterWidths] = {}
        self._heights: dict[tuple[_Key, int], int] = {}
        self._texts: OrderedDict[_Key, DisplayText] = OrderedDict()

    def height(self, hit: Hit, width: int, max_lines: int) -> int:
        """Return the height of the snippet; most are long enough to tell without a layout."""
        key = _key(hit, max_lines), width
        known = self._heights.get(key)
        if known is not None:
            return known
        if len(self._heights) >= _MOST_HEIGHTS:
            self._heights.clear()
        is_full = self._fills(hit, width, max_lines)
        made = None if is_full else self.layout(hit, width, max_lines)
        height = self._heights[key] = made.height if made else max_lines * PROSE_LINE
        return height

    def _fills(self, hit: Hit, width: int, max_lines: int) -> bool:
        if hit.snippet.is_code or len(hit.snippet.text) < _LEAST_TO_FILL:
            return False
        font = self._theme.font(13, lang=hit.lang)
        widths = self._widths.setdefault(font.key(), CharacterWidths(font))
        return widths.at_least(self._text(hit, max_lines).text) > (max_lines - 1) * width

    def _text(self, hit: Hit, max_lines: int) -> DisplayText:
        key = _key(hit, max_lines)
        if key not in self._texts:
            self._texts[key] = display_text(hit, max_lines)
            if len(self._texts) > _KEPT:
                self._texts.popitem(last=False)
        return self._texts[key]

    def layout(self, hit: Hit, width: int, max_lines: int, *, weight: int = 600) -> SnippetLayout:
        """Return the snippet of `hit` in at most `max_lines` lines of `width` pixels.

        `weight` is that of its matches.
        """
        key = _key(hit, max_lines), width, weight
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        made = self._kept[key] = self._make(hit, width, max_lines, weight)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return made

    def _make(self, hit: Hit, width: int, max_lines: int, weight: int) -> SnippetLayout:
        shown = self._text(hit, max_lines)
        if hit.snippet.is_code:
            font = self._theme.font(12, mono=True, lang=hit.lang)
            return SnippetLayout(_lay_out_code(shown, font), shown, CODE_LINE)
        font = self._theme.font(13, lang=hit.lang)
        layout, fitting = _fit(shown, font, width, max_lines, weight)
        return SnippetLayout(layout, fitting, PROSE_LINE)


def _key(hit: Hit, max_lines: int) -> _Key:
    around = (hash(hit.text), hit.file_type, hit.title, hit.section_label)
    return hit.snippet, *around, hit.lang, max_lines


def _fit(
    shown: DisplayText, font: QFont, width: int, max_lines: int, weight: int
) -> tuple[QTextLayout, DisplayText]:
    """Shorten the text word by word until it ends, with an ellipsis, in the last line."""
    layout, end, last_start = _lay_out_prose(shown, font, width, max_lines, weight)
    if end >= len(shown.text):
        return layout, shown
    further = _further_down(shown, end)
    if further is not shown:
        return _fit(further, font, width, max_lines, weight)
    fitting = shown
    room = width - QFontMetricsF(font).horizontalAdvance(f" {ELLIPSIS}")
    cut = _last_with_room(layout, shown.text, (last_start, end), room)
    while end < len(fitting.text) and cut > 0:
        fitting = shown.cut(cut)
        layout, end, last_start = _lay_out_prose(fitting, font, width, max_lines, weight)
        cut = _shorter(shown.text, last_start, cut)
    return layout, fitting


def _further_down(shown: DisplayText, room: int) -> DisplayText:
    """Begin so many words later that more of the matches are seen; as they are where none is.

    `room` is how many characters are seen. The lines stay full as far as the text goes.
    """
    words = [(start, shown.text[start:end]) for start, end in shown.matches]
    seen_room = room - _ELLIPSIS_ROOM
    if not words or words[-1][0] < seen_room:
        return shown
    first = words[densest(words, seen_room - _LEAD)][0]
    begin = min(first - _LEAD, len(shown.text) - seen_room)
    start = shown.text.find(" ", max(begin, 0)) + 1
    seen = {word.lower() for at, word in words if at < seen_room}
    there = {word.lower() for at, word in words if start <= at < start + seen_room}
    # Where nothing but an ellipsis stands before, another one in its place would gain nothing.
    gains = start > _AFTER_ELLIPSIS and len(there) > len(seen)
    return shown.from_word(start) if gains else shown


def _last_with_room(layout: QTextLayout, text: str, last_line: tuple[int, int], room: float) -> int:
    """Return where to cut the last line so that an ellipsis fits; measured, not laid out anew."""
    line = layout.lineAt(layout.lineCount() - 1)
    units = utf16_offsets(text)
    start, cut = last_line
    left = line_x(line, units[start])
    while cut > start and abs(line_x(line, units[_trimmed(text, start, cut)]) - left) > room:
        cut = _shorter(text, start, cut)
    return cut


def _trimmed(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip())


def _shorter(text: str, line_start: int, cut: int) -> int:
    """Return the end of one word less, or of one character less in a line without spaces."""
    space = text.rfind(" ", line_start, cut)
    return space if space > line_start else cut - 1


def _lay_out_prose(
    shown: DisplayText, font: QFont, width: int, max_lines: int, weight: int
) -> tuple[QTextLayout, int, int]:
    """Return the layout, the character after its last line and the first one of that line."""
    layout = _new_layout(shown, font, QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere, weight)
    units = utf16_offsets(shown.text)
    layout.beginLayout()
    start = end = 0
    for number in range(max_lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        place_line(line, number, PROSE_LINE)
        start, end = line.textStart(), line.textStart() + line.textLength()
    layout.endLayout()
    return layout, _character(units, end), _character(units, start)


def _lay_out_code(shown: DisplayText, font: QFont) -> QTextLayout:
    layout = _new_layout(shown, font, QTextOption.WrapMode.NoWrap, 500)
    layout.beginLayout()
    number = 0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(_UNBOUNDED)
        place_line(line, number, CODE_LINE)
        number += 1
    layout.endLayout()
    return layout


def _new_layout(
    shown: DisplayText, font: QFont, wrap: QTextOption.WrapMode, weight: int
) -> QTextLayout:
    layout = QTextLayout(_without_order_mark(shown.text), font)
    option = QTextOption()
    option.setWrapMode(wrap)
    layout.setTextOption(option)
    spans = in_utf16(shown.text, shown.matches)
    layout.setFormats([_strong(start, end, weight) for start, end in spans])
    return layout


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


def _character(units: list[int] | range, unit: int) -> int:
    return units.index(unit)
