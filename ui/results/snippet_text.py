"""A snippet made ready for the screen: white space, tabs and ellipses, with its matches kept."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.api import Hit, Snippet, TextSpan
from ui.results.line_signs import line_signs
from ui.results.markdown_signs import Span, markdown_signs, without_signs
from ui.widgets.text_marks import densest

ELLIPSIS = "\u2026"
LINE_SEPARATOR = "\u2028"
_TAB = "    "
_MARKDOWN = frozenset({"md", "markdown"})
_MAIL = frozenset({"eml", "emlx", "mbox", "msg"})
# What str.isspace takes for white space: \s leaves out some separators of old.
_WHITE = re.compile(r"[\s\x1c-\x1f]+")
_SPACE_AT_ENDS = re.compile(r"\A | \Z")
# The engine's ellipsis stands against the text; beside words it is read as theirs.
_CUT_BEFORE, _CUT_AFTER = re.compile(r"\A…(?=\S)"), re.compile(r"(?<=\S)…\Z")


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

    def from_word(self, start: int) -> DisplayText:
        """Return the text from a word on, after an ellipsis; what is marked before is left out."""
        moved = start - len(f"{ELLIPSIS} ")
        inside = tuple((one - moved, end - moved) for one, end in self.matches if one >= start)
        return DisplayText(f"{ELLIPSIS} {self.text[start:]}", inside)


def display_text(hit: Hit, max_lines: int) -> DisplayText:
    """Return the snippet of a hit: prose as one paragraph, code in its own lines."""
    snippet = hit.snippet
    if snippet.is_code:
        return _code(snippet, max_lines)
    is_markdown = hit.file_type in _MARKDOWN
    if not is_markdown and hit.file_type not in _MAIL:
        return _with_ellipses(_prose(snippet), snippet, hit.text)
    blank = line_signs(snippet.text, hit.text, with_tables=is_markdown)
    if not is_markdown:
        return _with_ellipses(_prose(snippet, blank=blank), snippet, hit.text)
    prose = _without_headings(_prose(snippet, markdown_signs(snippet.text), blank), hit)
    return _with_ellipses(prose, snippet, hit.text)


def _without_headings(shown: DisplayText, hit: Hit) -> DisplayText:
    """Leave out the title and the section at the beginning: both are written above."""
    if not hit.snippet.text.lstrip().startswith("#"):
        return shown
    for heading in (hit.title, hit.section_label):
        lead = f"{without_signs(heading)} "
        if heading and shown.text.startswith(lead) and not _marked(shown, len(lead)):
            cut = len(lead)
            matches = tuple((start - cut, end - cut) for start, end in shown.matches)
            shown = DisplayText(shown.text[cut:], matches)
    return shown


def _marked(shown: DisplayText, end: int) -> bool:
    return any(start < end for start, _ in shown.matches)


def _prose(snippet: Snippet, signs: Sequence[Span] = (), blank: Sequence[Span] = ()) -> DisplayText:
    """Leave out `signs` and make one space of white space, as which `blank` is read.

    The matches move along.
    """
    text = snippet.text
    pieces: list[str] = []
    # Of every character shown, where it stands in the snippet.
    places: list[int] = []
    done, needs_space = 0, False
    for start, end, is_white in (*_gaps(text, signs, blank), (len(text), len(text), True)):
        if start > done:
            if needs_space and pieces:
                pieces.append(" ")
                places.append(done)
            pieces.append(text[done:start])
            places.extend(range(done, start))
            needs_space = False
        needs_space = needs_space or is_white
        done = max(done, end)
    shown = "".join(pieces)
    spans = ((_start(shown, places, one), bisect_left(places, one.end)) for one in snippet.matches)
    return DisplayText(shown, tuple((start, end) for start, end in spans if start < end))


def _start(shown: str, places: list[int], match: TextSpan) -> int:
    """Return where a match begins in the text shown: after the space that goes before a word."""
    start = bisect_left(places, match.start)
    return start + (shown[start : start + 1] == " ")


def _gaps(text: str, signs: Sequence[Span], blank: Sequence[Span]) -> list[tuple[int, int, bool]]:
    """Return what is not shown, ascending, and whether it is white space."""
    white = ((*found.span(), True) for found in _WHITE.finditer(text) if found[0] != " ")
    cuts = ((edge, edge, True) for edge in _edges(text))
    if not signs and not blank:
        ends = ((*found.span(), True) for found in _SPACE_AT_ENDS.finditer(text))
        return sorted({*white, *cuts, *ends})
    all_white = ((*found.span(), True) for found in _WHITE.finditer(text))
    left_out = [(start, end, False) for start, end in signs]
    return sorted([*all_white, *cuts, *left_out, *((start, end, True) for start, end in blank)])


def _edges(text: str) -> Iterator[int]:
    if _CUT_BEFORE.search(text):
        yield 1
    if _CUT_AFTER.search(text) and len(text) > 1:
        yield len(text) - 1


def _code(snippet: Snippet, max_lines: int) -> DisplayText:
    start = _first_line_shown(snippet, max_lines)
    lines = snippet.text[start:].splitlines(keepends=True)[:max_lines]
    shown = "".join(lines)
    indent = min((_indent(line) for line in lines if line.strip()), default=0)
    pieces: list[str] = []
    offsets: list[int] = []
    column = 0
    for character in shown:
        offsets.append(len(pieces))
        if character in "\r\n":
            pieces.extend(LINE_SEPARATOR if character == "\n" else "")
            column = 0
            continue
        column += 1
        if column > indent:
            pieces.extend(_TAB if character == "\t" else character)
    return _moved(snippet, "".join(pieces).rstrip(), offsets, start)


def _first_line_shown(snippet: Snippet, max_lines: int) -> int:
    """Skip empty lines, and begin further down where more of the matches would be seen."""
    text = snippet.text
    first = _after_empty_lines(text, 0)
    line_of = [(text.count("\n", first, span.start), span) for span in snippet.matches]
    lines = [(line, text[span.start : span.end]) for line, span in line_of]
    if not lines:
        return first
    best = densest(lines, max_lines)
    seen = {word.lower() for line, word in lines if line < max_lines}
    there = {word.lower() for line, word in lines if 0 <= line - lines[best][0] < max_lines}
    if len(seen) >= len(there):
        return first
    # The lines stay as many as there are.
    last_start = text.rstrip().count("\n", first) + 1 - max_lines
    start = first
    for _ in range(min(lines[best][0], last_start)):
        start = text.index("\n", start) + 1
    return _after_empty_lines(text, start)


def _after_empty_lines(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip("\r\n"))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _moved(snippet: Snippet, text: str, offsets: list[int], skipped: int) -> DisplayText:
    def moved(offset: int) -> int:
        inside = max(offset - skipped, 0)
        return min(offsets[inside], len(text)) if inside < len(offsets) else len(text)

    matches = ((moved(span.start), moved(span.end)) for span in snippet.matches)
    return DisplayText(text, tuple((start, end) for start, end in matches if start < end))


def _with_ellipses(shown: DisplayText, snippet: Snippet, passage: str) -> DisplayText:
    """Say where the passage goes on before and after the snippet."""
    place = passage.find(snippet.text)
    if place < 0:
        return shown
    before = bool(passage[:place].strip()) and not shown.text.startswith(ELLIPSIS)
    rest = passage[place + len(snippet.text) :]
    after = bool(rest.strip()) and not shown.text.endswith(ELLIPSIS)
    lead = f"{ELLIPSIS} " if before else ""
    matches = tuple((start + len(lead), end + len(lead)) for start, end in shown.matches)
    return DisplayText(f"{lead}{shown.text}{f' {ELLIPSIS}' if after else ''}", matches)
