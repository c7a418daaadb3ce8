"""What a PDF declares of itself: its information dictionary and its XMP packet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pypdfium2
from lxml import etree

from engine.extract.formats.pdf.document import clean_text
from engine.extract.metadata import (
    authors_of,
    doi_of,
    isbn_of,
    iso_day,
    issue_date,
    name_in_one_line,
    tag_list,
    url_of,
)
from engine.model.document import DocumentMetadata
from engine.model.title import declared_title

_BEGIN, _END = b"<?xpacket begin", b"<?xpacket end"
_LARGEST = 1_000_000
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PRISM = "http://prismstandard.org/namespaces/"


def read_xmp(data: bytes) -> DocumentMetadata:
    """Return the metadata of the last XMP packet of a PDF."""
    start = data.rfind(_BEGIN)
    end = data.find(_END, start) if start >= 0 else -1
    # XMP has no document type (ISO 16684-1, 7.3); one with entities is a trap.
    if end < 0 or end - start > _LARGEST or b"<!DOCTYPE" in data[start:end]:
        return DocumentMetadata()
    at = data.find(b"?>", start, end) + 2
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        root = etree.fromstring(data[at:end].strip(), parser)
        is_damaged = any(entry.level_name == "FATAL" for entry in parser.error_log)
    except (etree.XMLSyntaxError, ValueError):
        return DocumentMetadata()
    found = DocumentMetadata() if root is None else _publication(_values(root))
    # Half a title is none.
    return replace(found, title="") if is_damaged else found


def _values(root: etree._Element) -> dict[str, list[str]]:
    """Return the texts of each property, written as an element, a list or an attribute."""
    values: dict[str, list[str]] = {}
    for description in root.iter(f"{_RDF}Description"):
        for name, text in description.attrib.items():
            values.setdefault(str(name), []).append(str(text))
        for element in description:
            if not isinstance(element.tag, str):
                continue
            items = [item.text or "" for item in element.iter(f"{_RDF}li")]
            texts = items or [element.text or ""]
            values.setdefault(element.tag, []).extend(text for text in texts if text.strip())
    return values


def _publication(values: dict[str, list[str]]) -> DocumentMetadata:
    def prism(*names: str) -> str:
        return next(
            (
                texts[0]
                for name in names
                for tag, texts in values.items()
                if tag.startswith("{" + _PRISM) and tag.rpartition("}")[2] == name and texts
            ),
            "",
        )

    def dublin(name: str) -> list[str]:
        return values.get(f"{_DC}{name}", [])

    identifiers = " ".join(dublin("identifier"))
    return DocumentMetadata(
        title=" ".join(next(iter(dublin("title")), "").split())[:500],
        author=authors_of(dublin("creator")),
        doi=doi_of(prism("doi")) or doi_of(identifiers),
        isbn=isbn_of(prism("isbn")) or isbn_of(identifiers),
        url=url_of(prism("url")),
        publisher=name_in_one_line(next(iter(dublin("publisher")), "")),
        container=name_in_one_line(prism("publicationName")),
        issued=issue_date(prism("coverDate", "publicationDate", "onlineDate"))
        or next((day for day in map(issue_date, dublin("date")) if day), ""),
    )


def read_metadata(document: pypdfium2.PdfDocument, xmp: DocumentMetadata) -> DocumentMetadata:
    """Return the metadata of a PDF, whose packet is `xmp`."""
    try:
        values: Mapping[str, str] = document.get_metadata_dict(skip_empty=True)
    except (pypdfium2.PdfiumError, UnicodeError):
        values = {}
    clean = {key: " ".join(clean_text(value).split())[:500] for key, value in values.items()}
    return DocumentMetadata(
        # The packet goes first, as the other dictionary is deprecated (ISO 32000-2, 14.3.3).
        title=declared_title(clean_text(xmp.title)) or declared_title(clean.get("Title", "")),
        author=clean_text(xmp.author) or clean.get("Author", ""),
        tags=tag_list([clean.get("Keywords", "").replace(";", ",")]),
        created=iso_day(clean.get("CreationDate", "")),
        modified=iso_day(clean.get("ModDate", "")),
        doi=xmp.doi or doi_of(clean.get("Subject", "")),
        isbn=xmp.isbn,
        url=xmp.url,
        publisher=clean_text(xmp.publisher),
        container=clean_text(xmp.container),
        issued=xmp.issued,
    )
