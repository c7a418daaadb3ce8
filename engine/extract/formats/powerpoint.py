"""PowerPoint presentations."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_EXTENSIONS = frozenset({"pptx", "pptm", "ppsx", "ppsm", "potx", "potm"})
_ACTIVE = frozenset({"pptm", "ppsm", "potm"})  # may hold macros
_CONTENT_TYPE = re.compile(
    rb"presentationml\.(?:presentation|slideshow|template)\.main"
    rb"|ms-powerpoint\.\w+\.macroEnabled\w*\.main"
)


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a package whose main part is a presentation."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    from engine.extract.formats.office.package_type import is_package_of  # noqa: PLC0415

    return is_package_of(_CONTENT_TYPE, whole, is_called_so=extension in _EXTENSIONS)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation, a slide a place."""
    from engine.extract.formats.office import slides_text  # noqa: PLC0415  imported when first needed

    return slides_text.extract(data, file_type)


FORMATS = (
    Format(
        "PowerPoint",
        ("pptx",),
        looks_like,
        extract,
        priority=5,
        is_binary=True,
        extensions=_EXTENSIONS,
        active=_ACTIVE,
    ),
)
