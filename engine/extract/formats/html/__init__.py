"""HTML documents."""

from __future__ import annotations

import re

from engine.extract.file_format import Format, lazy_reader

_EXTENSIONS = frozenset({"html", "htm", "xhtml", "xht"})
_FIRST_ELEMENT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?"
    # A comment ends at the first '-->': if it could hold others, many comments could be divided in
    # exponentially many ways.
    rb"(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)

_extract = lazy_reader("engine.extract.formats.html.page")


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is HTML, by its name or its first element."""
    return extension in _EXTENSIONS or _FIRST_ELEMENT.match(head) is not None


FORMATS = (Format("HTML", ("html",), looks_like, _extract, priority=20, extensions=_EXTENSIONS),)
