"""One mail: .eml and .emlx."""

from __future__ import annotations

import re

from engine.extract.file_format import Container, Format, own_text
from engine.model.document import ExtractedText

_APPLE = re.compile(rb"\s*\d{1,12}\s*\r?\n[!-9;-~]+:")
_FIELD = re.compile(rb"^([!-9;-~]{2,60})[ \t]*:", re.MULTILINE)
_MIME = b"mime-version"
_SAYS_LITTLE = {"txt", "text", "dat", "mail", "msg", "bak"}
_TELLING = {b"received", b"return-path", b"message-id", b"from", b"delivered-to", b"x-mailer"}


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is a mail by its name, or, where that says little, by its headers."""
    if extension in {"eml", "emlx"}:
        return True
    if not extension:
        return _has_mail_headers(head)
    # A plain mail called a text is one, with lines of its own; what is encoded must be decoded.
    return extension in _SAYS_LITTLE and _has_mail_headers(head, encoded=True)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a mail, a line of its text a place."""
    return own_text(open_container(data, f"mail.{file_type}"))


def open_container(data: bytes, _name: str) -> Container:
    """Open a mail; its entries are what is attached."""
    from engine.extract import mail_file  # noqa: PLC0415  imported when first needed

    return mail_file.open_emlx(data) if _APPLE.match(data) else mail_file.open_mail(data)


def _has_mail_headers(head: bytes, *, encoded: bool = False) -> bool:
    block = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    names = [name.lower() for name in _FIELD.findall(block)]
    lines = re.split(rb"\r?\n(?![ \t])", block.strip())
    telling = _TELLING | ({_MIME} if encoded else set())
    is_mail = len(names) == len(lines) >= 4 and len(telling.intersection(names)) >= 2
    return is_mail and (not encoded or _MIME in names)


FORMATS = (
    Format(
        "E-mail",
        ("eml", "emlx"),
        looks_like,
        extract,
        priority=5,
        open_container=open_container,
    ),
)
