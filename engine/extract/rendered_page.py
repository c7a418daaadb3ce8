"""A page of a document as a picture, on its way back from the worker."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.events import PageImage, PixelBox
from engine.extract.frames import Header, MalformedFrameError


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """Page `page` (1-based) of `pages`, its picture and its text."""

    image: PageImage
    page: int
    pages: int
    text: str


def unpack_page(header: Header, tail: bytes) -> RenderedPage:
    """Return the page of an answer; raise ValueError when anything in it is not right."""
    width, height, stride, page, pages = (
        _whole(header, key) for key in ("width", "height", "stride", "page", "pages")
    )
    if stride < 4 * width or len(tail) != stride * height:
        raise MalformedFrameError("The picture of a page has not the size it claims.")
    image = PageImage(
        tail, width, height, stride, _boxes(header, "passage_boxes"), _boxes(header, "match_boxes")
    )
    return RenderedPage(image, page, pages, str(header.get("text", "")))


def _whole(header: Header, key: str) -> int:
    value = header.get(key)
    if type(value) is not int or not 0 < value < 1_000_000:
        raise MalformedFrameError(f"'{key}' of a page is not a number it can be.")
    return value


def _boxes(header: Header, key: str) -> tuple[PixelBox, ...]:
    rows = header.get(key)
    if not isinstance(rows, list):
        raise MalformedFrameError(f"'{key}' of a page is not a list.")
    return tuple(_box(row) for row in rows)


def _box(row: object) -> PixelBox:
    if not isinstance(row, list) or len(row) != 4:
        raise MalformedFrameError("A box on a page is malformed.")
    if not all(isinstance(value, int | float) for value in row):
        raise MalformedFrameError("A box on a page is malformed.")
    return PixelBox(*(float(value) for value in row))
