"""OpenDocument presentations."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText, PlaceKind

_EXTENSIONS = frozenset({"odp", "otp"})
_TYPE = b"mimetypeapplication/vnd.oasis.opendocument.presentation"


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a zip file begins by naming this type, as OpenDocument files do."""
    return head.startswith(b"PK\x03\x04") and (_TYPE in head[:200] or extension in _EXTENSIONS)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation, a slide a place."""
    from engine.extract.formats.office import odf_document  # noqa: PLC0415  imported when first needed

    return odf_document.extract(data, file_type, PlaceKind.SLIDE)


FORMATS = (
    Format(
        "OpenDocument presentation",
        ("odp",),
        looks_like,
        extract,
        priority=5,
        is_binary=True,
        extensions=_EXTENSIONS,
    ),
)
