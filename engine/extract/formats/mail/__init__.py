"""Mails (.eml, .emlx), mailboxes (.mbox), web pages saved as mails (.mht), signed documents."""

from __future__ import annotations

import re

from twofold.engine.extract.file_format import Format, lazy_opener, lazy_reader

_MESSAGE = "twofold.engine.extract.formats.mail.message"
_FIELD = re.compile(rb"([!-9;-~]{2,60})[ \t]*:")
_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
# Fields that only programs write, and those that identify a mail.
_PROGRAM_FIELDS = frozenset(
    {b"received", b"return-path", b"message-id", b"delivered-to", b"mime-version", b"x-mailer",
     b"envelope-to", b"x-original-to"}
)  # fmt: skip
_MAIL_FIELDS = _PROGRAM_FIELDS | {
    b"from",
    b"to",
    b"cc",
    b"subject",
    b"date",
    b"sender",
    b"reply-to",
}
_MIN_FIELDS = 3
# Texts that are cited by their own lines, whatever the first lines are.
_OTHER_TEXTS = frozenset({"patch", "diff", "md", "rst", "adoc", "tex", "html", "htm", "py"})
_MIME = b"mime-version"
_VAGUE_EXTENSIONS = frozenset({"txt", "text", "dat", "mail", "msg", "bak"})
_MAILBOX = re.compile(rb"From \S+ [^\r\n]*\d\d:\d\d[^\r\n]*\r?\n[!-9;-~]+:")


def is_mail(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is a mail by its name, or by its headers if the name is ambiguous.

    In a Maildir, the name ends with a host name and flags ('1700.M1P2.host:2,S').
    """
    if extension in {"eml", "emlx"}:
        return True
    if extension in _OTHER_TEXTS:
        return False
    fields = _header_fields(head)
    # A draft or a bounce may have no sender; few other texts declare the version of MIME.
    if len(_MAIL_FIELDS.intersection(fields)) < _MIN_FIELDS or fields.isdisjoint({b"from", _MIME}):
        return False
    program_fields = _PROGRAM_FIELDS.intersection(fields)
    if extension in _VAGUE_EXTENSIONS:
        # A plain mail with a text extension is read as text with its own lines; an encoded one must
        # be decoded.
        return _MIME in fields
    return bool(program_fields) or not extension or not extension.isalnum()


def _header_fields(head: bytes) -> frozenset[bytes]:
    """Return the names of the headers at the start of a file, in lower case.

    The result is empty if the file does not start with headers.
    """
    if not _FIELD.match(head.removeprefix(b"\xef\xbb\xbf")[:80]):
        return frozenset()
    block, *after = _END_OF_HEADERS.split(head, maxsplit=1)
    lines = re.split(rb"\r?\n(?![ \t])", block.rstrip(b"\r\n"))
    if not after and len(lines) > 1 and len(head) >= _HEAD_BYTES:
        lines.pop()  # the beginning of a file ends within it
    fields = [_FIELD.match(line) for line in lines]
    return frozenset(found[1].lower() for found in fields if found) if all(fields) else frozenset()


_HEAD_BYTES = 4096


def _is_mailbox(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is a mailbox.

    A file without a meaningful extension is recognised by its first lines.
    """
    is_vague = not extension or not extension.isalpha()
    return extension == "mbox" or (is_vague and _MAILBOX.match(head) is not None)


_SIGNED = frozenset({"p7m", "p7s", "p7c", "p7b", "p7", "tsd"})
# A SEQUENCE, its length, and the identifiers of PKCS #7 (signed, enveloped) or time-stamped data.
_CMS = re.compile(
    rb"\x30(?:\x80|[\x00-\x7f]|\x81.|\x82..|\x83...|\x84....)"
    rb"(?:\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07[\x01-\x06]"
    rb"|\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01[\x17\x1f])",
    re.DOTALL,
)
_PEM = re.compile(rb"\s*-----BEGIN (?:PKCS ?#?7|CMS)")
_BASE64 = re.compile(rb"\s*M[A-I][A-Za-z0-9+/\s]{40,}")


def _is_signed(head: bytes, _whole: bytes, extension: str) -> bool:
    if _CMS.match(head) or _PEM.match(head):
        return True
    return extension in _SIGNED and _BASE64.match(head) is not None


FORMATS = (
    Format(
        "Signed document",
        ("p7m", "p7s", "tsd"),
        _is_signed,
        priority=6,
        is_binary=True,
        open_container=lazy_opener("twofold.engine.extract.formats.mail.signed", "open_signed"),
        extensions=_SIGNED,
    ),
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
        _is_mailbox,
        priority=5,
        open_container=lazy_opener("twofold.engine.extract.formats.mail.mailbox", "open_mailbox"),
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
