"""Markdown documents."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_EXTENSIONS = frozenset({"md", "markdown", "mdown", "mkd", "mkdn", "mdx", "rmd", "qmd"})


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called Markdown."""
    return extension in _EXTENSIONS


def extract(data: bytes, _file_type: str) -> ExtractedText:
    """Read a Markdown document, a line a place."""
    from engine.extract import markdown_text  # noqa: PLC0415  imported when first needed

    return markdown_text.extract(data)


FORMATS = (Format("Markdown", ("md",), looks_like, extract, priority=30, extensions=_EXTENSIONS),)
