"""OpenDocument texts."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText, PlaceKind

_EXTENSIONS = frozenset({"odt", "ott"})
_TYPE = b"mimetypeapplication/vnd.oasis.opendocument.text"


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a zip file begins by naming this type, as OpenDocument files do."""
    return head.startswith(b"PK\x03\x04") and (_TYPE in head[:200] or extension in _EXTENSIONS)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a text, a paragraph or table row a place."""
    from engine.extract.formats.office import odf_document  # noqa: PLC0415  imported when first needed

    return odf_document.extract(data, file_type, PlaceKind.PARAGRAPH)


FORMATS = (
    Format(
        "OpenDocument text",
        ("odt",),
        looks_like,
        extract,
        priority=5,
        is_binary=True,
        extensions=_EXTENSIONS,
    ),
)
