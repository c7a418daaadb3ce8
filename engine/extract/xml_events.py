"""XML as a stream of events: no tree is built, no entity is expanded, nothing is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Protocol

from lxml import etree

from engine.extract.errors import damaged_error
from engine.extract.zip_package import ZipPackage

_PIECE = 1 << 16
_RELATIONS = "/relationships}"
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_SVG = ":svg-compatible:"

Attributes = Mapping[str, str]
_Text = str | bytes  # lxml gives str; its stubs allow for both
_NONE: Attributes = {}


class Source(Protocol):
    """Where a document comes from."""

    def read(self, size: int = ..., /) -> bytes:
        """Return at most `size` bytes, b'' at the end."""


class XmlListener:
    """Listens to a document; what is not overridden is passed over.

    Names come without their namespaces, but those of Dublin Core with 'dc:', those of SVG with
    'svg:', and attributes that name a relation of a package with 'r:'. Elements named in `skipped`
    are left out with all that is in them.
    """

    skipped: frozenset[str] = frozenset()

    def start(self, name: str, attributes: Attributes) -> None:
        """Take the beginning of an element."""

    def end(self, name: str) -> None:
        """Take the end of an element."""

    def data(self, text: str) -> None:
        """Take text; one text may come in pieces."""


def read_part(package: ZipPackage, name: str, listener: XmlListener) -> None:
    """Read a part of a package; nothing happens when there is none."""
    if name in package:
        with package.open(name) as stream:
            read_xml(stream, listener)


def read_xml(source: Source | bytes, listener: XmlListener) -> None:
    """Tell `listener` of everything in an XML document; raise DocumentError when it is damaged.

    Depth and the length of texts are bounded by libxml2 (huge_tree is off).
    """
    stream = BytesIO(source) if isinstance(source, bytes) else source
    parser = etree.XMLParser(
        target=_Target(listener), resolve_entities=False, no_network=True, huge_tree=False
    )
    try:
        while piece := stream.read(_PIECE):
            parser.feed(piece)
        parser.close()
    except etree.XMLSyntaxError as error:
        raise damaged_error() from error


class _Target:
    """What lxml calls; skips what is to be skipped."""

    def __init__(self, listener: XmlListener) -> None:
        self._listener = listener
        self._depth = 0  # Of elements inside one that is skipped.
        self._names: dict[str, str] = {}

    def start(self, tag: _Text, attrib: Mapping[_Text, _Text]) -> None:
        name = self._name(tag)
        if self._depth or name in self._listener.skipped:
            self._depth += 1
        else:
            self._listener.start(name, _plain(attrib) if attrib else _NONE)

    def end(self, tag: _Text) -> None:
        if self._depth:
            self._depth -= 1
        else:
            self._listener.end(self._name(tag))

    def data(self, data: _Text) -> None:
        if not self._depth:
            self._listener.data(str(data))

    def comment(self, text: _Text) -> None:
        pass

    def doctype(self, *_: object) -> None:
        """Stay: while a target has this method, libxml2 refuses to define entities."""

    def close(self) -> None:
        pass

    def _name(self, tag: _Text) -> str:
        name = self._names.get(str(tag))
        if name is None:
            name = _plain_name(str(tag))
            if len(self._names) < 1000:
                self._names[str(tag)] = name
        return name


def _plain_name(tag: str) -> str:
    local = tag.rpartition("}")[2]
    if tag.startswith(_DUBLIN_CORE):
        return f"dc:{local}"
    return f"svg:{local}" if _SVG in tag else local


def _plain(attributes: Mapping[_Text, _Text]) -> Attributes:
    return {_attribute_name(str(key)): str(value) for key, value in attributes.items()}


def _attribute_name(key: str) -> str:
    local = key.rpartition("}")[2]
    return f"r:{local}" if _RELATIONS in key else local
