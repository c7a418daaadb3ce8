"""Detecting the row of a table that names its columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from twofold.engine.model.document import COLUMN_SEPARATOR

_MAX_NAME_LENGTH = 80
_MAX_HEADS_LENGTH = 200
_NUMBER = re.compile(r"[-+]?[\d.,\s/:%€$£¥-]*\d[\d.,\s/:%€$£¥-]*\Z")
_YEAR = re.compile(r"(?:1[89]|2[01])\d\d\Z")
# An entry of a list of references ('[1]') or of a form ('Name:').
_ENTRY = re.compile(r"[\[(]\d+[\])]|.*[:：]\Z")


def column_heads(cells: Sequence[str]) -> str:
    """Return the names in a row as one line; '' if the row contains values.

    Years count as names only if they are consecutive.
    """
    names = names_of(cells)
    is_header = (
        len(names) >= 2
        and len(names) * 2 > len(cells)
        and len({name.casefold() for name in names}) == len(names)
        and are_names(names)
    )
    return joined_heads(names) if is_header else ""


def names_of(cells: Iterable[str]) -> list[str]:
    """Return the texts of the cells that are not empty, each on one line."""
    return [name for cell in cells if (name := " ".join(cell.split()))]


def are_names(names: Sequence[str]) -> bool:
    """Return whether texts may be column names: none is long, a number or a list entry."""
    numbers = [name for name in names if _NUMBER.match(name)]
    if not all(map(_YEAR.match, numbers)) or len(numbers) == 1:
        return False
    years = dict.fromkeys(map(int, numbers))
    return all(abs(a - b) == 1 for a, b in pairwise(years)) and not any(
        len(name) > _MAX_NAME_LENGTH or _ENTRY.match(name) for name in names
    )


def joined_heads(names: Iterable[str]) -> str:
    """Join column names into the heading of the rows below, up to the maximum length."""
    heads = ""
    for name in dict.fromkeys(names):
        longer = f"{heads}{COLUMN_SEPARATOR}{name}" if heads else name
        if len(longer) > _MAX_HEADS_LENGTH:
            break
        heads = longer
    return heads
