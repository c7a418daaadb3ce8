"""The XMP packet of a PDF (ISO 16684-1): what publishers say of it in Dublin Core and PRISM.

The packet stands in the file as it is, so that programs find it without reading PDF. It is XML of
unknown origin: read without entities, without network and up to a size.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from lxml import etree

from engine.extract.publication import (
    authors_of,
    doi_of,
    isbn_of,
    issue_date,
    name_in_one_line,
    url_of,
)

_BEGIN, _END = b"<?xpacket begin", b"<?xpacket end"
_LARGEST = 1_000_000
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PRISM = "http://prismstandard.org/namespaces/"


@dataclass(frozen=True, slots=True)
class PublicationData:
    """What the packet says; '' where it says nothing."""

    title: str = ""
    author: str = ""
    doi: str = ""
    isbn: str = ""
    url: str = ""
    publisher: str = ""
    container: str = ""
    date: str = ""


def read_xmp(data: bytes) -> PublicationData:
    """Return what the last XMP packet of a PDF says of its publication."""
    start = data.rfind(_BEGIN)
    end = data.find(_END, start) if start >= 0 else -1
    # XMP has no document type (ISO 16684-1, 7.3); one with entities is a trap.
    if end < 0 or end - start > _LARGEST or b"<!DOCTYPE" in data[start:end]:
        return PublicationData()
    at = data.find(b"?>", start, end) + 2
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        root = etree.fromstring(data[at:end].strip(), parser)
        is_damaged = any(entry.level_name == "FATAL" for entry in parser.error_log)
    except (etree.XMLSyntaxError, ValueError):
        return PublicationData()
    found = PublicationData() if root is None else _publication(_values(root))
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


def _publication(values: dict[str, list[str]]) -> PublicationData:
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
    return PublicationData(
        title=" ".join(next(iter(dublin("title")), "").split())[:500],
        author=authors_of(dublin("creator")),
        doi=doi_of(prism("doi")) or doi_of(identifiers),
        isbn=isbn_of(prism("isbn")) or isbn_of(identifiers),
        url=url_of(prism("url")),
        publisher=name_in_one_line(next(iter(dublin("publisher")), "")),
        container=name_in_one_line(prism("publicationName")),
        date=issue_date(prism("coverDate", "publicationDate", "onlineDate"))
        or next((day for day in map(issue_date, dublin("date")) if day), ""),
    )
