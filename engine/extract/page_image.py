"""Rendering a PDF page for the preview, with the boxes of the passage and the matches."""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

import pypdfium2
from pypdfium2 import raw

from engine.core.document import FailureReason
from engine.extract.extraction import read_bytes
from engine.extract.failure import document_error
from engine.extract.formats import find_format
from engine.extract.frames import Header
from engine.extract.pdf_document import clean_text, open_pdf

_WIDEST = 4000
_MOST_PIXELS = 30_000_000
_MOST_BOXES = 400
_MOST_PIECES = 20_000
_LONGEST_TERM = 200

Box = tuple[float, float, float, float]


def answer_render(request: Header, path: Path, most_bytes: int) -> tuple[Header, bytes]:
    """Carry out a render request in the worker: the header tells of the picture in the tail."""
    data = read_bytes(path, most_bytes)
    if find_format(data, path).file_type != "pdf":
        raise document_error(FailureReason.UNSUPPORTED, "This file has no pages to show.")
    with open_pdf(data) as document:
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
    scale = _scale(page, int(str(request["width"])))
    bitmap = page.render(scale=scale, rev_byteorder=False, force_bitmap_format=raw.FPDFBitmap_BGRA)
    text_page = page.get_textpage()
    searchable = _SearchableText(text_page)
    size = bitmap.width, bitmap.height
    terms = request.get("terms")
    words = [str(term) for term in terms] if isinstance(terms, list) else []
    header: dict[str, object] = {
        "width": bitmap.width,
        "height": bitmap.height,
        "stride": bitmap.stride,
        "page": number,
        "pages": pages,
        "text": clean_text(searchable.text),
        "passage_boxes": _pixels(page, size, searchable.passage(str(request.get("passage", "")))),
        "match_boxes": _pixels(page, size, searchable.matches(words)),
    }
    return header, bytes(bitmap.buffer)


def _scale(page: pypdfium2.PdfPage, width: int) -> float:
    """Return the scale for a picture `width` pixels wide, smaller when it would be enormous."""
    page_width, page_height = max(page.get_width(), 1.0), max(page.get_height(), 1.0)
    scale = min(max(width, 16), _WIDEST) / page_width
    pixels = scale * page_width * scale * page_height
    return float(scale if pixels <= _MOST_PIXELS else scale * (_MOST_PIXELS / pixels) ** 0.5)


class _SearchableText:
    """The characters of a page, where passages and words can be found whatever their blanks."""

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

    def matches(self, terms: Iterable[str]) -> list[Box]:
        """Return the boxes of the words that begin with one of `terms`."""
        boxes: list[Box] = []
        for start, end in sorted(set(self._found(terms))):
            if len(boxes) < _MOST_BOXES:
                boxes.extend(self._boxes(start, end))
        return boxes

    def _found(self, terms: Iterable[str]) -> Iterator[tuple[int, int]]:
        for term in terms:
            words = term.split() if len(term) <= _LONGEST_TERM else []
            if words:
                pattern = r"\s+".join(map(re.escape, words))
                lead = r"(?<!\w)" if words[0][0].isascii() else ""
                for found in re.finditer(lead + pattern, self.text, re.IGNORECASE):
                    yield found.start(), found.end() - 1

    def _boxes(self, first: int, last: int) -> list[Box]:
        """Return boxes (left, bottom, right, top) in page units, one a line of text."""
        begin, end = self._char_index(first), self._char_index(last)
        count = raw.FPDFText_CountRects(self._page, begin, max(end - begin + 1, 1))
        pieces = [self._rectangle(index) for index in range(min(max(count, 0), _MOST_PIECES))]
        return _joined_by_line(pieces)[:_MOST_BOXES]

    def _char_index(self, text_index: int) -> int:
        """PDFium counts some characters that its text leaves out."""
        index = raw.FPDFText_GetCharIndexFromTextIndex(self._page, text_index)
        return int(index) if index >= 0 else text_index

    def _rectangle(self, index: int) -> Box:
        left, top, right, bottom = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetRect(self._page, index, left, top, right, bottom)
        return left.value, bottom.value, right.value, top.value


def _joined_by_line(pieces: Iterable[Box]) -> list[Box]:
    """Join what stands on one line; some PDF files place every letter by itself."""
    lines: list[Box] = []
    for piece in pieces:
        if lines and _is_on_line(piece, lines[-1]):
            left, bottom, right, top = lines.pop()
            joined = (min(left, piece[0]), min(bottom, piece[1]))
            lines.append((*joined, max(right, piece[2]), max(top, piece[3])))
        else:
            lines.append(piece)
    return lines


def _is_on_line(piece: Box, line: Box) -> bool:
    """Say whether a piece goes on to the right at the height of a line."""
    overlap = min(piece[3], line[3]) - max(piece[1], line[1])
    height = min(piece[3] - piece[1], line[3] - line[1])
    gap = piece[0] - line[2]
    return overlap > height / 2 and -height < gap < 2 * (line[3] - line[1])


def _folded(character: str) -> Iterator[str]:
    """Yield what of a character counts when passages are compared: letters and digits, folded."""
    for letter in unicodedata.normalize("NFKD", character).casefold():
        if letter.isalnum():
            yield letter


def _pixels(
    page: pypdfium2.PdfPage, size: tuple[int, int], boxes: Iterable[Box]
) -> list[list[float]]:
    """Turn boxes in page units into x, y, width, height in pixels, whatever the page's rotation."""
    pixels = []
    for left, bottom, right, top in boxes:
        x1, y1 = _device_point(page, size, left, top)
        x2, y2 = _device_point(page, size, right, bottom)
        pixels.append([min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)])
    return pixels


def _device_point(
    page: pypdfium2.PdfPage, size: tuple[int, int], x: float, y: float
) -> tuple[float, float]:
    # PDFium answers in whole pixels; asking on a grid 16 times finer keeps the fractions.
    fine = 16
    device_x, device_y = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, size[0] * fine, size[1] * fine, 0, x, y, device_x, device_y)
    return device_x.value / fine, device_y.value / fine
