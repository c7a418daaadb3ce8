"""PDF documents: their text, their embedded files, and their pages as pictures."""

from __future__ import annotations

import re

from twofold.engine.extract.file_format import Format, lazy_opener, lazy_reader

_START = re.compile(rb"[\s\S]{0,1024}?%PDF-\d")


def looks_like(head: bytes, _whole: bytes, _extension: str) -> bool:
    """Return whether a file is a PDF; other bytes may precede its header."""
    return _START.match(head) is not None


FORMATS = (
    Format(
        "PDF",
        ("pdf",),
        looks_like,
        lazy_reader("twofold.engine.extract.formats.pdf.text"),
        priority=10,
        is_binary=True,
        open_container=lazy_opener("twofold.engine.extract.formats.pdf.text", "open_with_files"),
        pages_module="twofold.engine.extract.formats.pdf.scan",
    ),
)
