"""A mail: its headers and body are text, its attachments are embedded documents.

The plain text is used if there is one, otherwise the displayed text of the HTML part. Nothing that
a mail refers to is ever loaded.
"""

from __future__ import annotations

import base64
import mimetypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import Compat32
from email.utils import getaddresses
from functools import partial
from html import unescape

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.file_format import Container, Entry
from twofold.engine.extract.formats.mail.invitation import calendar_lines
from twofold.engine.extract.formats.mail.signed import signed_content
from twofold.engine.extract.formats.markup.html import extract as read_html
from twofold.engine.extract.metadata import iso_day
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.document import DocumentMetadata, ExtractedText
from twofold.engine.model.errors import DocumentError

_SHOWN = ("From", "To", "Cc", "Bcc", "Date")
_DECLARED = ("Organization", "Comments", "List-Id")
_FOLD = re.compile(r"[\r\n]+[ \t]*")
_MAX_HEADER_LENGTH = 2000
_MAX_SHOWN = 200_000  # a mail may have thousands of recipients
# The organisation is not part of the name: 'Okafor, Ada (MIT)'.
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\Z")
_MAX_NAME_LENGTH = 300
_MAX_AUTHORS = 20


def header(message: Message, name: str, max_length: int = _MAX_HEADER_LENGTH) -> str:
    """Return a header on one line, encoded words decoded (RFC 2047); '' if there is none.

    Non-ASCII bytes, which are not allowed there, are most likely in the encoding of the body.
    """
    raw = _raw(message, name)
    return _header_text(raw, _body_charset(message) if _is_raw(raw) else "", max_length)


def _is_raw(text: str) -> bool:
    """Return whether a header contains non-ASCII characters or escape sequences of ISO 2022."""
    return not text.isascii() or "\x1b" in text


def _body_charset(message: Message) -> str:
    texts = (part for part in _leaf_parts(message) if part.get_content_maintype() == "text")
    return next(filter(None, map(_charset, texts)), "")


def _raw(message: Message, name: str) -> str:
    wanted = name.lower()
    values = (str(value) for key, value in message.raw_items() if key.lower() == wanted)
    return _FOLD.sub(" ", next(values, ""))


def _header_text(raw: str, likely: str = "", max_length: int = _MAX_HEADER_LENGTH) -> str:
    """Decode one raw header; parts that cannot be decoded are kept unchanged.

    `likely` is the encoding of parts that declare none.
    """
    raw = _FOLD.sub(" ", raw)[: 4 * max_length]
    try:
        parts = decode_header(raw) if "=?" in raw else [(raw, None)]
        text = "".join(_decoded(part, charset, likely) for part, charset in parts)
    except (MessageError, ValueError, LookupError, DocumentError):
        text = _decoded(raw, None, likely)
    return " ".join(text.split())[:max_length]


def _header_lines(message: Message) -> str:
    """Return sender, recipients and date, one header on each line."""
    lines = ((name, header(message, name, _MAX_SHOWN)) for name in _SHOWN)
    return "\n".join(f"{name}: {value}" for name, value in lines if value)


def mail_metadata(message: Message) -> DocumentMetadata:
    """Return the metadata of a mail: subject, senders and day."""
    return DocumentMetadata(
        title=header(message, "Subject")[:500],
        author="; ".join(_names(message)),
        tags=_keywords(header(message, "Keywords")),
        created=iso_day(header(message, "Date")),
        properties=tuple((name.lower(), value) for name, value in _declared(message) if value),
    )


def _declared(message: Message) -> Iterator[tuple[str, str]]:
    for name in _DECLARED:
        yield name, header(message, name)


def text_of(data: bytes, charset: str) -> str:
    """Decode a part of a mail; bytes in no known encoding become U+FFFD."""
    try:
        return decode(data, charset).text
    except DocumentError:
        return data.decode("utf-8", "replace").replace("\0", "\ufffd")


def _decoded(part: bytes | str, charset: str | None, likely: str = "") -> str:
    if isinstance(part, str):
        if not _is_raw(part):
            return part
        part = part.encode("utf-8", "surrogateescape")
    known = charset if charset and charset.lower() != "unknown-8bit" else ""
    return _decode_strictly(part, known) or text_of(part, known or likely)


