"""AsciiDoc documents."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = (
    "adoc",
    "asciidoc",
    "asc",
)


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called AsciiDoc."""
    return extension in _FILE_TYPES


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read AsciiDoc, a line a place."""
    from engine.extract.formats.markup import asciidoc  # noqa: PLC0415  imported when first needed

    return asciidoc.extract(data, file_type)


FORMATS = (Format("AsciiDoc", _FILE_TYPES, looks_like, extract, priority=40),)
