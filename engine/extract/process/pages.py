"""Packing data about pages into frames, and unpacking and checking it.

The data are the numbers of pages that are pictures, their OCR text, and rendered pages.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twofold.engine.extract.process.frames import (
    MAX_COORDINATE,
    Header,
    LongText,
    MalformedFrameError,
    checked,
    plain,
)
from twofold.engine.model.document import OcrLine, OcrText

if TYPE_CHECKING:  # the worker imports this module for every kind of file
    from twofold.engine.model.hit import TextSpan
    from twofold.engine.model.preview import PageImage, PixelBox

_MAX_LINES = 10_000
_MAX_PAGE_LENGTH = 1_000_000  # characters of all lines; a full page of a newspaper has 30,000
_MAX_SCANNED_PAGES = 100_000


@dataclass(frozen=True, slots=True)
class ScannedPages:
    """The pages of a document that are pictures, and the digest of its content, in hex."""

    digest: str
    scanned: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _RecognisedHeader:
    lines: tuple[OcrLine, ...]


def pack_scanned_pages(digest: bytes, pages: Sequence[int]) -> tuple[Header, bytes]:
    """Return the frame that lists the pages that are pictures."""
    return plain(ScannedPages(digest.hex(), tuple(pages))), b""


def unpack_scanned_pages(header: Header, _tail: bytes) -> ScannedPages:
    """Return the result that `pack_scanned_pages` packed; raise ValueError if it is invalid."""
    content = checked(ScannedPages, header)
    bytes.fromhex(content.digest)
    if len(content.scanned) > _MAX_SCANNED_PAGES:
        raise MalformedFrameError("A document has more pages than allowed.")
    return content


def pack_lines(lines: Sequence[OcrLine]) -> tuple[Header, bytes]:
    """Return the frame with the recognised text of a page."""
    return plain(_RecognisedHeader(tuple(lines))), b""


def unpack_lines(header: Header, _tail: bytes) -> tuple[OcrLine, ...]:
    """Return the lines that `pack_lines` packed; raise ValueError if anything is invalid."""
    lines = checked(_RecognisedHeader, header).lines
    if len(lines) > _MAX_LINES or sum(len(line.text) for line in lines) > _MAX_PAGE_LENGTH:
        raise MalformedFrameError("A page has more lines than fit on it.")
    return lines


@dataclass(frozen=True, slots=True)
class _RecognisedPage:
    page: int
    lines: tuple[OcrLine, ...]


@dataclass(frozen=True, slots=True)
class _RecognisedText:
    digest: str
    pages: tuple[_RecognisedPage, ...]


def plain_recognised(recognised: OcrText) -> object:
    """Return an OCR text as a part of a request."""
    pages = tuple(_RecognisedPage(n, lines) for n, lines in sorted(recognised.pages.items()))
    return plain(_RecognisedText(recognised.digest.hex(), pages))


def checked_recognised(value: object) -> OcrText | None:
    """Return the OCR text that `plain_recognised` packed; None if the request has none."""
    if value is None:
        return None
    content = checked(_RecognisedText, value)
    return OcrText(bytes.fromhex(content.digest), {one.page: one.lines for one in content.pages})


Box = tuple[float, float, float, float]
"""Left, bottom, right, top in page units, with y upwards."""


def _joined_by_line(pieces: Iterable[Box]) -> list[Box]:
    """Join the boxes of each line; some PDF files place every letter separately."""
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
    """Return whether a box continues a line to the right."""
    overlap = min(piece[3], line[3]) - max(piece[1], line[1])
    height = min(piece[3] - piece[1], line[3] - line[1])
    gap = piece[0] - line[2]
    return overlap > height / 2 and -height < gap < 2 * (line[3] - line[1])


_MAX_BOXES = 400
_MAX_PIECES = 20_000
_BYTES_A_BOX = 16
_MAX_NUMBER = 1_000_000  # pixels of a side, and pages


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """Page `page` (1-based) of `pages`: its picture, its text and the positions of its characters.

    `letters` contains left, bottom, right, top (f32, page units) of each character of the text.
    `matrix` converts page units to pixels: x' = a x + c y + e, y' = b x + d y + f.
    """

    image: PageImage
    page: int
    pages: int
    text: str
    letters: bytes = b""
    matrix: tuple[float, ...] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    def boxes(self, spans: Iterable[TextSpan]) -> tuple[PixelBox, ...]:
        """Return the boxes of text spans in the picture, one for each line of a span.

        Spans without letters have no boxes; there are at most 400 boxes.
        """
        numbers = array("f", self.letters)
        boxes: list[Box] = []
        for span in spans:
            edges = numbers[4 * span.start : 4 * span.end].tolist()
            boxes += _joined_by_line(_boxes_of(edges))
            if len(boxes) >= _MAX_BOXES:
                break
        return tuple(_in_pixels(box, self.matrix) for box in boxes[:_MAX_BOXES])

    @property
    def unit(self) -> float:
        """The number of pixels per page unit, whatever the rotation of the page."""
        return math.hypot(self.matrix[0], self.matrix[1]) or 1.0

    def letters_in_pixels(self) -> bytes:
        """Return left, top, right, bottom (f32) of each character in the picture."""
        import numpy as np  # noqa: PLC0415 (only to show a page)

        a, b, c, d, e, f = self.matrix
        edges = np.frombuffer(self.letters, np.float32).reshape(-1, 4).astype(np.float64)
        is_known = np.isfinite(edges).all(axis=1) & (np.abs(edges) <= MAX_COORDINATE).all(axis=1)
        edges[~is_known | (edges[:, 0] >= edges[:, 2])] = np.nan
        x, y = edges[:, (0, 2)], edges[:, (1, 3)]
        xs, ys = a * x + c * y + e, b * x + d * y + f
        boxes = np.stack((xs.min(1), ys.min(1), xs.max(1), ys.max(1)), axis=1)
        pixels: bytes = np.nan_to_num(boxes, nan=0.0).astype(np.float32).tobytes()
        return pixels


@dataclass(frozen=True, slots=True)
class _PageHeader:
    width: int
    height: int
    stride: int
    page: int
    pages: int
    text: LongText
    matrix: tuple[float, float, float, float, float, float]
    passage: tuple[Box, ...]


def unpack_page(header: Header, tail: bytes) -> RenderedPage:
    """Return the page of an answer; raise ValueError if anything in it is invalid."""
    from twofold.engine.model.preview import PageImage  # noqa: PLC0415 (only to show a page)

    content = checked(_PageHeader, header)
    numbers = (content.width, content.height, content.stride, content.page, content.pages)
    is_possible = content.page <= content.pages and len(content.passage) <= _MAX_PIECES
    if not is_possible or not all(0 < number < _MAX_NUMBER for number in numbers):
        raise MalformedFrameError("A page has an invalid number or size.")
    size = content.stride * content.height
    if content.stride < 4 * content.width or len(tail) < size or (len(tail) - size) % _BYTES_A_BOX:
        raise MalformedFrameError("The picture of a page does not have the declared size.")
    boxes = _joined_by_line(content.passage)[:_MAX_BOXES]
    marked = tuple(_in_pixels(box, content.matrix) for box in boxes)
    image = PageImage(tail[:size], content.width, content.height, content.stride, marked)
    return RenderedPage(
        image, content.page, content.pages, content.text, tail[size:], content.matrix
    )


def _boxes_of(edges: list[float]) -> list[Box]:
    boxes = zip(edges[::4], edges[1::4], edges[2::4], edges[3::4], strict=True)
    # NaN compares as False.
    return [box for box in boxes if box[0] < box[2] and all(abs(v) <= MAX_COORDINATE for v in box)]


def _in_pixels(box: Box, matrix: tuple[float, ...]) -> PixelBox:
    from twofold.engine.model.preview import PixelBox  # noqa: PLC0415 (only to show a page)

    a, b, c, d, e, f = matrix
    left, bottom, right, top = box
    xs = sorted((a * left + c * bottom + e, a * right + c * top + e))
    ys = sorted((b * left + d * bottom + f, b * right + d * top + f))
    return PixelBox(xs[0], ys[0], xs[1] - xs[0], ys[1] - ys[0])
