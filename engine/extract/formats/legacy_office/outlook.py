"""Outlook messages ([MS-OXMSG]), converted to mails (RFC 5322); their RTF is [MS-OXRTFCP]."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from email.encoders import encode_base64
from email.message import Message
from email.utils import format_datetime
from struct import unpack_from

from twofold.engine.extract.file_format import Container
from twofold.engine.extract.formats.legacy_office.compound_file import (
    CompoundFile,
    decode_in_page,
    time_of_file_time,
)
from twofold.engine.extract.formats.mail.message import (
    add_mail,
    attachments,
    mail_metadata,
    text_of,
)
from twofold.engine.extract.formats.office import rtf
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.errors import DocumentError

_PROPERTIES, _STREAM = "__properties_version1.0", "__substg1.0_"
_NAMES = "__nameid_version1.0"
_ENTRY_BYTES = 16
_MAX_ENTRIES, _MAX_VALUES = 5000, 200
_INTEGER, _TIME, _UNICODE, _BYTES, _BINARY = 0x0003, 0x0040, 0x001F, 0x001E, 0x0102
_MULTI_VALUED = 0x1000
_CODE_PAGES = (0x3FFD, 0x3FDE)  # of the message, of its HTML
# Code pages with other names in Python. Programs declare Latin 1 for Windows-1252.
_CHARSETS = {
    65001: "utf-8", 1200: "utf-16-le", 20127: "ascii", 28591: "cp1252", 28592: "iso-8859-2",
    28595: "iso-8859-5", 28597: "iso-8859-7", 28599: "iso-8859-9", 28605: "iso-8859-15",
    20866: "koi8-r", 21866: "koi8-u", 51932: "euc-jp", 51949: "euc-kr", 50220: "cp932",
    50221: "cp932", 50222: "cp932", 50225: "cp949", 52936: "gb18030", 54936: "gb18030",
}  # fmt: skip
_IS_STRING, _FIRST_NAMED = 1, 0x8000


class _OutlookProperties:
    """The properties in one storage; missing and damaged values are empty."""

    def __init__(
        self, file: CompoundFile, path: tuple[str, ...], header_bytes: int, charset: str = ""
    ) -> None:
        self._outer_charset = charset
        self._file = file
        self._path = path
        self._fixed: dict[tuple[int, int], int] = {}
        entries = file.stream(*path, _PROPERTIES)[header_bytes:]
        for index in range(min(len(entries) // _ENTRY_BYTES, _MAX_ENTRIES)):
            kind, number, _, value = unpack_from("<HHIQ", entries, _ENTRY_BYTES * index)
            self._fixed.setdefault((number, kind), value)

    def text(self, *numbers: int) -> str:
        """Return the first of these properties that is a non-empty text."""
        for number in numbers:
            wide = self._stream(number, _UNICODE).decode("utf-16-le", "replace")
            if found := (wide or self._decoded(self._stream(number, _BYTES))).replace("\0", ""):
                return found
        return ""

    def line(self, *numbers: int) -> str:
        """Return the first of these properties that is a non-empty text, as one line."""
        lines = (" ".join(self.text(number).split()) for number in numbers)
        return next((line for line in lines if line), "")

    def texts(self, number: int) -> list[str]:
        """Return the texts of a multi-valued property."""
        found: list[str] = []
        for kind in (_UNICODE, _BYTES):
            count = len(self._stream(number, kind | _MULTI_VALUED)) // 4
            for index in range(min(count, _MAX_VALUES)):
                name = f"{_STREAM}{number:04X}{kind | _MULTI_VALUED:04X}-{index:08X}"
                value = self._file.stream(*self._path, name)
                wide = value.decode("utf-16-le", "replace") if kind == _UNICODE else ""
                found.append((wide or self._decoded(value)).replace("\0", ""))
        return [value for value in found if value]

    def binary(self, number: int) -> bytes:
        """Return a binary property, or the undecoded bytes of a text."""
        return self._stream(number, _BINARY) or self._stream(number, _BYTES)

    def number(self, number: int, otherwise: int = 0) -> int:
        """Return an integer property."""
        return self._fixed.get((number, _INTEGER), otherwise) & 0xFFFF_FFFF

    def time(self, *numbers: int) -> datetime | None:
        """Return the first of these properties that is a time (UTC)."""
        times = (time_of_file_time(self._fixed.get((number, _TIME), 0)) for number in numbers)
        return next((time for time in times if time), None)

    def charset(self) -> str:
        """Return the encoding declared here or by the enclosing message, '' if unknown."""
        for number in _CODE_PAGES:
            page = self.number(number)
            try:
                return codecs.lookup(_CHARSETS.get(page, f"cp{page}")).name
            except LookupError:
                continue
        return self._outer_charset

    def html_charset(self) -> str:
        """Return the encoding of the HTML body, which may differ from the message's."""
        page = self.number(_CODE_PAGES[1])
        return _CHARSETS.get(page, f"cp{page}") if page else self.charset()

    def storage(self, number: int) -> tuple[str, ...]:
        """Return the path of the storage of an embedded message."""
        return (*self._path, f"{_STREAM}{number:04X}000D")

    def _stream(self, number: int, kind: int) -> bytes:
        return self._file.stream(*self._path, f"{_STREAM}{number:04X}{kind:04X}")

    def _decoded(self, data: bytes) -> str:
        charset = self.charset()
        data = data.rstrip(b"\0")
        if charset and charset != "ascii":
            return data.decode(charset, "replace")
        return text_of(data, "") if data else ""


