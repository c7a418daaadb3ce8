"""Finding the few words of a text that can match, without looking at the others.

A word and its stem begin with the same two letters (only 'dying' becomes 'die', and Arabic and
Tamil lose prefixes), so one regular expression finds the words and parts of identifiers that are
worth analysing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.stores.lexical.analysis import UNSPACED, fold

_KEEPS_NO_BEGINNING = frozenset({"arabic", "tamil"})
# Where Unicode keeps what is indexed as ASCII: Latin letters with accents, turned ones, digits in
# circles.
_FOLDED_BLOCKS = (
    (0xC0, 0x2B0), (0x1D00, 0x1DC0), (0x1E00, 0x1F00), (0x2183, 0x2185), (0x24EB, 0x2500),
    (0x2776, 0x2794), (0x2C60, 0x2C80), (0xA720, 0xA800),
)  # fmt: skip

# A part of an identifier begins at a capital letter, after '_' and where digits begin.
_PART = r"(?<=[A-Z])|(?<=[0-9])(?<![0-9].)"
_ASCII_START = rf"(?:(?<![A-Za-z0-9].)|{_PART})"
_START = rf"(?:(?<![^\W_{UNSPACED}].)|{_PART})"
_NOTHING = r"(?!)"
_ANY_LETTER = rf"[^\W_{UNSPACED}]"


class WordBeginnings:
    """Where in a text a word may begin that begins like one of `wanted`, accents and case aside.

    When `wanted` is None, any word may match.
    """

    def __init__(self, wanted: Iterable[str] | None) -> None:
        self._words = None if wanted is None else sorted({word for word in wanted if word})
        self._patterns: dict[bool, re.Pattern[str]] = {}

    def find(self, plain: str) -> list[int]:
        """Return the places in a normalised text, ascending; some may be inside a word."""
        if self._words is not None and not self._words:
            return []
        return [found.start() for found in self._pattern(plain.isascii()).finditer(plain)]

    def _pattern(self, is_ascii: bool) -> re.Pattern[str]:  # noqa: FBT001
        if is_ascii not in self._patterns:
            first, second = _ANY_LETTER, ""
            if self._words is not None:
                first, second = _first_two(self._words, is_ascii=is_ascii)
            start = _ASCII_START if is_ascii else _START
            self._patterns[is_ascii] = re.compile(first + second + start)
        return self._patterns[is_ascii]


def keeps_beginnings(stemmer: str) -> bool:
    """Whether words keep their first letters when they are stemmed."""
    return stemmer not in _KEEPS_NO_BEGINNING


def _first_two(words: list[str], *, is_ascii: bool) -> tuple[str, str]:
    """Return patterns of the first letter and of what follows it, in texts of ASCII or others."""
    first = _class((word[0] for word in words), is_ascii=is_ascii)
    if any(len(word) == 1 for word in words):
        return first, ""
    seconds = {word[1] for word in words}
    if "i" in seconds:
        seconds.add("y")
    second = f"(?={_class(sorted(seconds), is_ascii=is_ascii)})"
    # A ligature holds the second letter itself.
    return first, second if is_ascii else f"(?:(?<=[{_ligatures()}])|{second})"


def _class(letters: Iterable[str], *, is_ascii: bool) -> str:
    """Return the character class of all that is indexed as one of `letters`."""
    found: dict[str, None] = {}
    for letter in letters:
        cases = (letter, letter.upper(), letter.title())
        found |= dict.fromkeys(case for case in cases if len(case) == 1)
        found |= dict.fromkeys(_variants().get(letter, ""))
    written = [letter for letter in found if letter.isascii() or not is_ascii]
    return f"[{''.join(map(re.escape, written))}]" if written else _NOTHING


@lru_cache(maxsize=1)
def _folded_letters() -> tuple[tuple[str, str], ...]:
    codes = [code for first, last in _FOLDED_BLOCKS for code in range(first, last)]
    letters = [chr(code) for code in codes if chr(code).isalnum()]
    return tuple((a, b.lower()) for a, b in zip(letters, fold(letters), strict=True))


@lru_cache(maxsize=1)
def _variants() -> dict[str, str]:
    """Return the letters that are indexed as (or as words beginning with) an ASCII letter."""
    table: dict[str, str] = {}
    for letter, folded in _folded_letters():
        table[folded[0]] = table.get(folded[0], "") + letter
    return table


@lru_cache(maxsize=1)
def _ligatures() -> str:
    return "".join(letter for letter, folded in _folded_letters() if len(folded) > 1)
