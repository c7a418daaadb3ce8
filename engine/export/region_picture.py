"""Pictures of passages that were recognised in scans, for exports that show them.

The recognised text may contain errors; the picture shows what the page says.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from twofold.engine.export.passages import Passage
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.errors import EngineError
from twofold.engine.model.preview import PageImage, PixelBox

# The width of a page in pixels: 150 dpi on A4.
_PAGE_WIDTH = 1240
_MARGIN = 12
# Each picture takes up to a second, and a file of hundreds of megabytes cannot be sent.
_MAX_PICTURES = 60


def pictures_of(passages: Iterable[Passage], reader: DocumentReader) -> Mapping[int, bytes]:
    """Return PNG pictures by the numbers of the passages. Unreadable pages have none."""
    pictures: dict[int, bytes] = {}
    for passage in passages:
        is_there = passage.is_scan and not passage.stale and passage.absolute_path
        if is_there and len(pictures) < _MAX_PICTURES and (picture := _picture(passage, reader)):
            pictures[passage.number] = picture
    return pictures


def _picture(passage: Passage, reader: DocumentReader) -> bytes:
    file = Path(passage.absolute_path)
    if not file.as_posix().endswith(passage.path):  # a document inside a file
        return b""
    try:
        rendered = reader.render_page(file, passage.page_number, _PAGE_WIDTH, passage.text)
    except EngineError:
        return b""
    boxes = rendered.image.passage_boxes
    return _png(rendered.image, boxes) if boxes else b""


def _png(image: PageImage, boxes: tuple[PixelBox, ...]) -> bytes:
    """Return the part of a page around `boxes` as PNG (RFC 2083)."""
    import numpy as np  # noqa: PLC0415 (only for scans)

    rows = np.frombuffer(image.pixels, np.uint8, image.height * image.stride)
    page = rows.reshape(image.height, image.stride)[:, : image.width * 4]
    left = max(0, int(min(box.x for box in boxes)) - _MARGIN)
    top = max(0, int(min(box.y for box in boxes)) - _MARGIN)
    right = min(image.width, int(max(box.x + box.width for box in boxes)) + _MARGIN)
    bottom = min(image.height, int(max(box.y + box.height for box in boxes)) + _MARGIN)
    bgra = page.reshape(image.height, image.width, 4)[top:bottom, left:right]
    height, width = bgra.shape[:2]
    lines = np.zeros((height, 1 + width * 3), np.uint8)  # each line begins with its filter, none
    lines[:, 1:] = bgra[:, :, 2::-1].reshape(height, width * 3)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
