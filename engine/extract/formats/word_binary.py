"""Word documents as they were until 2003."""

from __future__ import annotations

from engine.core.document import ExtractedText
from engine.extract.compound.kind import holds
from engine.extract.file_format import Format

_FILE_TYPES = ("doc", "dot")
_STREAMS = frozenset({"worddocument"})


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a compound file that holds a Word document."""
    return holds(_STREAMS, head, whole, is_called_so=extension in _FILE_TYPES)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a Word document, a paragraph or table row a place."""
    from engine.extract.compound import word_document  # noqa: PLC0415  imported when first needed

    return word_document.extract(data, file_type)


FORMAT = Format("Word 97-2003", _FILE_TYPES, looks_like, extract, priority=5, is_binary=True)
