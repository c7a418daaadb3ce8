"""OpenDocument texts and presentations (ISO/IEC 26300)."""

from __future__ import annotations

from engine.extract.errors import damaged_error, password_error
from engine.extract.formats.office.margins import add_margins
from engine.extract.formats.office.odf_body import OdfBody
from engine.extract.formats.office.odf_margins import OdfMargins
from engine.extract.formats.office.odf_slides import OdfSlides
from engine.extract.formats.office.odf_styles import OdfStyles
from engine.extract.formats.office.open_xml import TextOfElements, split_names
from engine.extract.front_matter import tag_list
from engine.extract.languages import declared_language
from engine.extract.publication import iso_day
from engine.extract.text_building import LineText
from engine.extract.xml_events import read_part
from engine.extract.zip_package import ZipPackage
from engine.model.document import DocumentMetadata, ExtractedText, PlaceKind


def extract(data: bytes, file_type: str, kind: PlaceKind) -> ExtractedText:
    """Read a text (PARAGRAPH) or a presentation (SLIDE); raise DocumentError."""
    with ZipPackage(data) as package:
        if b"encryption-data" in package.read("META-INF/manifest.xml"):
            raise password_error()
        if "content.xml" not in package:
            raise damaged_error()
        styles, text = OdfStyles(), LineText()
        read_part(package, "styles.xml", styles)
        body_of = OdfSlides if kind is PlaceKind.SLIDE else OdfBody
        read_part(package, "content.xml", body_of(text, styles, package))
        if kind is not PlaceKind.SLIDE:
            margins = OdfMargins()
            read_part(package, "styles.xml", margins)
            add_margins(text, margins.lines)
        metadata = read_metadata(package)
    return text.extracted(kind, metadata, file_type)


def read_metadata(package: ZipPackage) -> DocumentMetadata:
    """Return what the document says of itself (meta.xml)."""
    reader = TextOfElements()
    read_part(package, "meta.xml", reader)
    found = reader.found
    return DocumentMetadata(
        title=found.get("dc:title", "")[:500],
        author="; ".join(split_names(found.get("initial-creator") or found.get("dc:creator", ""))),
        tags=tag_list(text.replace(";", ",") for name, text in reader.all if name == "keyword"),
        lang=declared_language(found.get("dc:language", "")),
        created=iso_day(found.get("creation-date", "")),
        modified=iso_day(found.get("dc:date", "")),
    )
