"""A snippet laid out in lines, with its matches marked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from engine.api import Hit, Snippet
from ui.results.snippet_text import ELLIPSIS, DisplayText, display_text
from ui.theme import Theme
from ui.widgets.text_marks import densest, in_utf16, utf16_offsets

PROSE_LINE = 20
CODE_LINE = 18
_KEPT = 400
_UNBOUNDED = 1e6
# Characters before the first match that tell what it is about, and that an ellipsis may cost.
_LEAD = 30
_ELLIPSIS_ROOM = 10
_AFTER_ELLIPSIS = len(f"{ELLIPSIS} ")

# All that a layout depends on.
_Key = tuple[str, Snippet, str, str, str, str, str, int, int, bool]


class SnippetLayout:
    """Lines of one snippet. Long lines of code are cut at the right."""

    def __init__(self, text: str, layout: QTextLayout, width: int, line_height: int) -> None:
        self.text = text
        self.line_count = layout.lineCount()
        self.height = self.line_count * line_height
        self._layout = layout
        self._width = width

    def paint(self, painter: QPainter, theme: Theme, left: float, top: float) -> None:
        """Paint it with the top left corner at (`left`, `top`)."""
        painter.save()
        area = QRectF(left, top, self._width, self.height)
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.setPen(theme.color("text"))
        self._layout.draw(painter, QPointF(left, top))
        painter.restore()


class SnippetLayouts:
    """Makes layouts and keeps the newest: of the hits for the next letter most are the same."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: dict[_Key, SnippetLayout] = {}

    def layout(
        self, hit: Hit, width: int, max_lines: int, *, nearest: bool = False
    ) -> SnippetLayout:
        """Return the snippet of `hit` in at most `max_lines` lines of `width` pixels.

        Its matches are words that were found, or the sentence `nearest` in meaning.
        """
        headings = (hit.title, hit.section_label)
        passage = (self._theme.name, hit.snippet, hit.text, hit.file_type, *headings, hit.lang)
        key = (*passage, width, max_lines, nearest)
        if key not in self._kept:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = self._make(hit, width, max_lines, nearest=nearest)
        return self._kept[key]

    def _make(self, hit: Hit, width: int, max_lines: int, *, nearest: bool) -> SnippetLayout:
        shown, is_code = display_text(hit, max_lines), hit.snippet.is_code
        font = self._theme.font(12 if is_code else 13, mono=is_code, lang=hit.lang)
        mark = self._mark_of_sentence() if nearest else self._mark_of_match(500 if is_code else 600)
        if is_code:
            lines = _Lines(font, _UNBOUNDED, max_lines, CODE_LINE, mark)
            return SnippetLayout(shown.text, lines.lay_out(shown)[0], width, CODE_LINE)
        lines = _Lines(font, width, max_lines, PROSE_LINE, mark)
        layout, fitting = _fit(shown, lines)
        return SnippetLayout(fitting.text, layout, width, PROSE_LINE)

    def _mark_of_match(self, weight: int) -> QTextCharFormat:
        mark = QTextCharFormat()
        mark.setFontWeight(weight)
        if self._theme.is_high_contrast:
            mark.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            mark.setUnderlineColor(self._theme.color("kw"))
        else:
            mark.setBackground(self._theme.color("kw_mark"))
        return mark

    def _mark_of_sentence(self) -> QTextCharFormat:
        mark = QTextCharFormat()
        mark.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        mark.setUnderlineColor(self._theme.color("mn_fill"))
        if not self._theme.is_high_contrast:
            mark.setBackground(self._theme.color("mn_mark"))
        return mark


class _Lines:
    """At most `most` lines of one font; matches have the format `mark`."""

    def __init__(
        self, font: QFont, width: float, most: int, line_height: int, mark: QTextCharFormat
    ) -> None:
        self._font, self._width, self._most = font, width, most
        self._line_height, self._mark = line_height, mark
        self._ellipsis = QFontMetricsF(font).horizontalAdvance(f" {ELLIPSIS}")

    def lay_out(self, shown: DisplayText) -> tuple[QTextLayout, int]:
        """Return the lines, and how many characters they hold.

        Where that is not all, the last line has room for an ellipsis.
        """
        layout = QTextLayout(_without_order_mark(shown.text), self._font)
        layout.setCacheEnabled(True)
        layout.setTextOption(_wrapping())
        layout.setFormats([self._format(*span) for span in in_utf16(shown.text, shown.matches)])
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
            middle = (number + 0.5) * self._line_height
            line.setPosition(QPointF(0, middle - line.height() / 2))
        layout.endLayout()
        return layout, units.index(end)

    def _format(self, start: int, end: int) -> QTextLayout.FormatRange:
        marked = QTextLayout.FormatRange()
        marked.start, marked.length, marked.format = start, end - start, self._mark
        return marked


def _wrapping() -> QTextOption:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option


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
