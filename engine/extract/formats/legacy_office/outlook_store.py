"""Outlook mailboxes, .pst and .ost ([MS-PST]), read by libpff.

Each message has its own locator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from email.message import Message
from email.utils import format_datetime
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any

import pypff

from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.file_format import Container, Entry
from twofold.engine.extract.formats.legacy_office.outlook import (
    attached_part,
    mail_part,
    text_of_rtf,
)
from twofold.engine.extract.formats.mail.message import (
    add_mail,
    attachments,
    header,
    parse_mail,
    text_of,
)
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.document import DocumentMetadata, LocatorKind

# A libpff object; libpff has no types.
_Item = Any
_MAX_MESSAGES, _MAX_FOLDERS, _MAX_PARTS = 100_000, 20_000, 2000
_MAX_CHARACTERS = 60_000_000
_MAX_ATTACHMENT = 200_000_000
_MAX_MESSAGE_DEPTH = 3
_TO, _CC, _BCC, _SENDER_ADDRESS, _SENDER_SMTP = 0x0E04, 0x0E03, 0x0E02, 0x0C1F, 0x5D01
_LONG_NAME, _NAME = 0x3707, 0x3704
_DAMAGE = (OSError, ValueError, TypeError, OverflowError, MemoryError, SystemError)


def open_store(data: bytes, _name: str = "") -> Container:
    """Open a mailbox; raise DocumentError (damaged) if it cannot be opened."""
    file = pypff.file()
    try:
        file.open_file_object(BytesIO(data))
        root = file.get_root_folder()
    except _DAMAGE as error:
        raise damaged_error() from error
    text = Composition()
    with_attachments: list[tuple[int, _Item]] = []
    length = 0
    is_cut = False
    for number, (folder, message) in enumerate(_messages(root), start=1):
        if number > _MAX_MESSAGES or length > _MAX_CHARACTERS:
            is_cut = True
            break
        mail = _mail(message)
        subject = header(mail, "Subject")[:80]
        text.begin_place(number, ", ".join(filter(None, (folder, f"message {number}: {subject}"))))
        add_mail(text, mail)
        length += sum(len(str(part.get_payload())) for part in _texts(mail))
        if _safe(message, "number_of_attachments", 0):
            with_attachments.append((number, message))
    extracted = text.by_place(LocatorKind.MESSAGE, DocumentMetadata(), "pst")
    # The file must stay open as long as its messages are read.
    return Container(extracted, _attached(file, with_attachments), is_cut=is_cut)


def _texts(mail: Message) -> Iterator[Message]:
    parts = mail.get_payload()
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, Message) and part.get_content_maintype() == "text":
            yield part


def _messages(root: _Item) -> Iterator[tuple[str, _Item]]:
    """Yield the messages with the names of their folders, folder by folder."""
    waiting, met = [(root, "")], 0
    seen: set[int] = set()
    while waiting and met < _MAX_FOLDERS:
        folder, name = waiting.pop()
        met += 1
        identifier = _safe(folder, "identifier", 0)
        if identifier in seen:
            continue
        seen.add(identifier)
        for index in range(_safe(folder, "number_of_sub_messages", 0)):
            try:
                yield name, folder.get_sub_message(index)
            except _DAMAGE:
                continue
        inside = []
        for index in range(_safe(folder, "number_of_sub_folders", 0)):
            try:
                one = folder.get_sub_folder(index)
            except _DAMAGE:
                continue
            inside.append((one, _line(_safe(one, "name", ""))))
        waiting.extend(reversed(inside))


def _safe(thing: _Item, name: str, otherwise: _Item) -> _Item:
    """Return a property of a libpff object, or `otherwise` if it is missing or damaged."""
    try:
        value = getattr(thing, name)
    except (*_DAMAGE, AttributeError):
        return otherwise
    return otherwise if value is None else value


def _line(text: str) -> str:
    return " ".join(text.replace("\0", "").split())


def _mail(message: _Item, depth: int = 0) -> Message:
    """Return a message as a mail."""
    sent = parse_mail(str(_safe(message, "transport_headers", "")).encode("utf-8", "replace"))
    values = _values(message)
    mail = Message()
    mail["Subject"] = _line(_safe(message, "subject", "")) or header(sent, "Subject")
    sender = _line(_safe(message, "sender_name", ""))
    address = values.get(_SENDER_SMTP) or values.get(_SENDER_ADDRESS, "")
    if "@" in address and address != sender:
        sender = f'"{sender}" <{address}>' if sender else address
    given = {
        "From": header(sent, "From") or sender,
        "To": header(sent, "To", _MAX_LENGTH) or values.get(_TO, ""),
        "Cc": header(sent, "Cc", _MAX_LENGTH) or values.get(_CC, ""),
        "Bcc": values.get(_BCC, ""),
        "Date": header(sent, "Date") or _date(message),
    }
    for name, value in given.items():
        if value:
            mail[name] = value
    mail["Content-Type"] = "multipart/mixed"
    parts: list[Message | str] = [*_bodies(message)]
    if depth < _MAX_MESSAGE_DEPTH and depth:
        parts += _attachments(message, depth)
    mail.set_payload(parts)
    return mail


_MAX_LENGTH = 200_000


def _date(message: _Item) -> str:
    time = _safe(message, "client_submit_time", None) or _safe(message, "delivery_time", None)
    try:
        return format_datetime(time) if time else ""
    except (ValueError, TypeError, AttributeError):
        return ""


def _values(thing: _Item) -> dict[int, str]:
    """Return the texts among the properties of a message or attachment, by number."""
    found: dict[int, str] = {}
    for index in range(min(_safe(thing, "number_of_record_sets", 0), 4)):
        try:
            entries = thing.get_record_set(index).entries
            for entry in entries:
                number = entry.entry_type
                if number in _WANTED and number not in found:
                    found[number] = _line(entry.get_data_as_string() or "")
        except _DAMAGE:
            continue
    return found


_WANTED = frozenset({_TO, _CC, _BCC, _SENDER_ADDRESS, _SENDER_SMTP, _LONG_NAME, _NAME})


def _bodies(message: _Item) -> Iterator[Message]:
    plain = _safe(message, "plain_text_body", b"")
    html = _safe(message, "html_body", b"")
    if plain.strip(b"\0 \r\n\t"):
        text = text_of(plain.rstrip(b"\0"), "")
        yield mail_part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))
    elif html:
        yield mail_part("text/html", html)
    elif text := text_of_rtf(_plain_rtf(_safe(message, "rtf_body", b""))):
        yield mail_part("text/plain; charset=utf-8", text.encode("utf-8", "replace"))


def _plain_rtf(content: bytes) -> bytes:
    """Return an RTF text with the header of uncompressed RTF ([MS-OXRTFCP] 2.1.3.1)."""
    size = len(content).to_bytes(4, "little")
    return (len(content) + 12).to_bytes(4, "little") + size + b"MELA" + bytes(4) + content


def _attachments(message: _Item, depth: int) -> Iterator[Message]:
    for index in range(min(_safe(message, "number_of_attachments", 0), _MAX_PARTS)):
        try:
            attachment = message.get_attachment(index)
            if _safe(attachment, "number_of_sub_items", 0):
                part = Message()
                part["Content-Type"] = "message/rfc822"
                part.set_payload([_mail(attachment.get_sub_item(0), depth + 1)])
                yield part
                continue
            size = min(attachment.get_size(), _MAX_ATTACHMENT)
            content = attachment.read_buffer(size)
        except _DAMAGE:
            continue
        values = _values(attachment)
        name = values.get(_LONG_NAME) or values.get(_NAME, "")
        if content:
            yield attached_part(name, content)


def _attached(file: _Item, with_attachments: list[tuple[int, _Item]]) -> Iterator[Entry]:
    for number, message in with_attachments:
        mail = Message()
        mail["Content-Type"] = "multipart/mixed"
        mail.set_payload(list(_attachments(message, 1)))
        for entry in attachments(mail):
            yield replace(entry, name=f"message {number}/{PurePosixPath(entry.name).name}")
    file.close()
