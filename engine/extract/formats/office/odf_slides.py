"""The slides of an OpenDocument presentation."""

from __future__ import annotations

from engine.extract.formats.office.odf_body import OdfBody
from engine.extract.formats.office.odf_styles import OdfStyles
from engine.extract.formats.office.reading_order import Paragraph, ReadingOrder
from engine.extract.formats.office.slide_lines import SlideLines
from engine.extract.text_building import LineText
from engine.extract.xml_events import Attributes
from engine.extract.zip_package import ZipPackage
from engine.model.document import BlockKind

_FURNITURE = frozenset({"header", "footer", "date-time", "page-number", "page", "handout"})
_FRAMES = frozenset({"frame", "custom-shape", "rect", "ellipse", "polygon", "path", "line"})


class OdfSlides(OdfBody):
    """Listens to content.xml of a presentation and writes its slides, a place each."""

    def __init__(self, text: LineText, styles: OdfStyles, package: ZipPackage) -> None:
        super().__init__(SlideLines(), styles, package)
        self._text = text
        self._slide = SlideLines()
        self._number = 0
        self._frame = ""

    def start(self, name: str, attributes: Attributes) -> None:
        """Begin a slide, learn what a frame is for, or open what opens in a text."""
        if name == "page":
            self._slide = SlideLines()
            self._order = ReadingOrder(self._slide)
        elif name in _FRAMES:
            self._frame = attributes.get("class", "")
        super().start(name, attributes)

    def end(self, name: str) -> None:
        """Write a slide that ends."""
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
