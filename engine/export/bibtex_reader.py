"""Reading BibTeX and BibLaTeX files as reference managers write them: entries with their fields.

A small reader for one purpose: it never fails on a file, skips what it does not understand, and
takes time linear in the text. Macros (`@string`) and `#` are followed one level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_ENTRY = re.compile(r"@([A-Za-z]+)\s*[{(]")
_KEY = re.compile(r"\s*([^\s,{}\"#%=]+)\s*,")
# Two runs of white space never meet: they could be divided in as many ways as they are long.
_FIELD = re.compile(r"\s*(?:,\s*)?([A-Za-z][\w:.-]*)\s*=\s*")
_NEXT = re.compile(r"[^@{}=\n]{0,200},\s*([A-Za-z][\w:.-]*)\s*=\s*")
_PIECE = re.compile(r"\s*(?:(#)\s*)?(?:(\{)|(\")|([A-Za-z0-9_.:+-]+))")
# An entry that begins a line ends a value that was never closed.
_BRACE_OR_QUOTE = re.compile(r'\\.|[{}"]|\n(?=@[A-Za-z]+\s*[{(])', re.DOTALL)
_SWALLOWED = re.compile(r",\s{0,20}[A-Za-z]{2,20}\s{0,9}=\s{0,9}[{\"]")
_MOST_ENTRIES = 50_000
_MOST_FIELDS = 200
# Macros may name each other, so that a small file could describe an endless value.
_LONGEST_VALUE = 100_000


@dataclass(frozen=True, slots=True)
class BibEntry:
    """One entry; names of kind and fields are in lower case, values still LaTeX."""

    kind: str
    key: str
    fields: Mapping[str, str]


def read_bibtex(text: str) -> Iterator[BibEntry]:
    """Yield the entries of a file."""
    macros: dict[str, str] = {}
    at = count = 0
    while (found := _ENTRY.search(text, at)) and count < _MOST_ENTRIES:
        kind = found[1].lower()
        at = found.end()
        if kind in {"comment", "preamble"}:
            continue
        if kind == "string":
            fields, at = _fields(text, at, macros)
            macros |= fields
            continue
        key = _KEY.match(text, at)
        if key is None:
            continue
        fields, at = _fields(text, key.end(), macros)
        count += 1
        yield BibEntry(kind, key[1], fields)


def _fields(text: str, at: int, macros: Mapping[str, str]) -> tuple[dict[str, str], int]:
    fields: dict[str, str] = {}
    while len(fields) < _MOST_FIELDS:
        # Behind what is no value the entry goes on at its next field, if that is near.
        found = _FIELD.match(text, at) or _NEXT.match(text, at)
        if found is None:
            break
        value, at = _value(text, found.end(), macros)
        fields.setdefault(found[1].lower(), value)
    return fields, at


def _value(text: str, at: int, macros: Mapping[str, str]) -> tuple[str, int]:
    """Return a value made of pieces joined by '#', and where it ends."""
    pieces: list[str] = []
    while piece := _PIECE.match(text, at):
        if bool(piece[1]) != bool(pieces):
            break
        if piece[2] or piece[3]:
            end = _end(text, piece.end(), "}" if piece[2] else '"')
            if text[end : end + 1] not in {"}", '"'}:
                # It was never closed: the next field is none of it.
                swallowed = _SWALLOWED.search(text, piece.end(), min(end, at + _LONGEST_VALUE))
                end = swallowed.start() if swallowed else end
            pieces.append(text[piece.end() : end])
            at = end + 1
        else:
            pieces.append(macros.get(piece[4].lower(), piece[4]))
            at = piece.end()
        if sum(map(len, pieces)) > _LONGEST_VALUE:
            break
    return "".join(pieces)[:_LONGEST_VALUE], at


def _end(text: str, at: int, closing: str) -> int:
    """Return where the brace or quote that was opened before `at` closes."""
    depth = 0
    for sign in _BRACE_OR_QUOTE.finditer(text, at):
        if sign[0] == "\n":
            return sign.start()
        if sign[0] == "{":
            depth += 1
        elif sign[0] == closing and depth == 0:
            return sign.start()
        elif sign[0] == "}":
            depth = max(0, depth - 1)
    return len(text)
