"""Mail files: one mail (.eml, .emlx), a saved web page (.mht), or a whole mailbox (.mbox)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from email.message import Message
from pathlib import PurePosixPath

from engine.extract.file_format import Container, Entry
from engine.extract.mail_headers import header, mail_metadata
from engine.extract.mail_message import add_mail, attachments, bodies, parse_mail
from engine.extract.text_building import Composition
from engine.model.document import DocumentMetadata, ExtractedText, PlaceKind

_EMLX_LENGTH = re.compile(rb"\s*(\d{1,12})\s*\r?\n")
# RFC 4155: a line 'From who when' after an empty line. Where it names no time, what follows must
# look like the headers of a mail, as many texts have a sentence that begins with 'From'.
_SEPARATOR = re.compile(
    rb"From (?:\S+ [^\r\n]*\d\d:\d\d[^\r\n]*\d{4}[^\r\n]*(?:\r?\n|\Z)"
    rb"|[^\r\n]*\r?\n(?=[!-9;-~]+[ \t]*:|>?From ))"
)
_BLANK = (b"\n\n", b"\n\r\n")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


def open_mail(data: bytes) -> Container:
    """Open one mail: its text is headers and body, its entries are what is attached."""
    separator = _SEPARATOR.match(data)
    message = parse_mail(data[separator.end() :] if separator else data)
    text = Composition()
    add_mail(text, message)
    return Container(text.by_line(mail_metadata(message), "eml"), attachments(message))


def open_emlx(data: bytes) -> Container:
    """Open a mail of Apple Mail: a line with its length, the mail, a property list."""
    length = _EMLX_LENGTH.match(data)
    if length is None:
        return open_mail(data)
    return open_mail(data[length.end() : length.end() + int(length[1])])


def web_archive(data: bytes) -> ExtractedText:
    """Read a web page saved as one file (RFC 2557); its pictures are no documents."""
    message = parse_mail(data)
    text = Composition()
    metadata = mail_metadata(message)
    url = header(message, "Snapshot-Content-Location")
    for body in bodies(message):
        if isinstance(body, str):
            text.add_paragraphs(body)
        else:
            text.add_text(body)
            metadata = replace(body.metadata, title=metadata.title or body.metadata.title)
    created = mail_metadata(message).created
    metadata = replace(metadata, created=metadata.created or created, url=url)
    return text.by_line(metadata, "mht")


def open_mailbox(data: bytes) -> Container:
    """Open a mailbox: each message is a place of its text; attachments are its entries."""
    text = Composition()
    with_attachments: list[tuple[int, bytes]] = []
    for number, raw in enumerate(messages(data), start=1):
        message = parse_mail(raw)
        text.begin_place(number, _label(number, message))
        add_mail(text, message)
        if message.is_multipart():
            with_attachments.append((number, raw))
    extracted = text.by_place(PlaceKind.MESSAGE, DocumentMetadata(), "mbox")
    return Container(extracted, _attached(with_attachments))


def messages(data: bytes) -> Iterator[bytes]:
    """Yield the messages of a mailbox without their separator lines ('mboxrd' quoting undone)."""
    separators = list(_separators(data))
    ends = [start for start, _ in separators[1:]] + [len(data)]
    for (_, start), end in zip(separators, ends, strict=False):
        yield _QUOTED_FROM.sub(rb"\1", data[start:end])
    if not separators:
        yield data


def _separators(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where each line that parts messages begins and ends."""
    at = begin = len(data) - len(data.lstrip())
    while at >= 0:
        if (at <= begin or data[at - 3 : at].endswith(_BLANK)) and (
            separator := _SEPARATOR.match(data, at)
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
