"""The positions of the characters of a PDF page, measured on demand."""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_left
from dataclasses import dataclass

import pypdfium2
from pypdfium2 import raw

_WIDE = re.compile("[\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Glyph:
    """The box of a character, its baseline and the height of its font, in points.

    `left`, `right` and `font_height` describe its cell; `bottom` and `top` describe its ink.
    """

    left: float
    right: float
    bottom: float
    top: float
    baseline: float
    font_height: float

    @property
    def middle(self) -> float:
        """The horizontal middle of the character."""
        return (self.left + self.right) / 2

    @property
    def width(self) -> float:
        """The width of the character's cell."""
        return self.right - self.left


class PageGlyphs:
    """The characters of a page by their index in PDFium's text of the page."""

    def __init__(self, text_page: pypdfium2.PdfTextPage, text: str) -> None:
        self.text = text
        self._page = text_page
        self._glyphs: dict[int, Glyph | None] = {}
        self._cell = raw.FS_RECTF()
        self._drawn_box = tuple(ctypes.c_double() for _ in range(4))
        self._origin = (ctypes.c_double(), ctypes.c_double())
        # PDFium counts characters above U+FFFF twice.
        self._wide = [] if text.isascii() else [one.start() for one in _WIDE.finditer(text)]

    def __getitem__(self, index: int) -> Glyph | None:
        """Return a character; None if it has no position."""
        if index not in self._glyphs:
            self._glyphs[index] = self._measured(index)
        return self._glyphs[index]

    def ink(self, index: int) -> tuple[float, float]:
        """Return the bottom and the top of a character as it is drawn."""
        left, right, bottom, top = self._drawn_box
        raw.FPDFText_GetCharBox(self._page, self._character(index), left, right, bottom, top)
        return bottom.value, top.value

    def origin(self, index: int) -> tuple[float, float]:
        """Return the origin at which a character is drawn."""
        x, y = self._origin
        raw.FPDFText_GetCharOrigin(self._page, self._character(index), x, y)
        return x.value, y.value

    def _character(self, index: int) -> int:
        doubled = bisect_left(self._wide, index) if self._wide else 0
        return int(raw.FPDFText_GetCharIndexFromTextIndex(self._page, index + doubled))

    def _measured(self, index: int) -> Glyph | None:
        character = self._character(index)
        cell, (left, right, bottom, top), (x, y) = self._cell, self._drawn_box, self._origin
        if (
            character < 0
            or not raw.FPDFText_GetLooseCharBox(self._page, character, cell)
            or not raw.FPDFText_GetCharBox(self._page, character, left, right, bottom, top)
            or not raw.FPDFText_GetCharOrigin(self._page, character, x, y)
        ):
            return None
        height = cell.top - cell.bottom
        if height <= 0:
            return None
        return Glyph(cell.left, cell.right, bottom.value, top.value, y.value, height)
