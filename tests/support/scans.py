"""Images of pages with known text, for OCR tests."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest

from twofold.engine.extract import tesseract
from twofold.engine.extract.ocr import is_installed

needs_ocr = pytest.mark.skipif(not is_installed(), reason="the extra 'ocr' is not installed")
needs_tesseract = pytest.mark.skipif(
    not {"Cyrillic", "Greek"} <= set(tesseract.scripts()),
    reason="tesserocr or Tesseract's files osd, rus and ell are not installed",
)

_FONT = Path(__file__).parents[2] / "resources/fonts/Inter-Regular.otf"
_DPI = 200
_MARGIN, _SIZE, _LEADING = 150, 31, 48  # pixels; 11 points

LETTER = (
    "The committee met on Tuesday, 14 March 2023, to review the",
    "annual budget of the regional library network. Revenue grew",
    "by 3.7 % to 12,480,000 euros, while expenses for heating rose",
    "faster than expected. Members asked whether the opening hours",
    "in smaller towns could be kept without closing branches.",
    "The director explained that volunteers already cover two",
    "evenings a week and that a third would need some training.",
)

ARTICLES = {
    "Cyrillic": (
        "Все люди рождаются свободными и равными в своем",
        "достоинстве и правах. Они наделены разумом и совестью",
        "и должны поступать в отношении друг друга в духе",
        "братства. Пакет PostgreSQL установите заранее.",
    ),
    "Greek": (
        "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην",
        "αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με",
        "λογική και συνείδηση, και οφείλουν να συμπεριφέρονται",
        "μεταξύ τους με πνεύμα αδελφοσύνης.",
    ),
}


def page_picture(lines: Sequence[str]):
    """Return an A5 page with these lines, and the ink box of each in pixels (see Region)."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 (comes with the extra)

    picture = Image.new("L", (1165, 1654), 255)
    drawing, font = ImageDraw.Draw(picture), ImageFont.truetype(_FONT, _SIZE)
    boxes = []
    for number, line in enumerate(lines):
        top = _MARGIN + number * _LEADING
        drawing.text((_MARGIN, top), line, font=font, fill=0)
        left, top, right, bottom = drawing.textbbox((_MARGIN, top), line, font=font)
        boxes.append((left, top, right - left, bottom - top))
    return picture, boxes


def picture_file(lines: Sequence[str], kind: str) -> bytes:
    """Return a PNG, JPEG, TIFF or PDF file of one page with these lines."""
    file = BytesIO()
    page_picture(lines)[0].save(file, kind, resolution=_DPI, dpi=(_DPI, _DPI))
    return file.getvalue()


def joined_pdf(*files: bytes) -> bytes:
    """Return a PDF with the pages of several PDFs."""
    joined = pypdfium2.PdfDocument.new()
    for data in files:
        with_pages = pypdfium2.PdfDocument(data)
        joined.import_pages(with_pages)
        with_pages.close()
    file = BytesIO()
    joined.save(file)
    joined.close()
    return file.getvalue()
