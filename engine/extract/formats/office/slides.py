"""PowerPoint presentations (ECMA-376, PresentationML), a slide a place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.extract.errors import damaged_error
from engine.extract.formats.office.drawings import DRAWN, drawn_lines, lines_of
from engine.extract.formats.office.open_xml import (
    Relation,
    main_part,
    read_properties,
    relations_of,
)
from engine.extract.formats.office.properties import read_elements
from engine.extract.formats.office.reading_order import Paragraph, ReadingOrder, SlideLines
from engine.extract.text_building import LineText
from engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part
from engine.model.document import BlockKind, ExtractedText, PlaceKind

_TITLES = frozenset({"title", "ctrTitle"})
_BODIES = frozenset({"body", "obj"})
# Placeholders that repeat on every slide.
_FURNITURE = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
_SHAPES = frozenset({"sp", "graphicFrame", "pic", "cxnSp"})
_BLANKS = frozenset({"br", "tab"})


def read_shapes(package: ZipPackage, part: str, related: Mapping[str, Relation]) -> SlideLines:
    """Return the text of a part's shapes; `related` are its relations."""
    shapes = _Shapes(package, related)
    read_part(package, part, shapes)
    return shapes.lines


class _Shapes(XmlListener):
    skipped = frozenset({"Fallback", "rt"})

    def __init__(self, package: ZipPackage, related: Mapping[str, Relation]) -> None:
        self._package = package
        self._related = related
        self.lines = SlideLines()
        self._order = ReadingOrder(self.lines)
        self._placeholder: str | None = None
        self._in_text = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "t":
            self._in_text = True
        elif name == "p":
            self._decide(self._order.open_paragraph())
        elif name == "tr":
            self._order.open_row()
        elif name == "tc":
            self._order.open_cell()
        elif name in _SHAPES:
            self._placeholder = None
        elif name == "ph":
            self._placeholder = attributes.get("type", "obj")
        elif name in _BLANKS:
            self._order.add(" ")
        elif name in DRAWN:
            for line in drawn_lines(self._package, self._related, name, attributes):
                self._order.add_after(line)

    def end(self, name: str) -> None:
        if name == "t":
            self._in_text = False
        elif name in {"p", "tr"}:
            self._order.close()

    def data(self, text: str) -> None:
        if self._in_text:
            self._order.add(text)

    def _decide(self, paragraph: Paragraph) -> None:
        """Set the kind of a paragraph by its placeholder."""
        if self._placeholder in _TITLES:
            paragraph.kind, paragraph.level = BlockKind.HEADING, 1
        elif self._placeholder in _BODIES:
            paragraph.kind = BlockKind.LIST
        paragraph.is_left_out = self._placeholder in _FURNITURE


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation; raise DocumentError (damaged, password, too-large)."""
    text = LineText()
    with ZipPackage(data) as package:
        part = main_part(package, "ppt/presentation.xml")
        if part not in package:
            raise damaged_error()
        for number, slide in enumerate(_slides(package, part), start=1):
            text.begin_place(number)
            if slide in package:
                _read_slide(package, slide, text)
        metadata = read_properties(package)
    return text.extracted(PlaceKind.SLIDE, metadata, file_type)


def _slides(package: ZipPackage, part: str) -> Iterable[str]:
    """Return the parts of the slides in the order in which they are shown."""
    related = relations_of(package, part)
    ids = (one.attributes.get("r:id", "") for one in read_elements(package, part, "sldId"))
    return [related[one].target for one in ids if one in related]


def _read_slide(package: ZipPackage, part: str, text: LineText) -> None:
    """Write title, other text, notes and comments."""
    related = relations_of(package, part)
    read_shapes(package, part, related).write(text)
    for relation in related.values():
        if relation.kind == "notesSlide" and relation.target in package:
            read_shapes(package, relation.target, {}).write(text)
    for relation in related.values():
        if relation.kind == "comments":
            for line in lines_of(package, relation):
                text.add(line)
