"""Characters that a search treats as equal: one list for index, highlighting and exact search.

Each rule names its source. `WORDS` is applied to words by the keyword index and highlighting, after
Unicode NFKC. `LITERAL` is applied by an exact search, after Unicode NFC. It lacks the rules that
map a letter to a visibly different one, and adds quotation marks and dashes, which do not occur in
words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

Table = dict[int, str | None]


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Characters and their equivalent; None means that they are ignored.

    Attributes:
        name: A name for the characters.
        source: The source of the rule.
        table: The characters by code point.
        in_words: Whether the index and highlighting apply it to words.
        in_literal: Whether an exact search applies it.
    """

    name: str
    source: str
    table: Mapping[int, str | None]
    in_words: bool = True
    in_literal: bool = True


def _map(target: str, characters: str) -> Table:
    return {ord(character): target for character in characters}


def _ignored(*ranges: tuple[int, int]) -> Table:
    return {code: None for first, last in ranges for code in range(first, last + 1)}


def _greek_letters() -> Table:
    table: Table = {}
    for code in range(0x370, 0x400):
        letter = unicodedata.normalize("NFD", chr(code))
        if len(letter) > 1:
            table[code] = letter[0]
    return table


# The first digit of each script whose digits are ten consecutive code points.
_ZEROS = (
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0,
)  # fmt: skip


EQUIVALENCES = (
    Equivalence(
        "soft hyphen, zero-width and direction characters, variation selectors",
        "Unicode DerivedCoreProperties.txt: Default_Ignorable_Code_Point",
        _ignored(
            (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x180B, 0x180F), (0x200B, 0x200F),
            (0x202A, 0x202E), (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
        ),
    ),
    Equivalence(
        "Hebrew points and cantillation marks",
        "Unicode Hebrew block: marks (Mn) of U+0591 to U+05C7; Lucene ICUFoldingFilter",
        _ignored(
            (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5), (0x5C7, 0x5C7),
            (0xFB1E, 0xFB1E),
        ),
    ),
    Equivalence(
        "Arabic vowel signs, Koranic marks and tatweel",
        "Lucene ArabicNormalizer; Unicode Arabic block: marks (Mn)",
        _ignored(
            (0x610, 0x61A), (0x640, 0x640), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6DC),
            (0x6DF, 0x6E4), (0x6E7, 0x6E8), (0x6EA, 0x6ED), (0x8D3, 0x8E1), (0x8E3, 0x8FF),
        ),
    ),
    Equivalence(
        "forms of alef",
        "Lucene ArabicNormalizer; Unicode: alef with wasla or wavy hamza",
        _map("ا", "\u0622\u0623\u0625\u0671\u0672\u0673"),
    ),
    Equivalence(
        "forms of yeh",
        "Lucene ArabicNormalizer (alef maksura), PersianNormalizer (Farsi yeh, yeh barree)",
        _map("ي", "\u0649\u06cc\u06d2"),
    ),
    Equivalence("forms of kaf", "Lucene PersianNormalizer", _map("ك", "\u06a9")),
    Equivalence(
        "forms of heh",
        "Lucene PersianNormalizer (heh with yeh above, heh goal); Unicode: ae, heh doachashmee",
        _map("ه", "\u06be\u06c0\u06c1\u06c2\u06d5"),
    ),
    Equivalence(
        "decimal digits of all scripts",
        "Lucene DecimalDigitFilter; Unicode UnicodeData.txt: Nd",
        {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)},
    ),
    Equivalence(
        "letters for an apostrophe",
        "Unicode UAX #29 (MidLetter), Ukrainian and Hawaiian orthography",
        _map("'", "\u02b9\u02bb\u02bc\u02bd\u02c8\u055a"),
    ),
    Equivalence(
        "hamza and ayn in Latin letters",
        "ISO 233 and DIN 31635, where they are often left out",
        _map("", "\u02be\u02bf"),
    ),
    Equivalence(
        "Greek letters with accents",
        "Lucene GreekLowerCaseFilter; Unicode NFD",
        _greek_letters(),
        in_literal=False,
    ),
    Equivalence(
        "letters whose dots are left out",
        "Lucene ICUFoldingFilter",
        {0x130: "I", 0x401: "Е", 0x451: "е"},
        in_literal=False,
    ),
    Equivalence(
        "double quotation marks",
        "Unicode PropList.txt: Quotation_Mark; Lucene ASCIIFoldingFilter",
        _map('"', "\u00ab\u00bb\u201c\u201d\u201e\u201f\u2033\u2036\u275d\u275e\u05f4\uff02\u301d\u301e\u301f"),  # noqa: E501
        in_words=False,
    ),
    Equivalence(
        "single quotation marks and apostrophes",
        "Unicode PropList.txt: Quotation_Mark; Lucene ASCIIFoldingFilter",
        _map("'", "\u00b4\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u275b\u275c\u05f3\uff07"),
        in_words=False,
    ),
    Equivalence(
        "hyphens, dashes and minus signs",
        "Unicode PropList.txt: Dash; Lucene ASCIIFoldingFilter",
        _map("-", "\u058a\u05be\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d"),  # noqa: E501
        in_words=False,
    ),
    Equivalence(
        "ellipsis", "Unicode NFKC", _map("...", "\u2026"), in_words=False
    ),
)  # fmt: skip


