"""Page text for quotations, with the lines of each paragraph joined.

Lines are only joined if this is certain. Paragraphs, headings, list items, addresses and table rows
keep their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Full lines of a paragraph have at least this share of the usual line; shorter ones end it.
_FULL_LINE_SHARE = 0.7
# A line of more than this share of the next longest one is not a line of the page.
_DOUBLE_LINE_SHARE = 1.5
# Lines of headings, addresses and poems are shorter than the lines of any column of text.
_MIN_LINE_WIDTH = 30
_ITEM = re.compile(r"\s*(?:[-–—•‣◦▪●○*·]\s|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]\s)")
_FIGURE = re.compile(r"[-+(]?[$€£]?\d[\d.,']*[%)]?|[-–—]")
_BLANK_LINES = re.compile(r"(\n[ \t]*(?:\n[ \t]*)+)")
_LAST_WORD = re.compile(r"(?:[^\W\d_]+-)*([^\W\d_]+)-\Z")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
# 'Vor- und Nachteile', 'pre- and postwar': the hyphen belongs to the part after the conjunction.
_CONJUNCTIONS = frozenset({"and", "or", "und", "oder", "et", "ou", "y", "o", "e", "bis", "to"})


def joined_lines(text: str) -> str:
    """Return the text of a page with the lines of each paragraph joined."""
    words = frozenset(word.casefold() for word in _FIRST_WORD.findall(text))
    parts = _BLANK_LINES.split(text)
    parts[::2] = ["\n".join(_paragraphs(part.split("\n"), words)) for part in parts[::2]]
    return "".join(parts)


def _paragraphs(lines: list[str], words: frozenset[str]) -> Iterator[str]:
    usual = _usual_width(lines)
    joined, last = lines[0], lines[0]
    for line in lines[1:]:
        is_full = _width(last.strip()) >= max(_MIN_LINE_WIDTH, _FULL_LINE_SHARE * usual)
        if is_full and not (_is_row(last) or _is_row(line) or _ITEM.match(line)):
            joined = _join(joined.rstrip(), line.lstrip(), words)
        else:
            yield joined
            joined = line
        last = line
    yield joined


def _usual_width(lines: list[str]) -> int:
    """Return the width of full lines: the longest, without one that is two lines in the file."""
    *others, longest = sorted(map(_width, lines))
    is_double = len(others) > 1 and longest > _DOUBLE_LINE_SHARE * others[-1]
    return others[-1] if is_double and others[-1] >= _MIN_LINE_WIDTH else longest


def _is_row(line: str) -> bool:
    """Whether a line is a table row: separated cells, or two numbers at its end."""
    line = line.strip()
    if "\t" in line or "   " in line:
        return True
    return len(cells := line.split()[-2:]) == 2 and all(map(_FIGURE.fullmatch, cells))


def _join(first: str, second: str, words: frozenset[str]) -> str:
    """Join two lines; `words` are the words of the text.

    A hyphen between them is removed if the whole word occurs elsewhere in the text.
    """
    start, end = _FIRST_WORD.match(second), _LAST_WORD.search(first)
    if start is not None and end is not None and start[0].casefold() not in _CONJUNCTIONS:
        is_divided = f"{end[1]}{start[0]}".casefold() in words
        return (first[:-1] if is_divided else first) + second
    if first and second and _has_no_spaces(first[-1]) and _has_no_spaces(second[0]):
        return first + second
    return f"{first} {second}".strip()


def _width(line: str) -> int:
    return len(line) + sum(map(_has_no_spaces, line))


def _has_no_spaces(letter: str) -> bool:
    """Whether a character is Chinese or Japanese, which are written without spaces."""
    return "\u2e80" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"
