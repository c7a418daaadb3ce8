"""Signs that a passage has at the beginnings of its lines and between cells: no words to read.

The lines of a snippet are joined, where nobody could tell the sign of a quotation from 'a > b', nor
the edge of a cell from 'a | b'. So they are told in the passage, and found again in the snippet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ui.results.markdown_signs import Span

_REMEMBERED = 256
_ELLIPSIS = "\u2026"
_QUOTED = re.compile(r"(?:> ?)+")
# The line below the heads of a table; one without bars is no table's.
_BEGINS_A_RULE = frozenset("|:-")
_RULE = re.compile(r"\|?(?: ?:?-+:? ?\|)* ?(?::?-+:?)? ?\Z")
_BARS = re.compile(r"\\.|(?P<ticks>`+).*?(?P=ticks)|(?P<bar>(?: ?\|)+)")


def line_signs(snippet: str, passage: str, *, with_tables: bool) -> list[Span]:
    """Return the [start, end) in a snippet, ascending, of what is read as white space.

    These are signs of quotations ('> >') and, `with_tables`, the bars and rules of Markdown's
    tables. `snippet` is a stretch of `passage` with white space squeezed, perhaps with ellipses.
    """
    if ">" not in snippet and not (with_tables and "|" in snippet):
        return []
    begin = int(snippet.startswith(_ELLIPSIS))
    end = len(snippet) - int(snippet.endswith(_ELLIPSIS))
    lines, squeezed, rows = _read(passage, with_tables=with_tables)
    place = squeezed.find(snippet[begin:end])
    if place < 0:
        return []
    moved = begin - place
    found: list[Span] = []
    for number, start, line in _lines_between(lines, place, place + end - begin):
        signs = _signs(line, is_row=number in rows)
        found.extend((start + one + moved, start + two + moved) for one, two in signs)
    within = ((max(start, begin), min(stop, end)) for start, stop in found)
    return [(start, stop) for start, stop in within if start < stop]


@lru_cache(_REMEMBERED)
def _read(passage: str, *, with_tables: bool) -> tuple[list[str], str, frozenset[int]]:
    """Return the lines of a passage, these in one line, and which of them are rows of a table.

    The next letter typed finds mostly the same passages.
    """
    lines = [" ".join(line.split()) for line in passage.split("\n")]
    rows = _table_rows(lines) if with_tables else frozenset()
    return lines, " ".join(filter(None, lines)), rows


def _lines_between(lines: list[str], start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Yield number and place of the lines that reach into [start, end), joined by a space."""
    at = 0
    for number, line in enumerate(lines):
        if line and at < end and at + len(line) > start:
            yield number, at, line
        at += len(line) + bool(line)


def _signs(line: str, *, is_row: bool) -> Iterator[Span]:
    quoted = _QUOTED.match(line)
    lead = quoted.end() if quoted else 0
    if lead:
        yield 0, lead
    if is_row and _is_rule(line[lead:]):
        yield lead, len(line)
    elif is_row:
        yield from (found.span() for found in _BARS.finditer(line, lead) if found["bar"])


def _table_rows(lines: list[str]) -> frozenset[int]:
    """Return which lines are rows: those that begin with a bar, and those around a rule."""
    bare = [_QUOTED.sub("", line, count=1) if line.startswith(">") else line for line in lines]
    rows = {number for number, line in enumerate(bare) if line.startswith("|")}
    for number, line in enumerate(bare):
        is_below = number - 1 in rows and "|" in line
        if is_below or _is_rule(line):
            rows.add(number)
            if not is_below and number and "|" in bare[number - 1]:
                rows.add(number - 1)
    return frozenset(rows)


def _is_rule(line: str) -> bool:
    return line[:1] in _BEGINS_A_RULE and "|" in line and _RULE.match(line) is not None
