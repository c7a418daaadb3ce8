"""Snippets: what of a passage is shown in a row, and its lines with the matches marked."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from twofold.engine.api import Hit, Snippet, TextSpan
from twofold.ui.i18n.translation import translated
from twofold.ui.theme import Theme
from twofold.ui.widgets.text_marks import densest, utf16_places

PROSE_LINE = 20
CODE_LINE = 18
ELLIPSIS = "\u2026"
LINE_SEPARATOR = "\u2028"
_TAB = "    "
_ADDED = -1
_KEPT = 400
_UNBOUNDED = 1e6
# Characters before the first match that tell what it is about, and that an ellipsis may cost.
_LEAD = 30
_ELLIPSIS_ROOM = 10
_AFTER_ELLIPSIS = len(f"{ELLIPSIS} ")
_MARKDOWN = frozenset({"md", "markdown"})
_MAIL = frozenset({"eml", "emlx", "mbox", "msg"})

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
        mark = self._mark_format(is_sentence=nearest, weight=500 if is_code else 600)
        if is_code:
            lines = _Lines(font, _UNBOUNDED, max_lines, CODE_LINE, mark)
            return SnippetLayout(shown.text, lines.lay_out(shown)[0], width, CODE_LINE)
        lines = _Lines(font, width, max_lines, PROSE_LINE, mark)
        layout, end = lines.lay_out(shown)
        if end < len(shown.text):
            further = _further_down(shown, end)
            if further is not shown:
                layout, end = lines.lay_out(further)
            shown = further.cut(end) if end < len(further.text) else further
            layout, _ = lines.lay_out(shown)
        return SnippetLayout(shown.text, layout, width, PROSE_LINE)

    def _mark_format(self, *, is_sentence: bool, weight: int) -> QTextCharFormat:
        """Return how the sentence nearest in meaning is marked, else words that were found."""
        mark, colour = QTextCharFormat(), "mn_fill" if is_sentence else "kw"
        if not is_sentence:
            mark.setFontWeight(weight)
        if is_sentence or self._theme.is_high_contrast:
            mark.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            mark.setUnderlineColor(self._theme.color(colour))
        if not self._theme.is_high_contrast:
            mark.setBackground(self._theme.color("mn_mark" if is_sentence else "kw_mark"))
        return mark


class _Lines:
    """At most `most` lines of one font; matches have the format `mark`."""

    def __init__(
        self, font: QFont, width: float, most: int, line_height: int, mark: QTextCharFormat
    ) -> None:
        self._font, self._width, self._most = font, width, most
        self._line_height, self._mark = line_height, mark
        self._ellipsis = QFontMetricsF(font).horizontalAdvance(f" {ELLIPSIS}")
        self._wrapping = QTextOption()
        self._wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def lay_out(self, shown: DisplayText) -> tuple[QTextLayout, int]:
        """Return the lines, and how many characters they hold.

        Where that is not all, the last line has room for an ellipsis.
        """
        text = shown.text
        if text.startswith(("\ufeff", "\ufffe")):
            text = f"\u2060{text[1:]}"  # as invisible as an order mark, which Qt would leave out
        units = utf16_places(text)
        layout = QTextLayout(text, self._font)
        layout.setCacheEnabled(True)
        layout.setTextOption(self._wrapping)
        formats = []
        for start, end in shown.matches:
            marked = QTextLayout.FormatRange()
            marked.start, marked.format = units(start), self._mark
            marked.length = units(end) - marked.start
            formats.append(marked)
        layout.setFormats(formats)
        end, whole = 0, units(len(text))
        layout.beginLayout()
        for number in range(self._most):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(self._width)
            end = line.textStart() + line.textLength()
            if number == self._most - 1 and end < whole:
                line.setLineWidth(self._width - self._ellipsis)
                end = line.textStart() + line.textLength()
            middle = (number + 0.5) * self._line_height
            line.setPosition(QPointF(0, middle - line.height() / 2))
        layout.endLayout()
        return layout, bisect_left(range(len(text)), end, key=units)


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


@dataclass(frozen=True, slots=True)
class DisplayText:
    """Text to lay out, and its matches as [start, end) offsets in characters."""

    text: str
    matches: tuple[tuple[int, int], ...]

    def cut(self, end: int) -> DisplayText:
        """Return the text up to `end`, without white space there, and an ellipsis."""
        kept = self.text[:end].rstrip()
        matches = ((start, min(stop, len(kept))) for start, stop in self.matches)
        inside = tuple((start, stop) for start, stop in matches if start < stop)
        return DisplayText(f"{kept} {ELLIPSIS}", inside)

    def from_word(self, start: int, lead: str = f"{ELLIPSIS} ") -> DisplayText:
        """Return the text from a word on, after `lead`; matches before it are left out."""
        moved = start - len(lead)
        inside = tuple((one - moved, end - moved) for one, end in self.matches if one >= start)
        return DisplayText(f"{lead}{self.text[start:]}", inside)


def display_text(hit: Hit, max_lines: int) -> DisplayText:
    """Return what is shown of a hit's snippet; of code, `max_lines` lines."""
    if hit.not_read:
        return DisplayText(translated(hit.not_read), ())
    snippet, masked = hit.snippet, hit.snippet.text
    if snippet.is_code:
        return _code(snippet, max_lines)
    if hit.file_type in _MARKDOWN | _MAIL:
        masked = mask_quotes(masked, hit.text)
    if hit.file_type in _MARKDOWN:
        masked = mask_markdown(masked, hit.text)
    shown = _prose(snippet, masked)
    if hit.file_type in _MARKDOWN and snippet.text.lstrip().startswith("#"):
        shown = _without_headings(shown, (hit.title, hit.section_label))
    return shown


