"""CSV and TSV tables."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = (
    "csv",
    "tsv",
    "tab",
    "psv",
)


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called a table of separated values."""
    return extension in _FILE_TYPES


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a table of separated values, a line a place."""
    from engine.extract.formats.data import separated_rows  # noqa: PLC0415  imported when first needed

    return separated_rows.extract(data, file_type)


FORMATS = (Format("Separated values", _FILE_TYPES, looks_like, extract, priority=40),)
