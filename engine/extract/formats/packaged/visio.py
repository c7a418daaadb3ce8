"""Visio drawings (MS-VSDX): the text of their shapes, page by page."""

from __future__ import annotations

from twofold.engine.extract.formats.office.open_xml import main_part, read_properties, relations_of
from twofold.engine.extract.text_building import LineText
from twofold.engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part
from twofold.engine.model.document import BlockKind, ExtractedText, LocatorKind


def extract(data: bytes, file_type: str = "vsdx") -> ExtractedText:
    """Read a drawing; raise DocumentError (damaged, password, too-large)."""
    text = LineText()
    with ZipPackage(data) as package:
        main = main_part(package, "visio/document.xml")
        related = relations_of(package, main).values()
        lists = [one.target for one in related if one.kind == "pages"]
        number = 0
        for part in lists:
            pages = _Pages()
            read_part(package, part, pages)
            targets = relations_of(package, part)
            for name, relation in pages.found:
                number += 1
                text.begin_place(number)
                text.add(name, BlockKind.HEADING, 1)
                if relation in targets:
                    read_part(package, targets[relation].target, _Shapes(text))
        metadata = read_properties(package)
    return text.extracted(LocatorKind.PAGE, metadata, file_type)


class _Pages(XmlListener):
    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []
        self._name = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Page":
            self._name = attributes.get("Name") or attributes.get("NameU", "")
        elif name == "Rel":
            self.found.append((self._name, attributes.get("r:id", "")))


class _Shapes(XmlListener):
    """Adds the text of each shape, and its user-defined data."""

    def __init__(self, text: LineText) -> None:
        self._text = text
        self._parts: list[str] = []
        self._is_text = False
        self._is_data = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Text":
            self._is_text = True
            self._parts.clear()
        elif name == "Section":
            self._is_data = attributes.get("N") == "Property"
        elif name == "Cell" and self._is_data and attributes.get("N") in {"Value", "Label"}:
            value = attributes.get("V", "")
            if any(map(str.isalpha, value)) and attributes.get("F") != "Inh":
                self._text.add(" ".join(value.split()))

    def end(self, name: str) -> None:
        if name == "Text":
            self._is_text = False
            for line in "".join(self._parts).splitlines():
                self._text.add(" ".join(line.split()))
        elif name == "Section":
            self._is_data = False

    def data(self, text: str) -> None:
        if self._is_text:
            self._parts.append(text)