def _joined(tables: list[Mapping[int, str | None]]) -> Table:
    return {code: target or None for table in tables for code, target in table.items()}


WORDS = _joined([one.table for one in EQUIVALENCES if one.in_words])
LITERAL = _joined([one.table for one in EQUIVALENCES if one.in_literal])


def pattern_of(table: Table) -> re.Pattern[str]:
    """Return a pattern that matches any character of `table`."""
    return re.compile(f"[{re.escape(''.join(map(chr, sorted(table))))}]")


# --- Superscripts and signs that follow a word but are not part of it ---
#
# NFKC turns them into ordinary letters and digits: 'Vertrag¹' would become the word 'vertrag1'.

_SUPERSCRIPT_DIGITS = "\u00b2\u00b3\u00b9\u2070\u2074-\u2079"
_SUPERSCRIPT_LETTERS = "\u02b0-\u02b8\u02e1-\u02e3\u1d2c-\u1d6a\u1d9c-\u1dbb\u2071\u207f"
_SIGNS = "\u2120\u2122\u2460-\u24ff\u2776-\u2793"  # service mark, trade mark, circled numbers
_MARKS = re.compile(
    f"(?P<digits>[{_SUPERSCRIPT_DIGITS}]+(?:[,;][{_SUPERSCRIPT_DIGITS}]+)*)"
    f"|(?P<letters>[{_SUPERSCRIPT_LETTERS}]+)|[{_SIGNS}]|(?P<hyphen>\u00ad(?=\\s*\\n))"
)
_ANY_MARK = re.compile(f"[{_SUPERSCRIPT_DIGITS}{_SUPERSCRIPT_LETTERS}{_SIGNS}\u00ad]")
_MAX_MARK = 3
# A power of a unit belongs to the word: km², cm³.
_UNITS = frozenset(("km", "hm", "dm", "cm", "mm", "nm", "\u00b5m", "\u03bcm", "ft", "yd", "mi"))
_WORD_BEFORE = re.compile(r"[^\W_]*\Z")
_MAX_WORD_BEFORE = 16


def part_marks(text: str) -> str:
    """Replace marks that follow a word by spaces of the same length.

    Powers of units and variables (m², x³) and ordinals (1ˢᵗ) are kept. A soft hyphen at the end of
    a line becomes an ordinary hyphen.
    """
    return _MARKS.sub(_parted, text) if _ANY_MARK.search(text) else text


def is_mark(character: str) -> bool:
    """Return whether a character may be a mark that `part_marks` removes."""
    return _MARKS.match(character) is not None


def _parted(found: re.Match[str]) -> str:
    if found["hyphen"]:
        return "-"
    marks, text = found[0], found.string
    blank = " " * len(marks)
    word = _WORD_BEFORE.search(text[max(0, found.start() - _MAX_WORD_BEFORE) : found.start()])
    before = word[0] if word else ""
    if not before:
        begins_word = text[found.end() : found.end() + 1].isalpha()
        return blank if begins_word and not found["letters"] else marks
    letters = before.lstrip("0123456789")
    if not letters:  # 10² is not one word, 1ˢᵗ is
        return marks if found["letters"] else blank
    is_power = len(letters) == 1 or letters.lower() in _UNITS
    if is_power and (found["digits"] or found["letters"]):
        return marks
    return marks if found["letters"] and len(marks) > _MAX_MARK else blank


# --- Words hyphenated at the end of a line ---

_DIVISIONS = ("-\n", "-\r", "\u2010\n", "\u2010\r", "\u2011\n", "\u2011\r")
_DIVIDED = re.compile(r"[-\u2010\u2011]\r?\n[ \t]*(?=[^\W\d_])")


def divided_words(text: str) -> list[tuple[int, int]]:
    """Return the offsets of hyphens with line breaks that divide words.

    The word must continue in lower case, or be written in capitals.
    """
    divisions = _DIVISIONS[:2] if text.isascii() else _DIVISIONS
    if not any(division in text for division in divisions):
        return []
    return [found.span() for found in _DIVIDED.finditer(text) if _is_divided(text, *found.span())]


def _is_divided(text: str, start: int, end: int) -> bool:
    is_word = start > 1 and text[start - 2 : start].isalpha()
    return is_word and (not text[end].isupper() or text[start - 1].isupper())