class _OutlookNames:
    """The numbers that a message assigns to named properties ([MS-OXPROPS])."""

    def __init__(self, file: CompoundFile) -> None:
        strings = file.stream(_NAMES, f"{_STREAM}00040102")
        entries = file.stream(_NAMES, f"{_STREAM}00030102")
        self._numbers: dict[str | int, int] = {}
        for index in range(min(len(entries) // 8, _MAX_ENTRIES)):
            name, kind, place = unpack_from("<IHH", entries, 8 * index)
            key = _string(strings, name) if kind & _IS_STRING else name
            self._numbers.setdefault(key, _FIRST_NAMED + place)

    def number(self, name: str | int) -> int:
        """Return the number of a named property, 0 (which no property has) if it is missing."""
        return self._numbers.get(name, 0)


def _string(strings: bytes, at: int) -> str:
    length = int.from_bytes(strings[at : at + 4], "little")
    return decode_in_page(strings[at + 4 : at + 4 + min(length, 500)], 1200).casefold()


_COMPRESSED, _PLAIN = 0x7546_5A4C, 0x414C_454D
_HEADER_BYTES = 16
_WINDOW = 4096
_DICTIONARY = (
    b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
    b"\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
    b"\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
)
_MAX_BYTES = 50_000_000


def unpack_rtf(data: bytes) -> bytes:
    """Return decompressed RTF, truncated if the input is truncated; b'' for other data."""
    if len(data) < _HEADER_BYTES:
        return b""
    _, length, kind = unpack_from("<III", data)
    if kind == _PLAIN:
        return data[_HEADER_BYTES : _HEADER_BYTES + length]
    if kind != _COMPRESSED:
        return b""
    return _unpacked(data[_HEADER_BYTES:], min(length, _MAX_BYTES))


def _unpacked(data: bytes, length: int) -> bytes:
    """Undo LZ77 with a window of 4,096 bytes; a flag bit distinguishes literals from references."""
    written = bytearray(_DICTIONARY)
    most = length + len(_DICTIONARY)
    at = 0
    while at < len(data) and len(written) < most:
        flags, at = data[at], at + 1
        for bit in range(8):
            if not flags >> bit & 1:
                written += data[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(data[at : at + 2], "big")
            at += 2
            if at > len(data) or not _copy(written, reference >> 4, (reference & 0xF) + 2):
                return bytes(written[len(_DICTIONARY) : most])
    return bytes(written[len(_DICTIONARY) : most])


def _copy(written: bytearray, place: int, count: int) -> bool:
    """Copy bytes of the window; return False for the reference that ends the text."""
    back = (len(written) - place) % _WINDOW
    if back == 0:
        return False
    for _ in range(count):
        written.append(written[-back] if back <= len(written) else 0x20)
    return True


_ATTACHMENT, _RECIPIENT = "__attach_version1.0_#", "__recip_version1.0_#"
_AT_ROOT, _IN_MESSAGE, _IN_PART = 32, 24, 8  # bytes before the properties
_MAX_PARTS, _MAX_DEPTH = 2000, 4
_SUBJECT, _TEXT, _RTF, _HTML = (0x0037, 0x0E1D, 0x0070), 0x1000, 0x1009, 0x1013
_SENT, _CREATED = (0x0039, 0x0E06), (0x3007, 0x3008)
# Represented sender, actual sender.
_SENDERS = ((0x0042, 0x5D02, 0x0065), (0x0C1A, 0x5D01, 0x0C1F))
_NAME, _ADDRESSES, _ROLE = 0x3001, (0x39FE, 0x3003), 0x0C15
_ROLES = {1: ("To", 0x0E04), 2: ("Cc", 0x0E03), 3: ("Bcc", 0x0E02)}
_FILE_NAMES, _CONTENT, _CONTENT_TYPE = (0x3707, 0x3704, 0x3001), 0x3701, 0x370E
_METHOD, _FLAGS, _SHOWN_IN_TEXT, _EMBEDDED = 0x3705, 0x3714, 4, 5
# Properties of appointments, tasks and contacts ([MS-OXPROPS]).
_NAMED = (("Location", 0x8208), ("E-mail", 0x8083))
_NAMED_TIMES = (("Start", 0x820D), ("End", 0x820E), ("Start", 0x8104), ("Due", 0x8105))
_CONTACT_PROPERTIES = (
    ("Name", 0x3001), ("Company", 0x3A16), ("Title", 0x3A17), ("Department", 0x3A18),
    ("Business phone", 0x3A08), ("Home phone", 0x3A09), ("Mobile phone", 0x3A1C),
    ("Address", 0x3A15),
)  # fmt: skip


def open_message(data: bytes, _name: str = "") -> Container:
    """Open a message: its text is headers and body, its entries are the attachments."""
    file = CompoundFile(data)
    message = _Reader(file).message((), _AT_ROOT)
    text = Composition()
    add_mail(text, message)
    # Use the property: in a header without an address, only the first word is parsed as a name.
    sender = _OutlookProperties(file, (), _AT_ROOT).line(*(one for by in _SENDERS for one in by))
    metadata = replace(mail_metadata(message), author=sender)
    return Container(text.by_line(metadata, "msg"), attachments(message))


class _Reader:
    """Converts the storages of one file to mails."""

    def __init__(self, file: CompoundFile) -> None:
        self._file = file
        self._names = _OutlookNames(file)

    def message(self, path: tuple[str, ...], header_bytes: int) -> Message:
        """Return the message in a storage as a multipart mail."""
        properties = _OutlookProperties(self._file, path, header_bytes)
        message = Message()
        message["Subject"] = properties.line(*_SUBJECT)
        self._address(message, properties, path)
        keywords = properties.texts(self._names.number("keywords"))
        if keywords:
            message["Keywords"] = ", ".join(" ".join(word.split()) for word in keywords)
        message["Content-Type"] = "multipart/mixed"
        message.set_payload([*self._bodies(properties), *self._parts(path, properties.charset())])
        return message

    def _address(
        self, message: Message, properties: _OutlookProperties, path: tuple[str, ...]
    ) -> None:
        senders = (_person(properties, name, *addresses) for name, *addresses in _SENDERS)
        people = {"From": [next((sender for sender in senders if sender), "")]}
        charset = properties.charset()
        for name in self._storages(path, _RECIPIENT):
            recipient = _OutlookProperties(self._file, (*path, name), _IN_PART, charset)
            role, _ = _ROLES.get(recipient.number(_ROLE, 1), ("", 0))
            person = _person(recipient, _NAME, *_ADDRESSES)
            people.setdefault(role, []).append(person)
        for role, shown in _ROLES.values():
            if not any(people.get(role, ())):
                people[role] = [properties.line(shown)]
        for role in ("From", "To", "Cc", "Bcc"):
            if any(people.get(role, ())):
                message[role] = ", ".join(filter(None, people[role]))
        time = properties.time(*_SENT) or properties.time(*_CREATED)
        if time:
            message["Date"] = format_datetime(time.replace(microsecond=0))

    def _bodies(self, properties: _OutlookProperties) -> Iterator[Message]:
        if details := self._details(properties):
            yield mail_part("text/plain; charset=utf-8", "\n".join(details).encode())
        html = properties.binary(_HTML)
        if text := properties.text(_TEXT).strip():
            yield mail_part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))
        elif html:
            yield mail_part(f'text/html; charset="{properties.html_charset()}"', html)
        elif text := text_of_rtf(properties.binary(_RTF)):
            yield mail_part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))

    def _details(self, properties: _OutlookProperties) -> list[str]:
        """Return the details of an appointment, a task or a contact, one on each line."""
        found = [(name, properties.line(self._names.number(one))) for name, one in _NAMED]
        for name, one in _NAMED_TIMES:
            time = properties.time(self._names.number(one))
            found.append((name, f"{time:%Y-%m-%d %H:%M} UTC" if time else ""))
        if properties.line(0x001A).casefold() == "ipm.contact":
            found += [(name, properties.line(one)) for name, one in _CONTACT_PROPERTIES]
        return [f"{name}: {value}" for name, value in found if value]

    def _parts(self, path: tuple[str, ...], charset: str) -> Iterator[Message]:
        for name in self._storages(path, _ATTACHMENT):
            inside = (*path, name)
            part = _OutlookProperties(self._file, inside, _IN_PART, charset)
            if part.number(_METHOD) == _EMBEDDED:
                storage = part.storage(_CONTENT)
                if len(storage) <= 2 * _MAX_DEPTH and self._file.names(*storage):
                    yield _forwarded(self.message(storage, _IN_MESSAGE))
            elif content := part.binary(_CONTENT):
                yield _attached(part, content)

    def _storages(self, path: tuple[str, ...], start: str) -> list[str]:
        found = [name for name in self._file.names(*path) if name.lower().startswith(start)]
        return found[:_MAX_PARTS]


