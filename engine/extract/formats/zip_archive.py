"""ZIP archives."""

from __future__ import annotations

import re

from engine.extract import iwork
from engine.extract.file_format import Container, Format, holds_only_documents

# Documents and programs that are ZIP files too, by their end or by a file at their top.
_NO_ARCHIVES = iwork.EXTENSIONS | {"jar", "war", "ear", "apk", "aar", "whl", "xpi", "egg"}
_DOCUMENT_PARTS = (
    b"[Content_Types].xml", b"mimetype", b"Index/Document.iwa", b"Index.zip", b"index.apxl",
    b"buildVersionHistory.plist",
)  # fmt: skip
_DOCUMENT = re.compile(
    rb"PK\x01\x02.{42}(?:%s)" % b"|".join(map(re.escape, _DOCUMENT_PARTS)), re.DOTALL
)
_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08PK\x03\x04", b"PK00PK\x03\x04")


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a ZIP archive that is no document or program itself."""
    if not head.startswith(_STARTS) or extension in _NO_ARCHIVES:
        return False
    return _DOCUMENT.search(_directory(whole)) is None


def _directory(whole: bytes) -> bytes:
    """Return the central directory (APPNOTE 4.3.12), where it is in its place."""
    end = whole.rfind(b"PK\x05\x06")
    size = int.from_bytes(whole[end + 12 : end + 16], "little") if end >= 0 else 0
    return whole[max(0, end - size) : end]


def open_container(data: bytes, _name: str) -> Container:
    """Open an archive, a file in it an entry."""
    from engine.extract import zip_archive  # noqa: PLC0415  imported when first needed

    return zip_archive.open_zip(data)


FORMATS = (
    Format(
        "ZIP archive",
        ("zip",),
        looks_like,
        holds_only_documents,
        priority=8,
        is_binary=True,
        open_container=open_container,
    ),
)
