"""EPUB books: chapters in reading order.

Each chapter has its own locator, labelled with its title from the table of contents.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import unescape
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote, urlsplit

from twofold.engine.extract.declared import declared_values
from twofold.engine.extract.formats.archives.zip import open_zip_file, read_entry
from twofold.engine.extract.formats.markup.html import extract as read_html
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.metadata import authors_of, doi_of, issue_date
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.document import BlockKind, DocumentMetadata, ExtractedText, LocatorKind
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import Message, message

if TYPE_CHECKING:
    from lxml import etree

_MAX_XML = 20_000_000
_MAX_ITEMS = 20_000
_MAX_CREATORS = 200
_ISBN = re.compile(
    r"(?:urn:)?(?:isbn)?[:\s-]*((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])\Z", re.IGNORECASE
)
_TAG = re.compile(r"<[^<>]{0,500}>")
_NCX = "application/x-dtbncx+xml"


@dataclass(frozen=True, slots=True)
class Package:
    """A book: its metadata and the archive names of its chapters, in reading order.

    `labels` maps the name of a chapter to its title in the table of contents.
    """

    metadata: DocumentMetadata
    chapters: tuple[str, ...]
    labels: dict[str, str]


class BookFiles:
    """The files of a book by the names used in hrefs."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._infos = {info.filename: info for info in archive.infolist()}

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def read(self, name: str, most: int = _MAX_XML) -> bytes:
        """Return a file; raise DocumentError if it is missing, locked or broken."""
        if name not in self._infos:
            raise DocumentError(
                FailureReason.DAMAGED,
                message("The file '{name}' of the book is missing.", name=name),
            )
        return read_entry(self._archive, self._infos[name], most)

    def xml(self, name: str) -> etree._Element:
        """Return the root of an XML file; entities are not expanded, nothing external is loaded."""
        from lxml import etree  # noqa: PLC0415  the program starts without it

        parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
        try:
            root = etree.fromstring(self.read(name), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise _damaged(name) from error
        if root is None:
            raise _damaged(name)
        return root


def _read_package(files: BookFiles) -> Package:
    """Read the package document and the table of contents; raise DocumentError (damaged)."""
    name = _package_name(files)
    root = files.xml(name)
    items = {str(item.get("id")): item for item in _children(root, "manifest", "item")[:_MAX_ITEMS]}
    references = [str(ref.get("idref")) for ref in _children(root, "spine", "itemref")]
    chapters = [_resolved(name, items[ref].get("href")) for ref in references if ref in items]
    return Package(
        _metadata(root),
        tuple(dict.fromkeys(chapter for chapter in chapters if chapter)),
        _labels(files, name, items.values()),
    )


def _package_name(files: BookFiles) -> str:
    roots = [
        str(element.get("full-path"))
        for element in files.xml("META-INF/container.xml").iter("{*}rootfile")
    ]
    found = next((name for name in roots if name in files), None)
    if found is None:
        raise DocumentError(FailureReason.DAMAGED, message("The book has no list of its contents."))
    return found


def _children(root: etree._Element, parent: str, child: str) -> list[etree._Element]:
    return [e for holder in root.iter(f"{{*}}{parent}") for e in holder.iter(f"{{*}}{child}")]


def _resolved(base: str, href: str | None) -> str:
    """Return the archive name of a reference in file `base`; '' if it points outside."""
    try:
        parts = urlsplit(href or "")
    except ValueError:
        return ""
    if parts.scheme or parts.netloc or not parts.path:
        return ""
    name = posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(parts.path)))
    return "" if name.startswith(("..", "/")) else name


