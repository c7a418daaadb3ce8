"""JSON data, whatever it is called."""

from __future__ import annotations

import json

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = ("json", "jsonl", "ndjson", "json5", "jsonc", "geojson")
# Larger files are JSON only when they are called so.
_LARGEST_TRIED = 2_000_000


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is JSON, by its name or, when small, by its content."""
    if extension in _FILE_TYPES:
        return True
    if head.lstrip()[:1] not in {b"{", b"["} or len(whole) > _LARGEST_TRIED:
        return False
    try:
        return isinstance(json.loads(whole), dict | list)
    except (ValueError, RecursionError):
        return False


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read JSON, a line a place."""
    from engine.extract.formats.data import json_text  # noqa: PLC0415  imported when first needed

    return json_text.extract(data, file_type)


FORMATS = (Format("JSON", _FILE_TYPES, looks_like, extract, priority=60),)
