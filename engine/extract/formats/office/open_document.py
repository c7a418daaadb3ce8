"""OpenDocument texts and presentations (ISO/IEC 26300), read as XML events."""

from __future__ import annotations

from collections.abc import Sequence

from twofold.engine.extract.alternative_text import alternative_text
from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.extract.formats.office.drawings import (
    ElementFilter,
    OdfParagraphLines,
    odf_chart_lines,
)
from twofold.engine.extract.formats.office.odf_numbers import ITEMS, LISTS, OdfNumbers
from twofold.engine.extract.formats.office.odf_styles import OdfStyles
from twofold.engine.extract.formats.office.properties import (
    Element,
    Elements,
    document_properties,
    first_texts,
    read_elements,
)
from twofold.engine.extract.formats.office.reading_order import (
    Lines,
    Paragraph,
    ReadingOrder,
    SlideLines,
    add_headers_and_footers,
)
from twofold.engine.extract.numbering import list_label
from twofold.engine.extract.raised_text import Script
from twofold.engine.extract.text_building import LineText
from twofold.engine.extract.xml_package import (
    Attributes,
    PartSource,
    XmlListener,
    ZipPackage,
    read_part,
    read_xml,
)
from twofold.engine.model.document import BlockKind, DocumentMetadata, ExtractedText, LocatorKind

# Deleted text, tables of contents, note marks, ruby text, forms, scripts.
_SKIPPED = frozenset(
    {"tracked-changes", "table-of-content", "note-citation", "footnote-citation",
     "endnote-citation", "ruby-text", "forms", "scripts", "event-listeners", "hidden-text",
     "dc:date", "date-string", "creator-initials", "sender-initials", "font-face-decls", "math"}
)  # fmt: skip
_HEAD_BYTES = 20_000  # of a flat file, up to the end of its first tag
_MAX_SPACES = 100
_MAX_HEADING_LEVEL = 10


_DESCRIPTIONS = frozenset({"svg:title", "svg:desc"})