def _decode_strictly(data: bytes, charset: str) -> str:
    """Return a short text in its declared encoding; '' if it is invalid or not declared."""
    try:
        return data.decode(charset) if charset else ""
    except (LookupError, UnicodeError, ValueError):
        return ""


def _names(message: Message) -> list[str]:
    """Return the senders; encoded words are decoded after the header is split (RFC 2047, 5)."""
    raw = _raw(message, "From")
    likely = _body_charset(message) if _is_raw(raw) else ""
    raw = _header_text(raw, likely) if "\x1b" in raw else raw
    try:
        pairs = getaddresses([raw[: 4 * _MAX_HEADER_LENGTH]])
    except (ValueError, IndexError, TypeError, RecursionError):
        return []
    decoded = (
        (_IN_BRACKETS.sub("", _header_text(name, likely)) or address).replace(";", ",")
        for name, address in pairs
    )
    return [name[:_MAX_NAME_LENGTH] for name in decoded if name][:_MAX_AUTHORS]


def _keywords(value: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in value.split(",") if word.strip())[:50]


_MAX_PARTS = 2000
# Parts that describe the mail and are not part of its content.
_NOT_DOCUMENTS = frozenset(
    {
        "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
        "application/pgp-encrypted", "application/pgp-keys", "text/x-amp-html",
    }
)  # fmt: skip
_CALENDAR = "text/calendar"
# The number of compared characters of two alternatives.
_COMPARED = 200_000
_WORD = re.compile(r"\w{3,}")
_NO_WORDS = re.compile(r"<(?:style|script|head)\b.*?</|<[^>]*>", re.DOTALL | re.IGNORECASE)
_SIGNED = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime"})
_PLAIN = frozenset({"text/plain", "text/rfc822-headers", "text/enriched"})


class _RawHeaders(Compat32):
    """Returns headers undecoded: non-ASCII bytes are surrogates (PEP 383)."""

    def header_fetch_parse(self, name: str, value: str) -> str:  # noqa: ARG002
        return value


_POLICY = _RawHeaders()


def parse_mail(data: bytes) -> Message:
    """Parse a mail; if it is nested too deeply, return its headers and one long text."""
    try:
        return _without_signature(message_from_bytes(data, policy=_POLICY))
    except RecursionError:
        message = BytesHeaderParser(policy=_POLICY).parsebytes(data)
        for name in ("Content-Type", "Content-Transfer-Encoding"):
            del message[name]
        return message


def _without_signature(mail: Message) -> Message:
    """Replace the body of a signed mail (RFC 8551) by the content that was signed."""
    if mail.get_content_type() not in _SIGNED:
        return mail
    try:
        inner = message_from_bytes(signed_content(content(mail)), policy=_POLICY)
    except (DocumentError, RecursionError):
        return mail
    for name in ("Content-Type", "Content-Transfer-Encoding", "Content-Disposition"):
        del mail[name]
        if name in inner:
            mail[name] = inner[name]
    mail.set_payload(inner.get_payload())
    return mail


def add_mail(text: Composition, message: Message) -> None:
    """Add a mail to a text: its subject as a heading, sender, recipients, date and body."""
    subject = header(message, "Subject")
    path = (subject,) if subject else ()
    if subject:
        text.add_heading(subject, path)
    text.add_paragraphs(_header_lines(message), path)
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
    elif kind == _CALENDAR and not _is_attached(message):
        yield _invitation(message, ())
    elif message.is_multipart() and message.get_content_maintype() == "multipart":
        for part in _parts(message):
            yield from bodies(part)
    elif _is_body(message):
        yield _body(message, kind)


def attachments(message: Message) -> Iterator[Entry]:
    """Yield the attached documents of a mail, including forwarded mails."""
    for number, part in enumerate(_leaf_parts(message), start=1):
        if part is not message and _is_document(part):
            yield Entry(_file_name(part, number), partial(_content_of, part))


def content(part: Message) -> bytes:
    """Return the bytes of a part after undoing its transfer encoding."""
    if part.get_content_maintype() == "message":
        return _forwarded(part)
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, LookupError, TypeError, AssertionError):
        payload = str(part.get_payload()).encode("utf-8", "surrogateescape")
    return payload if isinstance(payload, bytes) else b""


def _content_of(part: Message, _most: int) -> bytes:
    return content(part)  # already in memory, as a part of a file within the limits


def _parts(message: Message) -> list[Message]:
    payload = message.get_payload()
    return [part for part in payload if isinstance(part, Message)] if message.is_multipart() else []


