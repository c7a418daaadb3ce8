"""HTML pages."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_EXTENSIONS = frozenset({"html", "htm", "xhtml", "xht"})
_START = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?"
    # A comment ends at the first '-->': if it could hold others, many comments could be divided in
    # exponentially many ways.
    rb"(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is HTML, by its name or its first element."""
    return extension in _EXTENSIONS or _START.match(head) is not None


def extract(data: bytes, _file_type: str) -> ExtractedText:
    """Read an HTML page, a line of its source a place."""
    from engine.extract import html_text  # noqa: PLC0415  imported when first needed

    return html_text.extract(data)


FORMATS = (Format("HTML", ("html",), looks_like, extract, priority=20, extensions=_EXTENSIONS),)
