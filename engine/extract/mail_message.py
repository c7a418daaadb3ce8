"""One mail: its headers and body as text, its attachments as documents of their own.

The plain text is taken where there is one, else the HTML part as the text people see. Nothing a
mail points to is ever loaded.
"""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import Compat32
from functools import partial

from engine.extract import html_text
from engine.extract.file_format import Entry
from engine.extract.mail_headers import header, header_lines, header_text, text_of
from engine.extract.text_building import Composition
from engine.model.document import ExtractedText
from engine.model.errors import DocumentError

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
    """Gives headers as they are written: bytes that are no ASCII are surrogates (PEP 383)."""

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
    """Add a mail to a text: its subject as a heading, who, whom and when, and what it says."""
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
    """Yield what a mail says, part by part: plain text, or HTML that was read."""
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
    """Yield the first alternative with text; plain text stands before HTML by custom."""
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
        return html_text.extract(b"\xef\xbb\xbf" + text.encode("utf-8", "replace"))
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
