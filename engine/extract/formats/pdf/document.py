"""Opening PDF files with PDFium, and cleaning the text of their pages.

PDFium is not thread-safe and may corrupt memory, so it runs in the worker process only.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice

import pypdfium2
from pypdfium2 import raw

from twofold.engine.extract.formats.pdf.hyphens import DIVISION
from twofold.engine.extract.formats.pdf.tex_codes import decoded
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

# PDFium writes U+FFFE (or U+0002) where a word is divided at the end of a line.
_DIVISION = re.compile("[\ufffe\u0002]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\uffff]")


@contextmanager
def open_pdf(data: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF in a `with` statement; raise DocumentError (password, damaged)."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _open_error(error) from error
    try:
        yield document
    finally:
        document.close()


def written_text(text_page: pypdfium2.PdfTextPage) -> str:
    """Return the text of a page as PDFium returns it, character by character."""
    return decoded(text_page, text_page.get_text_range(errors="ignore"))


def has_text(text_page: pypdfium2.PdfTextPage) -> bool:
    """Return whether a page has any letter or digit."""
    return any(letter.isalnum() for letter in text_page.get_text_range(errors="ignore"))


# A picture of a business card or of a few lines, in square points; smaller ones are symbols.
_MIN_PICTURE = 4_000
_MIN_SIDE = 24
_MAX_PICTURES = 2_000
_MAX_DEPTH = 3


def is_picture(page: pypdfium2.PdfPage) -> bool:
    """Return whether a page without text may show text in its pictures.

    A scan may cover only a part of its page, and it may be cut into strips.
    """
    covered = 0.0
    pictures = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=_MAX_DEPTH)
    for picture in islice(pictures, _MAX_PICTURES):
        left, bottom, right, top = picture.get_bounds()
        width, height = max(right - left, 0.0), max(top - bottom, 0.0)
        if max(width, height) >= _MIN_SIDE:
            covered += width * height
    return covered >= _MIN_PICTURE


def clean_text(text: str) -> str:
    """Return text from PDFium without unprintable characters and marks of divided words."""
    return clean_page(text).replace(DIVISION, "-")


def clean_page(text: str) -> str:
    r"""Return the text of a page with \n as line breaks.

    Words that are divided at the end of a line stay divided.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00ad", "")
    return _UNPRINTABLE.sub("\ufffd", _DIVISION.sub(DIVISION, text))


def _open_error(error: pypdfium2.PdfiumError) -> DocumentError:
    if error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
        return DocumentError(
            FailureReason.PASSWORD,
            message("The PDF is password-protected."),
            message("Save a copy without the password."),
        )
    return DocumentError(
        FailureReason.DAMAGED,
        message("The PDF is damaged and cannot be opened."),
        message("Download or copy it again; the file may be incomplete."),
    )


_MAX_BYTES = 40_000
ReadText = Callable[[object, int], int]


def read_text(read: ReadText) -> str:
    """Return a text from PDFium on one line.

    `read` is called twice: first without a buffer, to get the size of the text (UTF-16).
    """
    size = min(read(None, 0), _MAX_BYTES)
    if size <= 2:  # the end mark alone
        return ""
    buffer = ctypes.create_string_buffer(size)
    # PDFium writes nothing if the buffer is too small.
    if read(ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size) > size:
        return ""
    written = buffer.raw[: size - 2].decode("utf-16-le", errors="ignore")
    return " ".join(clean_text(written).split())
