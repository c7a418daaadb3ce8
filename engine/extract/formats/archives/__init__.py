"""ZIP and TAR archives, and single files compressed by gzip, bzip2 or xz."""

from __future__ import annotations

import re

from twofold.engine.extract.file_format import Format, lazy_opener
from twofold.engine.extract.unreadable import IWORK_EXTENSIONS

_TAR = "twofold.engine.extract.formats.archives.tar"
# Documents and programs that are ZIP files too, by extension or by a file at the top level.
_NO_ARCHIVES = IWORK_EXTENSIONS | {"jar", "war", "ear", "apk", "aar", "whl", "xpi", "egg"}
_DOCUMENT_PARTS = (
    b"[Content_Types].xml", b"mimetype", b"Index/Document.iwa", b"Index.zip", b"index.apxl",
    b"buildVersionHistory.plist",
)  # fmt: skip
_DOCUMENT = re.compile(
    rb"PK\x01\x02.{42}(?:%s)" % b"|".join(map(re.escape, _DOCUMENT_PARTS)), re.DOTALL
)
# Signed documents in a ZIP archive (ETSI EN 319 162), otherwise an ordinary archive.
_SIGNED_CONTAINER, _MEDIA_TYPE_END = b"mimetypeapplication/vnd.etsi.asic", 200
_SIGNED = frozenset({"asice", "asics", "sce", "scs", "bdoc", "edoc"})
_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08PK\x03\x04", b"PK00PK\x03\x04")
_TAR_MAGIC = slice(257, 262)
_PACKED_STARTS = (b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\0")


def _is_zip(head: bytes, whole: bytes, extension: str) -> bool:
    """Return whether a file is a ZIP archive and not a document or program in ZIP format."""
    if not head.startswith(_ZIP_STARTS) or extension in _NO_ARCHIVES:
        return False
    if _SIGNED_CONTAINER in head[:_MEDIA_TYPE_END] or extension in _SIGNED:
        return True
    return _DOCUMENT.search(_directory(whole)) is None


def _directory(whole: bytes) -> bytes:
    """Return the central directory (APPNOTE 4.3.12) if it is at the expected position."""
    end = whole.rfind(b"PK\x05\x06")
    size = int.from_bytes(whole[end + 12 : end + 16], "little") if end >= 0 else 0
    return whole[max(0, end - size) : end]


def _is_tar(head: bytes, _whole: bytes, extension: str) -> bool:
    """Return whether a file is a POSIX or GNU archive; older archives have no signature."""
    return head[_TAR_MAGIC] == b"ustar" or extension == "tar"


def _is_packed(head: bytes, _whole: bytes, _extension: str) -> bool:
    """Return whether a file is compressed by gzip, bzip2 or xz."""
    return head.startswith(_PACKED_STARTS)


FORMATS = (
    Format(
        "ZIP archive",
        ("zip",),
        _is_zip,
        priority=8,
        is_binary=True,
        open_container=lazy_opener("twofold.engine.extract.formats.archives.zip", "open_zip"),
        extensions=_SIGNED,
    ),
    Format(
        "TAR archive",
        ("tar",),
        _is_tar,
        priority=5,
        is_binary=True,
        open_container=lazy_opener(_TAR, "open_tar"),
    ),
    Format(
        "Packed file",
        ("gz", "bz2", "xz", "tgz", "tbz2", "txz"),
        _is_packed,
        priority=5,
        is_binary=True,
        open_container=lazy_opener(_TAR, "open_packed"),
    ),
)
