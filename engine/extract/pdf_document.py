"""Opening PDF files with PDFium, and the text of a page as it is searched.

PDFium is not thread-safe and its memory is not ours: this runs in the worker process only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pypdfium2
from pypdfium2 import raw

from engine.extract.errors import document_error
from engine.model.document import FailureReason
from engine.model.errors import DocumentError

# PDFium writes U+FFFE (or U+0002) where a word is divided at the end of a line.
_DIVIDED_WORD = re.compile("[\ufffe\u0002](?=[^\\W\\d_A-Z])")
_HYPHEN = re.compile("[\ufffe\u0002]")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@contextmanager
def open_pdf(data: bytes) -> Iterator[pypdfium2.PdfDocument]:
    """Open a PDF for the time of a `with`; raise DocumentError (password, damaged)."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise _open_error(error) from error
    try:
        yield document
    finally:
        document.close()


def page_text(text_page: pypdfium2.PdfTextPage) -> str:
    r"""Return the text of a page: lines end with \n, words divided at a line's end are joined."""
    return clean_text(text_page.get_text_range(errors="ignore"))


def clean_text(text: str) -> str:
    """Return text from PDFium without its marks and without unwritable characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00ad", "")
    text = _HYPHEN.sub("-", _DIVIDED_WORD.sub("", text))
    return _UNWRITABLE.sub("\ufffd", text)


def _open_error(error: pypdfium2.PdfiumError) -> DocumentError:
    if error.err_code in {raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY}:
        return document_error(
            FailureReason.PASSWORD,
            "The PDF is protected by a password.",
            "Save a copy without the password.",
        )
    return document_error(
        FailureReason.DAMAGED,
        "The PDF is damaged and cannot be opened.",
        "It may not have been downloaded or copied completely.",
    )
