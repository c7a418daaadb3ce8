"""reStructuredText documents."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = (
    "rst",
    "rest",
)


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called reStructuredText."""
    return extension in _FILE_TYPES


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read reStructuredText, a line a place."""
    from engine.extract.formats.markup import restructured_text  # noqa: PLC0415  imported when first needed

    return restructured_text.extract(data, file_type)


FORMATS = (Format("reStructuredText", _FILE_TYPES, looks_like, extract, priority=40),)
