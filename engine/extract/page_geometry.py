"""Where the characters of a page stand, told by PDFium in the worker process."""

from __future__ import annotations

import ctypes
from array import array

import pypdfium2
from pypdfium2 import raw

Matrix = tuple[float, float, float, float, float, float]
"""Page units to pixels: x' = a x + c y + e, y' = b x + d y + f."""

_MOST_CHARACTERS = 100_000
_NOWHERE = (0.0, 0.0, 0.0, 0.0)
# PDFium answers in whole pixels; asking on a grid 16 times finer keeps the fractions.
_FINE = 16


def pixel_matrix(page: pypdfium2.PdfPage, width: int, height: int) -> Matrix:
    """Return how page units become pixels of a picture of this size, whatever the rotation."""
    span = max(page.get_width(), page.get_height(), 1.0)
    e, f = _device_point(page, width, height, 0, 0)
    x, y = _device_point(page, width, height, span, 0)
    a, b = (x - e) / span, (y - f) / span
    x, y = _device_point(page, width, height, 0, span)
    return a, b, (x - e) / span, (y - f) / span, e, f


def character_boxes(text_page: pypdfium2.PdfTextPage, written: str, cleaned: str) -> bytes:
    """Return left, bottom, right, top (f32, page units) for each character of `cleaned`.

    `written` is the page's text as PDFium gives it, `cleaned` what is searched: of both the n-th
    letter is the same. What is no letter has an empty box.
    """
    boxes = array("f", bytes(16 * min(len(cleaned), _MOST_CHARACTERS)))
    places = (at for at, character in enumerate(cleaned) if character.isalnum())
    unit = 0
    for character in written:
        if character.isalnum():
            place = next(places, _MOST_CHARACTERS)
            if place >= _MOST_CHARACTERS:
                break
            boxes[4 * place : 4 * place + 4] = array("f", _character_box(text_page, unit))
        unit += 2 if character > "\uffff" else 1
    return boxes.tobytes()


def char_index(text_page: pypdfium2.PdfTextPage, text_index: int) -> int:
    """PDFium counts some characters that its text leaves out."""
    index = raw.FPDFText_GetCharIndexFromTextIndex(text_page, text_index)
    return int(index) if index >= 0 else text_index


def _character_box(
    text_page: pypdfium2.PdfTextPage, text_index: int
) -> tuple[float, float, float, float]:
    box = raw.FS_RECTF()
    if not raw.FPDFText_GetLooseCharBox(text_page, char_index(text_page, text_index), box):
        return _NOWHERE
    return box.left, min(box.bottom, box.top), box.right, max(box.bottom, box.top)


def _device_point(
    page: pypdfium2.PdfPage, width: int, height: int, x: float, y: float
) -> tuple[float, float]:
    device_x, device_y = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, width * _FINE, height * _FINE, 0, x, y, device_x, device_y)
    return device_x.value / _FINE, device_y.value / _FINE
