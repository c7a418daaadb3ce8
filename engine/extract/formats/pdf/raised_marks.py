"""Footnote marks and affiliations in a PDF: raised digits and letters next to a word.

The marks are replaced by Unicode superscripts, so that they are not part of the word. Chemical
formulas have lowered digits, and ordinals (1st) have raised letters after a digit; both are left
unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from twofold.engine.extract.formats.pdf.page_edits import Edit
from twofold.engine.extract.formats.pdf.page_glyphs import PageGlyphs

_RAISED = dict(
    zip(
        "0123456789abcdefghijklmnoprstuvwxyz",
        "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
        strict=True,
    )
)
_NUMBER = re.compile("[0-9]+")
_MORE = re.compile(r"[,;–-]([0-9]{1,3})(?!\w)")
_MORE_LETTERS = re.compile(r",[a-z](?!\w)")
_NAME = re.compile(r"[A-Z]\w*[a-zß-ÿ]([a-z])(?!\w)")
_LETTER_BEFORE = re.compile(r"[a-z](?=[A-Z][a-z])")
_SEPARATORS = frozenset(",.'’")
_GROUP, _YEAR_AND_MARK = 3, 5  # digits
_MAX_MARK = 3  # digits
_MAX_NUMBER = 7  # digits of a number and its mark
_PART_OF_NUMBER = "_+−"  # a charge (Ca2+) is part of a formula
_MAX_CANDIDATES = 4_000  # of a page
# In heights of the word's font.
_MIN_RAISE = 0.15
_MAX_RAISE = 1.0
_MAX_HEIGHT = 0.65
_MAX_GAP = 0.3  # and as much for each character between


def raised_edits(page: PageGlyphs, *, with_letters: bool) -> Iterator[Edit]:
    """Yield edits that turn raised marks into superscripts.

    With `with_letters`, raised letters after names (of affiliations) are included.
    """
    text = page.text
    for found in islice(_NUMBER.finditer(text), _MAX_CANDIDATES):
        start, end = found.span()
        # Of standalone numbers, check only those that may be a year or a digit group with a mark.
        if (
            end - start >= _YEAR_AND_MARK
            or text[start - 1 : start].isalpha()
            or text[end : end + 1].isalpha()
            or (end - start > _GROUP and text[start - 1 : start] in _SEPARATORS)
        ):
            yield from _raised_digits(page, start, end)
    for found in islice(_MORE_LETTERS.finditer(text), _MAX_CANDIDATES):
        first, end = found.start() - 1, found.end()
        if text[first - 2 : first + 1].islower() and _is_raised(page, first, first - 1):
            yield from _superscripts(text, first, end)
    if with_letters:
        for found in islice(_NAME.finditer(text), _MAX_CANDIDATES):
            if _is_raised(page, found.start(1), found.start(1) - 1):
                yield from _superscripts(text, *found.span(1))
        for found in islice(_LETTER_BEFORE.finditer(text), _MAX_CANDIDATES):
            if _is_raised(page, found.start(), found.end()):
                yield from _superscripts(text, *found.span())


def _raised_digits(page: PageGlyphs, start: int, end: int) -> Iterator[Edit]:
    """Yield the digits of a run that are raised after a word or number, or before a word."""
    text = page.text
    before, after = text[start - 1 : start], text[end : end + 1]
    is_after_word = before.isalpha()
    if after.isalpha():
        # 'CO' of 14CO2 is a formula.
        word = text[end : end + 3]
        is_word = word[1:2].isalpha() and not (word[:2].isupper() and word[2:].isdigit())
        is_mark = is_word and not is_after_word and end - start <= _MAX_MARK
        if is_mark and _is_raised(page, end - 1, end):
            yield from _superscripts(text, start, end)
        return
    if (after and after in _PART_OF_NUMBER) or before == "_":
        return
    if end - start > (_MAX_MARK if is_after_word else _MAX_NUMBER):
        return
    base = start - is_after_word
    if base == end - 1 or not _is_raised(page, end - 1, base):
        return
    first = end - 1
    while first - 1 > base and _is_raised(page, first - 1, base):
        first -= 1
    yield from _superscripts(text, first, end)
    while (more := _MORE.match(text, end)) and _is_raised(page, more.start(1), base):
        yield from _superscripts(text, *more.span(1))
        end = more.end()


def _superscripts(text: str, start: int, end: int) -> Iterator[Edit]:
    for at in range(start, end):
        if raised := _RAISED.get(text[at]):
            yield Edit(at, at + 1, raised)


def _is_raised(page: PageGlyphs, mark: int, base: int) -> bool:
    """Return whether a character is small and raised relative to another one next to it."""
    bottom, top = page.ink(mark)
    lowest, _ = page.ink(base)
    if bottom <= lowest + (top - bottom) * _MIN_RAISE:  # not raised, like most characters
        return False
    one, word = page[mark], page[base]
    if one is None or word is None:
        return False
    height = word.font_height
    gap = max(one.left - word.right, word.left - one.right)
    return (
        _MIN_RAISE * height < bottom - word.baseline < _MAX_RAISE * height
        and top - bottom < _MAX_HEIGHT * height
        and abs(gap) < (_MAX_GAP + abs(mark - base) - 1) * height
    )