def _metadata(root: etree._Element) -> DocumentMetadata:
    def values(name: str) -> list[str]:
        found = (_text(element) for element in _children(root, "metadata", name))
        return [value for value in found if value]

    identifiers = (*values("identifier"), *values("source"))
    isbns = (_isbn(value) for value in identifiers)
    dates = [issue_date(value) for value in _publication_dates(_children(root, "metadata", "date"))]
    return DocumentMetadata(
        title=_title(root)[:500],
        author=authors_of(_authors(root)),
        tags=tuple(dict.fromkeys(values("subject")))[:50],
        lang=declared_language(next(iter(values("language")), "")),
        created=next((day for day in dates if len(day) == len("2026-11-21")), ""),
        issued=next((day for day in dates if day), ""),
        doi=next((doi for doi in map(doi_of, identifiers) if doi), ""),
        isbn=next((isbn for isbn in isbns if isbn), ""),
        publisher=next(iter(values("publisher")), "")[:300],
        properties=declared_values(_declared(root)),
    )


_DECLARED = {
    "description": "description", "subject": "subject", "contributor": "contributor",
    "coverage": "coverage", "rights": "rights", "type": "type", "relation": "relation",
}  # fmt: skip
_SERIES = frozenset({"calibre:series", "belongs-to-collection"})


