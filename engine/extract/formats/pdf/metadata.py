"""The metadata of a PDF: its information dictionary and its XMP packet."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pypdfium2
from lxml import etree

from twofold.engine.extract.formats.pdf.document import clean_text
from twofold.engine.extract.metadata import (
    authors_of,
    doi_of,
    isbn_of,
    iso_day,
    issue_date,
    name_in_one_line,
    tag_list,
    url_of,
)
from twofold.engine.model.document import DocumentMetadata
from twofold.engine.model.title import declared_title

_WRAPPERS = ((b"<?xpacket begin", b"<?xpacket end"), (b"<x:xmpmeta", b"</x:xmpmeta>"))
_MAX_PACKET_BYTES = 1_000_000
_MAX_VALUE = 2_000
_MAX_PROPERTIES = 100
_NO_SUBJECT = ("subject", "unspecified")  # the default of ReportLab
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_DC = "{http://purl.org/dc/elements/1.1/}"
_PDF = "{http://ns.adobe.com/pdf/1.3/}"
# Acrobat and others copy custom entries of the information dictionary there.
_CUSTOM = "{http://ns.adobe.com/pdfx/1.3/}"
_PRISM = "http://prismstandard.org/namespaces/"
_DECLARED = ("description", "contributor", "coverage", "relation", "rights", "source")


def read_xmp(data: bytes) -> DocumentMetadata:
    """Return the metadata of the last XMP packet of a PDF."""
    packet = _packet(data) or _packet(_unpacked(data))
    if not packet:
        return DocumentMetadata()
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        root = etree.fromstring(packet, parser)
        is_damaged = any(entry.level_name == "FATAL" for entry in parser.error_log)
    except (etree.XMLSyntaxError, ValueError):
        return DocumentMetadata()
    found = DocumentMetadata() if root is None else _publication(_values(root))
    # An incomplete title is not used.
    return replace(found, title="", properties=()) if is_damaged else found


def _packet(data: bytes) -> bytes:
    for opening, closing in _WRAPPERS:
        start = data.rfind(opening)
        end = data.find(closing, start) if start >= 0 else -1
        # XMP has no document type (ISO 16684-1, 7.3); one with entities is an attack.
        if end < 0 or end - start > _MAX_PACKET_BYTES or b"<!DOCTYPE" in data[start:end]:
            continue
        if closing.startswith(b"</"):
            return data[start : end + len(closing)]
        return data[data.find(b"?>", start, end) + 2 : end].strip()
    return b""


_METADATA = re.compile(rb"/Type\s*/Metadata\b")
_STREAM = re.compile(rb"stream\r?\n")
_MAX_DICTIONARY = 1_000


def _unpacked(data: bytes) -> bytes:
    """Return the last compressed XMP packet of a PDF, or b''."""
    at = max((found.start() for found in _METADATA.finditer(data)), default=-1)
    stream = _STREAM.search(data, at, at + _MAX_DICTIONARY) if at >= 0 else None
    if stream is None:
        return b""
    start = max(at - _MAX_DICTIONARY, data.rfind(b" obj", 0, at), 0)
    if b"/FlateDecode" not in data[start : stream.start()]:
        return b""
    try:
        return zlib.decompressobj().decompress(
            data[stream.end() : stream.end() + _MAX_PACKET_BYTES], _MAX_PACKET_BYTES
        )
    except zlib.error:
        return b""


def _values(root: etree._Element) -> dict[str, list[str]]:
    """Return the texts of each property, written as an element, a list or an attribute.

    If a text has several languages, the default one is the first.
    """
    values: dict[str, list[str]] = {}
    for description in root.iter(f"{_RDF}Description"):
        for name, text in description.attrib.items():
            values.setdefault(str(name), []).append(str(text))
        for element in description:
            if not isinstance(element.tag, str):
                continue
            items = sorted(element.iter(f"{_RDF}li"), key=lambda one: not _is_default(one))
            found = ["".join(map(str, item.itertext())) for item in items] or [element.text or ""]
            texts = (_unescaped(text) for text in found)
            values.setdefault(element.tag, []).extend(text for text in texts if text.strip())
    return values


def _is_default(item: etree._Element) -> bool:
    return item.get(_LANG, "").casefold() == "x-default"


_ESCAPED = re.compile(r"\\([0-7]{3}|[^0-7])", re.DOTALL)


def _unescaped(text: str) -> str:
    r"""Return a text without PDF escapes that were copied into it ('\\376\\377\\000M')."""
    if not text.startswith("\\376\\377"):
        return text
    plain = _ESCAPED.sub(
        lambda found: chr(int(found[1], 8) & 0xFF) if found[1].isdigit() else found[1], text
    )
    try:
        return plain.encode("latin-1").decode("utf-16")
    except UnicodeError:
        return text


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
        tags=tag_list(dublin("subject")),
        properties=tuple(_properties(values)),
        author=authors_of(dublin("creator")),
        doi=doi_of(prism("doi")) or doi_of(identifiers),
        isbn=isbn_of(prism("isbn")) or isbn_of(identifiers),
        url=url_of(prism("url")),
        publisher=name_in_one_line(next(iter(dublin("publisher")), "")),
        container=name_in_one_line(prism("publicationName")),
        issued=issue_date(prism("coverDate", "publicationDate", "onlineDate"))
        or next((day for day in map(issue_date, dublin("date")) if day), ""),
    )


def _properties(values: dict[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the other metadata in a packet.

    A text in several languages is yielded once for each language.
    """
    titles = list(dict.fromkeys(values.get(f"{_DC}title", [])))
    for other in titles[1:]:
        yield "title", other
    for name in _DECLARED:
        for text in dict.fromkeys(values.get(f"{_DC}{name}", [])):
            yield name, text
    keywords = [*values.get(f"{_DC}subject", []), *values.get(f"{_PDF}Keywords", [])]
    if keywords:
        yield "keywords", ", ".join(dict.fromkeys(keywords))
    for tag, texts in values.items():
        if tag.startswith(_CUSTOM):
            for text in texts:
                yield tag.removeprefix(_CUSTOM), text


