"""Markdown files."""

from __future__ import annotations

from engine.extract.file_format import Format, lazy_reader

_EXTENSIONS = frozenset({"md", "markdown", "mdown", "mkd", "mkdn", "mdx", "rmd", "qmd"})

_extract = lazy_reader("engine.extract.formats.markdown.document")


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is called Markdown."""
    return extension in _EXTENSIONS


FORMATS = (Format("Markdown", ("md",), looks_like, _extract, priority=30, extensions=_EXTENSIONS),)
