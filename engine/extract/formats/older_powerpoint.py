"""PowerPoint presentations as they were until 2003."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.extract.formats.legacy_office.kind import holds
from engine.model.document import ExtractedText

_FILE_TYPES = ("ppt", "pps", "pot")
_STREAMS = frozenset({"powerpoint document"})


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a compound file that holds a presentation."""
    return holds(_STREAMS, head, whole, is_called_so=extension in _FILE_TYPES)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation, a slide a place."""
    from engine.extract.formats.legacy_office import presentation  # noqa: PLC0415  imported when first needed

    return presentation.extract(data, file_type)


FORMATS = (
    Format("PowerPoint 97-2003", _FILE_TYPES, looks_like, extract, priority=5, is_binary=True),
)
