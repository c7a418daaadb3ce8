"""Documents that are ZIP files of XML parts: unpacked within limits, read as a stream of events.

A few kilobytes can unpack to gigabytes. The declared size of a part is checked before it is opened,
and zipfile never returns more than that. Entities are not expanded and nothing external is loaded.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from typing import IO, Protocol, Self

from lxml import etree

from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

_ALWAYS_ALLOWED = 10_000_000
_MAX_UNPACKED = 500_000_000
_MAX_RATIO = 200
_BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError, struct.error,
    OverflowError, RuntimeError,
)  # fmt: skip
_ENCRYPTED = 0x1


class PartSource(Protocol):
    """The parts of a document by name, ignoring case."""

    def __contains__(self, name: str) -> bool:
        """Return whether there is a part with this name."""

    def open(self, name: str) -> AbstractContextManager[Source]:
        """Open a part for reading."""

    def read(self, name: str) -> bytes:
        """Return the content of a part, or b'' if there is none."""


class ZipPackage:
    """The parts of a ZIP file by name, ignoring case; raises DocumentError for bad files."""

    def __init__(self, data: bytes) -> None:
        with _translated_errors():
            self._archive = zipfile.ZipFile(BytesIO(data))
        self._parts = {info.filename.casefold(): info for info in self._archive.infolist()}
        self._packed = len(data)
        self._unpacked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._parts

    @contextmanager
    def open(self, name: str) -> Iterator[Part]:
        """Open a part for reading; raise DocumentError (damaged, password, too-large)."""
        with _translated_errors():
            info = self._parts[name.casefold()]
            self._check(info)
            stream = self._archive.open(info)
        with stream:
            yield Part(stream)

    def read(self, name: str) -> bytes:
        """Return the content of a part, or b'' if there is none."""
        if name not in self:
            return b""
        with self.open(name) as part:
            return part.read()

    def _check(self, info: zipfile.ZipInfo) -> None:
        if info.flag_bits & _ENCRYPTED:
            raise password_error()
        self._unpacked += info.file_size
        most = max(_ALWAYS_ALLOWED, self._packed * _MAX_RATIO)
        if self._unpacked > min(most, _MAX_UNPACKED):
            raise DocumentError(
                FailureReason.TOO_LARGE,
                message(
                    "The file is larger than {most} MB when uncompressed.",
                    most=round(min(most, _MAX_UNPACKED) / 1e6),
                ),
                message("It may be a zip bomb, so it was not read."),
            )


class Part:
    """A part open for reading."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes, b'' at the end; raise DocumentError if it is damaged."""
        with _translated_errors():
            return self._stream.read(size)


@contextmanager
def _translated_errors() -> Iterator[None]:
    try:
        yield
    except NotImplementedError as error:
        raise DocumentError(
            FailureReason.UNSUPPORTED,
            message("The document uses a compression method that Twofold cannot read."),
        ) from error
    except _BROKEN as error:
        raise damaged_error() from error


_PIECE = 1 << 16
_RELATIONS = "/relationships}"
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
_SVG = ":svg-compatible:"

Attributes = Mapping[str, str]
_Text = str | bytes  # lxml passes str; its stubs allow for both
_NONE: Attributes = {}


class Source(Protocol):
    """A stream of bytes."""

    def read(self, size: int = ..., /) -> bytes:
        """Return at most `size` bytes, b'' at the end."""


class XmlListener:
    """Base class for handlers of XML events; by default an event is ignored.

    Names are passed without their namespaces, with these exceptions: names of Dublin Core have the
    prefix 'dc:', names of SVG 'svg:', and attributes that name a relationship of a package 'r:'.
    Elements in `skipped` are left out with all their content.
    """

    skipped: frozenset[str] = frozenset()

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of an element."""

    def end(self, name: str) -> None:
        """Handle the end of an element."""

    def data(self, text: str) -> None:
        """Handle text, which may be delivered in pieces."""


def read_part(package: PartSource, name: str, listener: XmlListener) -> None:
    """Read a part of a package; do nothing if it does not exist."""
    if name in package:
        with package.open(name) as stream:
            read_xml(stream, listener)


def read_xml(source: Source | bytes, listener: XmlListener) -> None:
    """Report the events of an XML document to `listener`; raise DocumentError if it is damaged.

    libxml2 limits the depth and the length of texts (huge_tree is off).
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
    """The target of lxml's parser; leaves out elements that the listener skips."""

    def __init__(self, listener: XmlListener) -> None:
        self._listener = listener
        self._depth = 0  # of elements inside a skipped one
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
        """Do nothing. While a target has this method, libxml2 refuses to define entities."""

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
