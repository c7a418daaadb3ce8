"""Rendering a PDF page for the preview, with the positions of the passage and of all characters."""

from __future__ import annotations

import ctypes
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, islice, starmap

import pypdfium2
from pypdfium2 import raw

from twofold.engine.extract.formats.pdf.document import clean_page, open_pdf, written_text
from twofold.engine.extract.formats.pdf.hyphens import Divisions
from twofold.engine.extract.formats.pdf.page_repairs import read_page_text
from twofold.engine.extract.formats.pdf.page_tables import PageText
from twofold.engine.extract.ocr_text import described_page
from twofold.engine.model.document import OcrLine
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in page units, with y upwards."""
Matrix = tuple[float, float, float, float, float, float]
"""Page units to pixels: x' = a x + c y + e, y' = b x + d y + f."""

_MAX_CHARACTERS = 100_000
_NOWHERE = (0.0, 0.0, 0.0, 0.0)
# PDFium returns whole pixels; a grid that is 16 times finer preserves the fractions.
_FINE = 16


def _pixel_matrix(page: pypdfium2.PdfPage, width: int, height: int) -> Matrix:
    """Return the conversion of page units to pixels for this picture size and any rotation."""
    span = max(page.get_width(), page.get_height(), 1.0)
    e, f = _device_point(page, width, height, 0, 0)
    x, y = _device_point(page, width, height, span, 0)
    a, b = (x - e) / span, (y - f) / span
    x, y = _device_point(page, width, height, 0, span)
    return a, b, (x - e) / span, (y - f) / span, e, f


def _character_boxes(text_page: pypdfium2.PdfTextPage, page: PageText, cleaned: str) -> bytes:
    """Return left, bottom, right, top (f32, page units) for each character of `cleaned`.

    `cleaned` is the searchable form of the page's text: their n-th letters are the same, and the
    signs between two letters are compared one by one. White space has an empty box.
    """
    boxes = array("f", bytes(16 * min(len(cleaned), _MAX_CHARACTERS)))
    letters = (at for at, character in enumerate(cleaned) if character.isalnum())
    next_letter, reached = next(letters, len(cleaned)), 0
    doubled = 0  # PDFium counts UTF-16 units
    for character, origin in zip(page.text, page.origins(), strict=True):
        place = -1
        if character.isalnum():
            place, next_letter = next_letter, next(letters, len(cleaned))
        elif not character.isspace():
            place = cleaned.find(character, reached, next_letter)
        if 4 * place >= len(boxes):
            break
        if place >= 0:
            reached = place + 1
            box = _character_box(text_page, origin + doubled)
            boxes[4 * place : 4 * place + 4] = array("f", box)
        doubled += character > "\uffff"
    return boxes.tobytes()


def _char_index(text_page: pypdfium2.PdfTextPage, text_index: int) -> int:
    """Return PDFium's index of a character, which also counts characters missing in its text."""
    index = raw.FPDFText_GetCharIndexFromTextIndex(text_page, text_index)
    return int(index) if index >= 0 else text_index


def _character_box(
    text_page: pypdfium2.PdfTextPage, text_index: int
) -> tuple[float, float, float, float]:
    box = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(text_page, _char_index(text_page, text_index), box):
        return _NOWHERE
    return box.left, min(box.bottom, box.top), box.right, max(box.bottom, box.top)


def _device_point(
    page: pypdfium2.PdfPage, width: int, height: int, x: float, y: float
) -> tuple[float, float]:
    device_x, device_y = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, width * _FINE, height * _FINE, 0, x, y, device_x, device_y)
    return device_x.value / _FINE, device_y.value / _FINE


_MAX_WIDTH = 4000
_MAX_PIXELS = 30_000_000
_MAX_BOXES = 20_000


def render_page(
    data: bytes, page: int, width: int, passage: str, lines: Sequence[OcrLine] = ()
) -> tuple[dict[str, object], bytes]:
    """Return a description of page `page` of a PDF, and its picture and characters as bytes.

    See `engine.extract.file_format.PageRenderer`. Raise DocumentError if the file cannot be read.
    """
    with open_pdf(data) as document:
        document.init_forms()  # needed to draw the values of forms
        number = min(max(page, 1), len(document))
        try:
            picture, described = _rendered(document[number - 1], width, passage, lines)
        except pypdfium2.PdfiumError as error:
            raise DocumentError(
                FailureReason.DAMAGED,
                message("Page {number} of the PDF cannot be shown.", number=str(number)),
            ) from error
        return {**described, "page": number, "pages": len(document)}, picture


