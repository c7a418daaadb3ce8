"""Text for quotations, with the lines of each paragraph joined.

Lines are only joined if this is certain. Paragraphs, headings, list items, addresses, table rows
and code keep their lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

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
# Endings that are never the second part of a compound: 'maintain-|ing'.
_ENDINGS = frozenset({
    "ing", "ings", "tion", "tions", "sion", "sions", "ment", "ments", "ness", "ity", "ities", "ly",
    "ous", "ive", "ance", "ence", "ation", "ations", "ung", "ungen", "keit", "heit", "lich",
    "liche", "lichen", "schaft",
})  # fmt: skip
# No sentence, heading or address ends with these words.
_INNER_WORDS = (_CONJUNCTIONS - {"to"}) | {
    "the", "a", "an", "of", "der", "die", "das", "dem", "den", "des", "ein", "eine", "einer", "im",
    "zur", "zum", "für", "le", "la", "les", "du", "de", "un", "une", "au", "aux", "el", "los",
    "del",
}  # fmt: skip

# File types of prose that an editor may have wrapped at a fixed width.
_WRAPPED_TYPES = frozenset({
    "txt", "text", "me", "1st", "textile", "t2t", "md", "adoc", "asciidoc", "asc", "org", "rst",
    "rest", "tex", "latex", "ltx",
})  # fmt: skip
# Editors wrap at 60 to 100 characters, and a line ends where the next word did not fit.
_MIN_WRAP_WIDTH = 55
_WRAP_SLACK = 6
_FENCE = re.compile(r"\s*(?:```|~~~)")
_BLOCK = re.compile(r"\s*(?:#|>|\||\\[a-z]|<|={3}|\.\. |(?:[-*_]\s*){3,}$)|\t|    ")
_OPEN_END = re.compile(r"[^\W\d_A-Z],?\Z|,\Z")


def quotation_of(text: str, file_type: str, *, is_page: bool, is_code: bool) -> str:
    """Return the text of a passage without the line breaks of a page or of an editor."""
    if is_code:
        return text
    if is_page:
        return joined_lines(text)
    return unwrapped_lines(text) if file_type in _WRAPPED_TYPES else text


def unwrapped_lines(text: str) -> str:
    """Return the text of a file with the lines of each paragraph joined that an editor wrapped."""
    words = frozenset(word.casefold() for word in _FIRST_WORD.findall(text))
    return "\n".join(_unwrapped(run, words) for run in _runs(text.split("\n")))


def _runs(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield the lines of each paragraph or list item, and each other line on its own."""
    run: list[str] = []
    in_fence = False
    for line in lines:
        is_fence = _FENCE.match(line) is not None
        is_alone = in_fence or is_fence or not line.strip() or _BLOCK.match(line) is not None
        in_fence ^= is_fence
        if run and (is_alone or _ITEM.match(line)):
            yield run
            run = []
        run.append(line)
        if is_alone:
            yield run
            run = []
    if run:
        yield run


def _unwrapped(lines: list[str], words: frozenset[str]) -> str:
    if not _is_wrapped(lines):
        return "\n".join(lines)
    joined = lines[0]
    for line in lines[1:]:
        joined = _join(joined.rstrip(), line.lstrip(), words)
    return joined


def _is_wrapped(lines: list[str]) -> bool:
    """Whether each line ends where the next word did not fit, and one in a sentence."""
    widest = max(_width(line.rstrip()) for line in lines)
    pairs = [(before.rstrip(), after.split(maxsplit=1)[0]) for before, after in pairwise(lines)]
    return (
        widest >= _MIN_WRAP_WIDTH
        and all(_width(line) + 1 + _width(word) > widest - _WRAP_SLACK for line, word in pairs)
        and any(
            word[0].islower() or (_OPEN_END.search(line) and not word[0].isdigit())
            for line, word in pairs
        )
        and not any(before.endswith(("  ", "\\")) for before in lines[:-1])
    )


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
        width = _width(last.strip())
        is_full = width >= _FULL_LINE_SHARE * usual or _is_in_sentence(last, line)
        if (
            width >= _MIN_LINE_WIDTH
            and is_full
            and not (_is_row(last) or _is_row(line) or _ITEM.match(line))
        ):
            joined = _join(joined.rstrip(), line.lstrip(), words)
        else:
            yield joined
            joined = line
        last = line
    yield joined


def _is_in_sentence(line: str, after: str) -> bool:
    """Whether a sentence surely continues on the next line, however wide the lines are."""
    *_, last_word = line.split() or [""]
    if last_word in _INNER_WORDS:
        return True
    return after.lstrip()[:1].islower() and _OPEN_END.search(line.rstrip()) is not None


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

    A hyphen between them is removed if the whole word occurs elsewhere in the text, or if the
    second part is only an ending.
    """
    start, end = _FIRST_WORD.match(second), _LAST_WORD.search(first)
    if start is not None and end is not None and start[0].casefold() not in _CONJUNCTIONS:
        is_divided = start[0] in _ENDINGS or f"{end[1]}{start[0]}".casefold() in words
        return (first[:-1] if is_divided else first) + second
    if first and second and _has_no_spaces(first[-1]) and _has_no_spaces(second[0]):
        return first + second
    return f"{first} {second}".strip()


def _width(line: str) -> int:
    return len(line) + sum(map(_has_no_spaces, line))


def _has_no_spaces(letter: str) -> bool:
    """Whether a character is Chinese or Japanese, which are written without spaces."""
    return "\u2e80" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"
