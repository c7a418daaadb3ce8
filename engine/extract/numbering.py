"""Automatic numbers of lists and headings: levels, counters, and the label of a paragraph."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from twofold.engine.extract.numerals import numeral

MAX_LEVELS = 10
_PLACEHOLDER = re.compile(r"%([1-9])")
_MAX_LABEL = 100
_MAX_NUMBER = 1 << 31


@dataclass(frozen=True, slots=True)
class NumberLevel:
    """The format of the numbers of a list level; levels count from 0.

    `parts` are the parts of a label in order; an int is replaced by the number of that level. The
    number restarts after a paragraph of a level below `restart_below` (None: of any outer level).
    """

    number_format: str = "decimal"
    parts: tuple[str | int, ...] = ()
    start: int = 1
    restart_below: int | None = None
    is_legal: bool = False  # Show the numbers of all levels as digits.


Levels = Mapping[int, NumberLevel]


def parts_of_pattern(pattern: str) -> tuple[str | int, ...]:
    """Return the parts of a label such as '%1.%2' (Office Open XML, where levels count from 1)."""
    pieces = _PLACEHOLDER.split(pattern[:_MAX_LABEL])
    return tuple(int(one) - 1 if at % 2 else one for at, one in enumerate(pieces) if one)


def number_of(text: str, otherwise: int) -> int:
    """Return the integer value of an attribute, or `otherwise` if it is not an integer."""
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        return otherwise
    return max(-_MAX_NUMBER, min(int(text), _MAX_NUMBER))


def list_label(text: str) -> str:
    """Return the label of a paragraph on one line, '' if it has no letter or digit."""
    label = " ".join(text.split())[:_MAX_LABEL]
    return label if label != "o" and any(map(str.isalnum, label)) else ""


class Counter:
    """The current number of each level of one list."""

    def __init__(self) -> None:
        self._values: dict[int, int] = {}

    def restart(self, level: int) -> None:
        """Reset the count of a level, so that its next number is the first one."""
        self._values.pop(level, None)

    def next_label(self, level: int, levels: Levels, start: int | None = None) -> str:
        """Count a paragraph of `level` and return its label, '' for a bullet.

        `start` is the number of this paragraph if the document sets it.
        """
        values = self._values
        for outer in range(level):
            values.setdefault(outer, _level(levels, outer).start)
        if start is not None:
            values[level] = start
        elif level in values:
            values[level] += 1
        else:
            values[level] = _level(levels, level).start
        for inner in [one for one in values if one > level]:
            restart_below = _level(levels, inner).restart_below
            if restart_below is None or level < restart_below:
                del values[inner]
        return self._label(level, levels)

    def _label(self, level: int, levels: Levels) -> str:
        shown = _level(levels, level)
        if shown.number_format == "bullet":
            return ""
        label = "".join(
            part if isinstance(part, str) else self._number(part, levels, shown)
            for part in shown.parts
        )
        return list_label(label)

    def _number(self, level: int, levels: Levels, shown: NumberLevel) -> str:
        counted = _level(levels, level)
        value = self._values.get(level, counted.start)
        is_digits = shown.is_legal and counted.number_format not in {"none", "decimalZero"}
        return numeral(value, "decimal" if is_digits else counted.number_format)


_NO_NUMBER = NumberLevel("none")


def _level(levels: Levels, level: int) -> NumberLevel:
    return levels.get(level, _NO_NUMBER)
