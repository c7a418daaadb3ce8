"""Markup languages: Markdown, HTML, XML, EPUB (books of HTML), and formats read line by line."""

from __future__ import annotations

import re

from twofold.engine.extract.file_format import Format, lazy_reader

_MARKDOWN = frozenset({"md", "markdown", "mdown", "mkd", "mkdn", "mdx", "rmd", "qmd"})
_HTML = frozenset({"html", "htm", "xhtml", "xht"})
_XML = ("xml", "xsd", "xsl", "xslt", "svg", "rss", "atom", "fb2", "opml", "dbk", "docbook")
_LATEX = ("tex", "latex", "ltx")

_FIRST_ELEMENT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?"
    # A comment ends at the first '-->': if it could contain others, many comments could be divided
    # in exponentially many ways.
    rb"(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_DECLARATION = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml\s")
_DOCUMENT_CLASS = re.compile(rb"(?:^|[\r\n])[ \t]*\\document(?:class|style)\s*[\[{]")
_EPUB_TYPE = b"application/epub+zip"
_EPUB_TYPE_END = 200


def _is_markdown(_head: bytes, _whole: bytes, extension: str) -> bool:
    return extension in _MARKDOWN


def _is_html(head: bytes, _whole: bytes, extension: str) -> bool:
    return extension in _HTML or _FIRST_ELEMENT.match(head) is not None


def _is_xml(head: bytes, _whole: bytes, extension: str) -> bool:
    return extension in _XML or _DECLARATION.match(head) is not None


def _is_epub(head: bytes, whole: bytes, extension: str) -> bool:
    if not head.startswith(b"PK\x03\x04"):
        return False
    is_named_epub = extension == "epub" and b"META-INF/container.xml" in whole
    return is_named_epub or _EPUB_TYPE in head[:_EPUB_TYPE_END]


def _is_latex(head: bytes, _whole: bytes, extension: str) -> bool:
    return extension in _LATEX or _DOCUMENT_CLASS.search(head) is not None


def _is_web_archive(head: bytes, whole: bytes, extension: str) -> bool:
    is_list = head.startswith((b"bplist00", b"<?xml"))
    return extension == "webarchive" and is_list and b"WebMainResource" in whole


_asciidoc = lazy_reader("twofold.engine.extract.formats.markup.asciidoc")
_bibtex = lazy_reader("twofold.engine.extract.formats.markup.bibtex")
_canvas = lazy_reader("twofold.engine.extract.formats.markup.canvas")
_epub = lazy_reader("twofold.engine.extract.formats.markup.epub")
_html = lazy_reader("twofold.engine.extract.formats.markup.html")
_latex = lazy_reader("twofold.engine.extract.formats.markup.latex")
_markdown = lazy_reader("twofold.engine.extract.formats.markup.markdown")
_org = lazy_reader("twofold.engine.extract.formats.markup.org")
_rst = lazy_reader("twofold.engine.extract.formats.markup.restructured_text")
_web_archive = lazy_reader("twofold.engine.extract.formats.markup.web_archive")
_xml = lazy_reader("twofold.engine.extract.formats.markup.xml")

FORMATS = (
    Format("EPUB", ("epub",), _is_epub, _epub, priority=3, is_binary=True),
    Format(
        "Safari web archive",
        ("webarchive",),
        _is_web_archive,
        _web_archive,
        priority=6,
        is_binary=True,
    ),
    Format("HTML", ("html",), _is_html, _html, priority=20, extensions=_HTML),
    Format("XML", _XML, _is_xml, _xml, priority=25),
    Format("Markdown", ("md",), _is_markdown, _markdown, priority=30, extensions=_MARKDOWN),
    Format("AsciiDoc", ("adoc", "asciidoc", "asc"), None, _asciidoc, priority=40),
    Format("BibTeX", ("bib",), None, _bibtex, priority=40),
    Format("Canvas", ("canvas",), None, _canvas, priority=40, needs_all=True),
    Format("LaTeX", _LATEX, _is_latex, _latex, priority=40),
    Format("Org", ("org",), None, _org, priority=40),
    Format("reStructuredText", ("rst", "rest"), None, _rst, priority=40),
)