def _prose(snippet: Snippet, masked: str) -> DisplayText:
    """Leave out what is hidden in `masked`, and make one space of white space."""
    pieces: list[tuple[int, str]] = []
    end = 0
    for word in _WORD.finditer(masked):
        edges = (masked[:end], masked[word.start() :])  # an ellipsis there stands apart
        if pieces and (ELLIPSIS in edges or masked[end : word.start()].strip(HIDDEN)):
            pieces.append((_ADDED, " "))
        pieces.append((word.start(), snippet.text[word.start() : word.end()]))
        end = word.end()
    return _joined(pieces, snippet.matches)


def _without_headings(shown: DisplayText, headings: Iterable[str]) -> DisplayText:
    """Leave out title and section at the beginning: the row has both above the snippet."""
    for heading in filter(None, headings):
        lead = f"{without_signs(heading)} "
        is_marked = any(start < len(lead) for start, _ in shown.matches)
        if shown.text.startswith(lead) and not is_marked:
            shown = shown.from_word(len(lead), lead="")
    return shown


def _code(snippet: Snippet, max_lines: int) -> DisplayText:
    """Return some lines without their common indentation."""
    at = _first_line_shown(snippet, max_lines)
    lines = snippet.text[at:].splitlines(keepends=True)[:max_lines]
    indents = (len(line) - len(line.lstrip(" \t")) for line in lines if line.strip())
    indent = min(indents, default=0)
    pieces: list[tuple[int, str]] = []
    for line in lines:
        for part in _CODE_PART.finditer(line, min(indent, len(line.rstrip("\r\n")))):
            added = {"\t": _TAB, "\n": LINE_SEPARATOR}.get(part[0])
            pieces.append((_ADDED, added) if added else (at + part.start(), part[0]))
        at += len(line)
    return _joined(pieces, snippet.matches)


def _first_line_shown(snippet: Snippet, max_lines: int) -> int:
    """Skip empty lines, and begin further down where more of the matches would be seen."""
    text = snippet.text
    first = _after_empty_lines(text, 0)
    found = [
        (text.count("\n", first, span.start), text[span.start : span.end].lower())
        for span in snippet.matches
    ]
    if not found:
        return first
    best = found[densest(found, max_lines)][0]
    seen = {word for line, word in found if line < max_lines}
    there = {word for line, word in found if best <= line < best + max_lines}
    if len(seen) >= len(there):
        return first
    # The lines stay as many as there are.
    last = text.rstrip().count("\n", first) + 1 - max_lines
    start = first
    for _ in range(min(best, last)):
        start = text.index("\n", start) + 1
    return _after_empty_lines(text, start)


def _after_empty_lines(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip("\r\n"))


def _joined(pieces: Iterable[tuple[int, str]], matches: Iterable[TextSpan]) -> DisplayText:
    """Join pieces, each with its place in the snippet or `_ADDED`; `matches` move along."""
    shown = ""
    placed: list[tuple[int, int, int]] = []
    for source, text in pieces:
        if source != _ADDED:
            placed.append((source, source + len(text), len(shown)))
        shown += text
    shown = shown.rstrip()
    spans = []
    for match in matches:
        inside = [one for one in placed if one[1] > match.start and one[0] < match.end]
        if inside:
            (first, _, start), (last, stop, end) = inside[0], inside[-1]
            start += max(0, match.start - first)
            spans.append((start, min(end + min(match.end, stop) - last, len(shown))))
    return DisplayText(shown, tuple((start, end) for start, end in spans if start < end))


# Which characters are signs, not words: of Markdown, and of quotations in mails. A snippet is a
# window of a passage, often in the middle of a sentence, so a parser of documents cannot take it.
# A sign that does not close stays. A mask is as long as its text: HIDDEN stands for a sign, and a
# space for one between words, such as a bar.
HIDDEN = "\0"

