"""HTML documents: the text people see, with the source line of every character.

Markup is divided as the HTML standard's tokenizer does (section 13.2.5), as far as text depends on
it. The standard library's parser takes quadratic time for markup without an end, and reads broken
markup differently from one patch release of Python to the next, so citations would move. lxml and
other HTML parsers do not say where in the source a text stands.

Scripts, styles and comments are no text, character references are resolved, and blank space is
collapsed as a browser does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

from engine.extract.declared import declared_values
from engine.extract.encoding import decode
from engine.extract.formats.markup.html_tables import TableText
from engine.extract.languages import declared_language
from engine.extract.metadata import (
    authors_of,
    doi_of,
    isbn_of,
    iso_day,
    issue_date,
    name_in_one_line,
    tag_list,
    url_of,
)
from engine.extract.text_building import TextLayout
from engine.model.document import BlockKind, DocumentMetadata, ExtractedText
from engine.model.filters import TrustLevel
from engine.model.message import Message, message

_CREATED = (
    "citation_publication_date", "citation_date",
    "article:published_time", "dcterms.created", "dc.date.created", "datepublished", "dcterms.date",
    "dc.date", "date", "pubdate",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "dcterms.modified", "datemodified", "last-modified", "revised",
)  # fmt: skip
_AUTHORS = ("citation_author", "dc.creator", "dcterms.creator", "author")
_DECLARED = {
    "description": (
        "description", "og:description", "twitter:description", "dc.description",
        "dcterms.description", "dcterms.abstract", "citation_abstract", "abstract", "summary",
    ),
    "subject": ("subject", "dc.subject", "dcterms.subject", "topic", "classification"),
    "keywords": ("keywords", "citation_keywords", "news_keywords", "article:tag", "parsely-tags"),
    "category": ("category", "article:section", "page-topic"),
    "company": ("company", "organization"),
    "manager": ("manager",),
    "comments": ("comments",),
    "contributor": ("dc.contributor", "dcterms.contributor"),
    "rights": ("copyright", "dc.rights", "dcterms.rights", "rights"),
    "site": ("og:site_name", "application-name"),
    "place": ("geo.placename", "dc.coverage", "dcterms.spatial"),
}  # fmt: skip
_LONGEST_VALUE = 2000
_MOST_AUTHORS = 200


class HtmlMetadata:
    """Collects the title, the language and the meta elements of one document."""

    def __init__(self) -> None:
        self.title = ""
        self._lang = ""
        self._values: dict[str, str] = {}
        self._authors: list[str] = []

    def take(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Add the attributes of an `html` or `meta` element; the first of a name is kept."""
        if tag == "html":
            self._lang = self._lang or attributes.get("lang") or attributes.get("xml:lang", "")
            return
        keys = ("name", "property", "itemprop", "http-equiv")
        name = next((attributes[key] for key in keys if attributes.get(key)), "").strip().lower()
        if name and len(self._values) < 200:
            self._values.setdefault(name, attributes.get("content", "")[:_LONGEST_VALUE])
        if name in _AUTHORS and len(self._authors) < _MOST_AUTHORS:
            self._authors.append(attributes.get("content", "")[:_LONGEST_VALUE])

    def as_metadata(self) -> DocumentMetadata:
        """Return what was found; dates that are none are left out."""
        title = self._first("citation_title") or self.title or self._first("og:title")
        trust = {level.value: level for level in TrustLevel}
        return DocumentMetadata(
            title=" ".join(title.split())[:500],
            author=authors_of(self._authors),
            tags=tag_list([self._first("keywords")]),
            lang=declared_language(self._lang or self._first("content-language", "language")),
            trust=trust.get(self._first("trust").strip().casefold()),
            created=self._day(_CREATED),
            issued=next(filter(None, (issue_date(self._first(name)) for name in _CREATED)), ""),
            modified=self._day(_MODIFIED),
            doi=doi_of(self._first("citation_doi", "prism.doi", "dc.identifier")),
            isbn=isbn_of(self._first("citation_isbn", "book:isbn", "dc.identifier")),
            properties=declared_values(self._declared()),
            url=url_of(self._first("citation_public_url", "og:url", "dc.identifier.uri")),
            publisher=self._one_line("citation_publisher", "dc.publisher"),
            container=self._one_line(
                "citation_journal_title",
                "citation_inbook_title",
                "citation_conference_title",
                "prism.publicationname",
            ),
        )

    def _declared(self) -> Iterator[tuple[str, str]]:
        for name, keys in _DECLARED.items():
            yield from ((name, self._values[key]) for key in keys if key in self._values)

    def _one_line(self, *names: str) -> str:
        return name_in_one_line(self._first(*names))

    def _first(self, *names: str) -> str:
        return next((self._values[name] for name in names if name in self._values), "")

    def _day(self, names: tuple[str, ...]) -> str:
        days = (iso_day(self._values.get(name, "")) for name in names)
        return next((day for day in days if day), "")


