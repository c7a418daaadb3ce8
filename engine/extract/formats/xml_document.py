"""XML: feeds, books, pictures, whatever it is called."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = ("xml", "xsd", "xsl", "xslt", "svg", "rss", "atom", "fb2", "opml", "dbk", "docbook")
_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml\s")


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is XML, by its declaration or its name; XHTML is asked before."""
    return extension in _FILE_TYPES or _START.match(head) is not None


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read XML, a line of its source a place."""
    from engine.extract import xml_text  # noqa: PLC0415  imported when first needed

    return xml_text.extract(data, file_type)


FORMATS = (Format("XML", _FILE_TYPES, looks_like, extract, priority=25),)