def _rendered(
    page: pypdfium2.PdfPage, width: int, passage: str, lines: Sequence[OcrLine]
) -> tuple[bytes, dict[str, object]]:
    bitmap = page.render(
        scale=_scale(page, width),
        rev_byteorder=False,
        force_bitmap_format=raw.FPDFBitmap_BGRA,
    )
    sizes = {"width": bitmap.width, "height": bitmap.height, "stride": bitmap.stride}
    if lines:
        scale = bitmap.width / max(page.get_width(), 1.0)
        described, letters = described_page(lines, passage, scale)
        return bytes(bitmap.buffer) + letters, {**sizes, **described}
    text_page = page.get_textpage()
    searchable = _SearchableText(text_page)
    text = clean_page(searchable.page.text)
    text = Divisions([text]).resolved(text)
    described = {
        **sizes,
        "text": text,
        "passage": searchable.passage(passage),
        "matrix": _pixel_matrix(page, bitmap.width, bitmap.height),
    }
    return bytes(bitmap.buffer) + _character_boxes(text_page, searchable.page, text), described


def _scale(page: pypdfium2.PdfPage, width: int) -> float:
    """Return the scale for a picture `width` pixels wide, smaller if it would be too large."""
    page_width, page_height = max(page.get_width(), 1.0), max(page.get_height(), 1.0)
    scale = min(max(width, 16), _MAX_WIDTH) / page_width
    pixels = scale * page_width * scale * page_height
    # The width is rounded up, so the slightest excess would add a pixel.
    scale *= 1 - 1e-9
    return float(scale if pixels <= _MAX_PIXELS else scale * (_MAX_PIXELS / pixels) ** 0.5)


class _SearchableText:
    """The characters of a page, for finding passages regardless of white space."""

    def __init__(self, text_page: pypdfium2.PdfTextPage) -> None:
        self._page = text_page
        self._written = written_text(text_page)
        self.page = read_page_text(text_page, self._written)
        folded = [
            (letter, index)
            for character, index in zip(self.page.text, self.page.origins(), strict=True)
            for letter in _folded(character)
        ]
        self._letters = "".join(letter for letter, _ in folded)
        self._indexes = [index for _, index in folded]

    def passage(self, passage: str) -> list[Box]:
        """Return the boxes of a passage, or of its beginning if it ends on another page."""
        wanted = "".join(letter for character in passage for letter in _folded(character))
        for length in (len(wanted), len(wanted) // 2, 40):
            at = self._letters.find(wanted[:length]) if 0 < length <= len(wanted) else -1
            if at >= 0:
                spans = self._spans(self._indexes[at : at + length])
                return list(islice(chain.from_iterable(starmap(self._boxes, spans)), _MAX_BOXES))
        return []

    def _spans(self, indexes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the first and last index of each run of `indexes` without other letters in between.

        In a table, a passage may consist of several runs.
        """
        first = last = indexes[0]
        for index in indexes[1:]:
            if index < last or any(map(str.isalnum, self._written[last + 1 : index])):
                yield first, last
                first = index
            last = index
        yield first, last

    def _boxes(self, first: int, last: int) -> Iterator[Box]:
        """Yield boxes (left, bottom, right, top) in page units; a line may have several."""
        begin, end = _char_index(self._page, first), _char_index(self._page, last)
        count = raw.FPDFText_CountRects(self._page, begin, max(end - begin + 1, 1))
        return map(self._rectangle, range(min(max(count, 0), _MAX_BOXES)))

    def _rectangle(self, index: int) -> Box:
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetRect(self._page, index, left, top, right, bottom)
        return left.value, bottom.value, right.value, top.value


def _folded(character: str) -> Iterator[str]:
    """Yield the folded letters and digits of a character, for comparing passages."""
    for letter in unicodedata.normalize("NFKD", character).casefold():
        if letter.isalnum():
            yield letter
