"""The pages of a PDF that are pictures; see `engine.extract.file_format.PageRenderer`."""

from __future__ import annotations

import numpy as np
import pypdfium2
from pypdfium2 import raw

from twofold.engine.extract.file_format import PagePicture
from twofold.engine.extract.formats.pdf.document import has_text, is_picture, open_pdf
from twofold.engine.extract.formats.pdf.page import render_page
from twofold.engine.extract.formats.pdf.text import extract
from twofold.engine.model.document import ExtractedText, OcrPages
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

__all__ = ["extract_with_ocr_text", "page_picture", "render_page", "scanned_pages"]

_MAX_SCALE = 300 / 72  # dots per inch


def scanned_pages(data: bytes) -> tuple[int, ...]:
    """Return the numbers of the pages that are pictures; damaged pages are left out."""
    with open_pdf(data) as document:
        return tuple(n for n in range(1, len(document) + 1) if _is_scanned(document, n))


def _is_scanned(document: pypdfium2.PdfDocument, number: int) -> bool:
    try:
        page = document[number - 1]
        text_page = page.get_textpage()
        found = not has_text(text_page) and is_picture(page)
        text_page.close()
        page.close()
    except pypdfium2.PdfiumError:
        return False
    return found


def page_picture(data: bytes, page: int, longest_side: int) -> PagePicture:
    """Return a page as a picture, at 300 dots per inch at most."""
    with open_pdf(data) as document:
        try:
            shown = document[page - 1]
            side = max(shown.get_width(), shown.get_height(), 1.0)
            scale = min(_MAX_SCALE, longest_side / side)
            bitmap = shown.render(scale=scale, force_bitmap_format=raw.FPDFBitmap_BGR)
            pixels = np.array(bitmap.to_numpy(), dtype=np.uint8)
        except pypdfium2.PdfiumError as error:
            raise DocumentError(
                FailureReason.DAMAGED,
                message("Page {number} of the PDF cannot be shown.", number=str(page)),
            ) from error
    return PagePicture(pixels, 1 / scale)


def extract_with_ocr_text(data: bytes, file_type: str, pages: OcrPages) -> ExtractedText:
    """Read a PDF with the OCR text of these pages."""
    return extract(data, file_type, pages)
