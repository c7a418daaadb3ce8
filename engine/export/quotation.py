"""Text of a page as it is quoted: the lines of a paragraph joined, which the page had divided.

Only what is certain is joined. Paragraphs, headings, items of a list, addresses and rows of a table
keep their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# A paragraph fills its lines. What is shorter than this part of the longest line ends one.
_FULL = 0.7
# Lines of headings, addresses and poems are shorter than those of any column of text.
_SHORTEST = 30
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
    longest = max(map(_width, lines))
    joined, last = lines[0], lines[0]
    for line in lines[1:]:
        is_full = _width(last.strip()) >= max(_SHORTEST, _FULL * longest)
        if is_full and not (_is_row(last) or _is_row(line) or _ITEM.match(line)):
            joined = _together(joined.rstrip(), line.lstrip(), words)
        else:
            yield joined
            joined = line
        last = line
    yield joined


def _is_row(line: str) -> bool:
    """Return whether a line is a row of a table: cells apart, or two figures at its end."""
    line = line.strip()
    if "\t" in line or "   " in line:
        return True
    return len(cells := line.split()[-2:]) == 2 and all(map(_FIGURE.fullmatch, cells))


def _together(first: str, second: str, words: frozenset[str]) -> str:
    """Return two lines as one; `words` are those of the text.

    A hyphen between them is removed if the text has the whole word elsewhere.
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
    """Return whether a letter is of Chinese or Japanese, which are written without spaces."""
    return "\u2e80" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"
