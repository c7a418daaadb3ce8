"""Plain text: every file that is text and no other format."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_FILE_TYPES = (
    "txt", "text", "log",
    "rtx", "nfo", "me", "1st", "textile", "t2t",
)  # fmt: skip


def looks_like(_head: bytes, _whole: bytes, _extension: str) -> bool:
    """Take whatever is left; what turns out to be no text is refused when it is read."""
    return True


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read plain text, a line a place."""
    from engine.extract import plain_text  # noqa: PLC0415  imported when first needed

    return plain_text.extract(data, file_type)


FORMATS = (Format("Plain text", _FILE_TYPES, looks_like, extract, priority=100),)
