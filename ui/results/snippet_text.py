"""A snippet as it is shown: prose as one paragraph, code in its lines, with its matches kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine.api import Hit, Snippet, TextSpan
from ui.widgets.text_marks import densest

ELLIPSIS = "\u2026"
LINE_SEPARATOR = "\u2028"
_TAB = "    "
_ADDED = -1
_MARKDOWN = frozenset({"md", "markdown"})
_MAIL = frozenset({"eml", "emlx", "mbox", "msg"})


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
