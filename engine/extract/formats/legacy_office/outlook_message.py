"""Messages as Outlook saves them ([MS-OXMSG]), read as the mail they are (RFC 5322)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email.encoders import encode_base64
from email.message import Message
from email.utils import format_datetime

from engine.extract.file_format import Container
from engine.extract.formats.legacy_office.compound_file import CompoundFile
from engine.extract.formats.legacy_office.compressed_rtf import unpack_rtf
from engine.extract.formats.legacy_office.outlook_properties import OutlookNames, OutlookProperties
from engine.extract.formats.office import rtf_text
from engine.extract.mail_headers import mail_metadata
from engine.extract.mail_message import add_mail, attachments
from engine.extract.text_building import Composition
from engine.model.errors import DocumentError

_ATTACHMENT, _RECIPIENT = "__attach_version1.0_#", "__recip_version1.0_#"
_AT_ROOT, _IN_MESSAGE, _IN_PART = 32, 24, 8  # Bytes before the properties of each.
_MOST_PARTS, _DEEPEST = 2000, 4
_SUBJECT, _TEXT, _RTF, _HTML = (0x0037, 0x0E1D, 0x0070), 0x1000, 0x1009, 0x1013
_SENT, _CREATED = (0x0039, 0x0E06), (0x3007, 0x3008)
_SENDERS = ((0x0042, 0x5D02, 0x0065), (0x0C1A, 0x5D01, 0x0C1F))  # For whom it was sent, by whom.
_NAME, _ADDRESSES, _ROLE = 0x3001, (0x39FE, 0x3003), 0x0C15
_ROLES = {1: ("To", 0x0E04), 2: ("Cc", 0x0E03), 3: ("Bcc", 0x0E02)}
_FILE_NAMES, _CONTENT, _CONTENT_TYPE = (0x3707, 0x3704, 0x3001), 0x3701, 0x370E
_METHOD, _FLAGS, _SHOWN_IN_TEXT, _EMBEDDED = 0x3705, 0x3714, 4, 5
# What appointments, tasks and people are, besides a text: names of [MS-OXPROPS].
_NAMED = (("Location", 0x8208), ("E-mail", 0x8083))
_NAMED_TIMES = (("Start", 0x820D), ("End", 0x820E), ("Start", 0x8104), ("Due", 0x8105))
_OF_PEOPLE = (
    ("Name", 0x3001), ("Company", 0x3A16), ("Title", 0x3A17), ("Department", 0x3A18),
    ("Business phone", 0x3A08), ("Home phone", 0x3A09), ("Mobile phone", 0x3A1C),
    ("Address", 0x3A15),
)  # fmt: skip


def open_message(data: bytes) -> Container:
    """Open a message: its text is who, when and what, its entries are what is attached."""
    file = CompoundFile(data)
    message = _Reader(file).message((), _AT_ROOT)
    text = Composition()
    add_mail(text, message)
    # The name stands by itself; of a header without an address only its first word is a name.
    sender = OutlookProperties(file, (), _AT_ROOT).line(*(one for by in _SENDERS for one in by))
    metadata = replace(mail_metadata(message), author=sender)
    return Container(text.by_line(metadata, "msg"), attachments(message))


class _Reader:
    """Turns the storages of one file into mails."""

    def __init__(self, file: CompoundFile) -> None:
        self._file = file
        self._names = OutlookNames(file)

    def message(self, path: tuple[str, ...], header_bytes: int) -> Message:
        """Return the message in a storage as a mail of several parts."""
        properties = OutlookProperties(self._file, path, header_bytes)
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
        self, message: Message, properties: OutlookProperties, path: tuple[str, ...]
    ) -> None:
        senders = (_person(properties, name, *addresses) for name, *addresses in _SENDERS)
        people = {"From": next((sender for sender in senders if sender), "")}
        charset = properties.charset()
        for name in self._storages(path, _RECIPIENT):
            recipient = OutlookProperties(self._file, (*path, name), _IN_PART, charset)
            role, _ = _ROLES.get(recipient.number(_ROLE, 1), ("", 0))
            person = _person(recipient, _NAME, *_ADDRESSES)
            people[role] = ", ".join(one for one in (people.get(role, ""), person) if one)
        for role, shown in _ROLES.values():
            people[role] = people.get(role, "") or properties.line(shown)
        for role in ("From", "To", "Cc", "Bcc"):
            if people.get(role):
                message[role] = people[role]
        time = properties.time(*_SENT) or properties.time(*_CREATED)
        if time:
            message["Date"] = format_datetime(time.replace(microsecond=0))

    def _bodies(self, properties: OutlookProperties) -> Iterator[Message]:
        if details := self._details(properties):
            yield _part("text/plain; charset=utf-8", "\n".join(details).encode())
        html = properties.binary(_HTML)
        if text := properties.text(_TEXT).strip():
            yield _part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))
        elif html:
            yield _part(f'text/html; charset="{properties.html_charset()}"', html)
        elif text := _text_of_rtf(properties.binary(_RTF)):
            yield _part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))

    def _details(self, properties: OutlookProperties) -> list[str]:
        """Return what is known of an appointment, a task or a person, a line each."""
        found = [(name, properties.line(self._names.number(one))) for name, one in _NAMED]
        for name, one in _NAMED_TIMES:
            time = properties.time(self._names.number(one))
            found.append((name, f"{time:%Y-%m-%d %H:%M} UTC" if time else ""))
        if properties.line(0x001A).casefold() == "ipm.contact":
            found += [(name, properties.line(one)) for name, one in _OF_PEOPLE]
        return [f"{name}: {value}" for name, value in found if value]

    def _parts(self, path: tuple[str, ...], charset: str) -> Iterator[Message]:
        for name in self._storages(path, _ATTACHMENT):
            inside = (*path, name)
            part = OutlookProperties(self._file, inside, _IN_PART, charset)
            if part.number(_METHOD) == _EMBEDDED:
                storage = part.storage(_CONTENT)
                if len(storage) <= 2 * _DEEPEST and self._file.names(*storage):
                    yield _forwarded(self.message(storage, _IN_MESSAGE))
            elif content := part.binary(_CONTENT):
                yield _attached(part, content)

    def _storages(self, path: tuple[str, ...], start: str) -> list[str]:
        found = [name for name in self._file.names(*path) if name.lower().startswith(start)]
        return found[:_MOST_PARTS]


def _person(properties: OutlookProperties, name: int, *addresses: int) -> str:
    """Return 'Name <address>'; an address inside of an organisation has no '@' and says little."""
    shown = properties.line(name).replace('"', "'")
    address = next((one for one in map(properties.line, addresses) if "@" in one), "")
    if shown and set(shown) & set(",;<>()@") and shown != address:
        shown = f'"{shown}"'
    if not address or address == shown:
        return shown
    return f"{shown} <{address}>".strip()


def _part(kind: str, content: bytes) -> Message:
    part = Message()
    part["Content-Type"] = kind
    part.set_payload(content)
    encode_base64(part)
    return part


def _attached(properties: OutlookProperties, content: bytes) -> Message:
    kind = properties.line(_CONTENT_TYPE)
    is_known = (
        kind.count("/") == 1 and kind.isascii() and not kind.startswith(("multipart", "mess"))
    )
    part = _part(kind if is_known else "application/octet-stream", content)
    is_shown = properties.number(_FLAGS) & _SHOWN_IN_TEXT
    how = "inline" if is_shown and kind.startswith("image/") else "attachment"
    name = properties.line(*_FILE_NAMES)
    if name:
        part.add_header("Content-Disposition", how, filename=name)
    else:
        part["Content-Disposition"] = how
    return part


def _forwarded(message: Message) -> Message:
    part = Message()
    part["Content-Type"] = "message/rfc822"
    part.set_payload([message])
    return part


def _text_of_rtf(data: bytes) -> str:
    try:
        return rtf_text.extract(unpack_rtf(data), "rtf").text
    except DocumentError:
        return ""