def _leaf_parts(message: Message) -> Iterator[Message]:
    """Yield the parts without child parts, in order, including forwarded mails."""
    waiting, met = [message], 0
    while waiting and met < _MAX_PARTS:
        part = waiting.pop()
        met += 1
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            waiting.extend(reversed(_parts(part)))
        else:
            yield part


def _best_alternative(message: Message) -> Iterator[str | ExtractedText]:
    """Yield the first alternative with text, preferably plain text, then what others add to it.

    The plain text may only say that the mail must be read as HTML, and an invitation may name a
    meeting place that no other part contains.
    """
    parts = sorted(_parts(message), key=lambda part: part.get_content_type() != "text/plain")
    preceding: list[str] = []
    for part in parts:
        if part.get_content_type() == _CALENDAR:
            if (lines := _invitation(part, preceding)) and not _is_attached(part):
                yield lines
        elif not preceding or _has_more(part, preceding):
            for body in filter(_has_text, bodies(part)):
                preceding.append(body if isinstance(body, str) else body.text)
                yield body


def _has_more(part: Message, preceding: Sequence[str]) -> bool:
    """Return whether most words of an HTML alternative are missing from the preceding text."""
    page = next((one for one in _leaf_parts(part) if one.get_content_type() == "text/html"), None)
    if page is None:
        return False
    source = text_of(content(page)[:_COMPARED], _charset(page))
    words = set(_WORD.findall(unescape(_NO_WORDS.sub(" ", source)).casefold()))
    before = set(_WORD.findall(" ".join(preceding)[:_COMPARED].casefold()))
    return len(words - before) * 2 > len(words)


def _invitation(part: Message, preceding: Sequence[str]) -> str:
    return calendar_lines(text_of(content(part), _charset(part)), preceding)


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
    # Pictures, and parts without a name, belong to the layout of the mail.
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
    return "\n".join(f"{name}: {_header_text(str(value))}" for name, value in part.raw_items())


def _given_name(part: Message) -> str:
    try:
        return _header_text(part.get_filename() or "")
    except (ValueError, LookupError, TypeError, MessageError):
        return ""


def _file_name(part: Message, number: int) -> str:
    """Return the name of an attachment, or one derived from its type."""
    kind = part.get_content_type()
    if given := _given_name(part):
        return given
    if kind == "message/rfc822":
        subject = next((header(mail, "Subject") for mail in _parts(part)), "")
        return f"{subject.replace('/', '-') or f'mail {number}'}.eml"
    return f"part {number}{mimetypes.guess_extension(kind) or ''}"


def _forwarded(part: Message) -> bytes:
    """Return a forwarded mail; base64 is not allowed for it, but occurs."""
    try:
        inner = b"\n".join(mail.as_bytes() for mail in _parts(part))
        if "base64" in str(part.get("Content-Transfer-Encoding", "")).lower():
            return base64.b64decode(inner)
    except (ValueError, LookupError, TypeError, AttributeError, MessageError):
        return b""
    return inner


_EMLX_LENGTH = re.compile(rb"\s*(\d{1,12})\s*\r?\n(?=[!-9;-~]+:)")
# RFC 4155: a line 'From who when' after an empty line. If it contains no time, the next line must
# look like a mail header, because many texts have a sentence that begins with 'From'.
SEPARATOR = re.compile(
    rb"From (?:\S+ [^\r\n]*\d\d:\d\d[^\r\n]*\d{4}[^\r\n]*(?:\r?\n|\Z)"
    rb"|[^\r\n]*\r?\n(?=[!-9;-~]+[ \t]*:|>?From ))"
)


def open_mail(data: bytes, _name: str = "") -> Container:
    """Open one mail: its text is headers and body, its entries are the attachments.

    Apple Mail writes a line with the length of the mail before it, and a property list after it.
    """
    if length := _EMLX_LENGTH.match(data):
        data = data[length.end() : length.end() + int(length[1])]
    separator = SEPARATOR.match(data)
    message = parse_mail(data[separator.end() :] if separator else data)
    text = Composition()
    add_mail(text, message)
    return Container(text.by_line(mail_metadata(message), "eml"), attachments(message))


def extract_web_archive(data: bytes, _file_type: str = "mht") -> ExtractedText:
    """Read a web page saved as one file (RFC 2557); its pictures are not documents."""
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
