"""The shapes of a slide, or of the page with its notes: their text in reading order."""

from __future__ import annotations

from collections.abc import Mapping

from engine.extract.formats.office.chart_text import DRAWN, drawn_lines
from engine.extract.formats.office.open_xml import Relation
from engine.extract.formats.office.reading_order import Paragraph, ReadingOrder
from engine.extract.formats.office.slide_lines import SlideLines
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage
from engine.model.document import BlockKind

_TITLES = frozenset({"title", "ctrTitle"})
_BODIES = frozenset({"body", "obj"})
# What stands on every slide alike.
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
        """Open what opens."""
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
                self._order.hang(line)

    def end(self, name: str) -> None:
        """Close what ends."""
        if name == "t":
            self._in_text = False
        elif name in {"p", "tr"}:
            self._order.close()

    def data(self, text: str) -> None:
        """Take text of a run."""
        if self._in_text:
            self._order.add(text)

    def _decide(self, paragraph: Paragraph) -> None:
        """Let the placeholder say what the paragraph is."""
        if self._placeholder in _TITLES:
            paragraph.kind, paragraph.level = BlockKind.HEADING, 1
        elif self._placeholder in _BODIES:
            paragraph.kind = BlockKind.LIST
        paragraph.is_left_out = self._placeholder in _FURNITURE