class _OdfBody(XmlListener):
    """Writes the body of content.xml; notes and comments follow their paragraph."""

    skipped = _SKIPPED

    def __init__(self, lines: Lines, styles: OdfStyles, package: PartSource | None) -> None:
        self._order = ReadingOrder(lines)
        self._styles = styles
        self._package = package
        self._numbers = OdfNumbers(styles)
        self._spans: list[tuple[bool, Script]] = []  # whether each open span is hidden; its script
        self._hidden = 0  # how many of them are hidden
        self._described: list[str] | None = None  # the current description
        self._in_number = False
        self._author: str | None = None  # the author of the current comment, until its text begins
        self._in_author = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of an element."""
        if name in {"p", "h"}:
            self._open_paragraph(name, attributes)
        elif name == "span":
            self._open_span(attributes.get("style-name", ""))
        elif name in LISTS:
            self._numbers.open_list(attributes)
        elif name in ITEMS:
            self._numbers.open_item(name, attributes)
        elif name == "table-row":
            self._order.open_row()
        elif name in {"table-cell", "covered-table-cell"}:
            self._order.open_cell()
        else:
            self._start_rare(name, attributes)

    def _open_span(self, style: str) -> None:
        outer = self._spans[-1][1] if self._spans else Script.NORMAL
        is_hidden = self._styles.is_hidden(style)
        self._spans.append((is_hidden, self._styles.script_of(style) or outer))
        self._hidden += is_hidden

    def _start_rare(self, name: str, attributes: Attributes) -> None:
        if name == "annotation":
            self._author = attributes.get("author", "")  # in StarOffice files
        elif name == "dc:creator":
            self._in_author = self._author is not None
        elif name == "object":
            self._add_chart(attributes.get("href", ""))
        elif name == "number":
            self._in_number = True
        elif name in _DESCRIPTIONS:
            self._described = []
        else:
            self._add_blank(name, attributes)
            self._styles.start(name, attributes)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name in {"p", "h", "table-row"}:
            self._order.close()
        elif name == "table":
            self._order.end_table()
        elif name == "span" and self._spans:
            self._hidden -= self._spans.pop()[0]
        elif name in LISTS:
            self._numbers.close_list()
        elif name in ITEMS:
            self._numbers.close_item()
        else:
            self._end_rare(name)

    def _end_rare(self, name: str) -> None:
        if name == "annotation":
            self._author = None
        elif name == "dc:creator":
            self._in_author = False
        elif name == "number":
            self._in_number = False
        elif name in _DESCRIPTIONS and self._described is not None:
            if text := alternative_text("".join(self._described)):
                self._order.add_after(text)
            self._described = None

    def data(self, text: str) -> None:
        """Handle text."""
        if self._described is not None:
            self._described.append(text)
        elif self._in_author:
            self._author = (self._author or "") + text
        elif self._in_number:
            self._add_stored_number(text)
        elif not self._hidden:
            self._order.add(text, self._spans[-1][1] if self._spans else Script.NORMAL)

    def _add_stored_number(self, text: str) -> None:
        """Add to the stored number of a heading or an item."""
        paragraph = self._order.paragraph
        if paragraph is None:
            self._numbers.add_stored_number(text)
        else:
            paragraph.label = list_label(text)

    def _open_paragraph(self, name: str, attributes: Attributes) -> None:
        style = attributes.get("style-name", "")
        kind, level = self._styles.kind_of(style)
        if name == "h":
            outline = attributes.get("outline-level") or attributes.get("level", "")
            kind, level = BlockKind.HEADING, _level(outline)
        elif self._numbers.depth and kind is BlockKind.PARAGRAPH:
            kind = BlockKind.LIST
        is_nested = self._order.paragraph is not None
        paragraph = self._order.open_paragraph(kind, level)
        paragraph.is_left_out = self._styles.is_hidden(style)
        if name == "h":
            paragraph.label = self._numbers.heading_label(style, level, attributes)
        elif not is_nested:  # not in a note or text box of a paragraph
            paragraph.label = self._numbers.label(style)
        self._decide(paragraph)
        if self._author:
            self._order.add(f"{' '.join(self._author.split())}: ")
            self._author = ""

    def _add_chart(self, href: str) -> None:
        if self._package is None:
            return
        for line in odf_chart_lines(self._package, f"{href.removeprefix('./')}/content.xml"):
            self._order.add_after(line)

    def _decide(self, paragraph: Paragraph) -> None:
        """Adjust a paragraph to its surroundings; a hook for presentations."""

    def _add_blank(self, name: str, attributes: Attributes) -> None:
        if name == "s":
            count = attributes.get("c", "1")
            self._order.add(" " * min(int(count) if count.isdigit() else 1, _MAX_SPACES))
        elif name == "tab":
            self._order.add("\t")
        elif name == "line-break":
            self._order.add("\n")


def _level(text: str) -> int:
    return min(max(int(text), 1), _MAX_HEADING_LEVEL) if text.isascii() and text.isdigit() else 1


_FURNITURE = frozenset({"header", "footer", "date-time", "page-number", "page", "handout"})
_FRAMES = frozenset({"frame", "custom-shape", "rect", "ellipse", "polygon", "path", "line"})


class _OdfSlides(_OdfBody):
    """Writes the slides of a presentation, each with its own locator."""

    def __init__(self, text: LineText, styles: OdfStyles, package: PartSource | None) -> None:
        super().__init__(SlideLines(), styles, package)
        self._text = text
        self._slide = SlideLines()
        self._number = 0
        self._frame = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "page":
            self._slide = SlideLines()
            self._order = ReadingOrder(self._slide)
        elif name in _FRAMES:
            self._frame = attributes.get("class", "")
        super().start(name, attributes)

    def end(self, name: str) -> None:
        super().end(name)
        if name == "page":
            self._number += 1
            self._text.begin_place(self._number)
            self._slide.write(self._text)

    def _decide(self, paragraph: Paragraph) -> None:
        if self._frame == "title":
            paragraph.kind, paragraph.level = BlockKind.HEADING, 1
        elif paragraph.kind is BlockKind.HEADING:
            paragraph.kind = BlockKind.PARAGRAPH
        if self._frame in _FURNITURE:
            paragraph.is_left_out = True


class _OdfSheets(_OdfBody):
    """Writes the rows of a workbook, each sheet under its name."""

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "table" and (title := attributes.get("name", "")):
            self._order.open_paragraph(BlockKind.HEADING, 1)
            self._order.add(title)
            self._order.close()
        super().start(name, attributes)


_HEADERS_AND_FOOTERS = frozenset(
    {"header", "header-left", "header-first", "footer", "footer-left", "footer-first"}
)
_STYLES = frozenset({"styles", "automatic-styles"})
# In a flat file, charts and pictures are nested documents.
_EMBEDDED = frozenset({"object", "binary-data"})


def extract_text(data: bytes, file_type: str) -> ExtractedText:
    """Read a text; raise DocumentError (damaged, password, too-large)."""
    return _extracted(data, file_type, _OdfBody)


def extract_slides(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation or a drawing; raise DocumentError (damaged, password, too-large)."""
    return _extracted(data, file_type, _OdfSlides)


