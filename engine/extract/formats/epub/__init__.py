"""EPUB books."""

from __future__ import annotations

from engine.extract.file_format import Format, lazy_reader

_TYPE = b"application/epub+zip"
_TYPE_END = 200

_extract = lazy_reader("engine.extract.formats.epub.book")


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Return whether a ZIP file is a book, by the type it begins with or by its name."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    is_called_so = extension == "epub" and b"META-INF/container.xml" in whole
    return is_called_so or _TYPE in head[:_TYPE_END]


FORMATS = (Format("EPUB", ("epub",), looks_like, _extract, priority=3, is_binary=True),)
