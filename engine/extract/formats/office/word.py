"""Word documents (ECMA-376, WordprocessingML), a paragraph or table row a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from engine.extract.errors import damaged_error
from engine.extract.formats.html import extract as read_html
from engine.extract.formats.mail.message import extract_web_archive
from engine.extract.formats.office import rtf
from engine.extract.formats.office.drawings import DRAWN, ParagraphLines, drawn_lines, lines_of
from engine.extract.formats.office.open_xml import (
    Relation,
    main_part,
    read_properties,
    relations_of,
)
from engine.extract.formats.office.reading_order import ReadingOrder, add_margins
from engine.extract.text_building import LineText
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage
from engine.model.document import BlockKind, ExtractedText, PlaceKind
from engine.model.errors import DocumentError

_NOTES = frozenset({"footnote", "endnote", "comment"})

# By kind (footnote, endnote, comment) and id.
Notes = Mapping[tuple[str, str], str]


def read_notes(package: ZipPackage, related: Mapping[str, Relation]) -> Notes:
    """Return the words of every note and comment; a comment begins with who made it."""
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
_DEEPEST = 8  # outlineLvl 9 means body text


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a paragraph is; a table of contents repeats what is elsewhere and is left out."""

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    is_contents: bool = False


@dataclass(slots=True)
class _Style:
    name: str = ""
    based_on: str = ""
    outline: int | None = None
    is_numbered: bool = False


def read_styles(package: ZipPackage, part: str) -> dict[str, ParagraphStyle]:
    """Return the paragraph styles of a package by their ids."""
    reader = StylesReader()
    read_part(package, part, reader)
    return reader.styles


def outline_style(attributes: Attributes) -> ParagraphStyle | None:
    """Return what an outline level makes of a paragraph: a heading, or nothing special."""
    level = _number(attributes)
    if level is None or level > _DEEPEST:
        return None
    return ParagraphStyle(BlockKind.HEADING, level + 1)


def _meaning(name: str, styles: dict[str, _Style]) -> ParagraphStyle:
    """Follow what a style is based on until something says what its paragraphs are."""
    followed: set[str] = set()
    while name in styles and name not in followed:
        followed.add(name)
        style = styles[name]
        if found := _by_name(style.name) or _by_outline(style):
            return found
        name = style.based_on
    return ParagraphStyle()


def _by_name(name: str) -> ParagraphStyle | None:
    if heading := _HEADING.match(name):
        return ParagraphStyle(BlockKind.HEADING, int(heading[1]))
    if name == "title":
        return ParagraphStyle(BlockKind.HEADING, 1)
    if _CONTENTS.match(name):
        return ParagraphStyle(is_contents=True)
    if _LIST.match(name):
        return ParagraphStyle(BlockKind.LIST)
    return ParagraphStyle(BlockKind.CODE) if name in _CODE else None


def _by_outline(style: _Style) -> ParagraphStyle | None:
    if style.outline is not None and style.outline <= _DEEPEST:
        return ParagraphStyle(BlockKind.HEADING, style.outline + 1)
    return ParagraphStyle(BlockKind.LIST) if style.is_numbered else None


def _number(attributes: Attributes) -> int | None:
    value = attributes.get("val", "")
    return int(value) if value.isascii() and value.isdigit() else None


class StylesReader(XmlListener):
    """Listens to the definitions of styles."""

    skipped = frozenset({"rPr", "latentStyles", "tblStylePr", "body"})

    def __init__(self) -> None:
        self._found: dict[str, _Style] = {}
        self._style = _Style()

    @property
    def styles(self) -> dict[str, ParagraphStyle]:
        """The paragraph styles by their ids."""
        return {name: _meaning(name, self._found) for name in self._found}

    def start(self, name: str, attributes: Attributes) -> None:
        """Learn of a style."""
        value = attributes.get("val", "")
        if name == "style":
            self._style = _Style()
            if attributes.get("type", "paragraph") == "paragraph":
                self._found[attributes.get("styleId", "")] = self._style
        elif name == "name":
            self._style.name = " ".join(value.lower().split())
        elif name == "basedOn":
            self._style.based_on = value
        elif name == "outlineLvl":
            self._style.outline = _number(attributes)
        elif name in {"numId", "ilfo"}:
            self._style.is_numbered = value != "0"


_HEADER = re.compile(rb"[\w-]{2,60}:[^<]*mime-version:|mime-version:")


@dataclass(frozen=True, slots=True)
class ChunkLine:
    """A line of such a part, or the cells of a row; a heading of `level` 1 or below."""

    cells: tuple[str, ...]
    kind: BlockKind
    level: int


