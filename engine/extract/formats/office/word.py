"""Word documents: ECMA-376 packages, and the single XML file of Word 2003.

A paragraph or a table row is a line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import chain

from engine.extract.errors import damaged_error
from engine.extract.formats.mail.message import extract_web_archive
from engine.extract.formats.markup.html import extract as read_html
from engine.extract.formats.office import rtf
from engine.extract.formats.office.drawings import (
    DRAWN,
    Inside,
    ParagraphLines,
    drawn_lines,
    lines_of,
)
from engine.extract.formats.office.open_xml import (
    Relation,
    main_part,
    read_properties,
    relations_of,
)
from engine.extract.formats.office.properties import Elements, document_properties, first_texts
from engine.extract.formats.office.reading_order import ReadingOrder, add_headers_and_footers
from engine.extract.text_building import LineText
from engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part, read_xml
from engine.model.document import BlockKind, ExtractedText, PlaceKind
from engine.model.errors import DocumentError

_NOTES = frozenset({"footnote", "endnote", "comment"})

# By kind (footnote, endnote, comment) and id.
_Notes = Mapping[tuple[str, str], str]


def _read_notes(package: ZipPackage, related: Mapping[str, Relation]) -> _Notes:
    """Return the text of every note and comment; a comment begins with its author."""
    found: dict[tuple[str, str], str] = {}
    for relation in related.values():
        if relation.kind.removesuffix("s") in _NOTES:
            read_part(package, relation.target, _NoteReader(found))
    return found


class _NoteReader(ParagraphLines):
    def __init__(self, found: dict[tuple[str, str], str]) -> None:
        super().__init__()
        self._found = found
        self._key = ("", "")
        self._author = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if name in _NOTES:
            self.lines.clear()
            self._key = (name, attributes.get("id", ""))
            self._author = " ".join(attributes.get("author", "").split())
        else:
            super().start(name, attributes)

    def end(self, name: str) -> None:
        super().end(name)
        if name in _NOTES and self.lines:
            words = " ".join(self.lines)
            self._found[self._key] = f"{self._author}: {words}" if self._author else words


_HEADING = re.compile(r"heading (\d)\Z")
_CONTENTS = re.compile(r"toc \d+\Z")
_LIST = re.compile(r"list(?: |\Z)")
_CODE = frozenset({"source code", "code", "html preformatted", "macro text", "verbatim"})
_DEEPEST = 8  # outlineLvl 9 is body text.


@dataclass(frozen=True, slots=True)
class _ParagraphStyle:
    """The kind of a paragraph; `is_contents` marks a table of contents, which is left out."""

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    is_contents: bool = False


@dataclass(slots=True)
class _StyleDefinition:
    name: str = ""
    based_on: str = ""
    outline: _ParagraphStyle | None = None
    is_numbered: bool = False

    def style(self) -> _ParagraphStyle | None:
        """Return what this definition alone makes of a paragraph, None when it says nothing."""
        if heading := _HEADING.match(self.name):
            return _ParagraphStyle(BlockKind.HEADING, int(heading[1]))
        if self.name == "title":
            return _ParagraphStyle(BlockKind.HEADING, 1)
        if _CONTENTS.match(self.name):
            return _ParagraphStyle(is_contents=True)
        if _LIST.match(self.name):
            return _ParagraphStyle(BlockKind.LIST)
        if self.name in _CODE:
            return _ParagraphStyle(BlockKind.CODE)
        return self.outline or (_ParagraphStyle(BlockKind.LIST) if self.is_numbered else None)


class _Styles(XmlListener):
    """Reads the definitions of paragraph styles."""

    skipped = frozenset({"rPr", "latentStyles", "tblStylePr", "body"})

    def __init__(self) -> None:
        self._definitions: dict[str, _StyleDefinition] = {}
        self._open = _StyleDefinition()

    def by_id(self) -> dict[str, _ParagraphStyle]:
        """Return the paragraph styles by their ids."""
        return {key: self._resolved(key) for key in self._definitions}

    def _resolved(self, key: str) -> _ParagraphStyle:
        """Follow the chain of base styles to the first that determines the kind of a paragraph."""
        followed: set[str] = set()
        while key in self._definitions and key not in followed:
            followed.add(key)
            definition = self._definitions[key]
            if found := definition.style():
                return found
            key = definition.based_on
        return _ParagraphStyle()

    def start(self, name: str, attributes: Attributes) -> None:
        value = attributes.get("val", "")
        if name == "style":
            self._open = _StyleDefinition()
            if attributes.get("type", "paragraph") == "paragraph":
                self._definitions[attributes.get("styleId", "")] = self._open
        elif name == "name":
            self._open.name = " ".join(value.lower().split())
        elif name == "basedOn":
            self._open.based_on = value
        elif name == "outlineLvl":
            self._open.outline = _outline_style(value)
        elif name in {"numId", "ilfo"}:
            self._open.is_numbered = value != "0"


def _outline_style(value: str) -> _ParagraphStyle | None:
    """Return the heading that an outline level stands for, None for body text."""
    level = int(value) if value.isascii() and value.isdigit() else _DEEPEST + 1
    return _ParagraphStyle(BlockKind.HEADING, level + 1) if level <= _DEEPEST else None


_MAIL_HEADER = re.compile(rb"[\w-]{2,60}:[^<]*mime-version:|mime-version:")


def _alternative_part(data: bytes) -> ExtractedText | None:
    """Read a part in another format (altChunk); None when it is damaged or of an unknown format.

    Programs that make Word documents of web pages put the whole page into one such part.
    """
    start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    try:
        if start.startswith(b"{\\rtf"):
            return rtf.extract(data, "rtf")
        if _MAIL_HEADER.match(start):
            return extract_web_archive(data)
        return read_html(data) if start.startswith(b"<") else None
    except DocumentError:
        return None


# Deleted and moved text, field instructions, fallback drawings for older programs, ruby text, and
# former properties of tracked changes.
_SKIPPED = frozenset(
    {"del", "moveFrom", "delText", "delInstrText", "instrText", "Fallback", "rt", "pPrChange",
     "rPrChange", "tblPrChange", "trPrChange", "tcPrChange", "sectPr", "binData"}
)  # fmt: skip
_BLANKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_REFERENCES = {
    "footnoteReference": "footnote",
    "endnoteReference": "endnote",
    "commentReference": "comment",
}
_OFF = frozenset({"0", "false", "off", "none"})


class _WordBody(XmlListener):
    """Writes the body; notes and comments follow the paragraph that refers to them."""

    skipped = _SKIPPED

    def __init__(
        self,
        order: ReadingOrder,
        styles: Mapping[str, _ParagraphStyle],
        notes: _Notes,
        package: ZipPackage | None,
        related: Mapping[str, Relation],
    ) -> None:
        self._order = order
        self._styles = styles
        self._notes = notes
        self._package = package
        self._related = related
        self._alternatives: set[str] = set()
        self._in_text = False
        self._is_hidden = False
        self._in_tabs = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "t":
            self._in_text = not self._is_hidden
        elif name == "r":
            self._is_hidden = False
        elif name == "vanish":
            self._is_hidden = attributes.get("val", "1") not in _OFF
        elif name in {"p", "tr", "tc"}:
            self._open(name)
        elif name == "tabs":
            self._in_tabs = True
        elif name in _BLANKS and not self._in_tabs:
            self._order.add(_BLANKS[name])
        elif name in _REFERENCES:
            self._order.add_after(
                self._notes.get((_REFERENCES[name], attributes.get("id", "")), "")
            )
        elif name in DRAWN and self._package is not None:
            for line in drawn_lines(self._package, self._related, name, attributes):
                self._order.add_after(line)
        else:
            self._apply_property(name, attributes)

    def end(self, name: str) -> None:
        if name == "t":
            self._in_text = False
        elif name == "tabs":
            self._in_tabs = False
        elif name in {"p", "tr"}:
            self._order.close()
            self._is_hidden = False
        elif name == "tbl":
            self._order.end_table()

    def data(self, text: str) -> None:
        if self._in_text:
            self._order.add(text)

    def _add_alternative(self, relation_id: str) -> None:
        """Write the lines of a part in another format, the first time that it is referred to."""
        relation = self._related.get(relation_id)
        if self._package is None or relation is None or relation_id in self._alternatives:
            return
        self._alternatives.add(relation_id)
        extracted = _alternative_part(self._package.read(relation.target))
        for block in extracted.blocks if extracted else ():
            text = extracted.text[block.start : block.end] if extracted else ""
            cells = text.split("\t") if block.kind is BlockKind.TABLE else [text]
            level = len(block.heading_path) if block.kind is BlockKind.HEADING else 0
            if len(cells) > 1:
                self._order.open_row()
            for cell in cells:
                self._order.open_cell()
                self._order.open_paragraph(block.kind, level)
                self._order.add(cell)
                self._order.close()
            if len(cells) > 1:
                self._order.close()

    def _open(self, name: str) -> None:
        if name == "p":
            self._order.open_paragraph()
        elif name == "tr":
            self._order.open_row()
        else:
            self._order.open_cell()

    def _apply_property(self, name: str, attributes: Attributes) -> None:
        if name == "pStyle":
            self._apply(self._styles.get(attributes.get("val", "")))
        elif name == "altChunk":
            self._add_alternative(attributes.get("r:id", ""))
        elif name == "outlineLvl":
            self._apply(_outline_style(attributes.get("val", "")))
        elif name in {"numId", "ilfo"} and attributes.get("val") != "0":
            paragraph = self._order.paragraph
            if paragraph is not None and paragraph.kind is BlockKind.PARAGRAPH:
                paragraph.kind = BlockKind.LIST

    def _apply(self, style: _ParagraphStyle | None) -> None:
        paragraph = self._order.paragraph
        if style is not None and paragraph is not None:
            paragraph.kind, paragraph.level = style.kind, style.level
            paragraph.is_left_out = style.is_contents


_HEADERS_AND_FOOTERS = frozenset({"header", "footer"})
_HEADERS_AND_FOOTERS_2003 = frozenset({"hdr", "ftr"})


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a package; raise DocumentError (damaged, password, too-large)."""
    with ZipPackage(data) as package:
        part = main_part(package, "word/document.xml")
        if part not in package:
            raise damaged_error()
        related = relations_of(package, part)
        styles_parts = (one.target for one in related.values() if one.kind == "styles")
        styles = _Styles()
        read_part(package, next(styles_parts, "word/styles.xml"), styles)
        text = LineText()
        notes = _read_notes(package, related)
        body = _WordBody(ReadingOrder(text), styles.by_id(), notes, package, related)
        read_part(package, part, body)
        margins = [one for one in related.values() if one.kind in _HEADERS_AND_FOOTERS]
        add_headers_and_footers(
            text, chain.from_iterable(lines_of(package, one) for one in margins)
        )
        metadata = read_properties(package)
    return text.extracted(PlaceKind.PARAGRAPH, metadata, file_type)


def extract_xml(data: bytes, file_type: str) -> ExtractedText:
    """Read the XML of Word 2003; raise DocumentError (damaged, too-large)."""
    styles, properties, margins = _Styles(), Elements(), ParagraphLines()
    properties.skipped = frozenset({"body", "styles", "fonts", "lists"})
    for listener in (styles, properties, Inside(_HEADERS_AND_FOOTERS_2003, margins)):
        read_xml(BytesIO(data), listener)
    text = LineText()
    body = _WordBody(ReadingOrder(text), styles.by_id(), {}, None, {})
    read_xml(BytesIO(data), Inside(frozenset({"body"}), body))
    add_headers_and_footers(text, margins.lines)
    found = first_texts(properties.found)
    metadata = document_properties(
        title=found.get("Title", ""),
        authors=found.get("Author", ""),
        keywords=found.get("Keywords", ""),
        created=found.get("Created", ""),
        modified=found.get("LastSaved", ""),
    )
    return text.extracted(PlaceKind.PARAGRAPH, metadata, file_type)
