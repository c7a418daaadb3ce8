"""Documents that are ZIP packages in other formats: Visio, XPS, Hangul, iWork."""

from __future__ import annotations

from twofold.engine.extract.file_format import Format, LooksLike, lazy_reader
from twofold.engine.extract.unreadable import IWORK_EXTENSIONS

_PACKAGE = b"PK\x03\x04"
_IWORK_PARTS = (b".iwa", b"index.xml", b"index.apxl", b"Index.zip", b".iwpv2")
_PACKAGES = "twofold.engine.extract.formats.packaged"


def _has_part(*parts: bytes) -> LooksLike:
    """Return a check for packages by a part listed in their directory."""

    def looks_like(head: bytes, whole: bytes, _extension: str) -> bool:
        if not head.startswith(_PACKAGE) or not any(part in whole for part in parts):
            return False
        from twofold.engine.extract.formats.archives.zip import directory_of  # noqa: PLC0415

        names = {info.filename.replace("\\", "/").encode("utf-8") for info in directory_of(whole)}
        return any(part in names for part in parts)

    return looks_like


def _is_hangul(head: bytes, _whole: bytes, _extension: str) -> bool:
    return head.startswith(_PACKAGE) and b"mimetypeapplication/hwp+zip" in head[:200]


def _is_iwork(head: bytes, whole: bytes, extension: str) -> bool:
    if not head.startswith(_PACKAGE):
        return False
    has_iwork_name = extension in IWORK_EXTENSIONS and any(part in whole for part in _IWORK_PARTS)
    return has_iwork_name or b"Index/Document.iwa" in whole


FORMATS = (
    Format(
        "Pages, Keynote and Numbers",
        ("pages", "key", "numbers"),
        _is_iwork,
        lazy_reader(f"{_PACKAGES}.iwork"),
        priority=6,
        is_binary=True,
    ),
    Format(
        "Visio drawing",
        ("vsdx",),
        _has_part(b"visio/document.xml"),
        lazy_reader(f"{_PACKAGES}.visio"),
        priority=6,
        is_binary=True,
        extensions=frozenset({"vsdm", "vstx", "vssx"}),
        active=frozenset({"vsdm"}),
    ),
    Format(
        "XPS document",
        ("xps", "oxps"),
        _has_part(b"FixedDocSeq.fdseq", b"FixedDocumentSequence.fdseq"),
        lazy_reader(f"{_PACKAGES}.xps"),
        priority=6,
        is_binary=True,
    ),
    Format(
        "Hangul document",
        ("hwpx",),
        _is_hangul,
        lazy_reader(f"{_PACKAGES}.hangul"),
        priority=4,
        is_binary=True,
    ),
)
