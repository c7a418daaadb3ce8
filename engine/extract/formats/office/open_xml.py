"""Packages of Office Open XML (ECMA-376 part 2): relations between parts, and properties."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote

from engine.extract.formats.office.properties import document_properties, first_texts, read_elements
from engine.extract.xml_package import PartSource, ZipPackage
from engine.model.document import DocumentMetadata
from engine.model.errors import DocumentError

_MAIN = "officeDocument"
_CORE = "core-properties"
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
    """Return the name of the part that holds the document itself."""
    targets = (one.target for one in relations_of(package, "").values() if one.kind == _MAIN)
    return next((target for target in targets if target in package), usual)


def read_properties(package: PartSource) -> DocumentMetadata:
    """Return the core properties (docProps/core.xml)."""
    targets = (one.target for one in relations_of(package, "").values() if one.kind == _CORE)
    found = first_texts(read_elements(package, next(targets, "docProps/core.xml")))
    return document_properties(
        title=found.get("dc:title", ""),
        authors=found.get("dc:creator", ""),
        keywords=found.get("keywords", ""),
        language=found.get("dc:language", ""),
        created=found.get("created", ""),
        modified=found.get("modified", ""),
    )


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
