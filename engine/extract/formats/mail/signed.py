"""Signed and time-stamped documents: the content of CMS messages (RFC 5652, 5544).

The signature is not checked. ASN.1 is read in BER, which allows indefinite lengths.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.extract.file_format import Container, Entry
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

_PKCS_7 = bytes.fromhex("2a864886f70d0107")
_SIGNED, _ENVELOPED = (
    _PKCS_7 + b"\2",
    frozenset({_PKCS_7 + b"\3", _PKCS_7 + b"\4", _PKCS_7 + b"\6"}),
)
_TIME_STAMPED = bytes.fromhex("2a864886f70d010910011f")
_AUTH_ENVELOPED = bytes.fromhex("2a864886f70d0109100117")
_OCTETS, _IDENTIFIER, _SEQUENCE, _FIRST = 0x04, 0x06, 0x30, 0xA0
_CONSTRUCTED = 0x20
_MAX_DEPTH = 40
_MAX_PIECES = 1_000_000
_ARMOUR = re.compile(rb"-----[^-]*-----")
_MIME = re.compile(rb"\s*(?:content-type|mime-version|content-transfer-encoding):", re.IGNORECASE)
_SUFFIXES = frozenset({".p7m", ".p7s", ".p7", ".tsd", ".p7c", ".p7b"})


@dataclass(frozen=True, slots=True)
class _Element:
    """An ASN.1 element: its tag, and the span of its content."""

    tag: int
    start: int
    end: int


def open_signed(data: bytes, name: str) -> Container:
    """Open a signed document called `name`; its only entry is the signed content."""
    content = signed_content(data)
    return Container(None, (Entry(_inner_name(name, content), lambda _most: content),))


def _inner_name(name: str, content: bytes) -> str:
    """Return the name of the signed content: the name without '.p7m'.

    Add '.eml' if the content is a part of a mail.
    """
    path = PurePosixPath(name)
    inner = path.stem if path.suffix.lower() in _SUFFIXES else path.name
    if _MIME.match(content) and PurePosixPath(inner).suffix.lower() != ".eml":
        return f"{inner}.eml"
    return inner


def signed_content(data: bytes) -> bytes:
    """Return the signed content; raise DocumentError (password, unsupported, damaged)."""
    try:
        return _content(_binary(data))
    except (IndexError, RecursionError, binascii.Error, ValueError) as error:
        raise damaged_error() from error


def _binary(data: bytes) -> bytes:
    if data.startswith(bytes([_SEQUENCE])):
        return data
    return base64.b64decode(_ARMOUR.sub(b"", data), validate=False)


def _content(data: bytes) -> bytes:
    outer = list(_children(data, next(_elements(data, 0, len(data)))))
    if len(outer) < 2 or outer[0].tag != _IDENTIFIER:
        raise damaged_error()
    kind = data[outer[0].start : outer[0].end]
    if kind in _ENVELOPED or kind == _AUTH_ENVELOPED:
        raise password_error()
    (body,) = _children(data, outer[1])
    parts = list(_children(data, body))
    if kind == _TIME_STAMPED:
        return _octet_string(data, parts)
    if kind != _SIGNED or len(parts) < 3:
        raise damaged_error()
    content = [part for part in _children(data, parts[2]) if part.tag == _FIRST]
    return _octet_string(data, list(_children(data, content[0])) if content else [])


def _octet_string(data: bytes, elements: list[_Element]) -> bytes:
    """Return the first octet string among elements, joining its pieces."""
    found = (one for one in elements if one.tag & ~_CONSTRUCTED == _OCTETS)
    octets = next(found, None)
    if octets is None:
        raise DocumentError(
            FailureReason.UNSUPPORTED,
            message("The file is only a signature. The signed content is in another file."),
        )
    pieces: list[bytes] = []
    _collect(data, octets, pieces, 0)
    content = b"".join(pieces)
    if not content:
        raise DocumentError(FailureReason.NO_TEXT, message("The file is empty."))
    return content


def _collect(data: bytes, octets: _Element, pieces: list[bytes], depth: int) -> None:
    if not octets.tag & _CONSTRUCTED:
        pieces.append(data[octets.start : octets.end])
        return
    for piece in _children(data, octets):
        if depth < _MAX_DEPTH and len(pieces) < _MAX_PIECES:
            _collect(data, piece, pieces, depth + 1)


def _children(data: bytes, element: _Element) -> Iterator[_Element]:
    yield from _elements(data, element.start, element.end)


def _elements(data: bytes, at: int, end: int, depth: int = 0) -> Iterator[_Element]:
    """Yield the elements of a span; two zero bytes (end of contents) end it early."""
    while at < end and data[at : at + 2] != b"\0\0":
        element, at = _element(data, at, end, depth)
        yield element


def _element(data: bytes, at: int, end: int, depth: int) -> tuple[_Element, int]:
    tag, at = data[at], at + 1
    if tag & 0x1F == 0x1F:
        while data[at] & 0x80:
            at += 1
        at += 1
    length, at = data[at], at + 1
    if length == 0x80:
        if depth > _MAX_DEPTH:
            raise ValueError("too deep")
        start = at
        while data[at : at + 2] != b"\0\0":
            _, at = _element(data, at, end, depth + 1)
        return _Element(tag, start, at), at + 2
    if length & 0x80:
        count = length & 0x7F
        length, at = int.from_bytes(data[at : at + count], "big"), at + count
    # Read the last element of a truncated file as far as available.
    return _Element(tag, at, min(at + length, end)), at + length
