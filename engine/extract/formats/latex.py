"""LaTeX documents."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = ("tex", "latex", "ltx")
_START = re.compile(rb"(?:^|[\r\n])[ \t]*\\document(?:class|style)\s*[\[{]")


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is LaTeX, by its name or its document class."""
    return extension in _FILE_TYPES or _START.search(head) is not None


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read LaTeX, a line a place."""
    from engine.extract.formats.markup import latex  # noqa: PLC0415  imported when first needed

    return latex.extract(data, file_type)


FORMATS = (Format("LaTeX", _FILE_TYPES, looks_like, extract, priority=40),)
