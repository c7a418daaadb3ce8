"""Mailboxes: many mails in one file."""

from __future__ import annotations

import re

from engine.extract.file_format import Container, Format, own_text
from engine.model.document import ExtractedText

_START = re.compile(rb"From \S+ [^\r\n]*\d\d:\d\d[^\r\n]*\r?\n[!-9;-~]+:")


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is a mailbox by its name, or, where it has none, by its first lines."""
    return extension == "mbox" or (not extension and _START.match(head) is not None)


def extract(data: bytes, _file_type: str) -> ExtractedText:
    """Read a mailbox, a message a place."""
    return own_text(open_container(data, ""))


def open_container(data: bytes, _name: str) -> Container:
    """Open a mailbox; its entries are what is attached to its messages."""
    from engine.extract import mail_file  # noqa: PLC0415  imported when first needed

    return mail_file.open_mailbox(data)


FORMATS = (
    Format(
        "Mailbox",
        ("mbox",),
        looks_like,
        extract,
        priority=5,
        open_container=open_container,
    ),
)
