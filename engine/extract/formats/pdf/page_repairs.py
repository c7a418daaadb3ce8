"""Corrections of the text of a PDF page that PDFium returns."""

from __future__ import annotations

import pypdfium2

from twofold.engine.extract.formats.pdf.accents import accent_edits
from twofold.engine.extract.formats.pdf.letters_apart import spaced_word_edits
from twofold.engine.extract.formats.pdf.ligatures import ligature_edits
from twofold.engine.extract.formats.pdf.page_edits import apply_edits, without_overlaps
from twofold.engine.extract.formats.pdf.page_glyphs import PageGlyphs
from twofold.engine.extract.formats.pdf.page_tables import PageText, text_with_tables
from twofold.engine.extract.formats.pdf.raised_marks import raised_edits


def read_page_text(
    text_page: pypdfium2.PdfTextPage, text: str, *, is_first: bool = False
) -> PageText:
    """Return the corrected text of a page with tables; `text` is PDFium's text of the page."""
    page = text_with_tables(text_page, text)
    glyphs = PageGlyphs(text_page, text)
    edits = [
        *accent_edits(glyphs),
        *raised_edits(glyphs, with_letters=is_first),
        *ligature_edits(glyphs),
        *spaced_word_edits(glyphs),
    ]
    return apply_edits(page, text, without_overlaps(edits))
