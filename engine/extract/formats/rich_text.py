"""RTF documents."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText


def looks_like(head: bytes, _whole: bytes, _extension: str) -> bool:
    r"""Say whether a file begins with {\rtf."""
    return head.lstrip().startswith(b"{\\rtf")


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read an RTF document, a paragraph or table row a place."""
    from engine.extract.formats.office import rtf_text  # noqa: PLC0415  imported when first needed

    return rtf_text.extract(data, file_type)


FORMATS = (Format("RTF", ("rtf",), looks_like, extract, priority=5, is_binary=True),)
