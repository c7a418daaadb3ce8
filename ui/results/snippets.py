"""Snippets: text shown in a row, and its layout with highlighted matches."""

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
_MAX_CACHED = 400
_UNBOUNDED = 1e6
# Characters of context before the first match, and characters reserved for an ellipsis.
_LEAD = 30
_ELLIPSIS_LENGTH = 10
_AFTER_ELLIPSIS = len(f"{ELLIPSIS} ")
_MARKDOWN = frozenset({"md", "markdown"})
_MAIL = frozenset({"eml", "emlx", "mbox", "msg"})

# Everything a layout depends on.
_Key = tuple[str, Snippet, str, str, str, str, str, int, int, bool]


class SnippetLayout:
    """The lines of one snippet. Long code lines are cut off at the right."""

    def __init__(self, text: str, layout: QTextLayout, width: int, line_height: int) -> None:
        self.text = text
        self.line_count = layout.lineCount()
        self.height = self.line_count * line_height
        self._layout = layout
        self._width = width

    def paint(self, painter: QPainter, theme: Theme, left: float, top: float) -> None:
        """Paint the snippet with its top left corner at (`left`, `top`)."""
        painter.save()
        area = QRectF(left, top, self._width, self.height)
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.setPen(theme.color("text"))
        self._layout.draw(painter, QPointF(left, top))
        painter.restore()


class SnippetLayouts:
    """Creates and caches layouts: most hits stay the same while the user types."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._cache: dict[_Key, SnippetLayout] = {}

    def layout(
        self, hit: Hit, width: int, max_lines: int, *, nearest: bool = False
    ) -> SnippetLayout:
        """Return the snippet of `hit` in at most `max_lines` lines of `width` pixels.

        Its matches are the words that were found, or the most similar sentence if `nearest`.
        """
        headings = (hit.title, hit.section_label)
        passage = (self._theme.name, hit.snippet, hit.text, hit.file_type, *headings, hit.lang)
        key = (*passage, width, max_lines, nearest)
        if key not in self._cache:
            if len(self._cache) >= _MAX_CACHED:
                del self._cache[next(iter(self._cache))]
            self._cache[key] = self._make(hit, width, max_lines, nearest=nearest)
        return self._cache[key]

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
        """Return the format of the most similar sentence, or of matched words."""
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
    """Lays out at most `max_lines` lines of one font; matches have the format `mark`."""

    def __init__(
        self, font: QFont, width: float, max_lines: int, line_height: int, mark: QTextCharFormat
    ) -> None:
        self._font, self._width, self._max_lines = font, width, max_lines
        self._line_height, self._mark = line_height, mark
        self._ellipsis = QFontMetricsF(font).horizontalAdvance(f" {ELLIPSIS}")
        self._wrapping = QTextOption()
        self._wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)

    def lay_out(self, shown: DisplayText) -> tuple[QTextLayout, int]:
        """Return the layout and the number of characters it contains.

        If text is left, the last line reserves space for an ellipsis.
        """
        text = shown.text
        if text.startswith(("\ufeff", "\ufffe")):
            text = f"\u2060{text[1:]}"  # also invisible, but not dropped by Qt
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
        for number in range(self._max_lines):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(self._width)
            end = line.textStart() + line.textLength()
            if number == self._max_lines - 1 and end < whole:
                line.setLineWidth(self._width - self._ellipsis)
                end = line.textStart() + line.textLength()
            middle = (number + 0.5) * self._line_height
            line.setPosition(QPointF(0, middle - line.height() / 2))
        layout.endLayout()
        return layout, bisect_left(range(len(text)), end, key=units)


def _further_down(shown: DisplayText, length: int) -> DisplayText:
    """Return the text from a later word on if that shows more different matches, else all of it.

    `length` is the number of visible characters. The text is not shortened to fewer than these.
    """
    words = [(start, shown.text[start:end].lower()) for start, end in shown.matches]
    visible = length - _ELLIPSIS_LENGTH
    if not words or words[-1][0] < visible:
        return shown
    first = words[densest(words, visible - _LEAD)][0]
    begin = min(first - _LEAD, len(shown.text) - visible)
    start = shown.text.find(" ", max(begin, 0)) + 1
    seen = {word for at, word in words if at < visible}
    there = {word for at, word in words if start <= at < start + visible}
    # If only an ellipsis precedes, replacing it by another gains nothing.
    gains = start > _AFTER_ELLIPSIS and len(there) > len(seen)
    return shown.from_word(start) if gains else shown


@dataclass(frozen=True, slots=True)
class DisplayText:
    """Text to lay out, and its matches as [start, end) offsets in characters."""

    text: str
    matches: tuple[tuple[int, int], ...]

    def cut(self, end: int) -> DisplayText:
        """Return the text up to `end`, without trailing white space, plus an ellipsis."""
        kept = self.text[:end].rstrip()
        matches = ((start, min(stop, len(kept))) for start, stop in self.matches)
        inside = tuple((start, stop) for start, stop in matches if start < stop)
        return DisplayText(f"{kept} {ELLIPSIS}", inside)

    def from_word(self, start: int, lead: str = f"{ELLIPSIS} ") -> DisplayText:
        """Return the text from a word on, after `lead`; matches before it are dropped."""
        moved = start - len(lead)
        inside = tuple((one - moved, end - moved) for one, end in self.matches if one >= start)
        return DisplayText(f"{lead}{self.text[start:]}", inside)


def display_text(hit: Hit, max_lines: int) -> DisplayText:
    """Return the text of a hit's snippet to show; for code, `max_lines` lines."""
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
    """Return the text without characters hidden in `masked`, with white space collapsed."""
    pieces: list[tuple[int, str]] = []
    end = 0
    for word in _WORD.finditer(masked):
        edges = (masked[:end], masked[word.start() :])  # keep an ellipsis separate
        if pieces and (ELLIPSIS in edges or masked[end : word.start()].strip(HIDDEN)):
            pieces.append((_ADDED, " "))
        pieces.append((word.start(), snippet.text[word.start() : word.end()]))
        end = word.end()
    return _joined(pieces, snippet.matches)


