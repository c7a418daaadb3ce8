"""Definitions of languages whose layout shows where a body ends.

A definition reaches to the next line that is indented no deeper than its own; a line that only
closes it (`end`, a brace) belongs to it. So are read Python, and languages of `end` and brace in
the layout their writers keep.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.extract.formats.code.definition import MOST_NESTED, Definition
from engine.extract.formats.code.masking import INSIDE_STRING

_MOST_DEFINITIONS = 50_000
_NOTHING = f" \t\f{INSIDE_STRING}"
# A line that goes on with a signature or opens the body, at the same indentation.
_CONTINUES = re.compile(r"[ \t]*(?:[)\]{]|then\b|begin\b|do\b|where\b)")


@dataclass(frozen=True, slots=True)
class IndentGrammar:
    """How a language names its definitions.

    `pattern` matches lines that begin one (group `name`, and `owner` where a method names its
    type); `closing` a line that ends one.
    """

    pattern: re.Pattern[str]
    closing: re.Pattern[str] | None = None


def indented_definitions(mask_lines: list[str], grammar: IndentGrammar) -> list[Definition]:
    """Return the definitions of masked lines, in the order in which they end."""
    found: list[Definition] = []
    open_: list[tuple[int, int, tuple[str, ...]]] = []
    last = 0
    for index, line in enumerate(mask_lines):
        if not line.strip(_NOTHING) or len(found) >= _MOST_DEFINITIONS:
            continue
        indent = _indent(line)
        closes = grammar.closing is not None and grammar.closing.match(line) is not None
        if not _CONTINUES.match(line):
            while open_ and open_[-1][0] >= indent:
                own, first, names = open_.pop()
                is_own_closing = closes and own == indent
                found.append(Definition(first, index + 1 if is_own_closing else last + 1, names))
        match = grammar.pattern.match(line)
        if match is not None and len(open_) < MOST_NESTED:
            open_.append((indent, index, _names(match)))
        last = index
    found.extend(Definition(first, last + 1, names) for _, first, names in reversed(open_))
    return found


def _indent(line: str) -> int:
    lead = line[: len(line) - len(line.lstrip(" \t"))]
    return len(lead.expandtabs(8))


def _names(match: re.Match[str]) -> tuple[str, ...]:
    owner = match.groupdict().get("owner") or ""
    name = match["name"]
    parts = tuple(part for part in re.split(r"::|\.|:", name) if part)[-3:] or (name,)
    return (owner, *parts) if owner else parts
