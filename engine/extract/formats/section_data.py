"""TOML, INI and other files of sections."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = (
    "toml",
    "ini",
    "cfg",
    "conf",
    "properties",
)


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called a file of sections."""
    return extension in _FILE_TYPES


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a file of sections, a line a place."""
    from engine.extract.formats.data import sections  # noqa: PLC0415  imported when first needed

    return sections.extract(data, file_type)


FORMATS = (Format("Settings", _FILE_TYPES, looks_like, extract, priority=40),)