def _declared(root: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield the names and values of other metadata, without HTML tags."""
    for element, name in _DECLARED.items():
        for one in _children(root, "metadata", element)[:_MAX_CREATORS]:
            yield name, unescape(_TAG.sub(" ", _text(one)))
    for meta in _children(root, "metadata", "meta")[:_MAX_CREATORS]:
        if meta.get("name") in _SERIES or meta.get("property") in _SERIES:
            yield "series", meta.get("content") or _text(meta)


def _title(root: etree._Element) -> str:
    """Return the main title; in EPUB 3 other titles may precede it."""
    titles = _children(root, "metadata", "title")
    kinds = _refinements(root, "title-type")
    main = [title for title in titles if kinds.get(title.get("id", "")) == "main"]
    return next((text for text in map(_text, main + titles) if text), "")


def _authors(root: etree._Element) -> list[str]:
    """Return the creators with the role of author or without a role; otherwise all creators."""
    creators = _children(root, "metadata", "creator")[:_MAX_CREATORS]
    roles = _refinements(root, "role")
    writing = [creator for creator in creators if _role(creator, roles) in {"aut", ""}]
    return [_text(creator).replace(";", ",") for creator in writing or creators]


def _role(creator: etree._Element, roles: Mapping[str, str]) -> str:
    """Return a MARC relator: an attribute in EPUB 2, a refinement in EPUB 3."""
    own = next((str(v) for k, v in creator.attrib.items() if str(k).endswith("}role")), "")
    return (own or roles.get(creator.get("id", ""), "")).strip().lower()


def _refinements(root: etree._Element, name: str) -> dict[str, str]:
    """Return the refinement of each element (EPUB 3), by its id."""
    return {
        str(meta.get("refines", "")).removeprefix("#"): _text(meta)
        for meta in _children(root, "metadata", "meta")
        if meta.get("property") == name and meta.get("refines")
    }


def _publication_dates(dates: list[etree._Element]) -> list[str]:
    """Return the dates of a book, the date of publication first.

    Modification dates (EPUB 2) are left out.
    """
    events: dict[str, list[str]] = {"publication": [], "": []}
    for date in dates:
        event = next((str(v) for k, v in date.attrib.items() if str(k).endswith("}event")), "")
        events.setdefault(event.lower(), []).append(_text(date))
    return [*events["publication"], *events[""], *events.get("creation", [])]


def _isbn(value: str) -> str:
    found = _ISBN.fullmatch(value.strip())
    return re.sub(r"[- ]", "", found[1]).upper() if found else ""


def _text(element: etree._Element) -> str:
    """Return the text of an element; entities are omitted instead of being expanded."""
    pieces = [element.text or ""]
    for part in element.iterdescendants():
        is_element = isinstance(cast("object", part.tag), str)
        pieces += [(part.text or "") if is_element else "", part.tail or ""]
    return " ".join("".join(pieces).split())


def _labels(files: BookFiles, package: str, items: object) -> dict[str, str]:
    """Return the title of each file from the table of contents.

    Read the navigation document (EPUB 3) or the NCX (EPUB 2). If a file has several titles, use the
    first one.
    """
    for item in items:  # type: ignore[attr-defined]
        properties = str(item.get("properties", "")).split()
        is_navigation = "nav" in properties
        if is_navigation or item.get("media-type") == _NCX:
            name = _resolved(package, item.get("href"))
            try:
                labels = (_nav_labels if is_navigation else _ncx_labels)(files.xml(name), name)
            except DocumentError:
                continue
            if labels:
                return labels
    return {}


def _nav_labels(root: etree._Element, name: str) -> dict[str, str]:
    labels: dict[str, str] = {}
    for nav in root.iter("{*}nav"):
        kind = next((str(v) for k, v in nav.attrib.items() if str(k).endswith("}type")), "toc")
        if "toc" in kind.split():
            for link in nav.iter("{*}a"):
                labels.setdefault(_resolved(name, link.get("href")), _text(link))
    return labels


def _ncx_labels(root: etree._Element, name: str) -> dict[str, str]:
    labels: dict[str, str] = {}
    for point in root.iter("{*}navPoint"):
        text = next(point.iter("{*}text"), None)
        target = next(point.iter("{*}content"), None)
        if text is not None and target is not None:
            labels.setdefault(_resolved(name, target.get("src")), _text(text))
    return labels


def _damaged(name: str) -> DocumentError:
    return DocumentError(
        FailureReason.DAMAGED, message("The file '{name}' of the book is damaged.", name=name)
    )


_ENCRYPTION = "META-INF/encryption.xml"
# Fonts may be obfuscated in books that are not protected.
_FONT_OBFUSCATION = frozenset(
    {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}
)
_MAX_CHAPTER = 30_000_000
_MAX_TOTAL = 200_000_000


def extract(data: bytes, _file_type: str = "epub") -> ExtractedText:
    """Read a book; raise DocumentError (password if it is locked, damaged, too-large)."""
    files = BookFiles(open_zip_file(data))
    _refuse_locked(files)
    package = _read_package(files)
    if not package.chapters:
        raise DocumentError(FailureReason.DAMAGED, message("The book has no list of its chapters."))
    text = Composition()
    warnings = _add_chapters(text, files, package)
    book = text.by_place(LocatorKind.CHAPTER, package.metadata, "epub")
    if not book.text and warnings:
        raise DocumentError(
            FailureReason.DAMAGED, message("None of the book's chapters can be read.")
        )
    return replace(book, warnings=warnings)


def _add_chapters(text: Composition, files: BookFiles, package: Package) -> tuple[Message, ...]:
    left = _MAX_TOTAL
    warnings: list[Message] = []
    for number, name in enumerate(package.chapters, start=1):
        try:
            data = files.read(name, min(_MAX_CHAPTER, left))
            chapter = read_html(data)
        except DocumentError as error:
            warnings.append(
                message(
                    "Chapter {number} was not read: {message}",
                    number=str(number),
                    message=error.message,
                )
            )
            continue
        left -= len(data)
        label = package.labels.get(name) or _first_heading(chapter) or f"chapter {number}"
        text.begin_place(number, label[:120])
        text.add_text(chapter)
    return tuple(warnings)


def _first_heading(chapter: ExtractedText) -> str:
    paths = (b.heading_path for b in chapter.blocks if b.kind is BlockKind.HEADING)
    return next((path[-1] for path in paths if path), "")


def _refuse_locked(files: BookFiles) -> None:
    """Raise DocumentError if digital rights management protects the text."""
    if _ENCRYPTION not in files:
        return
    methods = {
        str(element.get("Algorithm"))
        for element in files.xml(_ENCRYPTION).iter("{*}EncryptionMethod")
    }
    if methods - _FONT_OBFUSCATION:
        raise DocumentError(
            FailureReason.PASSWORD,
            message("The book is locked by digital rights management (DRM)."),
            message("Only the reading app of its seller can open it."),
        )
