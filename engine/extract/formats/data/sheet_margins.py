"""Texts outside the cells of a sheet: notes, cell names, headers and footers."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Codes of headers and footers: &C (centre), &"Arial,Bold", &12, &K04-1FF, &P (page) ...
_MARGIN_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f+-]{6}|\d+|[A-Za-z])|&(?=&)')


@dataclass(frozen=True, slots=True)
class SheetNote:
    """A text outside of the cells, and where it is on the sheet: 'comment on B4', 'chart'."""

    place: str
    text: str


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell: (0, 27) is AB1."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def margin_text(coded: str) -> str:
    """Return the words of a header or footer, '' if it contains none."""
    line = " ".join(_MARGIN_CODE.sub(" ", coded).split())
    return line if any(character.isalpha() for character in line) else ""
