"""A snippet as it is shown: prose as one paragraph, code in its lines, with its matches kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.api import Hit, Snippet, TextSpan
from ui.results.markup_signs import HIDDEN, mask_markdown, mask_quotes, without_signs
from ui.widgets.text_marks import densest

ELLIPSIS = "\u2026"
LINE_SEPARATOR = "\u2028"
_TAB = "    "
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
    shown: list[str] = []
    offsets: list[int] = []
    last = len(masked) - 1
    for place, (sign, letter) in enumerate(zip(masked, snippet.text, strict=True)):
        is_edge = letter == ELLIPSIS and place in {0, last}  # the passage goes on there
        offsets.append(len(shown))
        if (sign.isspace() or is_edge) and shown and shown[-1] != " ":
            shown.append(" ")
        if sign != HIDDEN and not sign.isspace():
            shown.append(letter)
        if is_edge and place == 0:
            shown.append(" ")
    offsets.append(len(shown))
    return _with_matches("".join(shown).rstrip(), offsets, snippet.matches)


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
    first = _first_line_shown(snippet, max_lines)
    lines = snippet.text[first:].splitlines(keepends=True)[:max_lines]
    indents = [len(line) - len(line.lstrip(" \t")) for line in lines if line.strip()]
    indent = min(indents, default=0)
    shown: list[str] = []
    offsets: list[int] = []
    for line in lines:
        for column, letter in enumerate(line):
            offsets.append(len(shown))
            if letter in "\r\n":
                shown.extend(LINE_SEPARATOR if letter == "\n" else "")
            elif column >= indent:
                shown.extend(_TAB if letter == "\t" else letter)
    offsets.append(len(shown))
    return _with_matches("".join(shown).rstrip(), offsets, snippet.matches, first)


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


def _with_matches(
    shown: str, offsets: Sequence[int], matches: Iterable[TextSpan], first: int = 0
) -> DisplayText:
    """Move `matches` to where `offsets` has each character, counted from `first`, and the end."""
    places = [
        [min(offsets[min(max(edge - first, 0), len(offsets) - 1)], len(shown)) for edge in edges]
        for edges in ((match.start, match.end) for match in matches)
    ]
    return DisplayText(shown, tuple((start, end) for start, end in places if start < end))
