r"""A document's text as a QTextDocument takes it, and where the engine's spans lie in it.

Three things differ. Qt counts UTF-16 units, Python counts characters. Qt reads '\r\n' as one line
end. And some characters (U+2029, U+FDD0, U+FDD1) would end a block, so they are shown as spaces.
Very long documents are cut to the lines around the passage, so that showing one never holds the
window.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from engine.api import Preview, TextSpan

LONGEST_TEXT = 200_000
LONGEST_LINE = 4_000
SHORTENED_TEXT = 10_000

_LINE_END = re.compile(r"\r\n|\r|\n")
_NOT_SHOWN = str.maketrans(dict.fromkeys("\0\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\ufdd0\ufdd1", " "))
_NOT_SHOWN |= dict.fromkeys(range(55296, 57344), "�")
# Where a text begins with one, Qt takes it for a byte order mark and leaves it out; a word joiner
# is as invisible.
_NOT_SHOWN |= {0xFEFF: "\u2060", 0xFFFE: "�"}

_IN_A_PARAGRAPH = {
    letter: shown for letter, shown in _NOT_SHOWN.items() if letter != ord("\u2028")
} | dict.fromkeys(map(ord, "\r\n"), " ")


@dataclass(frozen=True, slots=True)
class DisplayText:
    """Text ready for a QTextDocument; the spans count UTF-16 units, one line is one block.

    `line_numbers[i]` is the number of block i in the file, or 0 when it has none. `is_cut` says
    that only the part around the passage is here.
    """

    text: str
    passage: TextSpan | None
    matches: tuple[TextSpan, ...]
    line_numbers: tuple[int, ...]
    is_cut: bool = False
    nearest: TextSpan | None = None


def display_text(preview: Preview) -> DisplayText:
    """Prepare the text of a line document (or of one page) to be shown."""
    window = _window(preview.text, preview.passage)
    start, end = window.start, window.end
    text = preview.text[start:end]
    converter = _Positions(text)
    return DisplayText(
        text=converter.shown,
        passage=_moved(preview.passage, window, converter),
        matches=tuple(
            moved
            for match in sorted(preview.matches, key=lambda match: match.start)
            if (moved := _moved(match, window, converter)) is not None
        ),
        line_numbers=_numbers(preview, start, converter.shown.count("\n") + 1),
        is_cut=(start, end) != (0, len(preview.text)),
        nearest=_moved(preview.nearest, window, converter),
    )


def shown_letters(text: str) -> str:
    """Return one line of text with what would end a block made harmless, letter for letter.

    A line separator (U+2028) stays: it breaks a line inside of a paragraph.
    """
    return text.translate(_IN_A_PARAGRAPH)


def _window(text: str, passage: TextSpan | None) -> TextSpan:
    """Return the part of `text` that is shown: all of it, unless that could hold the window."""
    around = passage or TextSpan(0, 0)
    wide = TextSpan(max(0, around.start - LONGEST_TEXT // 2), around.end + LONGEST_TEXT // 2)
    if len(text) <= LONGEST_TEXT:
        wide = TextSpan(0, len(text))
    if _longest_line(text[wide.start : wide.end]) > LONGEST_LINE:
        half = SHORTENED_TEXT // 2
        wide = TextSpan(max(wide.start, around.start - half), min(wide.end, around.end + half))
    return _on_line_ends(text, wide)


def _longest_line(text: str) -> int:
    return max(map(len, text.splitlines()), default=0)


def _on_line_ends(text: str, window: TextSpan) -> TextSpan:
    start, end = window.start, min(window.end, len(text))
    if start > 0:
        line_end = text.find("\n", start, start + LONGEST_LINE)
        start = line_end + 1 if line_end >= 0 else start
    if end < len(text):
        line_end = text.rfind("\n", max(start, end - LONGEST_LINE), end)
        end = line_end if line_end >= 0 else end
    return TextSpan(start, end)


class _Positions:
    """Converts character offsets of `text` to UTF-16 offsets of `shown`."""

    def __init__(self, text: str) -> None:
        self.shown = _LINE_END.sub("\n", text).translate(_NOT_SHOWN)
        self._length = len(text)
        # Every astral character adds one unit after itself, every '\r\n' takes one away.
        steps = [(m.end(), 1) for m in re.finditer(r"[\U00010000-\U0010ffff]", text)]
        steps += [(m.end(), -1) for m in re.finditer(r"\r\n", text)]
        steps.sort()
        self._at = [position for position, _ in steps]
        self._shift = [0]
        for _, step in steps:
            self._shift.append(self._shift[-1] + step)

    def __call__(self, offset: int) -> int:
        offset = min(max(offset, 0), self._length)
        return offset + self._shift[bisect_right(self._at, offset)]


def _moved(span: TextSpan | None, window: TextSpan, convert: _Positions) -> TextSpan | None:
    if span is None or span.end <= window.start or span.start >= window.end:
        return None
    return TextSpan(convert(span.start - window.start), convert(span.end - window.start))


def _numbers(preview: Preview, start: int, blocks: int) -> tuple[int, ...]:
    skipped = len(_LINE_END.findall(preview.text, 0, start)) if start else 0
    known = preview.line_numbers[skipped : skipped + blocks]
    if not preview.line_numbers:
        return (0,) * blocks
    if len(known) > 1 and known[-1] == known[-2]:
        known = (*known[:-1], 0)  # what follows the last line end is no line
    return known + (0,) * (blocks - len(known))