def read_metadata(
    document: pypdfium2.PdfDocument, xmp: DocumentMetadata, data: bytes
) -> DocumentMetadata:
    """Return the metadata of a PDF from its XMP packet and its information dictionary.

    `xmp` is the metadata in the packet, which takes precedence.
    """
    try:
        values: dict[str, str] = document.get_metadata_dict(skip_empty=True)
        custom = {key: document.get_metadata_value(key) for key in _custom_keys(data)}
    except (pypdfium2.PdfiumError, UnicodeError):
        values, custom = {}, {}
    clean = {key: _one_line(value)[:500] for key, value in values.items()}
    declared = (
        ("subject", values.get("Subject", "")),
        *xmp.properties,
        ("keywords", values.get("Keywords", "")),
        *custom.items(),
    )
    keywords = clean.get("Keywords", "").replace(";", ",")
    return DocumentMetadata(
        # The packet takes precedence, because the other dictionary is deprecated (ISO 32000-2,
        # 14.3.3).
        title=declared_title(clean_text(xmp.title)) or declared_title(clean.get("Title", "")),
        author=clean_text(xmp.author) or clean.get("Author", ""),
        tags=tag_list([keywords, *xmp.tags]),
        created=iso_day(clean.get("CreationDate", "")),
        modified=iso_day(clean.get("ModDate", "")),
        doi=xmp.doi or doi_of(clean.get("Subject", "")),
        isbn=xmp.isbn,
        url=xmp.url,
        publisher=clean_text(xmp.publisher),
        container=clean_text(xmp.container),
        issued=xmp.issued,
        properties=_distinct(declared),
    )


def _one_line(value: str) -> str:
    return " ".join(clean_text(_unescaped(value)).split())


def _distinct(declared: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return properties without repeated values: both dictionaries contain most of them."""
    by_value: dict[str, tuple[str, str]] = {}
    for name, value in declared:
        line = _one_line(value)[:_MAX_VALUE]
        if line and (name, line) != _NO_SUBJECT and len(by_value) < _MAX_PROPERTIES:
            by_value.setdefault(re.sub(r"[\s,;]+", " ", line.casefold()), (name, line))
    return tuple(by_value.values())


_INFO = re.compile(rb"/Info\s+(\d{1,10})\s+(\d{1,5})\s+R")
_KEY = re.compile(rb"/([^\s/<>\[\](){}%]{1,100})\s*(?=[(<])")
_CODE = re.compile(rb"#([0-9A-Fa-f]{2})")
_MAX_INFO = 50_000
_NO_PROPERTIES = frozenset({*pypdfium2.PdfDocument.METADATA_KEYS, "Trapped", "SourceModified"})


def _custom_keys(data: bytes) -> list[str]:
    """Return the names of other entries in the information dictionary if it is not compressed.

    PDFium returns an entry by its name only. Names without an entry have no value.
    """
    found = _INFO.match(data, max(data.rfind(b"/Info"), 0))
    at = data.rfind(b"\n%s %s obj" % found.groups()) if found else -1
    if at < 0:
        return []
    end = data.find(b"endobj", at, at + _MAX_INFO)
    names = _KEY.findall(data[at : end if end >= 0 else at + _MAX_INFO])[:_MAX_PROPERTIES]
    decoded = (_CODE.sub(lambda code: bytes([int(code[1], 16)]), name) for name in names)
    keys = dict.fromkeys(name.decode("utf-8", "ignore") for name in decoded)
    return [key for key in keys if key not in _NO_PROPERTIES and not key.startswith("PTEX.")]