def extract_sheets(data: bytes, file_type: str) -> ExtractedText:
    """Read the rows of a workbook; raise DocumentError (damaged, password, too-large)."""
    return _extracted(data, file_type, _OdfSheets)


def _extracted(data: bytes, file_type: str, body_of: type[_OdfBody]) -> ExtractedText:
    with ZipPackage(data) as package:
        if b"encryption-data" in package.read("META-INF/manifest.xml"):
            raise password_error()
        if "content.xml" not in package:
            raise damaged_error()
        styles, text = OdfStyles(), LineText()
        read_part(package, "styles.xml", styles)
        read_part(package, "content.xml", _body(body_of, text, styles, package))
        if body_of is _OdfBody:
            margins = OdfParagraphLines()
            read_part(package, "styles.xml", ElementFilter(_HEADERS_AND_FOOTERS, margins))
            add_headers_and_footers(text, margins.lines)
        metadata = read_metadata(package)
    return text.extracted(_place_kind(body_of), metadata, file_type)


def extract_flat(data: bytes, file_type: str) -> ExtractedText:
    """Read a document in one XML file; raise DocumentError (damaged, too-large)."""
    head = data[:_HEAD_BYTES]
    body_of: type[_OdfBody] = _OdfBody
    if b"opendocument.presentation" in head or b"opendocument.graphics" in head:
        body_of = _OdfSlides
    elif b"opendocument.spreadsheet" in head:
        body_of = _OdfSheets
    styles, text, elements = OdfStyles(), LineText(), Elements()
    styles.skipped = elements.skipped = _EMBEDDED | {"body"}
    elements.skipped |= {"styles", "automatic-styles", "master-styles", "settings", "scripts"}
    read_xml(data, ElementFilter(_STYLES, styles))
    read_xml(data, elements)
    body = _body(body_of, text, styles, None)
    body.skipped = body.skipped | _EMBEDDED
    read_xml(data, ElementFilter(frozenset({"body"}), body))
    if body_of is _OdfBody:
        margins = OdfParagraphLines()
        margins.skipped = margins.skipped | _EMBEDDED | {"body"}
        read_xml(data, ElementFilter(_HEADERS_AND_FOOTERS, margins))
        add_headers_and_footers(text, margins.lines)
    return text.extracted(_place_kind(body_of), _metadata_of(elements.found), file_type)


def _body(
    body_of: type[_OdfBody], text: LineText, styles: OdfStyles, package: PartSource | None
) -> _OdfBody:
    return (
        _OdfSlides(text, styles, package)
        if body_of is _OdfSlides
        else body_of(text, styles, package)
    )


def _place_kind(body_of: type[_OdfBody]) -> LocatorKind:
    return LocatorKind.SLIDE if body_of is _OdfSlides else LocatorKind.PARAGRAPH


_PROPERTIES = {
    "dc:subject": "subject", "dc:description": "description", "dc:creator": "last modified by",
    "dc:publisher": "publisher", "dc:contributor": "contributor", "dc:identifier": "identifier",
    "dc:coverage": "coverage", "dc:rights": "rights", "dc:source": "source", "dc:type": "type",
}  # fmt: skip


def read_metadata(package: PartSource) -> DocumentMetadata:
    """Return the properties of the document (meta.xml)."""
    return _metadata_of(read_elements(package, "meta.xml"))


def _metadata_of(elements: Sequence[Element]) -> DocumentMetadata:
    """Return the properties from the elements of meta.xml."""
    found = first_texts(elements)
    more = [(_PROPERTIES[one.name], one.text) for one in elements if one.name in _PROPERTIES]
    more += [
        (one.attributes.get("name", ""), one.text) for one in elements if one.name == "user-defined"
    ]
    return document_properties(
        title=found.get("dc:title", ""),
        authors=found.get("initial-creator") or found.get("dc:creator", ""),
        keywords=";".join(one.text for one in elements if one.name == "keyword"),
        language=found.get("dc:language", ""),
        created=found.get("creation-date", ""),
        modified=found.get("dc:date", ""),
        more=more,
    )
