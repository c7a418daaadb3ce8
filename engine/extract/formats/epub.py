"""EPUB books."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_HEAD = 200


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a ZIP file is a book, by the type it begins with or by its name."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    return b"application/epub+zip" in head[:_HEAD] or (
        extension == "epub" and b"META-INF/container.xml" in whole
    )


def extract(data: bytes, _file_type: str) -> ExtractedText:
    """Read a book, a chapter a place."""
    from engine.extract import epub_book  # noqa: PLC0415  imported when first needed

    return epub_book.extract(data)


FORMATS = (Format("EPUB", ("epub",), looks_like, extract, priority=3, is_binary=True),)
