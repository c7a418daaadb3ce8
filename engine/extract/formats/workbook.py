"""Spreadsheets: Excel and OpenDocument workbooks."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.extract.formats.legacy_office.kind import holds
from engine.model.document import ExtractedText

_FILE_TYPES = ("xlsx", "xlsm", "xlsb", "xls", "ods")
_EXTENSIONS = frozenset({"xlt", "xltx", "ots"})
# Office asks before it runs macros. Of older files (.xls, .doc, .ppt) the name does not tell.
_ACTIVE = frozenset({"xlsm", "xlsb"})
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BOOKS = frozenset({"workbook", "book"})


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a workbook, by the names of its parts."""
    if head.startswith(_OLE):
        return holds(_BOOKS, head, whole, is_called_so=extension in {"xls", "xlt"})
    if not head.startswith(b"PK\x03\x04"):
        return False
    return _OPEN_DOCUMENT in head or _is_excel(whole)


def _is_excel(whole: bytes) -> bool:
    if b"xl/workbook" not in whole:
        return False
    import zipfile  # noqa: PLC0415  imported when first needed
    from io import BytesIO  # noqa: PLC0415

    try:
        with zipfile.ZipFile(BytesIO(whole)) as archive:
            return any(name.lower().startswith("xl/workbook.") for name in archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a workbook, its rows named as places."""
    from engine.extract.formats.data import workbook  # noqa: PLC0415  imported when first needed

    return workbook.extract(data, file_type)


FORMATS = (
    Format(
        "Workbook",
        _FILE_TYPES,
        looks_like,
        extract,
        is_binary=True,
        extensions=_EXTENSIONS,
        active=_ACTIVE,
    ),
)
