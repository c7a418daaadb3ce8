"""PDF documents."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_START = re.compile(rb"[\s\S]{0,1024}?%PDF-\d")


def looks_like(head: bytes, _whole: bytes, _extension: str) -> bool:
    """Say whether a file is a PDF; junk may stand before its header."""
    return _START.match(head) is not None


def extract(data: bytes, _file_type: str) -> ExtractedText:
    """Read a PDF, a page a place."""
    from engine.extract import pdf_text  # noqa: PLC0415  imported when first needed

    return pdf_text.extract(data)


FORMATS = (Format("PDF", ("pdf",), looks_like, extract, priority=10, is_binary=True),)
