"""Documents of programs beside office suites that are ZIP files of XML: Visio, XPS, Hangul."""

from __future__ import annotations

from engine.extract.file_format import Format, LooksLike, lazy_reader

_PACKAGE = b"PK\x03\x04"
_PACKAGES = "engine.extract.formats.packaged"


def _holding(*parts: bytes) -> LooksLike:
    """Recognise a package by a part that its directory names."""

    def looks_like(head: bytes, whole: bytes, _extension: str) -> bool:
        if not head.startswith(_PACKAGE) or not any(part in whole for part in parts):
            return False
        from engine.extract.formats.archives.zip import directory_of  # noqa: PLC0415

        names = {info.filename.replace("\\", "/").encode("utf-8") for info in directory_of(whole)}
        return any(part in names for part in parts)

    return looks_like


def _is_hangul(head: bytes, _whole: bytes, _extension: str) -> bool:
    return head.startswith(_PACKAGE) and b"mimetypeapplication/hwp+zip" in head[:200]


FORMATS = (
    Format(
        "Visio drawing",
        ("vsdx",),
        _holding(b"visio/document.xml"),
        lazy_reader(f"{_PACKAGES}.visio"),
        priority=6,
        is_binary=True,
        extensions=frozenset({"vsdm", "vstx", "vssx"}),
        active=frozenset({"vsdm"}),
    ),
    Format(
        "XPS document",
        ("xps", "oxps"),
        _holding(b"FixedDocSeq.fdseq", b"FixedDocumentSequence.fdseq"),
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
