"""Office Open XML packages (ECMA-376 part 2): relations between parts, and properties."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote

from twofold.engine.extract.formats.office.properties import (
    document_properties,
    first_texts,
    read_elements,
)
from twofold.engine.extract.xml_package import (
    Attributes,
    PartSource,
    XmlListener,
    ZipPackage,
    read_part,
)
from twofold.engine.model.document import DocumentMetadata
from twofold.engine.model.errors import DocumentError

_MAIN = "officeDocument"
_CORE = "core-properties"
_CORE_PROPERTIES = {
    "dc:subject": "subject", "dc:description": "description", "category": "category",
    "contentStatus": "content status", "dc:identifier": "identifier", "version": "version",
    "lastModifiedBy": "last modified by",
}  # fmt: skip
_APPLICATION_PROPERTIES = {"Company": "company", "Manager": "manager"}
_MAX_PROPERTIES = 1000
_TYPES = "[Content_Types].xml"


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of a part to another; `kind` is the last segment of the relation's type."""

    kind: str
    target: str


def relations_of(package: PartSource, part: str) -> dict[str, Relation]:
    """Return the relations of a part ('' for the package) by id, without external ones."""
    folder, name = posixpath.split(part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    found: dict[str, Relation] = {}
    for element in read_elements(package, source, "Relationship"):
        attributes = element.attributes
        target = unquote(attributes.get("Target", ""))
        if target and attributes.get("TargetMode") != "External":
            path = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            kind = attributes.get("Type", "").rpartition("/")[2]
            found[attributes.get("Id", "")] = Relation(kind, path)
    return found


def main_part(package: PartSource, usual: str) -> str:
    """Return the name of the part with the document itself."""
    targets = (one.target for one in relations_of(package, "").values() if one.kind == _MAIN)
    return next((target for target in targets if target in package), usual)


def read_properties(package: PartSource) -> DocumentMetadata:
    """Return the properties of a package: core, application, and custom ones."""
    parts = {one.kind: one.target for one in relations_of(package, "").values()}
    found = first_texts(read_elements(package, parts.get(_CORE, "docProps/core.xml")))
    part = parts.get("extended-properties", parts.get("extendedProperties", "docProps/app.xml"))
    of_application = first_texts(read_elements(package, part, *_APPLICATION_PROPERTIES))
    part = parts.get("custom-properties", parts.get("customProperties", "docProps/custom.xml"))
    custom = _CustomProperties()
    read_part(package, part, custom)
    return document_properties(
        title=found.get("dc:title", ""),
        authors=found.get("dc:creator", ""),
        keywords=found.get("keywords", ""),
        language=found.get("dc:language", ""),
        created=found.get("created", ""),
        modified=found.get("modified", ""),
        more=[
            *((name, found.get(element, "")) for element, name in _CORE_PROPERTIES.items()),
            *(
                (name, of_application.get(element, ""))
                for element, name in _APPLICATION_PROPERTIES.items()
            ),
            *custom.found,
        ],
    )


class _CustomProperties(XmlListener):
    """Collects custom properties: the text inside each `property`, by its name."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []
        self._name = ""
        self._parts: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "property":
            self._name = attributes.get("name", "")
            self._parts.clear()

    def end(self, name: str) -> None:
        if name == "property":
            if len(self.found) < _MAX_PROPERTIES:
                self.found.append((self._name, " ".join(self._parts)))
            self._name = ""

    def data(self, text: str) -> None:
        if self._name:
            self._parts.append(text)


def declares(content_type: re.Pattern[bytes], whole: bytes, *, otherwise: bool) -> bool:
    """Return whether a package declares a part of this type.

    Return `otherwise` if the package is damaged.
    """
    if _TYPES.encode() not in whole:
        return otherwise
    try:
        with ZipPackage(whole) as package:
            if _TYPES in package:
                return content_type.search(package.read(_TYPES)) is not None
    except DocumentError:
        pass
    return otherwise
