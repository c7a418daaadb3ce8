"""Spreadsheets: Excel and OpenDocument workbooks."""

from __future__ import annotations

from engine.core.document import ExtractedText
from engine.extract.file_format import Format

_FILE_TYPES = ("xlsx", "xlsm", "xlsb", "xls", "ods")
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Names of streams in an OLE file are UTF-16: those of a workbook, and those of other documents,
# which may hold a workbook.
_BOOKS = tuple(name.encode("utf-16-le") for name in ("Workbook", "Book\0"))
_OTHERS = tuple(
    name.encode("utf-16-le") for name in ("WordDocument", "PowerPoint Document", "__substg1.0_")
)


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a workbook, by the names of its parts."""
    if head.startswith(_OLE):
        is_book = any(name in whole for name in _BOOKS)
        # One of the two is inside of the other: the name tells which.
        return is_book and (extension == "xls" or not any(name in whole for name in _OTHERS))
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
    from engine.extract.data import workbook  # noqa: PLC0415  imported when first needed

    return workbook.extract(data, file_type)


FORMAT = Format("Workbook", _FILE_TYPES, looks_like, extract, is_binary=True)
