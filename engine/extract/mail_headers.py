"""Headers of mails as people read them (RFC 5322), whatever is wrong with them."""

from __future__ import annotations

import re
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses

from engine.extract.encoding import decode
from engine.extract.publication import iso_day
from engine.model.document import DocumentMetadata
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
    """Decode one raw header; what cannot be decoded stays as it is written."""
    raw = _FOLD.sub(" ", raw)[: 4 * _LONGEST]
    try:
        parts = decode_header(raw) if "=?" in raw else [(raw, None)]
        text = "".join(_decoded(part, charset) for part, charset in parts)
    except (MessageError, ValueError, LookupError, DocumentError):
        text = _decoded(raw, None)
    return " ".join(text.split())[:_LONGEST]


def header_lines(message: Message) -> str:
    """Return who wrote to whom and when, a header a line."""
    lines = ((name, header(message, name)) for name in _SHOWN)
    return "\n".join(f"{name}: {value}" for name, value in lines if value)


def mail_metadata(message: Message) -> DocumentMetadata:
    """Return what the headers say of a mail: subject, senders and day."""
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
    """Return the text in the encoding a header names: a few words tell no other."""
    try:
        return data.decode(charset) if charset else ""
    except (LookupError, UnicodeError, ValueError):
        return ""


def _names(raw: str) -> list[str]:
    """Return who a header names; words are decoded after names are told apart (RFC 2047, 5)."""
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
