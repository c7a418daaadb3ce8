"""Superscripts and subscripts: part of a word (H₂O, m², 1st) or separate marks (Rent³)."""

from __future__ import annotations

import re
from enum import StrEnum


class Script(StrEnum):
    """The vertical position of text on its line."""

    NORMAL = ""
    RAISED = "super"
    LOWERED = "sub"


# The length of preceding text that is examined; anything longer is a word in any case.
TAIL = 24
_LAST_WORD = re.compile(r"[^\W_]+\Z")
_FIRST_WORD = re.compile(r"[^\W_]+")
# Longer units that are raised to a power, and formulas that are often written with a raised digit.
_POWERS = frozenset(
    {"dam", "sec", "min", "rad", "mol", "Pa", "CO", "SO", "NO", "CH", "NH"}
)  # fmt: skip
_FORMULA = re.compile(r"(?:[A-Z][a-z]?\d*)+\Z")
_ROMAN = re.compile(r"[IVXLC]+\Z")
_SHORT = 3
_MARKS = frozenset({"tm", "sm", "mc", "md", "r", "c"})


def needs_space(before: str, text: str, script: Script, was: Script) -> bool:
    """Return whether a space belongs between two texts if one of them is raised or lowered.

    `was` is the script of `before`. Only the last `TAIL` characters of `before` matter.
    """
    if script is was:
        return False
    last, first = _LAST_WORD.search(before[-TAIL:]), _FIRST_WORD.match(text[:TAIL])
    if last is None or first is None:
        return False
    if script is Script.NORMAL:
        return _ends(last[0], first[0], was)
    if script is Script.RAISED:
        return _raised(last[0], first[0])
    return _lowered(last[0])


def _raised(word: str, mark: str) -> bool:
    """Return whether a raised mark is separate from the word before it."""
    if word[-1].isdigit():
        # 1st and 2e are one word, but 10³ is not 103. After m2, a raised 3 is separate, too.
        return mark[0].isdigit() or mark.lower() in _MARKS
    if mark[0].isdigit():
        is_power = len(word) == 1 or (len(word) == 2 and word.islower()) or word in _POWERS
        return not is_power
    if _ROMAN.match(word):
        return False  # XXe
    # Mme and Cie are one word, but 'Acme' and TM are two.
    return len(word) > _SHORT or mark.lower() in _MARKS


def _lowered(word: str) -> bool:
    """Return whether a lowered mark is a separate word: not in H2O or x1, but for a note mark."""
    return len(word) > _SHORT and not word[-1].isdigit() and not _FORMULA.match(word)


def _ends(word: str, after: str, was: Script) -> bool:
    """Return whether normal text is a separate word after the raised or lowered text."""
    if was is Script.LOWERED:
        return len(after) > _SHORT and after.islower()
    # Isotope numbers belong to the text after them, as in 14C; other raised digits do not.
    return word[-1].isdigit() and not (len(after) <= 2 and after[0].isupper())
