"""Mails: one (.eml, .emlx), many in one file (.mbox), and web pages saved as one (.mht)."""

from __future__ import annotations

import re

from engine.extract.file_format import Format, lazy_opener, lazy_reader

_MESSAGE = "engine.extract.formats.mail.message"
_FIELD = re.compile(rb"([!-9;-~]{2,60})[ \t]*:")
_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
# Fields that only a program writes, and those that make up a mail.
_OF_PROGRAMS = frozenset(
    {b"received", b"return-path", b"message-id", b"delivered-to", b"mime-version", b"x-mailer",
     b"envelope-to", b"x-original-to"}
)  # fmt: skip
_OF_MAILS = _OF_PROGRAMS | {b"from", b"to", b"cc", b"subject", b"date", b"sender", b"reply-to"}
_LEAST_FIELDS = 3
# Text that is cited by its own lines, whatever its first ones are.
_OTHER_TEXTS = frozenset({"patch", "diff", "md", "rst", "adoc", "tex", "html", "htm", "py"})
_MIME = b"mime-version"
_VAGUE_EXTENSIONS = frozenset({"txt", "text", "dat", "mail", "msg", "bak"})
_MAILBOX = re.compile(rb"From \S+ [^\r\n]*\d\d:\d\d[^\r\n]*\r?\n[!-9;-~]+:")


def is_mail(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is a mail by its name, or by its headers where the name is vague.

    In a Maildir the name ends in the name of a computer and flags ('1700.M1P2.host:2,S').
    """
    if extension in {"eml", "emlx"}:
        return True
    if extension in _OTHER_TEXTS:
        return False
    fields = _header_fields(head)
    if len(_OF_MAILS.intersection(fields)) < _LEAST_FIELDS or b"from" not in fields:
        return False
    of_programs = _OF_PROGRAMS.intersection(fields)
    if extension in _VAGUE_EXTENSIONS:
        # A plain mail called a text is one, with lines of its own; what is encoded must be decoded.
        return _MIME in fields
    return bool(of_programs) or not extension or not extension.isalnum()


def _header_fields(head: bytes) -> frozenset[bytes]:
    """Return the names of the headers that a file begins with, in lower case; none of a text."""
    if not _FIELD.match(head.removeprefix(b"\xef\xbb\xbf")[:80]):
        return frozenset()
    block, *after = _END_OF_HEADERS.split(head, maxsplit=1)
    lines = re.split(rb"\r?\n(?![ \t])", block.rstrip(b"\r\n"))
    if not after and len(lines) > 1 and len(head) >= _HEAD_BYTES:
        lines.pop()  # The beginning of a file ends within it.
    fields = [_FIELD.match(line) for line in lines]
    return frozenset(found[1].lower() for found in fields if found) if all(fields) else frozenset()


_HEAD_BYTES = 4096


def is_mailbox(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is a mailbox by its name, or, where it has none, by its first lines."""
    is_vague = not extension or not extension.isalpha()
    return extension == "mbox" or (is_vague and _MAILBOX.match(head) is not None)


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
        open_container=lazy_opener("engine.extract.formats.mail.mailbox", "open_mailbox"),
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
