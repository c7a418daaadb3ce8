"""OCR text: inserting it into a document, and locating it on the page."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from unicodedata import bidirectional

from twofold.engine.model.document import (
    DocumentMetadata,
    EmbeddedDocument,
    OcrLine,
    Region,
    RegionSpan,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import PAGES_WITHOUT_TEXT, FailureReason
from twofold.engine.model.localized import Message, message

# Documents read by OCR get this tag, which can be seen and filtered.
_SCANNED_TAG = "scanned"


def scan_error() -> DocumentError:
    """Return the error of a file all of whose pages are pictures."""
    return DocumentError(
        FailureReason.SCAN, message("The file contains only pictures of pages and no text.")
    )


def picture_error() -> DocumentError:
    """Return the error of a picture that is waiting for OCR."""
    return DocumentError(FailureReason.PICTURE, message("OCR has not been run on this picture."))


def no_recognised_text() -> DocumentError:
    """Return the error of a file in whose pictures OCR found no text."""
    return DocumentError(
        FailureReason.NO_TEXT,
        message("OCR found no text in this picture."),
        message(
            "OCR can read Latin, Chinese and Japanese script, and the scripts of installed "
            "Tesseract language files."
        ),
    )


def pages_left_out(count: int, prefix: str = "") -> EmbeddedDocument:
    """Return the failure that reports pages without text.

    `prefix` is the path of the embedded document, followed by '/'.
    """
    detail: Message = message(
        "%Ln pages of this file are pictures without text.",
        "",
        count,
        one="1 page of this file is a picture without text.",
    )
    return EmbeddedDocument(
        f"{prefix}{PAGES_WITHOUT_TEXT}", reason=FailureReason.SCAN, detail=detail
    )


def text_of_lines(lines: Sequence[OcrLine]) -> tuple[str, tuple[RegionSpan, ...]]:
    """Return the text of a page, one line for each OCR line, and the position of each line.

    Words that are hyphenated at the end of a line are joined.
    """
    parts: list[str] = []
    spans: list[RegionSpan] = []
    length = 0
    for line, following in zip(lines, [*lines[1:], None], strict=False):
        is_divided = following is not None and _is_divided(line.text, following.text)
        part = line.text[:-1] if is_divided else f"{line.text}\n"
        spans.append(RegionSpan(length, length + len(part.rstrip("\n")), line.region))
        parts.append(part)
        length += len(part)
    return "".join(parts).rstrip("\n"), tuple(spans)


def _is_divided(line: str, following: str) -> bool:
    ends_inside = len(line) > 1 and line[-1] in "-\u2010" and line[-2].isalpha()
    return ends_inside and following[:1].islower()


def with_tag(metadata: DocumentMetadata) -> DocumentMetadata:
    """Return the metadata of a document with the tag of documents read by OCR."""
    return replace(metadata, tags=(*metadata.tags, _SCANNED_TAG))


def shifted(spans: Sequence[RegionSpan], offset: int) -> Iterator[RegionSpan]:
    """Yield spans of a page, moved to a text in which the page begins at `offset`."""
    for span in spans:
        yield replace(span, start=span.start + offset, end=span.end + offset)


def described_page(
    lines: Sequence[OcrLine], passage: str, scale: float
) -> tuple[dict[str, object], bytes]:
    """Return the description of a page's text for `PageRenderer.render_page`, and its characters.

    `scale` is the number of pixels per unit of the page.
    """
    text, spans = text_of_lines(lines)
    start = text.find(passage) if passage else -1
    end = start + len(passage)
    marked = [_edges(s.region) for s in spans if start >= 0 and s.start < end and start < s.end]
    described: dict[str, object] = {
        "text": text,
        "passage": marked,
        "matrix": (scale, 0.0, 0.0, scale, 0.0, 0.0),
    }
    return described, _character_boxes(text, spans)


def _character_boxes(text: str, spans: Sequence[RegionSpan]) -> bytes:
    """Return left, top, right, bottom (f32) of each character, dividing its line evenly."""
    boxes = array("f", bytes(16 * len(text)))
    for span in spans:
        left, top, width, height = span.region
        count = max(span.end - span.start, 1)
        is_reversed = _runs_right_to_left(text[span.start : span.end])
        for place in range(span.start, min(span.end, len(text))):
            if text[place].isspace():
                continue
            at = (span.end - 1 - place if is_reversed else place - span.start) / count
            box = (
                (left + at * width, top, left + (at + 1 / count) * width, top + height)
                if width >= height
                else (left, top + at * height, left + width, top + (at + 1 / count) * height)
            )
            boxes[4 * place : 4 * place + 4] = array("f", box)
    return boxes.tobytes()


def _runs_right_to_left(line: str) -> bool:
    kinds = (kind for kind in map(bidirectional, line) if kind in {"L", "R", "AL"})
    return next(kinds, "L") != "L"


def _edges(region: Region) -> tuple[float, float, float, float]:
    left, top, width, height = region
    return left, top, left + width, top + height
