"""Reading pictures with Pillow, which is installed with OCR; see `PageRenderer`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import accumulate

import numpy as np

from twofold.engine.extract import ocr
from twofold.engine.extract.file_format import PagePicture
from twofold.engine.extract.ocr_text import (
    described_page,
    no_recognised_text,
    shifted,
    text_of_lines,
    with_tag,
)
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
    OcrLine,
    OcrPages,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

if ocr.is_installed():
    from PIL import Image, ImageOps

_FORMATS = ("PNG", "JPEG", "TIFF", "GIF", "WEBP", "BMP")
_MAX_PAGES = 2_000
_MAX_PIXELS = 100_000_000
# Icons and ornaments, as attached to mails, are not pages.
_MIN_SIDE = 100


def scanned_pages(data: bytes) -> tuple[int, ...]:
    """Return the numbers of all pages; none if the picture is too small for text."""
    with _opened(data) as picture:
        if min(picture.size) < _MIN_SIDE:
            return ()
        return tuple(range(1, _pages(picture) + 1))


def page_picture(data: bytes, page: int, longest_side: int) -> PagePicture:
    """Return a page, scaled down if it has more pixels."""
    with _opened(data, page) as picture:
        shown = _upright(picture)
        factor = min(1.0, longest_side / max(shown.size))
        width, height = (max(1, round(side * factor)) for side in shown.size)
        small = shown.resize((width, height)) if factor < 1 else shown
        return PagePicture(np.asarray(small)[:, :, ::-1].copy(), 1 / factor)


def extract_with_ocr_text(_data: bytes, file_type: str, pages: OcrPages) -> ExtractedText:
    """Return the OCR text of a picture; the pages of a TIFF follow one another."""
    numbers = sorted(pages)
    texts = [text_of_lines(pages[number]) for number in numbers]
    starts = list(accumulate((len(text) + 1 for text, _ in texts), initial=0))
    if not any(text for text, _ in texts):
        raise no_recognised_text()
    return ExtractedText(
        text="".join(f"{text}\n" for text, _ in texts),
        place_kind=LocatorKind.PAGE if len(numbers) > 1 else LocatorKind.REGION,
        place_starts=tuple(starts[:-1]),
        place_numbers=tuple(numbers),
        blocks=tuple(
            Block(start, start + len(text), BlockKind.PARAGRAPH)
            for start, (text, _) in zip(starts, texts, strict=False)
            if text
        ),
        metadata=with_tag(DocumentMetadata()),
        file_type=file_type,
        regions=tuple(
            span
            for start, (_, spans) in zip(starts, texts, strict=False)
            for span in shifted(spans, start)
        ),
    )


def render_page(
    data: bytes, page: int, width: int, passage: str, lines: Sequence[OcrLine]
) -> tuple[dict[str, object], bytes]:
    """Return a page as a picture, see `PageRenderer`."""
    with _opened(data) as picture:
        pages = _pages(picture)
    number = min(max(page, 1), pages)
    with _opened(data, number) as picture:
        upright = _upright(picture)
        scale = max(width, 16) / upright.width
        height = max(1, round(upright.height * scale))
        if width * height > _MAX_PIXELS // 3:
            raise _damaged()
        shown = upright.resize((max(width, 16), height)).convert("RGBA")
        pixels = np.asarray(shown)[:, :, [2, 1, 0, 3]].tobytes()
    described, letters = described_page(lines, passage, scale)
    sizes = {"width": shown.width, "height": shown.height, "stride": 4 * shown.width}
    return {**sizes, **described, "page": number, "pages": pages}, pixels + letters


@contextmanager
def _opened(data: bytes, page: int = 1) -> Iterator[Image.Image]:
    """Open a picture at a page; raise DocumentError if it is damaged or too large."""
    if not ocr.is_installed():
        raise ocr.not_installed()
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as picture:
            if page > 1:
                picture.seek(page - 1)
            if picture.width * picture.height > _MAX_PIXELS:
                raise DocumentError(
                    FailureReason.TOO_LARGE, message("The picture has too many pixels.")
                )
            yield picture
    # Pillow's decoders raise various errors for damaged files.
    except (OSError, ValueError, SyntaxError, EOFError, KeyError, TypeError, Warning) as error:
        raise _damaged() from error


def _pages(picture: Image.Image) -> int:
    # Frames of other formats are an animation.
    return min(int(getattr(picture, "n_frames", 1)), _MAX_PAGES) if picture.format == "TIFF" else 1


def _upright(picture: Image.Image) -> Image.Image:
    """Return a picture as displayed: rotated as recorded by the camera, on white."""
    turned = ImageOps.exif_transpose(picture)
    if turned.mode in {"RGBA", "LA", "PA"} or "transparency" in turned.info:
        over = turned.convert("RGBA")
        white = Image.new("RGBA", over.size, "white")
        return Image.alpha_composite(white, over).convert("RGB")
    if turned.mode.startswith(("I", "F")):  # 16 and 32 bits per pixel
        levels = np.asarray(turned, dtype=np.float32)
        top = float(levels.max()) or 1.0
        return Image.fromarray((levels / top * 255).astype(np.uint8)).convert("RGB")
    return turned.convert("RGB")


def _damaged() -> Exception:
    return DocumentError(FailureReason.DAMAGED, message("The picture is damaged."))
