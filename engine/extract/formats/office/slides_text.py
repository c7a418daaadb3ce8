"""PowerPoint presentations (ECMA-376, PresentationML), a slide a place."""

from __future__ import annotations

from collections.abc import Iterable

from engine.extract.errors import damaged_error
from engine.extract.formats.office.drawing_text import lines_of
from engine.extract.formats.office.open_xml import main_part, read_properties, relations_of
from engine.extract.formats.office.shapes import read_shapes
from engine.extract.text_building import LineText
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage
from engine.model.document import ExtractedText, PlaceKind


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
    order = _SlideOrder()
    read_part(package, part, order)
    related = relations_of(package, part)
    return [related[one].target for one in order.ids if one in related]


def _read_slide(package: ZipPackage, part: str, text: LineText) -> None:
    """Write the title, the rest, what the speaker says, and comments."""
    related = relations_of(package, part)
    read_shapes(package, part, related).write(text)
    for relation in related.values():
        if relation.kind == "notesSlide" and relation.target in package:
            read_shapes(package, relation.target, {}).write(text)
    for relation in related.values():
        if relation.kind == "comments":
            for line in lines_of(package, relation):
                text.add(line)


class _SlideOrder(XmlListener):
    def __init__(self) -> None:
        self.ids: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "sldId":
            self.ids.append(attributes.get("r:id", ""))
