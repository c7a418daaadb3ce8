"""XPS documents (ECMA-388): the text of their pages, with the runs of a line joined."""

from __future__ import annotations

import posixpath

from twofold.engine.extract.formats.office.open_xml import read_properties, relations_of
from twofold.engine.extract.text_building import LineText
from twofold.engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part
from twofold.engine.model.document import ExtractedText, LocatorKind

_SEQUENCE = "fixedrepresentation"
_MAX_PAGES = 20_000
_ESCAPE = "{}"  # escapes a value that begins with '{'


def extract(data: bytes, file_type: str = "xps") -> ExtractedText:
    """Read a document; raise DocumentError (damaged, password, too-large)."""
    text = LineText()
    with ZipPackage(data) as package:
        targets = [
            one.target for one in relations_of(package, "").values() if one.kind == _SEQUENCE
        ]
        sequence = next(iter(targets), "FixedDocSeq.fdseq")
        pages = [
            page
            for document in _references(package, sequence, "DocumentReference")
            for page in _references(package, document, "PageContent")
        ]
        for number, page in enumerate(pages[:_MAX_PAGES], start=1):
            glyphs = _Glyphs()
            read_part(package, page, glyphs)
            text.begin_place(number)
            for line in glyphs.lines():
                text.add(line)
        metadata = read_properties(package)
    return text.extracted(LocatorKind.PAGE, metadata, file_type)


def _references(package: ZipPackage, part: str, element: str) -> list[str]:
    reader = _Sources(element)
    read_part(package, part, reader)
    folder = posixpath.join("/", posixpath.dirname(part))
    return [posixpath.normpath(posixpath.join(folder, one)).lstrip("/") for one in reader.found]


class _Sources(XmlListener):
    def __init__(self, element: str) -> None:
        self.found: list[str] = []
        self._element = element

    def start(self, name: str, attributes: Attributes) -> None:
        if name == self._element and (source := attributes.get("Source", "")):
            self.found.append(source)


class _Glyphs(XmlListener):
    """Collects the runs of a page with their positions, in drawing order."""

    def __init__(self) -> None:
        self._runs: list[tuple[float, float, float, str]] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Glyphs" and (text := attributes.get("UnicodeString", "")):
            run = text.removeprefix(_ESCAPE)
            x, y, size = (
                _number(attributes.get(key, ""))
                for key in ("OriginX", "OriginY", "FontRenderingEmSize")
            )
            self._runs.append((x, y, size, run))

    def lines(self) -> list[str]:
        """Return the lines: consecutive runs at the same height form a line."""
        lines: list[str] = []
        parts: list[str] = []
        last_y = end = 0.0
        for x, y, size, run in self._runs:
            if parts and abs(y - last_y) > size / 4:
                lines.append("".join(parts))
                parts = []
            # An average letter is half as wide as its font is high.
            elif parts and x - end > size / 5 and not parts[-1].endswith(" "):
                parts.append(" ")
            parts.append(run)
            last_y, end = y, x + len(run) * size / 2
        lines.append("".join(parts))
        return [" ".join(line.split()) for line in lines]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
