"""Org documents."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = ("org",)


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called Org."""
    return extension in _FILE_TYPES


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read Org, a line a place."""
    from engine.extract.formats.markup import org  # noqa: PLC0415  imported when first needed

    return org.extract(data, file_type)


FORMATS = (Format("Org", _FILE_TYPES, looks_like, extract, priority=40),)