_WORD = re.compile(r"[^\s\0…]+|…")
_CODE_PART = re.compile(r"[^\t\r\n]+|[\t\n]")
# At the beginning of a word, or of the window.
_START = r"(?:(?<!\S)|(?<=\A…))"
_FENCE = re.compile(_START + r"(?:```+|~~~+)[\w+-]*(?=[\s…]|$)")
_HEADING = re.compile(_START + r"#{1,6}(?=[\s…]|$)")
# What the groups hold is hidden, or words in which no sign is looked for.
_BLOCK = re.compile(r"(?<!`)(```+[\w+-]*)(?=\s)(?P<words>(?:(?!```).)+)(```+)(?![\w`])", re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?P<words>.+?)(?<!`)(\1)(?!`)", re.DOTALL)
_ADDRESS = re.compile(r"(<)(?P<words>(?:https?://|mailto:)[^<>\s]+)(>)")
_ESCAPE = re.compile(r"(\\)(?P<words>[!-/:-@\[-`{-~])")
_PAIRS = (
    # [words](target "title"); the window may end within the target, or begin within the words
    re.compile(
        r"(!?\[)[^\[\]]*"
        r"(\]\([^\s()…]*(?:\([^\s()]*\))?[^\s()…]*(?:\s+(?:\"[^\"]*\"|'[^']*'))?(?:\)|(?=…?\Z)))"
    ),
    re.compile(r"\A…[^\[\]]*(\]\([^\s()]*\))"),
    re.compile(r"(?<![A-Za-z0-9])(!?\[)[^\[\]]*(\]\[[^\[\]]*\])"),
    # emphasis; bold words may go on beyond the window
    re.compile(r"(?<!\*)(\*{1,3})(?![\s*]).*?[^\s*](\1)(?!\*)", re.DOTALL),
    re.compile(r"(?<!\w)(_{1,3})(?![\s_]).*?[^\s_](\1)(?!\w)", re.DOTALL),
    re.compile(r"(~~)(?!\s).*?\S(~~)", re.DOTALL),
    re.compile(r"(?<!\S)(\*\*)(?=[^\s*])[^*]*…\Z"),
    re.compile(r"\A…[^*]*[^\s*](\*\*)(?!\w)"),
)
_LETTER = re.compile(r"\S")
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>[ \t]?)+(\S*)", re.MULTILINE)
_QUOTE = re.compile(_START + r"(?:> ?)+(?=(\S*))")
# A row, or the rule below the head of a table without bars at its sides.
_TABLE = re.compile(r"^[ \t>]*(?:\||:?-+:?[ \t]*\|)", re.MULTILINE)
_RULE = re.compile(
    _START + r"(?:\|(?: ?:?-+:? ?\|)+|\|?(?: ?(?::-+:?|-{2,}:?|-:) ?(?:\||(?!\S)))+)"
)


def mask_markdown(text: str, passage: str) -> str:
    """Hide the signs of Markdown in `text`, a window of `passage`."""
    has_table = "|" in text and _TABLE.search(passage) is not None
    text = _BLOCK.sub(_hidden, text)
    for pattern in (_FENCE, _HEADING, *([_RULE] if has_table else ())):
        text = pattern.sub(_blank, text)
    for pattern in (_CODE, _ADDRESS, _ESCAPE):
        text = pattern.sub(_hidden, text)
    text = text.replace("`", HIDDEN)
    if has_table:
        text = text.replace("|", " ")
    for pattern in _PAIRS:
        while (masked := pattern.sub(_hidden, text)) != text:  # one may stand within another
            text = masked
    return text


def mask_quotes(text: str, passage: str) -> str:
    """Hide the signs of quotations: '>' before a word that begins a quoted line of `passage`."""
    firsts = set(_QUOTED_LINE.findall(passage)) if ">" in text else set()
    if not firsts:
        return text
    firsts.add("")  # the window may end with a sign
    return _QUOTE.sub(
        lambda found: _blank(found) if found[1].rstrip("…") in firsts else found[0], text
    )


def without_signs(heading: str) -> str:
    """Return a heading of Markdown without its signs."""
    masked = zip(mask_markdown(heading, ""), heading, strict=True)
    return "".join(letter for sign, letter in masked if sign != HIDDEN)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _hidden(found: re.Match[str]) -> str:
    """Return what was found with its groups hidden, and `words` as letters that are no signs."""
    masked = list(found[0])
    words = found.re.groupindex.get("words")
    for group in range(1, found.re.groups + 1):
        start, end = (place - found.start() for place in found.span(group))
        masked[start:end] = _LETTER.sub("x" if group == words else HIDDEN, found[group])
    return "".join(masked)
