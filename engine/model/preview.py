"""The preview of a document, opened at a passage."""

from __future__ import annotations

import re
from dataclasses import dataclass

from twofold.engine.model.document import Block, LocatorKind
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.localized import EMPTY, Message


@dataclass(frozen=True, slots=True)
class PixelBox:
    """A rectangle in the pixels of a rendered page."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: BGRA pixels, 4 bytes each, rows of `stride` bytes.

    `letters` contains left, top, right, bottom (f32, pixels) of each character of the page's text;
    characters without a position, such as white space, have an empty box. The last characters of a
    very long text are missing. `unit` is the number of pixels per point (1/72 inch) of the page; of
    a picture without a size on paper, per pixel of the file.
    """

    pixels: bytes
    width: int
    height: int
    stride: int
    passage_boxes: tuple[PixelBox, ...] = ()
    match_boxes: tuple[PixelBox, ...] = ()
    nearest_boxes: tuple[PixelBox, ...] = ()
    letters: bytes = b""
    unit: float = 1.0


@dataclass(frozen=True, slots=True)
class PageMatches:
    """The number of matches on a page of a document."""

    page: int
    count: int


@dataclass(frozen=True, slots=True)
class Preview:
    """A document opened at a passage.

    Line documents: `text` is the whole extracted text, `passage` and `matches` are spans of it, and
    `line_numbers[i]` is the line number in the file of the i-th line of `text`. Paged documents:
    `image` is page `page` of `pages`, and `text` is the text of that page. `notice` is a sentence
    if the file has changed since it was indexed and the passage was located again. `member` is the
    name of an embedded document inside the file at `absolute_path`; '' for the file itself.
    `nearest` is the sentence of the passage nearest to the query, if it was requested and the model
    found one. `blocks` are the headings, paragraphs, lists and rows of a line document, empty
    without a layout. `slides` contains the offset of each slide in `text` and its number. `library`
    is the address of its shared library, '' for the user's own library.
    """

    chunk_id: str
    title: str
    absolute_path: str
    file_type: str
    place_kind: LocatorKind
    text: str
    passage: TextSpan | None
    matches: tuple[TextSpan, ...] = ()
    line_numbers: tuple[int, ...] = ()
    page: int = 0
    pages: int = 0
    image: PageImage | None = None
    notice: Message = EMPTY
    member: str = ""
    nearest: TextSpan | None = None
    blocks: tuple[Block, ...] = ()
    slides: tuple[tuple[int, int], ...] = ()
    library: str = ""


_MAX_FIND_LENGTH = 500


def find_text(text: str, wanted: str) -> tuple[TextSpan, ...]:
    """Return where `wanted` occurs in `text`, ignoring case and the kind and number of spaces."""
    words = wanted[:_MAX_FIND_LENGTH].split()
    if not words:
        return ()
    pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
    return tuple(TextSpan(*found.span()) for found in pattern.finditer(text))
