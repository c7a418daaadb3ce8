"""XML files that no other format claims."""

from __future__ import annotations

import re

from engine.extract.file_format import Format, lazy_reader

_FILE_TYPES = ("xml", "xsd", "xsl", "xslt", "svg", "rss", "atom", "fb2", "opml", "dbk", "docbook")
_DECLARATION = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml\s")

_extract = lazy_reader("engine.extract.formats.xml.document")


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is XML, by its declaration or its name; XHTML is asked before."""
    return extension in _FILE_TYPES or _DECLARATION.match(head) is not None


FORMATS = (Format("XML", _FILE_TYPES, looks_like, _extract, priority=25),)
