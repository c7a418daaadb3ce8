"""A document as it is shown, opened at a passage."""

from __future__ import annotations

from dataclasses import dataclass

from twofold.engine.model.document import Block, PlaceKind
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.message import EMPTY, Message


@dataclass(frozen=True, slots=True)
class PixelBox:
    """A rectangle in the pixels of a rendered page."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: BGRA pixels, 4 bytes each, rows of `stride` bytes."""

    pixels: bytes
    width: int
    height: int
    stride: int
    passage_boxes: tuple[PixelBox, ...] = ()
    match_boxes: tuple[PixelBox, ...] = ()
    nearest_boxes: tuple[PixelBox, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """A document opened at a passage.

    Line documents: `text` is the whole extracted text, `passage` and `matches` are spans of it and
    `line_numbers[i]` is the file's line number of the i-th line of `text`. Paged documents: `page`
    of `pages` is in `image`, and `text` is that page's text. `notice` says when the file has
    changed since it was indexed and the passage was looked up again. `member` names the document
    inside the file at `absolute_path`; '' when it is the file. `nearest` is the sentence of the
    passage that is nearest to the query, when it was asked for and the model could tell. `blocks`
    are the headings, paragraphs, lists and rows of a line document; none where there is no layout.
    `slides` tells where each slide begins in `text`, and its number. `library` is the address of
    the shared library that it is from, '' for one's own.
    """

    chunk_id: str
    title: str
    absolute_path: str
    file_type: str
    place_kind: PlaceKind
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
