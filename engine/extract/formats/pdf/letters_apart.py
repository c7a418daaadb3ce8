"""Words with spaces between their letters: spaced headings, and vertical lines of Japanese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, pairwise
from statistics import median

from twofold.engine.extract.formats.pdf.page_edits import Edit
from twofold.engine.extract.formats.pdf.page_glyphs import Glyph, PageGlyphs

_LETTER = r"[^\W\d_]"
# Possessive quantifiers, so that there is no backtracking.
_SPACED = re.compile(rf" (?:{_LETTER} ){{2,200}}+{_LETTER}(?!\w)")
_UNSPACED = "\u3001-\u30ff\u3400-\u9fff\uff01-\uff9f"
_VERTICAL = re.compile(rf"\n(?:[{_UNSPACED}]\r\n){{2,500}}+[{_UNSPACED}](?=\r|\Z)")
_MAX_RUNS = 200  # of a page
_WORD_GAP = 1.5  # times the gap between two letters
_MAX_GAP = 2.0  # font heights
_SAME_PLACE = 0.5  # font heights
_NEXT_LETTER = 2.0  # font heights


def spaced_word_edits(page: PageGlyphs) -> Iterator[Edit]:
    """Yield the removal of spaces and line breaks between letters of one word."""
    text = page.text
    for found in islice(_SPACED.finditer(text), _MAX_RUNS):
        start = found.start() + 1
        if text[start - 2 : start - 1].isalpha() and not text[start - 3 : start - 2].isalpha():
            start -= 2  # the first letter of a line
        yield from _joined_letters(page, range(start, found.end(), 2))
    if not text.isascii():
        for found in islice(_VERTICAL.finditer(text), _MAX_RUNS):
            start = found.start() + 1
            if text[start - 4 : start - 3] in {"\n", ""} and start >= 3:
                start -= 3
            yield from _joined_lines(page, range(start, found.end(), 3))


def _joined_letters(page: PageGlyphs, places: range) -> Iterator[Edit]:
    glyphs = [page[at] for at in places]
    if len(glyphs) < 4 or any(one is None for one in glyphs):
        return
    known = [one for one in glyphs if one is not None]
    gaps = [other.left - one.right for one, other in pairwise(known)]
    usual = median(gaps)
    if not 0 < usual < _MAX_GAP * known[0].font_height:
        return
    for at, gap in zip(places, gaps, strict=False):
        if gap < _WORD_GAP * usual:
            yield Edit(at + 1, at + 2)


def _joined_lines(page: PageGlyphs, places: range) -> Iterator[Edit]:
    for at, below in pairwise(places):
        one, other = page[at], page[below]
        if one is not None and other is not None and _is_below(one, other):
            yield Edit(at + 1, below)


def _is_below(one: Glyph, other: Glyph) -> bool:
    height = one.font_height
    is_same_place = abs(one.middle - other.middle) < _SAME_PLACE * height
    return is_same_place and 0 < one.baseline - other.baseline < _NEXT_LETTER * height
