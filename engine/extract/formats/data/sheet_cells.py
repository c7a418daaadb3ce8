"""The non-empty cells of a sheet, as the parsers of workbooks return them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from twofold.engine.extract.formats.data.number_sections import general

Cells = list[tuple[int, str]]
"""Columns from 0 and texts, in ascending order."""
Row = tuple[int, Cells]
"""A row, numbered from 1, and its cells."""

MAX_COLUMNS = 16_384
MAX_ROWS = 1_048_576
# Texts that several cells may share: more are read as empty, and the workbook counts as truncated.
MAX_SHARED = 3_000_000

ERRORS = {
    0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?",
    0x24: "#NUM!", 0x2A: "#N/A", 0x2B: "#GETTING_DATA",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: its name and its rows, which are read on demand."""

    name: str
    rows: Iterator[Row]


def boolean(value: object) -> str:
    """Return a truth value as spreadsheets display it: TRUE or FALSE."""
    return "TRUE" if value else "FALSE"


def one_line(text: str) -> str:
    """Return the text of a cell on one line."""
    return " ".join(text.split())


def stored_number(text: str) -> float | None:
    """Return a number from its text, None for anything else."""
    try:
        return float(text)
    except ValueError:
        return None


def stored_date(text: str) -> str:
    """Return an ISO 8601 date as displayed, without a time of midnight and fractions."""
    found = _ISO.match(text.strip())
    if not found:
        return one_line(text)
    return found[1] if found[2] in (None, "00:00:00", "00:00") else f"{found[1]} {found[2]}"


_ISO = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?\Z")
_DURATION = re.compile(r"PT(\d{1,9})H(\d{1,2})M(\d{1,2})(?:[.,]\d*)?S")


def stored_time(text: str) -> str:
    """Return an ISO 8601 duration of hours, minutes and seconds as a time; '' for other texts."""
    found = _DURATION.fullmatch(text.strip())
    return f"{found[1]}:{found[2]:0>2}:{found[3]:0>2}" if found else ""


_LETTERS: dict[bytes, int] = {}


def column_of(letters: bytes) -> int:
    """Return the number of a column: b'A' is 0, b'XFD' 16383."""
    found = _LETTERS.get(letters)
    if found is None:
        found = -1
        for letter in letters:
            found = (found + 1) * 26 + letter - 65
        _LETTERS[letters] = found
    return found


def number_text(value: float) -> str:
    """Return a number as displayed in a cell without a number format."""
    return general(value)
