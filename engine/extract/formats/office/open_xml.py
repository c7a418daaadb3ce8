"""Packages of Office Open XML (ECMA-376 part 2): relations between parts, and properties."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote

from engine.extract.languages import declared_language
from engine.extract.metadata import iso_day, tag_list
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage
from engine.model.document import DocumentMetadata
from engine.model.errors import DocumentError

_MAIN = "officeDocument"
_CORE = "core-properties"
# What programs write when nobody has given a title.
_NO_TITLES = frozenset(
    {"powerpoint presentation", "powerpoint-präsentation", "présentation powerpoint", "slide 1",
     "word document", "untitled", "title", "document"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Relation:
    """What one part says of another: `kind` is the last word of the relation's type."""

    kind: str
    target: str


def relations_of(package: ZipPackage, part: str) -> dict[str, Relation]:
    """Return the relations of a part ('' for the package) by id; links out of it are left out."""
    folder, name = posixpath.split(part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    reader = _Relations(folder)
    read_part(package, source, reader)
    return reader.found


def main_part(package: ZipPackage, usual: str) -> str:
    """Return the name of the part that holds the document itself."""
    targets = (one.target for one in relations_of(package, "").values() if one.kind == _MAIN)
    return next((target for target in targets if target in package), usual)


def read_properties(package: ZipPackage) -> DocumentMetadata:
    """Return what the document says of itself (docProps/core.xml)."""
    targets = [one.target for one in relations_of(package, "").values() if one.kind == _CORE]
    reader = TextOfElements()
    read_part(package, next(iter(targets), "docProps/core.xml"), reader)
    found = reader.found
    title = found.get("dc:title", "")
    return DocumentMetadata(
        title="" if title.casefold() in _NO_TITLES else title[:500],
        author="; ".join(split_names(found.get("dc:creator", ""))),
        tags=tag_list([found.get("keywords", "").replace(";", ",")]),
        lang=declared_language(found.get("dc:language", "")),
        created=iso_day(found.get("created", "")),
        modified=iso_day(found.get("modified", "")),
    )


def split_names(text: str) -> list[str]:
    """Return the names in 'A; B'."""
    return [" ".join(name.split()) for name in text.split(";") if name.strip()]


class _Relations(XmlListener):
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.found: dict[str, Relation] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        target = unquote(attributes.get("Target", ""))
        if name != "Relationship" or not target or attributes.get("TargetMode") == "External":
            return
        path = posixpath.normpath(posixpath.join("/", self._folder, target)).lstrip("/")
        kind = attributes.get("Type", "").rpartition("/")[2]
        self.found[attributes.get("Id", "")] = Relation(kind, path)


class TextOfElements(XmlListener):
    """The text of every innermost element, with its name."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.all: list[tuple[str, str]] = []

    @property
    def found(self) -> dict[str, str]:
        """The first text of each name."""
        first: dict[str, str] = {}
        for name, text in self.all:
            first.setdefault(name, text)
        return first

    def start(self, _name: str, _attributes: Attributes) -> None:
        """Begin an element."""
        self._parts.clear()

    def end(self, name: str) -> None:
        """Keep what the element said."""
        text = " ".join("".join(self._parts).split())
        if text and len(self.all) < 1000:
            self.all.append((name, text))
        self._parts.clear()

    def data(self, text: str) -> None:
        """Take text."""
        self._parts.append(text)


_TYPES = "[Content_Types].xml"


def declares(content_type: re.Pattern[bytes], whole: bytes, *, otherwise: bool) -> bool:
    """Return whether a package declares a part of this type, `otherwise` for a damaged one."""
    if _TYPES.encode() not in whole:
        return otherwise
    try:
        with ZipPackage(whole) as package:
            if _TYPES in package:
                return content_type.search(package.read(_TYPES)) is not None
    except DocumentError:
        pass
    return otherwise
