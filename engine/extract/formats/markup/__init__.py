"""Markup languages that are read line by line; every line is a place."""

from __future__ import annotations

import re

from engine.extract.file_format import Format, lazy_reader

_LATEX = ("tex", "latex", "ltx")
_DOCUMENT_CLASS = re.compile(rb"(?:^|[\r\n])[ \t]*\\document(?:class|style)\s*[\[{]")


def _is_latex(head: bytes, _whole: bytes, extension: str) -> bool:
    return extension in _LATEX or _DOCUMENT_CLASS.search(head) is not None


_asciidoc = lazy_reader("engine.extract.formats.markup.asciidoc")
_bibtex = lazy_reader("engine.extract.formats.markup.bibtex")
_latex = lazy_reader("engine.extract.formats.markup.latex")
_org = lazy_reader("engine.extract.formats.markup.org")
_rst = lazy_reader("engine.extract.formats.markup.restructured_text")

FORMATS = (
    Format("AsciiDoc", ("adoc", "asciidoc", "asc"), None, _asciidoc, priority=40),
    Format("BibTeX", ("bib",), None, _bibtex, priority=40),
    Format("LaTeX", _LATEX, _is_latex, _latex, priority=40),
    Format("Org", ("org",), None, _org, priority=40),
    Format("reStructuredText", ("rst", "rest"), None, _rst, priority=40),
)
