"""A snippet made ready for the screen: white space, tabs and ellipses, with its matches kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from engine.api import Hit, Snippet

ELLIPSIS = "\u2026"
LINE_SEPARATOR = "\u2028"
_TAB = "    "
_MARKDOWN = frozenset({"md", "markdown"})
# What str.isspace takes for white space: \s leaves out some separators of old.
_WHITE = re.compile(r"[\s\x1c-\x1f]+")
# Of Markdown also the signs of headings and of code, alone or around white space.
_WHITE_OR_SIGNS = re.compile(r"(?:`*(?:[\s\x1c-\x1f]|(?<!\S)#{1,6}(?=\s|…|$))`*)+|`+")


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


def display_text(hit: Hit, max_lines: int) -> DisplayText:
    """Return the snippet of a hit: prose as one paragraph, code in its own lines."""
    snippet = hit.snippet
    if snippet.is_code:
        return _code(snippet, max_lines)
    if hit.file_type not in _MARKDOWN:
        return _with_ellipses(_prose(snippet), snippet, hit.text)
    prose = _without_headings(_prose(snippet, heading_signs=False), hit)
    return _with_ellipses(prose, snippet, hit.text)


def _without_headings(shown: DisplayText, hit: Hit) -> DisplayText:
    """Leave out the title and the section at the beginning: both are written above."""
    if not hit.snippet.text.lstrip().startswith("#"):
        return shown
    for heading in (hit.title, hit.section_label):
        lead = f"{heading} ".replace("`", "")
        if heading and shown.text.startswith(lead) and not _marked(shown, len(lead)):
            cut = len(lead)
            matches = tuple((start - cut, end - cut) for start, end in shown.matches)
            shown = DisplayText(shown.text[cut:], matches)
    return shown


def _marked(shown: DisplayText, end: int) -> bool:
    return any(start < end for start, _ in shown.matches)


def _prose(snippet: Snippet, *, heading_signs: bool = True) -> DisplayText:
    pieces: list[str] = []
    moves = [(0, 0)]
    done = shown = 0
    for run in (_WHITE if heading_signs else _WHITE_OR_SIGNS).finditer(snippet.text):
        start, end = run.span()
        if run[0] == " " and start:
            continue
        pieces.append(snippet.text[done:start])
        shown += start - done
        space = " " if shown and run[0].strip("`") else ""
        pieces.append(space)
        moves += [(start, shown), (start + 1, shown + len(space)), (end, shown + len(space))]
        done, shown = end, shown + len(space)
    text = ("".join(pieces) + snippet.text[done:]).rstrip()
    return _with_moved_matches(snippet, text, moves)


def _with_moved_matches(snippet: Snippet, text: str, moves: list[tuple[int, int]]) -> DisplayText:
    """Move the matches; inside of what became one space all places are the one after it."""
    places = [place for place, _ in moves]

    def moved(offset: int) -> int:
        index = bisect_right(places, offset) - 1
        place, shown = moves[index]
        is_inside = index % 3 == 2
        return min(shown if is_inside else shown + offset - place, len(text))

    spans = ((moved(span.start), moved(span.end)) for span in snippet.matches)
    return DisplayText(text, tuple((start, end) for start, end in spans if start < end))


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
    """Skip empty lines, and lines before the first match when it would not be seen."""
    text = snippet.text
    first = len(text) - len(text.lstrip("\r\n"))
    if not snippet.matches:
        return first
    match = snippet.matches[0].start
    if text.count("\n", first, match) < max_lines:
        return first
    return text.rfind("\n", 0, match) + 1


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
