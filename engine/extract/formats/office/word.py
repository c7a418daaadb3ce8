"""Word documents: ECMA-376 packages, zipped or in one XML file, and the XML of Word 2003.

Each paragraph and each table row is a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from itertools import chain

from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.formats.office.drawings import ElementFilter, ParagraphLines, lines_of
from twofold.engine.extract.formats.office.flat_package import FlatPackage
from twofold.engine.extract.formats.office.open_xml import (
    Relation,
    main_part,
    read_properties,
    relations_of,
)
from twofold.engine.extract.formats.office.properties import (
    Elements,
    document_properties,
    first_texts,
)
from twofold.engine.extract.formats.office.reading_order import (
    ReadingOrder,
    add_headers_and_footers,
)
from twofold.engine.extract.formats.office.word_body import Notes, WordBody
from twofold.engine.extract.formats.office.word_numbering import Numbering
from twofold.engine.extract.formats.office.word_styles import WordStyles
from twofold.engine.extract.text_building import LineText
from twofold.engine.extract.xml_package import (
    Attributes,
    PartSource,
    ZipPackage,
    read_part,
    read_xml,
)
from twofold.engine.model.document import ExtractedText, LocatorKind

_NOTES = frozenset({"footnote", "endnote", "comment"})


def _read_notes(package: PartSource, related: Mapping[str, Relation]) -> Notes:
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


_HEADERS_AND_FOOTERS = frozenset({"header", "footer"})
_HEADERS_AND_FOOTERS_2003 = frozenset({"hdr", "ftr"})


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a package; raise DocumentError (damaged, password, too-large)."""
    with ZipPackage(data) as package:
        return _read_package(package, file_type)


def extract_flat(data: bytes, file_type: str) -> ExtractedText:
    """Read a package in one XML file; raise DocumentError (damaged, too-large)."""
    return _read_package(FlatPackage(data), file_type)


def _read_package(package: PartSource, file_type: str) -> ExtractedText:
    part = main_part(package, "word/document.xml")
    if part not in package:
        raise damaged_error()
    related = relations_of(package, part)
    styles = WordStyles()
    read_part(package, _part_of(related, "styles", "word/styles.xml"), styles)
    numbering = Numbering(styles.lists())
    read_part(package, _part_of(related, "numbering", "word/numbering.xml"), numbering)
    text = LineText()
    notes = _read_notes(package, related)
    body = WordBody(
        ReadingOrder(text),
        styles,
        numbering=numbering,
        notes=notes,
        package=package,
        related=related,
    )
    read_part(package, part, body)
    margins = [one for one in related.values() if one.kind in _HEADERS_AND_FOOTERS]
    add_headers_and_footers(text, chain.from_iterable(lines_of(package, one) for one in margins))
    metadata = read_properties(package)
    return text.extracted(LocatorKind.PARAGRAPH, metadata, file_type)


def _part_of(related: Mapping[str, Relation], kind: str, otherwise: str) -> str:
    """Return the part with this kind of relation to a document."""
    return next((one.target for one in related.values() if one.kind == kind), otherwise)


def extract_xml(data: bytes, file_type: str) -> ExtractedText:
    """Read the XML of Word 2003; raise DocumentError (damaged, too-large)."""
    styles, properties, margins = WordStyles(), Elements(), ParagraphLines()
    properties.skipped = frozenset({"body", "styles", "fonts", "lists"})
    for listener in (styles, properties, ElementFilter(_HEADERS_AND_FOOTERS_2003, margins)):
        read_xml(BytesIO(data), listener)
    numbering = Numbering(styles.lists())
    read_xml(BytesIO(data), ElementFilter(frozenset({"lists"}), numbering))
    text = LineText()
    body = WordBody(
        ReadingOrder(text), styles, numbering=numbering, notes={}, package=None, related={}
    )
    read_xml(BytesIO(data), ElementFilter(frozenset({"body"}), body))
    add_headers_and_footers(text, margins.lines)
    found = first_texts(properties.found)
    metadata = document_properties(
        title=found.get("Title", ""),
        authors=found.get("Author", ""),
        keywords=found.get("Keywords", ""),
        created=found.get("Created", ""),
        modified=found.get("LastSaved", ""),
    )
    return text.extracted(LocatorKind.PARAGRAPH, metadata, file_type)
