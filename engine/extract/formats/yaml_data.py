"""YAML data."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = (
    "yaml",
    "yml",
)


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called YAML."""
    return extension in _FILE_TYPES


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read YAML, a line a place."""
    from engine.extract.formats.data import yaml_text  # noqa: PLC0415  imported when first needed

    return yaml_text.extract(data, file_type)


FORMATS = (Format("YAML", _FILE_TYPES, looks_like, extract, priority=40),)
