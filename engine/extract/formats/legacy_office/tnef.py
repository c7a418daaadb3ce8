"""Attachments packed by Outlook, winmail.dat ([MS-OXTNEF]), converted to mails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from struct import error as StructError  # noqa: N812
from struct import unpack_from

from twofold.engine.extract.file_format import Container
from twofold.engine.extract.formats.legacy_office.compound_file import decode_in_page
from twofold.engine.extract.formats.legacy_office.outlook import (
    attached_part,
    mail_part,
    text_of_rtf,
)
from twofold.engine.extract.formats.mail.message import add_mail, attachments, mail_metadata
from twofold.engine.extract.text_building import Composition

_HEADER_BYTES = 6
_SUBJECT, _BODY, _PROPERTIES, _CODE_PAGE = 0x8004, 0x800C, 0x9003, 0x9007
_NEW_ATTACHMENT, _TITLE, _DATA, _OF_ATTACHMENT = 0x9002, 0x8010, 0x800F, 0x9005
_TEXT, _HTML, _RTF = 0x1000, 0x1013, 0x1009
_LONG_NAME, _NAME, _OBJECT, _SUBJECT_PROPERTY = 0x3707, 0x3704, 0x3701, 0x0037
_WIDE, _BYTES, _BINARY, _EMBEDDED = 0x001F, 0x001E, 0x0102, 0x000D
_VARIABLE = frozenset({_WIDE, _BYTES, _BINARY, _EMBEDDED})
_SIZES = {0x0005: 8, 0x0006: 8, 0x0007: 8, 0x0014: 8, 0x0040: 8, 0x0048: 16}
_MULTI_VALUED, _FIRST_NAMED = 0x1000, 0x8000
_MAX_PROPERTIES, _MAX_VALUES, _MAX_ATTACHMENTS = 5000, 1000, 10_000
_MAX_DEPTH = 5
_Properties = dict[int, tuple[int, bytes]]


@dataclass(slots=True)
class _Attached:
    title: str = ""
    content: bytes = b""
    properties: _Properties = field(default_factory=dict)


def open_tnef(data: bytes, _name: str = "") -> Container:
    """Open an Outlook attachment.

    The text is the text of the packed mail; the entries are its attached files.
    """
    mail = _mail(data, 0)
    text = Composition()
    add_mail(text, mail)
    return Container(text.by_line(mail_metadata(mail), "tnef"), attachments(mail))


def _mail(data: bytes, depth: int) -> Message:
    page = 1252
    subject = body = ""
    properties: _Properties = {}
    found: list[_Attached] = []
    for kind, content in _attributes(data):
        if kind == _CODE_PAGE and len(content) >= 4:
            page = int.from_bytes(content[:4], "little")
        elif kind == _SUBJECT:
            subject = _string(content, page)
        elif kind == _BODY:
            body = _string(content, page)
        elif kind == _PROPERTIES:
            properties = _read_properties(content)
        elif kind == _NEW_ATTACHMENT and len(found) < _MAX_ATTACHMENTS:
            found.append(_Attached())
        elif found:
            _add(found[-1], kind, content, page)
    mail = Message()
    mail["Subject"] = " ".join((subject or _text(properties, _SUBJECT_PROPERTY, page)).split())
    mail["Content-Type"] = "multipart/mixed"
    parts = [*_bodies(properties, body, page), *(_part(one, page, depth) for one in found)]
    mail.set_payload([part for part in parts if part])
    return mail


def _add(attached: _Attached, kind: int, content: bytes, page: int) -> None:
    if kind == _TITLE:
        attached.title = _string(content, page)
    elif kind == _DATA:
        attached.content = content
    elif kind == _OF_ATTACHMENT:
        attached.properties = _read_properties(content)


def _bodies(properties: _Properties, body: str, page: int) -> Iterator[Message]:
    html = properties.get(_HTML, (0, b""))[1]
    if text := (_text(properties, _TEXT, page) or body).strip():
        yield mail_part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))
    elif html:
        yield mail_part("text/html", html)
    elif text := text_of_rtf(properties.get(_RTF, (0, b""))[1]):
        yield mail_part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))


def _part(attached: _Attached, page: int, depth: int) -> Message | None:
    given = attached.properties
    name = _text(given, _LONG_NAME, page) or attached.title or _text(given, _NAME, page)
    kind, packed = given.get(_OBJECT, (0, b""))
    if kind == _EMBEDDED and depth < _MAX_DEPTH and len(packed) > 16:
        part = Message()
        part["Content-Type"] = "message/rfc822"
        part.set_payload([_mail(packed[16:], depth + 1)])
        return part
    content = attached.content or packed
    return attached_part(" ".join(name.split()), content) if content else None


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kinds and contents of the attributes, up to the end or the first damage."""
    at = _HEADER_BYTES
    while at + 9 <= len(data):
        _, kind, _, size = unpack_from("<BHHI", data, at)
        yield kind, data[at + 9 : at + 9 + size]
        at += 11 + size


def _string(content: bytes, page: int) -> str:
    return decode_in_page(content.split(b"\0")[0], page)


def _text(properties: _Properties, number: int, page: int) -> str:
    kind, value = properties.get(number, (0, b""))
    if kind == _WIDE:
        return value.decode("utf-16-le", "replace").rstrip("\0")
    return _string(value, page) if kind == _BYTES else ""


def _read_properties(data: bytes) -> _Properties:
    """Return the first value and the type of each numbered property, by number."""
    found: _Properties = {}
    try:
        (count,) = unpack_from("<I", data)
        at = 4
        for _ in range(min(count, _MAX_PROPERTIES)):
            kind, number = unpack_from("<HH", data, at)
            at += 4
            if number >= _FIRST_NAMED:
                at = _after_name(data, at)
            values, at = _values(data, at, kind)
            if values:
                found.setdefault(number, (kind & ~_MULTI_VALUED, values[0]))
    except StructError:
        pass  # values before the damage are kept
    return found


def _after_name(data: bytes, at: int) -> int:
    (kind,) = unpack_from("<I", data, at + 16)
    if not kind:
        return at + 24
    (length,) = unpack_from("<I", data, at + 20)
    return int(at + 24 + length + -length % 4)


def _values(data: bytes, at: int, kind: int) -> tuple[list[bytes], int]:
    is_variable = kind & ~_MULTI_VALUED in _VARIABLE
    count = 1
    if is_variable or kind & _MULTI_VALUED:
        (count,) = unpack_from("<I", data, at)
        at += 4
    values: list[bytes] = []
    for _ in range(min(count, _MAX_VALUES)):
        size = _SIZES.get(kind & ~_MULTI_VALUED, 4)
        if is_variable:
            (size,) = unpack_from("<I", data, at)
            at += 4
        values.append(data[at : at + size])
        at += size + -size % 4
    return values, at