_UNSEEN = frozenset({"script", "style", "template"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
        "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "head", "header", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav", "ol",
        "optgroup", "option", "p", "pre", "search", "section", "select", "summary", "table",
        "tbody", "textarea", "tfoot", "thead", "tr", "ul",
    }
)  # fmt: skip
_CELLS = frozenset({"td", "th"})
_KINDS = {
    "li": BlockKind.LIST,
    "dt": BlockKind.LIST,
    "dd": BlockKind.LIST,
    "tr": BlockKind.TABLE,
    "pre": BlockKind.CODE,
    "caption": BlockKind.CAPTION,
}
_RAW = {
    tag: re.compile(rf"</{tag}(?=[\s/>])", re.ASCII | re.IGNORECASE) for tag in ("script", "style")
}
# Every expression is matched at one place and takes time in proportion to what it matches. A search
# that fails is not repeated: it means that the rest of the file is not read.
_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])")
_NAME = re.compile(r"[a-zA-Z][^\s/>]*", re.ASCII)
# A quotation mark that is never closed belongs to a value that ends at a blank, as most damaged
# tags mean it.
_ATTRIBUTE = re.compile(
    r"""[\s/]*+([^\s/>][^\s/>=]*+)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s>]*+))?""", re.ASCII
)
_TAG_END = re.compile(r"\s*+(/?)[\s/]*+>", re.ASCII)
_END_TAG = re.compile(r"</\s*+([a-zA-Z][^\s/>]*)", re.ASCII)
_COMMENT = re.compile(r"<!--(?:-?>|.*?--!?\s*>)", re.DOTALL)
_CDATA = "<![CDATA["
# Longer numbers are no characters, and Python refuses to read numbers of thousands of digits.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,40}|#[xX][0-9a-fA-F]{1,40}|[a-zA-Z][a-zA-Z0-9]{1,31});?")


def extract(data: bytes, _file_type: str = "html") -> ExtractedText:
    """Read an HTML file; raise DocumentError when it is not text."""
    decoded = decode(data)
    reader = _Reader(decoded.text)
    warnings = decoded.warnings + reader.run()
    return reader.layout.extracted(reader.metadata.as_metadata(), "html", warnings)


def _unescaped(text: str) -> str:
    """Resolve the character references in `text`."""
    return _REFERENCE.sub(lambda found: unescape(found[0]), text) if "&" in text else text


class _Reader:
    """Reads a source in one pass and adds its text, with offsets, to a TextLayout."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._unseen = 0
        self._title: list[str] = []
        self._in_title = False
        self._preformatted = 0
        self.layout = TextLayout(source)
        self._text = TableText(self.layout)
        self.metadata = HtmlMetadata()

    def run(self) -> tuple[Message, ...]:
        """Read everything; return what a person should know when the markup is broken."""
        is_whole = self._read()
        self._text.finish()
        self.metadata.title = "".join(self._title)
        return (
            ()
            if is_whole
            else (message("The markup is damaged; the rest of the file was not read."),)
        )

    def _read(self) -> bool:
        source, at = self._source, 0
        last_end = source.rfind(">")
        while (found := _MARKUP.search(source, at)) and found.start() < last_end:
            self._take_text(at, found.start())
            end = self._read_markup(found.start())
            if end is None:
                return False
            at = end
        # What no '>' follows is text.
        self._take_text(at, len(source))
        return True

    def _read_markup(self, start: int) -> int | None:
        """Read what the '<' at `start` begins; return where it ends, None when it never does."""
        source = self._source
        if name := _NAME.match(source, start + 1):
            return self._read_start_tag(name[0].lower(), name.end())
        if source.startswith("<!--", start):
            comment = _COMMENT.match(source, start)
            return comment.end() if comment else None
        if source.startswith(_CDATA, start):
            return self._read_cdata(start + len(_CDATA))
        if tag := _END_TAG.match(source, start):
            self._close(tag[1].lower())
        return source.index(">", start) + 1

    def _read_start_tag(self, tag: str, at: int) -> int | None:
        source = self._source
        attributes: dict[str, str] = {}
        keeps = tag in {"meta", "html", "table"}
        while found := _ATTRIBUTE.match(source, at):
            at = found.end()
            if keeps:
                attributes[found[1].lower()] = _unescaped(_unquoted(found[2] or ""))
        end = _TAG_END.match(source, at)
        if end is None:
            return None
        if keeps and tag != "table":
            self.metadata.take(tag, attributes)
        # An element without content, as XHTML writes it, hides nothing; `<p/>` is `<p>` in HTML.
        if not (end[1] and (tag in _UNSEEN or tag == "title")):
            self._text.open(tag, attributes)
            self._open(tag)
            if tag in _RAW:
                raw_end = _RAW[tag].search(source, end.end())
                return raw_end.start() if raw_end else None
        return end.end()

    def _read_cdata(self, start: int) -> int | None:
        """Take the text of a CDATA section, which XHTML may hold."""
        end = self._source.find("]]>", start)
        if end < 0:
            return None
        self._add(self._source[start:end], start)
        return end + 3

    def _open(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag == "title":
            self._in_title = not self._title
        elif tag in _HEADINGS:
            self._text.open_block(BlockKind.HEADING, _HEADINGS[tag])
        elif tag in _BLOCKS:
            self._text.open_block(_KINDS.get(tag, BlockKind.PARAGRAPH))
            self._preformatted += tag == "pre"
        elif tag == "br":
            self._text.break_line()
        elif tag in _CELLS:
            self._text.next_cell()

    def _close(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag == "title":
            self._in_title = False
        elif tag in _HEADINGS or tag in _BLOCKS:
            self._text.close(tag)
            self._text.open_block(BlockKind.PARAGRAPH)
            if tag == "pre":
                self._preformatted = max(0, self._preformatted - 1)
        else:
            self._text.close(tag)

    def _take_text(self, start: int, end: int) -> None:
        """Take the text between two offsets, its character references resolved."""
        source, verbatim = self._source, self._preformatted > 0
        for found in _REFERENCE.finditer(source, start, end):
            self._add(source[start : found.start()], start, verbatim=verbatim)
            self._add(unescape(found[0]), found.start())
            start = found.end()
        self._add(source[start:end], start, verbatim=verbatim)

    def _add(self, text: str, offset: int, *, verbatim: bool = False) -> None:
        if self._in_title:
            self._title += [text] if text else []
        elif text and not self._unseen:
            self._text.add(text, offset, verbatim=verbatim)


def _unquoted(value: str) -> str:
    """Return an attribute's value without its quotation marks."""
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value
