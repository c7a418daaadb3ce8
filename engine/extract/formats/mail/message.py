"""One mail: its headers and body as text, its attachments as documents of their own.

The plain text is taken where there is one, else the HTML part as the text people see. Nothing a
mail points to is ever loaded.
"""

from __future__ import annotations

import base64
import mimetypes
import re
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import Compat32
from email.utils import getaddresses
from functools import partial
from pathlib import PurePosixPath

from engine.extract.encoding import decode
from engine.extract.file_format import Container, Entry
from engine.extract.formats.markup.html import extract as read_html
from engine.extract.metadata import iso_day
from engine.extract.text_building import Composition
from engine.model.document import DocumentMetadata, ExtractedText, PlaceKind
from engine.model.errors import DocumentError

_SHOWN = ("From", "To", "Cc", "Bcc", "Date")
_FOLD = re.compile(r"[\r\n]+[ \t]*")
_LONGEST = 2000
# Where someone works is no part of the name: 'Okafor, Ada (MIT)'.
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\Z")
_LONGEST_NAME = 300
_MOST_AUTHORS = 20


def header(message: Message, name: str) -> str:
    """Return a header on one line, encoded words decoded (RFC 2047); '' when there is none."""
    return header_text(_raw(message, name))


def _raw(message: Message, name: str) -> str:
    wanted = name.lower()
    values = (str(value) for key, value in message.raw_items() if key.lower() == wanted)
    return _FOLD.sub(" ", next(values, ""))


def header_text(raw: str) -> str:
    """Decode one raw header; undecodable parts are kept as they are."""
    raw = _FOLD.sub(" ", raw)[: 4 * _LONGEST]
    try:
        parts = decode_header(raw) if "=?" in raw else [(raw, None)]
        text = "".join(_decoded(part, charset) for part, charset in parts)
    except (MessageError, ValueError, LookupError, DocumentError):
        text = _decoded(raw, None)
    return " ".join(text.split())[:_LONGEST]


def header_lines(message: Message) -> str:
    """Return sender, recipients and date, a header a line."""
    lines = ((name, header(message, name)) for name in _SHOWN)
    return "\n".join(f"{name}: {value}" for name, value in lines if value)


def mail_metadata(message: Message) -> DocumentMetadata:
    """Return the metadata of a mail: subject, senders and day."""
    return DocumentMetadata(
        title=header(message, "Subject")[:500],
        author="; ".join(_names(_raw(message, "From"))),
        tags=_keywords(header(message, "Keywords")),
        created=iso_day(header(message, "Date")),
    )


def text_of(data: bytes, charset: str) -> str:
    """Decode a part of a mail; bytes of no known encoding become U+FFFD."""
    try:
        return decode(data, charset).text
    except DocumentError:
        return data.decode("utf-8", "replace").replace("\0", "\ufffd")


def _decoded(part: bytes | str, charset: str | None) -> str:
    if isinstance(part, str):
        if part.isascii():
            return part
        part = part.encode("utf-8", "surrogateescape")
    known = charset if charset and charset.lower() != "unknown-8bit" else ""
    return _strictly(part, known) or text_of(part, known)


def _strictly(data: bytes, charset: str) -> str:
    """Return the text in the encoding that a header names; too short a text to detect another."""
    try:
        return data.decode(charset) if charset else ""
    except (LookupError, UnicodeError, ValueError):
        return ""


def _names(raw: str) -> list[str]:
    """Return the names in a header; encoded words are decoded after it is split (RFC 2047, 5)."""
    try:
        pairs = getaddresses([raw[: 4 * _LONGEST]])
    except (ValueError, IndexError, TypeError, RecursionError):
        return []
    decoded = (
        (_IN_BRACKETS.sub("", header_text(name)) or address).replace(";", ",")
        for name, address in pairs
    )
    return [name[:_LONGEST_NAME] for name in decoded if name][:_MOST_AUTHORS]


def _keywords(value: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in value.split(",") if word.strip())[:50]


_MOST_PARTS = 2000
# Parts that are about the mail, not in it.
_NOT_DOCUMENTS = frozenset(
    {
        "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
        "application/pgp-encrypted", "application/pgp-keys", "text/x-amp-html",
    }
)  # fmt: skip
_PLAIN = frozenset({"text/plain", "text/rfc822-headers", "text/enriched"})


class _RawHeaders(Compat32):
    """Returns headers undecoded: bytes beyond ASCII are surrogates (PEP 383)."""

    def header_fetch_parse(self, name: str, value: str) -> str:  # noqa: ARG002
        return value


_POLICY = _RawHeaders()


def parse_mail(data: bytes) -> Message:
    """Parse a mail; one that is nested too deeply to be parsed is its headers and one long text."""
    try:
        return message_from_bytes(data, policy=_POLICY)
    except RecursionError:
        message = BytesHeaderParser(policy=_POLICY).parsebytes(data)
        for name in ("Content-Type", "Content-Transfer-Encoding"):
            del message[name]
        return message


def add_mail(text: Composition, message: Message) -> None:
    """Add a mail to a text: its subject as a heading, sender, recipients, date and body."""
    subject = header(message, "Subject")
    path = (subject,) if subject else ()
    if subject:
        text.add_heading(subject, path)
    text.add_paragraphs(header_lines(message), path)
    for body in bodies(message):
        if isinstance(body, str):
            text.add_paragraphs(body, path)
        else:
            text.add_text(body, path)


