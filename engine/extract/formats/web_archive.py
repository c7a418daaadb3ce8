"""Web pages saved as one file."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText


def looks_like(_head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is called a web archive."""
    return extension in {"mht", "mhtml"}


def extract(data: bytes, _file_type: str) -> ExtractedText:
    """Read a saved page, a line of its text a place."""
    from engine.extract import mail_file  # noqa: PLC0415  imported when first needed

    return mail_file.web_archive(data)


FORMATS = (
    Format("Web archive", ("mht", "mhtml"), looks_like, extract, priority=5, needs_all=True),
)