def _without_headings(shown: DisplayText, headings: Iterable[str]) -> DisplayText:
    """Remove title and section from the start: the row shows both above the snippet."""
    for heading in dict.fromkeys(filter(None, headings)):
        lead = f"{without_signs(heading)} "
        is_marked = any(start < len(lead) for start, _ in shown.matches)
        if shown.text.startswith(lead) and not is_marked:
            shown = shown.from_word(len(lead), lead="")
    return shown


def _code(snippet: Snippet, max_lines: int) -> DisplayText:
    """Return lines of code without their common indentation."""
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
    """Return the offset of the first line: after empty lines, or later to show more matches."""
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
    # Show as many lines as possible.
    last = text.rstrip().count("\n", first) + 1 - max_lines
    start = first
    for _ in range(min(best, last)):
        start = text.index("\n", start) + 1
    return _after_empty_lines(text, start)


def _after_empty_lines(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip("\r\n"))


def _joined(pieces: Iterable[tuple[int, str]], matches: Iterable[TextSpan]) -> DisplayText:
    """Join pieces of text, and adjust the offsets of `matches` to the joined text.

    Each piece has its offset in the snippet, or `_ADDED` if it is not part of it.
    """
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


# Detection of markup characters, not words: Markdown, and quotations in mails. A snippet is a
# section of a passage that often starts inside a sentence, so a document parser cannot be used.
# An unclosed markup character is kept. A mask is as long as its text: HIDDEN replaces a markup
# character, and a space replaces one between words, such as a bar.
HIDDEN = "\0"