def bodies(message: Message) -> Iterator[str | ExtractedText]:
    """Yield the body of a mail part by part: plain text, or the text of HTML."""
    kind = message.get_content_type()
    if kind == "message/delivery-status":
        yield "\n\n".join(_report_lines(part) for part in _parts(message))
    elif kind == "multipart/alternative":
        yield from _best_alternative(message)
    elif message.is_multipart() and message.get_content_maintype() == "multipart":
        for part in _parts(message):
            yield from bodies(part)
    elif _is_body(message):
        yield _body(message, kind)


def attachments(message: Message) -> Iterator[Entry]:
    """Yield the documents that came with a mail, mails it forwards among them."""
    for number, part in enumerate(_leaves(message), start=1):
        if part is not message and _is_document(part):
            yield Entry(_file_name(part, number), partial(_content_of, part))


def content(part: Message) -> bytes:
    """Return the bytes of a part, its transfer encoding undone."""
    if part.get_content_maintype() == "message":
        return _forwarded(part)
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, TypeError, AssertionError):
        payload = str(part.get_payload()).encode("utf-8", "surrogateescape")
    return payload if isinstance(payload, bytes) else b""


def _content_of(part: Message, _most: int) -> bytes:
    return content(part)  # It is in memory already, as a part of a file that was not too large.


def _parts(message: Message) -> list[Message]:
    payload = message.get_payload()
    return [part for part in payload if isinstance(part, Message)] if message.is_multipart() else []


def _leaves(message: Message) -> Iterator[Message]:
    """Yield the parts without parts, in order; a forwarded mail is one of them."""
    waiting, met = [message], 0
    while waiting and met < _MOST_PARTS:
        part = waiting.pop()
        met += 1
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            waiting.extend(reversed(_parts(part)))
        else:
            yield part


def _best_alternative(message: Message) -> Iterator[str | ExtractedText]:
    """Yield the first alternative with text, plain text before others."""
    for part in sorted(_parts(message), key=lambda part: part.get_content_type() != "text/plain"):
        said = [body for body in bodies(part) if _has_text(body)]
        if said:
            yield from said
            return


def _has_text(body: str | ExtractedText) -> bool:
    return bool((body if isinstance(body, str) else body.text).strip())


def _is_body(part: Message) -> bool:
    kind = part.get_content_type()
    is_readable = kind in _PLAIN or kind == "text/html"
    return is_readable and not _is_attached(part)


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(_given_name(part))


def _is_document(part: Message) -> bool:
    kind = part.get_content_type()
    if kind in _NOT_DOCUMENTS or kind == "message/delivery-status":
        return False
    if kind == "message/rfc822" or part.get_content_disposition() == "attachment":
        return True
    # Pictures, and parts without a name, belong to the look of the mail.
    return part.get_content_maintype() != "image" and bool(_given_name(part))


def _body(part: Message, kind: str) -> str | ExtractedText:
    text = text_of(content(part), _charset(part))
    if kind != "text/html":
        return text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return read_html(b"\xef\xbb\xbf" + text.encode("utf-8", "replace"))
    except DocumentError:
        return ""


def _charset(part: Message) -> str:
    try:
        return part.get_content_charset() or ""
    except (ValueError, LookupError, TypeError, MessageError):
        return ""


def _report_lines(part: Message) -> str:
    return "\n".join(f"{name}: {header_text(str(value))}" for name, value in part.raw_items())


def _given_name(part: Message) -> str:
    try:
        return header_text(part.get_filename() or "")
    except (ValueError, LookupError, TypeError, MessageError):
        return ""


def _file_name(part: Message, number: int) -> str:
    """Return the name an attachment has, or one made of what it is."""
    kind = part.get_content_type()
    if given := _given_name(part):
        return given
    if kind == "message/rfc822":
        subject = next((header(mail, "Subject") for mail in _parts(part)), "")
        return f"{subject.replace('/', '-') or f'mail {number}'}.eml"
    return f"part {number}{mimetypes.guess_extension(kind) or ''}"


def _forwarded(part: Message) -> bytes:
    """Return a mail in a mail; one in base64, which is not allowed, is met all the same."""
    try:
        inner = b"\n".join(mail.as_bytes() for mail in _parts(part))
        if "base64" in str(part.get("Content-Transfer-Encoding", "")).lower():
            return base64.b64decode(inner)
    except (ValueError, LookupError, TypeError, AttributeError, MessageError):
        return b""
    return inner


_EMLX_LENGTH = re.compile(rb"\s*(\d{1,12})\s*\r?\n(?=[!-9;-~]+:)")
# RFC 4155: a line 'From who when' after an empty line. Where it names no time, what follows must
# look like the headers of a mail, as many texts have a sentence that begins with 'From'.
_SEPARATOR = re.compile(
    rb"From (?:\S+ [^\r\n]*\d\d:\d\d[^\r\n]*\d{4}[^\r\n]*(?:\r?\n|\Z)"
    rb"|[^\r\n]*\r?\n(?=[!-9;-~]+[ \t]*:|>?From ))"
)
_BLANK = (b"\n\n", b"\n\r\n")
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


def open_mail(data: bytes, _name: str = "") -> Container:
    """Open one mail: its text is headers and body, its entries are what is attached.

    Apple Mail writes a line with the length of the mail before it, and a property list behind it.
    """
    if length := _EMLX_LENGTH.match(data):
        data = data[length.end() : length.end() + int(length[1])]
    separator = _SEPARATOR.match(data)
    message = parse_mail(data[separator.end() :] if separator else data)
    text = Composition()
    add_mail(text, message)
    return Container(text.by_line(mail_metadata(message), "eml"), attachments(message))


def extract_web_archive(data: bytes, _file_type: str = "mht") -> ExtractedText:
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


def open_mailbox(data: bytes, _name: str = "") -> Container:
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
    """Yield where each line between messages begins and ends."""
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