def chunk_lines(
    package: ZipPackage, related: Mapping[str, Relation], relation_id: str
) -> Iterator[ChunkLine]:
    """Yield the lines of a part; nothing where it is missing, damaged or of an unknown format."""
    relation = related.get(relation_id)
    if relation is None or relation.target not in package:
        return
    try:
        extracted = _read(package.read(relation.target))
    except DocumentError:
        return
    for block in extracted.blocks if extracted else ():
        level = len(block.heading_path) if block.kind is BlockKind.HEADING else 0
        text = extracted.text[block.start : block.end] if extracted else ""
        cells = text.split("\t") if block.kind is BlockKind.TABLE else [text]
        yield ChunkLine(tuple(cells), block.kind, level)


def _read(data: bytes) -> ExtractedText | None:
    start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"{\\rtf"):
        return rtf.extract(data, "rtf")
    if _HEADER.match(start):
        return extract_web_archive(data)
    return read_html(data) if start.startswith(b"<") else None


# Deleted and moved text, what fields are computed from, drawings once more for older programs,
# readings of characters, and properties as they were before a change.
_SKIPPED = frozenset(
    {"del", "moveFrom", "delText", "delInstrText", "instrText", "Fallback", "rt", "pPrChange",
     "rPrChange", "tblPrChange", "trPrChange", "tcPrChange", "sectPr"}
)  # fmt: skip
_BLANKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_REFERENCES = {
    "footnoteReference": "footnote",
    "endnoteReference": "endnote",
    "commentReference": "comment",
}
_OFF = frozenset({"0", "false", "off", "none"})


class WordBody(XmlListener):
    """Listens to a document part. Notes and comments follow the paragraph that refers to them."""

    skipped = _SKIPPED

    def __init__(
        self,
        order: ReadingOrder,
        styles: Mapping[str, ParagraphStyle],
        notes: Notes,
        package: ZipPackage | None,
        related: Mapping[str, Relation],
    ) -> None:
        self._order = order
        self._styles = styles
        self._notes = notes
        self._package = package
        self._related = related
        self._chunks: set[str] = set()
        self._in_text = False
        self._is_hidden = False
        self._in_tabs = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Open what opens, and learn what a paragraph is."""
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
            self._order.hang(self._notes.get((_REFERENCES[name], attributes.get("id", "")), ""))
        elif name in DRAWN and self._package is not None:
            for line in drawn_lines(self._package, self._related, name, attributes):
                self._order.hang(line)
        else:
            self._learn(name, attributes)

    def end(self, name: str) -> None:
        """Close what ends."""
        if name == "t":
            self._in_text = False
        elif name == "tabs":
            self._in_tabs = False
        elif name in {"p", "tr"}:
            self._order.close()
            self._is_hidden = False

    def data(self, text: str) -> None:
        """Take text of a run."""
        if self._in_text:
            self._order.add(text)

    def _add_chunk(self, relation: str) -> None:
        """Write a part in another format; one that is named again is not repeated."""
        if self._package is None or relation in self._chunks:
            return
        self._chunks.add(relation)
        for line in chunk_lines(self._package, self._related, relation):
            if len(line.cells) > 1:
                self._order.open_row()
            for cell in line.cells:
                self._order.open_cell()
                self._order.open_paragraph(line.kind, line.level)
                self._order.add(cell)
                self._order.close()
            if len(line.cells) > 1:
                self._order.close()

    def _open(self, name: str) -> None:
        if name == "p":
            self._order.open_paragraph()
        elif name == "tr":
            self._order.open_row()
        else:
            self._order.open_cell()

    def _learn(self, name: str, attributes: Attributes) -> None:
        if name == "pStyle":
            self._apply(self._styles.get(attributes.get("val", "")))
        elif name == "altChunk":
            self._add_chunk(attributes.get("r:id", ""))
        elif name == "outlineLvl":
            self._apply(outline_style(attributes))
        elif name in {"numId", "ilfo"} and attributes.get("val") != "0":
            paragraph = self._order.paragraph
            if paragraph is not None and paragraph.kind is BlockKind.PARAGRAPH:
                paragraph.kind = BlockKind.LIST

    def _apply(self, style: ParagraphStyle | None) -> None:
        paragraph = self._order.paragraph
        if style is not None and paragraph is not None:
            paragraph.kind, paragraph.level = style.kind, style.level
            paragraph.is_left_out = style.is_contents


_MARGINS = frozenset({"header", "footer"})


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a Word document; raise DocumentError (damaged, password, too-large)."""
    with ZipPackage(data) as package:
        part = main_part(package, "word/document.xml")
        if part not in package:
            raise damaged_error()
        related = relations_of(package, part)
        styles = read_styles(package, _styles_part(related))
        text = LineText()
        body = WordBody(ReadingOrder(text), styles, read_notes(package, related), package, related)
        read_part(package, part, body)
        margins = [one for one in related.values() if one.kind in _MARGINS]
        add_margins(text, chain.from_iterable(lines_of(package, one) for one in margins))
        metadata = read_properties(package)
    return text.extracted(PlaceKind.PARAGRAPH, metadata, file_type)


def _styles_part(related: Mapping[str, Relation]) -> str:
    parts = (relation.target for relation in related.values() if relation.kind == "styles")
    return next(parts, "word/styles.xml")
