"""Mailboxes (RFC 4155): many mails in one file, each with its own locator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import Message
from pathlib import PurePosixPath

from twofold.engine.extract.file_format import Container, Entry
from twofold.engine.extract.formats.mail.message import (
    SEPARATOR,
    add_mail,
    attachments,
    header,
    parse_mail,
)
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.document import DocumentMetadata, LocatorKind

_BLANK = (b"\n\n", b"\n\r\n")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


def open_mailbox(data: bytes, _name: str = "") -> Container:
    """Open a mailbox.

    Each message has its own locator in the text; the attachments are the entries.
    """
    text = Composition()
    with_attachments: list[tuple[int, bytes]] = []
    for number, raw in enumerate(messages(data), start=1):
        message = parse_mail(raw)
        text.begin_place(number, _label(number, message))
        add_mail(text, message)
        if message.is_multipart():
            with_attachments.append((number, raw))
    extracted = text.by_place(LocatorKind.MESSAGE, DocumentMetadata(), "mbox")
    return Container(extracted, _attached(with_attachments))


def messages(data: bytes) -> Iterator[bytes]:
    """Yield the messages of a mailbox without separator lines, undoing the quoting of 'mboxrd'."""
    separators = list(_separators(data))
    ends = [start for start, _ in separators[1:]] + [len(data)]
    for (_, start), end in zip(separators, ends, strict=False):
        yield _QUOTED_FROM.sub(rb"\1", data[start:end])
    if not separators:
        yield data


def _separators(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each separator line between messages."""
    at = begin = len(data) - len(data.lstrip())
    while at >= 0:
        if (at <= begin or data[at - 3 : at].endswith(_BLANK)) and (
            separator := SEPARATOR.match(data, at)
        ):
            yield separator.span()
        at = data.find(b"\nFrom ", at) + 1 or -1


def _attached(raw_messages: list[tuple[int, bytes]]) -> Iterator[Entry]:
    for number, raw in raw_messages:
        for entry in attachments(parse_mail(raw)):
            yield replace(entry, name=f"message {number}/{PurePosixPath(entry.name).name}")


def _label(number: int, message: Message) -> str:
    subject = header(message, "Subject")
    return f"message {number}: {subject[:80]}" if subject else f"message {number}"
