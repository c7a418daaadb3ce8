"""What an EPUB book says of itself: its package document and its table of contents."""

from __future__ import annotations

import posixpath
import re
import zipfile
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from lxml import etree

from engine.core.document import DocumentMetadata, FailureReason
from engine.core.errors import DocumentError
from engine.extract.dates import iso_day
from engine.extract.failure import document_error
from engine.extract.languages import declared_language
from engine.extract.zip_archive import read_entry

_MOST_XML = 20_000_000
_MOST_ITEMS = 20_000
_ISBN = re.compile(
    r"(?:urn:)?(?:isbn)?[:\s-]*((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])\Z", re.IGNORECASE
)
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
    """The files of a book by name, as hrefs name them."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._infos = {info.filename: info for info in archive.infolist()}

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def read(self, name: str, most: int = _MOST_XML) -> bytes:
        """Return a file; raise DocumentError when it is missing, locked or broken."""
        if name not in self._infos:
            raise document_error(FailureReason.DAMAGED, f"The book lacks its file '{name}'.")
        return read_entry(self._archive, self._infos[name], most)

    def xml(self, name: str) -> etree._Element:
        """Return the root of an XML file; entities are not expanded, nothing is loaded."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
        try:
            root = etree.fromstring(self.read(name), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise _damaged(name) from error
        if root is None:
            raise _damaged(name)
        return root


def read_package(files: BookFiles) -> Package:
    """Read the package document and the table of contents; raise DocumentError (damaged)."""
    name = _package_name(files)
    root = files.xml(name)
    items = {
        str(item.get("id")): item for item in _children(root, "manifest", "item")[:_MOST_ITEMS]
    }
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
        raise document_error(FailureReason.DAMAGED, "The book does not say what is in it.")
    return found


def _children(root: etree._Element, parent: str, child: str) -> list[etree._Element]:
    return [e for holder in root.iter(f"{{*}}{parent}") for e in holder.iter(f"{{*}}{child}")]


def _resolved(base: str, href: str | None) -> str:
    """Return the archive name a reference in file `base` means; '' when it leads elsewhere."""
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

    isbns = (_isbn(value) for value in (*values("identifier"), *values("source")))
    days = (iso_day(value) or _year(value) for value in values("date"))
    return DocumentMetadata(
        title=next(iter(values("title")), "")[:500],
        author="; ".join(dict.fromkeys(values("creator")))[:1000],
        tags=tuple(dict.fromkeys(values("subject")))[:50],
        lang=declared_language(next(iter(values("language")), "")),
        created=next((day for day in days if day), ""),
        isbn=next((isbn for isbn in isbns if isbn), ""),
        publisher=next(iter(values("publisher")), "")[:300],
    )


def _year(value: str) -> str:
    return f"{value}-01-01" if re.fullmatch(r"[12]\d{3}", value) else ""


def _isbn(value: str) -> str:
    found = _ISBN.fullmatch(value.strip())
    return re.sub(r"[- ]", "", found[1]).upper() if found else ""


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _labels(files: BookFiles, package: str, items: object) -> dict[str, str]:
    """Read EPUB 3's navigation document, else EPUB 2's NCX; the first title of a file counts."""
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
    return document_error(FailureReason.DAMAGED, f"'{name}' of the book is damaged.")