_WORD = re.compile(r"[^\s\0…]+|…")
_CODE_PART = re.compile(r"[^\t\r\n]+|[\t\n]")
# At the start of a word or of the snippet.
_START = r"(?:(?<!\S)|(?<=\A…))"
_FENCE = re.compile(_START + r"(?:```+|~~~+)[\w+-]*(?=[\s…]|$)")
_HEADING = re.compile(_START + r"#{1,6}(?=[\s…]|$)")
# Groups are hidden, except `words`, whose content is not searched for markup.
_BLOCK = re.compile(r"(?<!`)(```+[\w+-]*)(?=\s)(?P<words>(?:(?!```).)+)(```+)(?![\w`])", re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?P<words>.+?)(?<!`)(\1)(?!`)", re.DOTALL)
_ADDRESS = re.compile(r"(<)(?P<words>(?:https?://|mailto:)[^<>\s]+)(>)")
_ESCAPE = re.compile(r"(\\)(?P<words>[!-/:-@\[-`{-~])")
_PAIRS = (
    # [words](target "title"); a snippet may end inside the target or start inside the words
    re.compile(
        r"(!?\[)[^\[\]]*"
        r"(\]\([^\s()…]*(?:\([^\s()]*\))?[^\s()…]*(?:\s+(?:\"[^\"]*\"|'[^']*'))?(?:\)|(?=…?\Z)))"
    ),
    re.compile(r"\A…[^\[\]]*(\]\([^\s()]*\))"),
    re.compile(r"(?<![A-Za-z0-9])(!?\[)[^\[\]]*(\]\[[^\[\]]*\])"),
    # emphasis; bold text may continue beyond the snippet
    re.compile(r"(?<!\*)(\*{1,3})(?![\s*]).*?[^\s*](\1)(?!\*)", re.DOTALL),
    re.compile(r"(?<!\w)(_{1,3})(?![\s_]).*?[^\s_](\1)(?!\w)", re.DOTALL),
    re.compile(r"(~~)(?!\s).*?\S(~~)", re.DOTALL),
    re.compile(r"(?<!\S)(\*\*)(?=[^\s*])[^*]*…\Z"),
    re.compile(r"\A…[^*]*[^\s*](\*\*)(?!\w)"),
)
_LETTER = re.compile(r"\S")
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>[ \t]?)+(\S*)", re.MULTILINE)
_QUOTE = re.compile(_START + r"(?:> ?)+(?=(\S*))")
# A table row, or the rule below the header of a table without outer bars.
_TABLE = re.compile(r"^[ \t>]*(?:\||:?-+:?[ \t]*\|)", re.MULTILINE)
_RULE = re.compile(
    _START + r"(?:\|(?: ?:?-+:? ?\|)+|\|?(?: ?(?::-+:?|-{2,}:?|-:) ?(?:\||(?!\S)))+)"
)


def mask_markdown(text: str, passage: str) -> str:
    """Return `text`, a part of `passage`, with Markdown markup hidden."""
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
        while (masked := pattern.sub(_hidden, text)) != text:  # markup can be nested
            text = masked
    return text


def mask_quotes(text: str, passage: str) -> str:
    """Hide quotation marks of mails: '>' before a word that starts a quoted line of `passage`."""
    firsts = set(_QUOTED_LINE.findall(passage)) if ">" in text else set()
    if not firsts:
        return text
    firsts.add("")  # the snippet may end with a '>'
    return _QUOTE.sub(
        lambda found: _blank(found) if found[1].rstrip("…") in firsts else found[0], text
    )


def without_signs(heading: str) -> str:
    """Return a Markdown heading without markup."""
    masked = zip(mask_markdown(heading, ""), heading, strict=True)
    return "".join(letter for sign, letter in masked if sign != HIDDEN)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _hidden(found: re.Match[str]) -> str:
    """Return the found text with its groups masked: `words` by letters, all others by HIDDEN."""
    masked = list(found[0])
    words = found.re.groupindex.get("words")
    for group in range(1, found.re.groups + 1):
        start, end = (place - found.start() for place in found.span(group))
        masked[start:end] = _LETTER.sub("x" if group == words else HIDDEN, found[group])
    return "".join(masked)
