"""Word documents."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_EXTENSIONS = frozenset({"docx", "docm", "dotx", "dotm"})
_ACTIVE = frozenset({"docm", "dotm"})  # may hold macros
_CONTENT_TYPE = re.compile(
    rb"wordprocessingml\.(?:document|template)\.main|ms-word\.\w+\.macroEnabled\w*\.main"
)


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a package whose main part is a Word document."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    from engine.extract.formats.office.package_type import is_package_of  # noqa: PLC0415

    return is_package_of(_CONTENT_TYPE, whole, is_called_so=extension in _EXTENSIONS)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a Word document, a paragraph or table row a place."""
    from engine.extract.formats.office import word_text  # noqa: PLC0415  imported when first needed

    return word_text.extract(data, file_type)


FORMATS = (
    Format(
        "Word",
        ("docx",),
        looks_like,
        extract,
        priority=5,
        is_binary=True,
        extensions=_EXTENSIONS,
        active=_ACTIVE,
    ),
)
