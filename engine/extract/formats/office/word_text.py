"""Word documents (ECMA-376, WordprocessingML), a paragraph or table row a line."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from engine.extract.errors import damaged_error
from engine.extract.formats.office.drawing_text import lines_of
from engine.extract.formats.office.margins import add_margins
from engine.extract.formats.office.open_xml import (
    Relation,
    main_part,
    read_properties,
    relations_of,
)
from engine.extract.formats.office.reading_order import ReadingOrder
from engine.extract.formats.office.word_body import WordBody
from engine.extract.formats.office.word_notes import read_notes
from engine.extract.formats.office.word_styles import read_styles
from engine.extract.text_building import LineText
from engine.extract.xml_events import read_part
from engine.extract.zip_package import ZipPackage
from engine.model.document import ExtractedText, PlaceKind

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
