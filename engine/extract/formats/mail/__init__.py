"""Mails: one (.eml, .emlx), many in one file (.mbox), and web pages saved as one (.mht)."""

from __future__ import annotations

import re

from engine.extract.file_format import Format, lazy_opener, lazy_reader

_MESSAGE = "engine.extract.formats.mail.message"
_FIELD = re.compile(rb"^([!-9;-~]{2,60})[ \t]*:", re.MULTILINE)
_MIME = b"mime-version"
_VAGUE_EXTENSIONS = {"txt", "text", "dat", "mail", "msg", "bak"}
_MAIL_FIELDS = {b"received", b"return-path", b"message-id", b"from", b"delivered-to", b"x-mailer"}
_MAILBOX = re.compile(rb"From \S+ [^\r\n]*\d\d:\d\d[^\r\n]*\r?\n[!-9;-~]+:")


def is_mail(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is a mail by its name, or by its headers where the name is vague."""
    if extension in {"eml", "emlx"}:
        return True
    if not extension:
        return _has_mail_headers(head)
    # A plain mail called a text is one, with lines of its own; what is encoded must be decoded.
    return extension in _VAGUE_EXTENSIONS and _has_mail_headers(head, encoded=True)


def _has_mail_headers(head: bytes, *, encoded: bool = False) -> bool:
    block = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    names = [name.lower() for name in _FIELD.findall(block)]
    lines = re.split(rb"\r?\n(?![ \t])", block.strip())
    telling = _MAIL_FIELDS | ({_MIME} if encoded else set())
    is_mail = len(names) == len(lines) >= 4 and len(telling.intersection(names)) >= 2
    return is_mail and (not encoded or _MIME in names)


def is_mailbox(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is a mailbox by its name, or, where it has none, by its first lines."""
    return extension == "mbox" or (not extension and _MAILBOX.match(head) is not None)


FORMATS = (
    Format(
        "E-mail",
        ("eml", "emlx"),
        is_mail,
        priority=5,
        open_container=lazy_opener(_MESSAGE, "open_mail"),
    ),
    Format(
        "Mailbox",
        ("mbox",),
        is_mailbox,
        priority=5,
        open_container=lazy_opener(_MESSAGE, "open_mailbox"),
    ),
    Format(
        "Web archive",
        ("mht", "mhtml"),
        None,
        lazy_reader(_MESSAGE, "extract_web_archive"),
        priority=5,
        needs_all=True,
    ),
)
