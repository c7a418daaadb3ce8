"""Accents that a PDF draws as separate characters over their letters.

TeX draws an accent and then a letter below it. PDFium returns both in the order of the line, or the
accent after the next word if it is raised over a capital.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from twofold.engine.extract.formats.pdf.page_edits import Edit
from twofold.engine.extract.formats.pdf.page_glyphs import Glyph, PageGlyphs

# Spacing accents and the combining mark of each.
_MARKS = {
    "\u00a8": "\u0308", "\u00b4": "\u0301", "\u02ca": "\u0301", "`": "\u0300", "\u02cb": "\u0300",
    "\u02c6": "\u0302", "^": "\u0302", "\u02dc": "\u0303", "~": "\u0303", "\u00b8": "\u0327",
    "\u02c7": "\u030c", "\u02da": "\u030a", "\u00b0": "\u030a", "\u00af": "\u0304",
    "\u02c9": "\u0304", "\u02d8": "\u0306", "\u02d9": "\u0307", "\u02dd": "\u030b",
    "\u02db": "\u0328", "\u0384": "\u0301", "\u0385": "\u0308\u0301", "\u1fbf": "\u0313",
    "\u1ffe": "\u0314", "\u1fc0": "\u0342",
}  # fmt: skip
_ACCENT = re.compile(f"[{re.escape(''.join(_MARKS))}\u0300-\u030c\u0323\u0327\u0328]")
_STROKE = re.compile(" ([lL])")
_SAME_PLACE = 0.1  # in font heights
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_MAX_ACCENTS = 5_000  # of a page
# The maximum distance of an accent from its letter, in characters, and the maximum number of
# distant accents on a page.
_MAX_DISTANCE = 120
_MAX_AWAY = 40
_ADJACENT_ONLY = "^~\u00b0"  # usually symbols rather than accents, so only adjacent ones count
# In font heights.
_MAX_RAISE = 0.45
_MAX_GAP = 0.12


def accent_edits(page: PageGlyphs) -> Iterator[Edit]:
    """Yield the edits that combine the accents of a page with their letters."""
    taken: set[int] = set()
    away = 0
    for found in islice(_ACCENT.finditer(page.text), _MAX_ACCENTS):
        at = found.start()
        is_away = away < _MAX_AWAY and _has_spaces_around(page.text, at)
        away += is_away
        accent = page[at]
        if accent is None:
            continue
        letter = _letter_of(page, at, accent, taken, _MAX_DISTANCE if is_away else 1)
        if letter is None:
            continue
        if letter == at - 1 and unicodedata.combining(found[0]):
            continue  # it is already in place
        taken.add(letter)
        yield Edit(letter, letter + 1, _composed(page.text[letter], found[0]))
        yield from _removed(page, at, letter)
    if taken:
        yield from _stroked(page)


def _stroked(page: PageGlyphs) -> Iterator[Edit]:
    """Yield edits that restore Polish l's with a stroke.

    TeX draws the stroke, which is read as a space, and then the letter.
    """
    for found in islice(_STROKE.finditer(page.text), _MAX_ACCENTS):
        at = found.start()
        space, letter = page[at], page[at + 1]
        if space is None or letter is None or space.top - space.bottom <= 0:
            continue
        if abs(letter.left - space.left) < _SAME_PLACE * letter.font_height:
            yield Edit(at, at + 2, "\u0142" if found[1] == "l" else "\u0141")


def _has_spaces_around(text: str, at: int) -> bool:
    """Return whether there are spaces around an accent, as PDFium writes them at capitals."""
    if text[at] in _ADJACENT_ONLY:
        return False
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return (not before or before.isspace()) and (not after or after.isspace())


def _letter_of(
    page: PageGlyphs, at: int, accent: Glyph, taken: set[int], distance: int
) -> int | None:
    """Return the index of the nearest letter below or above an accent."""
    text = page.text
    mark = text[at]
    for away in range(1, distance + 1):
        for index in (at + away, at - away):
            if not 0 <= index < len(text) or index in taken:
                continue
            letter = text[index]
            if letter.isalpha() and _composed(letter, mark):
                glyph = page[index]
                if glyph is not None and _is_at(accent, glyph):
                    return index
    return None


def _is_at(accent: Glyph, letter: Glyph) -> bool:
    """Return whether the middle of an accent is within its letter, and both are on one line."""
    slack = 0.1 * letter.width
    is_over = letter.left - slack <= accent.middle <= letter.right + slack
    raised = accent.baseline - letter.baseline
    return is_over and -0.1 <= raised / letter.font_height <= _MAX_RAISE


@lru_cache(4_096)
def _composed(letter: str, accent: str) -> str:
    """Return a letter with an accent as one character; '' if Unicode has none."""
    mark = _MARKS.get(accent, accent)
    composed = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
    return composed if len(composed) == 1 else ""


def _removed(page: PageGlyphs, at: int, letter: int) -> Iterator[Edit]:
    """Yield the removal of an accent, and of an adjacent space inside a word."""
    text = page.text
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    start, end = at, at + 1
    if abs(letter - at) == 1:
        if letter < at and after == " " and _is_near(page, letter, at + 2):
            end += 1
        elif letter > at and before == " " and _is_near(page, at - 2, letter):
            start -= 1
    elif (not before or before.isspace()) and after == " ":
        end += 1
    elif before == " " and (not after or after.isspace()):
        start -= 1
    yield Edit(start, end)


def _is_near(page: PageGlyphs, first: int, second: int) -> bool:
    """Return whether two letters belong to one word, judging by the gap between them."""
    text = page.text
    if first < 0 or second >= len(text) or not (text[first].isalpha() and text[second].isalpha()):
        return False
    one, other = page[first], page[second]
    if one is None or other is None:
        return False
    return other.left - one.right < _MAX_GAP * one.font_height
