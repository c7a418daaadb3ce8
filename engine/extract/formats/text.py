"""Plain text: all text files that have no other format."""

from __future__ import annotations

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.file_format import Format
from twofold.engine.extract.lines import plain_document
from twofold.engine.model.document import ExtractedText

_FILE_TYPES = (
    "txt", "text", "log",
    "rtx", "nfo", "me", "1st", "textile", "t2t",
)  # fmt: skip


def looks_like(_head: bytes, _whole: bytes, _extension: str) -> bool:
    """Accept any remaining file; binary data is refused when it is read."""
    return True


def extract(data: bytes, file_type: str = "txt") -> ExtractedText:
    """Read a text file, in which each line has its own locator.

    Raise DocumentError if it is not text.
    """
    return plain_document(decode(data), file_type)


FORMATS = (Format("Plain text", _FILE_TYPES, looks_like, extract, priority=100),)
