"""Word documents that are one XML file (WordprocessingML of 2003), a paragraph or row a line."""

from __future__ import annotations

from io import BytesIO

from engine.extract.formats.office.drawings import ParagraphLines
from engine.extract.formats.office.properties import Elements, document_properties, first_texts
from engine.extract.formats.office.reading_order import ReadingOrder, add_margins
from engine.extract.formats.office.word import StylesReader, WordBody
from engine.extract.text_building import LineText
from engine.extract.xml_events import Attributes, XmlListener, read_xml
from engine.model.document import ExtractedText, PlaceKind

_MARGINS = frozenset({"hdr", "ftr"})


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a Word document; raise DocumentError (damaged, too-large)."""
    styles, properties, margins = StylesReader(), Elements(), _Margins()
    properties.skipped = frozenset({"body", "styles", "fonts", "lists"})
    for listener in (styles, properties, margins):
        read_xml(BytesIO(data), listener)
    text = LineText()
    read_xml(BytesIO(data), _OnlyBody(WordBody(ReadingOrder(text), styles.styles, {}, None, {})))
    add_margins(text, margins.lines)
    found = first_texts(properties.found)
    metadata = document_properties(
        title=found.get("Title", ""),
        authors=found.get("Author", ""),
        keywords=found.get("Keywords", ""),
        created=found.get("Created", ""),
        modified=found.get("LastSaved", ""),
    )
    return text.extracted(PlaceKind.PARAGRAPH, metadata, file_type)


class _OnlyBody(XmlListener):
    """Passes on what is inside the body; notes and comments stand in it where they hang."""

    skipped = WordBody.skipped | {"binData"}

    def __init__(self, body: WordBody) -> None:
        self._body = body
        self._is_inside = False

    def start(self, name: str, attributes: Attributes) -> None:
        if self._is_inside:
            self._body.start(name, attributes)
        self._is_inside = self._is_inside or name == "body"

    def end(self, name: str) -> None:
        self._is_inside = self._is_inside and name != "body"
        if self._is_inside:
            self._body.end(name)

    def data(self, text: str) -> None:
        if self._is_inside:
            self._body.data(text)


class _Margins(ParagraphLines):
    """The lines of headers and footers."""

    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, name: str, attributes: Attributes) -> None:
        self._depth += name in _MARGINS
        if self._depth:
            super().start(name, attributes)

    def end(self, name: str) -> None:
        if self._depth:
            super().end(name)
        self._depth -= name in _MARGINS

    def data(self, text: str) -> None:
        if self._depth:
            super().data(text)
