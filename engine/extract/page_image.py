"""Rendering a PDF page for the preview, with the place of the passage and of every letter."""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from pathlib import PurePath

import pypdfium2
from pypdfium2 import raw

from engine.extract.failure import document_error
from engine.extract.frames import Header
from engine.extract.line_boxes import Box, joined_by_line
from engine.extract.page_geometry import char_index, character_boxes, pixel_matrix
from engine.extract.pdf_document import clean_text, open_pdf
from engine.extract.registry import find_format
from engine.model.document import FailureReason

_WIDEST = 4000
_MOST_PIXELS = 30_000_000
_MOST_BOXES = 400
_MOST_PIECES = 20_000


def answer_render(request: Header, data: bytes, path: PurePath) -> tuple[Header, bytes]:
    """Carry out a render request in the worker: the header tells of the picture in the tail.

    `data` is the content of the document called `path`.
    """
    if find_format(data, path).file_type != "pdf":
        raise document_error(FailureReason.UNSUPPORTED, "This file has no pages to show.")
    with open_pdf(data) as document:
        document.init_forms()  # what is filled into its forms is drawn then
        number = min(max(int(str(request["page"])), 1), len(document))
        try:
            page = document[number - 1]
            return _rendered(page, request, number, len(document))
        except pypdfium2.PdfiumError as error:
            raise document_error(
                FailureReason.DAMAGED, f"Page {number} of the PDF cannot be shown."
            ) from error


def _rendered(
    page: pypdfium2.PdfPage, request: Header, number: int, pages: int
) -> tuple[Header, bytes]:
    bitmap = page.render(
        scale=_scale(page, int(str(request["width"]))),
        rev_byteorder=False,
        force_bitmap_format=raw.FPDFBitmap_BGRA,
    )
    text_page = page.get_textpage()
    searchable = _SearchableText(text_page)
    text = clean_text(searchable.text)
    header: dict[str, object] = {
        "width": bitmap.width,
        "height": bitmap.height,
        "stride": bitmap.stride,
        "page": number,
        "pages": pages,
        "text": text,
        "passage": searchable.passage(str(request.get("passage", ""))),
        "matrix": pixel_matrix(page, bitmap.width, bitmap.height),
    }
    return header, bytes(bitmap.buffer) + character_boxes(text_page, searchable.text, text)


def _scale(page: pypdfium2.PdfPage, width: int) -> float:
    """Return the scale for a picture `width` pixels wide, smaller when it would be enormous."""
    page_width, page_height = max(page.get_width(), 1.0), max(page.get_height(), 1.0)
    scale = min(max(width, 16), _WIDEST) / page_width
    pixels = scale * page_width * scale * page_height
    # The width is rounded up: a hair more than wanted would be a pixel more.
    scale *= 1 - 1e-9
    return float(scale if pixels <= _MOST_PIXELS else scale * (_MOST_PIXELS / pixels) ** 0.5)


class _SearchableText:
    """The characters of a page, where passages and it can be found whatever their blanks."""

    def __init__(self, text_page: pypdfium2.PdfTextPage) -> None:
        self._page = text_page
        self.text = text_page.get_text_range(errors="ignore")
        folded = [
            (letter, index)
            for index, character in enumerate(self.text)
            for letter in _folded(character)
        ]
        self._letters = "".join(letter for letter, _ in folded)
        self._indexes = [index for _, index in folded]

    def passage(self, passage: str) -> list[Box]:
        """Return the boxes of the lines of a passage; of its beginning when it ends elsewhere."""
        wanted = "".join(letter for character in passage for letter in _folded(character))
        for length in (len(wanted), len(wanted) // 2, 40):
            at = self._letters.find(wanted[:length]) if 0 < length <= len(wanted) else -1
            if at >= 0:
                return self._boxes(self._indexes[at], self._indexes[at + length - 1])
        return []

    def _boxes(self, first: int, last: int) -> list[Box]:
        """Return boxes (left, bottom, right, top) in page units, one a line of text."""
        begin, end = char_index(self._page, first), char_index(self._page, last)
        count = raw.FPDFText_CountRects(self._page, begin, max(end - begin + 1, 1))
        pieces = [self._rectangle(index) for index in range(min(max(count, 0), _MOST_PIECES))]
        return joined_by_line(pieces)[:_MOST_BOXES]

    def _rectangle(self, index: int) -> Box:
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetRect(self._page, index, left, top, right, bottom)
        return left.value, bottom.value, right.value, top.value


def _folded(character: str) -> Iterator[str]:
    """Yield what of a character counts when passages are compared: letters and digits, folded."""
    for letter in unicodedata.normalize("NFKD", character).casefold():
        if letter.isalnum():
            yield letter
