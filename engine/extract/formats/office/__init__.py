"""Documents of word processors and presentation programs: Office Open XML, OpenDocument, RTF."""

from __future__ import annotations

import re

from twofold.engine.extract.file_format import Format, LooksLike, lazy_reader

_PACKAGE = b"PK\x03\x04"
_WORD = re.compile(
    rb"wordprocessingml\.(?:document|template)\.main|ms-word\.\w+\.macroEnabled\w*\.main"
)
_POWERPOINT = re.compile(
    rb"presentationml\.(?:presentation|slideshow|template)\.main"
    rb"|ms-powerpoint\.\w+\.macroEnabled\w*\.main"
)
_WORD_EXTENSIONS = frozenset({"docx", "docm", "dotx", "dotm"})
_POWERPOINT_EXTENSIONS = frozenset({"pptx", "pptm", "ppsx", "ppsm", "potx", "potm"})
_FLAT_ODF = re.compile(rb"<office:document[\s>]")
_FLAT_TYPES = ("fodt", "fodp", "fods", "fodg")
_FLAT_PACKAGE = b"schemas.microsoft.com/office/2006/xmlPackage"
_FLAT_WORD = b"wordprocessingml"
_XML = (b"<?xml", b"<office:document", b"<pkg:package")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_TEXT_EXTENSIONS = frozenset({"odt", "ott"})
_SLIDES_EXTENSIONS = frozenset({"odp", "otp"})
_DRAWING_EXTENSIONS = frozenset({"odg", "otg"})


def _open_xml(content_type: re.Pattern[bytes], extensions: frozenset[str]) -> LooksLike:
    """Return a check for packages whose main part has this content type."""

    def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
        if not head.startswith(_PACKAGE):
            return False
        from twofold.engine.extract.formats.office.open_xml import declares  # noqa: PLC0415

        return declares(content_type, whole, otherwise=extension in extensions)

    return looks_like


def _open_document(kind: bytes, extensions: frozenset[str]) -> LooksLike:
    """Return a check for ZIP files that begin with this media type, as OpenDocument files do."""
    media_type = b"mimetypeapplication/vnd.oasis.opendocument." + kind

    def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
        return head.startswith(_PACKAGE) and (media_type in head[:200] or extension in extensions)

    return looks_like


def _star_office(kind: bytes, *extensions: str) -> LooksLike:
    """Return a check for StarOffice and OpenOffice.org 1 files; their XML is like OpenDocument."""
    media_type = b"mimetypeapplication/vnd.sun.xml." + kind

    def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
        return head.startswith(_PACKAGE) and (media_type in head[:200] or extension in extensions)

    return looks_like


def _is_flat_open_document(head: bytes, _whole: bytes, _extension: str) -> bool:
    start = head.removeprefix(_BYTE_ORDER_MARK).lstrip()
    return start.startswith(_XML) and _FLAT_ODF.search(head) is not None


def _is_flat_word(head: bytes, whole: bytes, _extension: str) -> bool:
    start = head.removeprefix(_BYTE_ORDER_MARK).lstrip()
    return start.startswith(_XML) and _FLAT_PACKAGE in head and _FLAT_WORD in whole[:100_000]


def _is_rtf(head: bytes, _whole: bytes, _extension: str) -> bool:
    return head.lstrip().startswith(b"{\\rtf")


FORMATS = (
    Format(
        "Word",
        ("docx",),
        _open_xml(_WORD, _WORD_EXTENSIONS),
        lazy_reader("twofold.engine.extract.formats.office.word"),
        priority=5,
        is_binary=True,
        extensions=_WORD_EXTENSIONS,
        active=frozenset({"docm", "dotm"}),  # may contain macros
    ),
    Format(
        "PowerPoint",
        ("pptx",),
        _open_xml(_POWERPOINT, _POWERPOINT_EXTENSIONS),
        lazy_reader("twofold.engine.extract.formats.office.slides"),
        priority=5,
        is_binary=True,
        extensions=_POWERPOINT_EXTENSIONS,
        active=frozenset({"pptm", "ppsm", "potm"}),  # may contain macros
    ),
    Format(
        "OpenDocument text",
        ("odt",),
        _open_document(b"text", _TEXT_EXTENSIONS),
        lazy_reader("twofold.engine.extract.formats.office.open_document", "extract_text"),
        priority=5,
        is_binary=True,
        extensions=_TEXT_EXTENSIONS,
    ),
    Format(
        "OpenDocument presentation",
        ("odp",),
        _open_document(b"presentation", _SLIDES_EXTENSIONS),
        lazy_reader("twofold.engine.extract.formats.office.open_document", "extract_slides"),
        priority=5,
        is_binary=True,
        extensions=_SLIDES_EXTENSIONS,
    ),
    Format(
        "OpenDocument drawing",
        ("odg",),
        _open_document(b"graphics", _DRAWING_EXTENSIONS),
        lazy_reader("twofold.engine.extract.formats.office.open_document", "extract_slides"),
        priority=5,
        is_binary=True,
        extensions=_DRAWING_EXTENSIONS,
    ),
    Format(
        "OpenDocument in one XML file",
        _FLAT_TYPES,
        _is_flat_open_document,
        lazy_reader("twofold.engine.extract.formats.office.open_document", "extract_flat"),
        priority=5,
        is_binary=True,
    ),
    Format(
        "StarOffice text",
        ("sxw", "stw", "sxg"),
        _star_office(b"writer", "sxw", "stw", "sxg"),
        lazy_reader("twofold.engine.extract.formats.office.open_document", "extract_text"),
        priority=5,
        is_binary=True,
    ),
    Format(
        "StarOffice presentation or drawing",
        ("sxi", "sti", "sxd", "std"),
        _star_office(b"impress", "sxi", "sti", "sxd", "std"),
        lazy_reader("twofold.engine.extract.formats.office.open_document", "extract_slides"),
        priority=5,
        is_binary=True,
    ),
    Format(
        "StarOffice workbook",
        ("sxc", "stc"),
        _star_office(b"calc", "sxc", "stc"),
        lazy_reader("twofold.engine.extract.formats.office.open_document", "extract_sheets"),
        priority=5,
        is_binary=True,
    ),
    Format(
        "Word in one XML file",
        ("docx",),
        _is_flat_word,
        lazy_reader("twofold.engine.extract.formats.office.word", "extract_flat"),
        priority=5,
        is_binary=True,
    ),
    Format(
        "RTF",
        ("rtf",),
        _is_rtf,
        lazy_reader("twofold.engine.extract.formats.office.rtf"),
        priority=5,
        is_binary=True,
    ),
)
