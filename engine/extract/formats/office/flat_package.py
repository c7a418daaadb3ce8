"""Office Open XML packages in one XML file, as saved by Word ('Word XML document')."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from lxml import etree

from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.xml_package import Source

_NAMESPACE = "{http://schemas.microsoft.com/office/2006/xmlPackage}"


class FlatPackage:
    """The parts of a package by name, ignoring case; raises DocumentError (damaged).

    Entities are not expanded and nothing external is loaded.
    """

    def __init__(self, data: bytes) -> None:
        self._parts: dict[str, bytes] = {}
        events = etree.iterparse(
            BytesIO(data),
            events=("end",),
            tag=f"{_NAMESPACE}part",
            resolve_entities=False,
            no_network=True,
            huge_tree=False,
        )
        try:
            for _, element in events:
                name = str(element.get(f"{_NAMESPACE}name", "")).lstrip("/").casefold()
                self._parts.setdefault(name, _content(element))
                element.clear()
        except (etree.XMLSyntaxError, ValueError) as error:
            raise damaged_error() from error

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._parts

    @contextmanager
    def open(self, name: str) -> Iterator[Source]:
        """Open a part for reading."""
        yield BytesIO(self.read(name))

    def read(self, name: str) -> bytes:
        """Return the content of a part, or b'' if there is none."""
        return self._parts.get(name.casefold(), b"")


def _content(part: etree._Element) -> bytes:
    for child in part:
        if child.tag == f"{_NAMESPACE}binaryData":
            return b64decode(child.text or "")
        if child.tag == f"{_NAMESPACE}xmlData" and len(child):
            return etree.tostring(child[0], with_tail=False)
    return b""