def _person(properties: _OutlookProperties, name: int, *addresses: int) -> str:
    """Return 'Name <address>', without Exchange addresses, which have no '@'."""
    shown = properties.line(name).replace('"', "'")
    address = next((one for one in map(properties.line, addresses) if "@" in one), "")
    if shown and set(shown) & set(",;<>()@") and shown != address:
        shown = f'"{shown}"'
    if not address or address == shown:
        return shown
    return f"{shown} <{address}>".strip()


def mail_part(kind: str, content: bytes) -> Message:
    """Return a part of a mail with this content, in base64."""
    part = Message()
    part["Content-Type"] = kind
    part.set_payload(content)
    encode_base64(part)
    return part


def _attached(properties: _OutlookProperties, content: bytes) -> Message:
    kind = properties.line(_CONTENT_TYPE)
    is_known = (
        kind.count("/") == 1 and kind.isascii() and not kind.startswith(("multipart", "mess"))
    )
    part = mail_part(kind if is_known else "application/octet-stream", content)
    is_shown = properties.number(_FLAGS) & _SHOWN_IN_TEXT
    how = "inline" if is_shown and kind.startswith("image/") else "attachment"
    name = properties.line(*_FILE_NAMES)
    if name:
        part.add_header("Content-Disposition", how, filename=name)
    else:
        part["Content-Disposition"] = how
    return part


def attached_part(name: str, content: bytes) -> Message:
    """Return an attachment of a mail; its type is determined by its name."""
    part = mail_part("application/octet-stream", content)
    part.add_header("Content-Disposition", "attachment", filename=name or "unnamed")
    return part


def _forwarded(message: Message) -> Message:
    part = Message()
    part["Content-Type"] = "message/rfc822"
    part.set_payload([message])
    return part


def text_of_rtf(data: bytes) -> str:
    """Return the text of a compressed RTF body, '' if there is none."""
    try:
        return rtf.extract(unpack_rtf(data), "rtf").text
    except DocumentError:
        return ""
