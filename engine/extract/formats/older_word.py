"""Word documents as they were until 2003."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.extract.formats.legacy_office.kind import holds
from engine.model.document import ExtractedText

_FILE_TYPES = ("doc", "dot")
_STREAMS = frozenset({"worddocument"})
_HEAD_BYTES = 4096
_XML_ROOT = b"<w:wordDocument"


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a compound file that holds a Word document, or XML of Word 2003."""
    return _is_xml(head) or holds(_STREAMS, head, whole, is_called_so=extension in _FILE_TYPES)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a Word document, a paragraph or table row a place."""
    # What reads it is imported when first needed.
    if _is_xml(data[:_HEAD_BYTES]):
        from engine.extract.formats.office import word_xml  # noqa: PLC0415

        return word_xml.extract(data, file_type)
    from engine.extract.formats.legacy_office import word_document  # noqa: PLC0415

    return word_document.extract(data, file_type)


def _is_xml(head: bytes) -> bool:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith((b"<?xml", _XML_ROOT)) and _XML_ROOT in head


FORMATS = (Format("Word 97-2003", _FILE_TYPES, looks_like, extract, priority=5, is_binary=True),)
