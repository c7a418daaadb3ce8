"""Spreadsheets (XLSX, XLSB, XLS, ODS): a sheet a page, a row a line.

python-calamine reads the values that the saving program computed; formulas are not evaluated.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from engine.extract.column_heads import column_heads
from engine.extract.errors import damaged_error, document_error, password_error
from engine.extract.formats.archives.zip import directory_of
from engine.extract.formats.data.sheet_notes import SheetNote, read_notes
from engine.extract.formats.legacy_office.compound_file import CompoundFile, read_summary
from engine.extract.formats.office.open_document import read_metadata
from engine.extract.formats.office.open_xml import read_properties
from engine.extract.xml_package import ZipPackage
from engine.model.document import (
    MOST_EMPTY_CELLS,
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    PlaceKind,
)
from engine.model.errors import DocumentError
from engine.model.message import message

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

_MOST_CELLS = 5_000_000
_MOST_ROWS = 200_000
_MOST_CHARACTERS = 20_000_000
_LONGEST_CELL = 5000
_MAX_SHEET_NAME_LENGTH = 200  # programs allow 31
# Unpacked bytes of all parts, and their ratio to the size of the file.
_ALWAYS_ALLOWED = 10_000_000
_MOST_UNPACKED = 500_000_000
_MOST_RATIO = 100
_BIFF_START = b"\x09\x08\x10\x00\x00\x06\x05\x00"
_FILE_PASS = b"\x2f\x00"
_Cell = int | float | str | bool | time | date | datetime | timedelta


def extract(data: bytes, file_type: str = "xlsx") -> ExtractedText:
    """Read a workbook; raise DocumentError (damaged, password) when it cannot be read."""
    _check_size(data)
    layout = _Layout()
    beside = read_notes(data)
    for number, name, sheet in _sheets(data):
        layout.add_sheet(number, name, _rows(sheet) if sheet else iter(()))
        layout.add_notes(number, name, beside.get(name, ()))
        if layout.is_full:
            break
    return layout.as_text(file_type, _metadata(data))


def _metadata(data: bytes) -> DocumentMetadata:
    """Return the properties of a workbook; empty when they cannot be read."""
    try:
        if not data.startswith(b"PK"):
            return read_summary(CompoundFile(data))
        with ZipPackage(data) as package:
            if "meta.xml" in package:
                return read_metadata(package)
            return read_properties(package)
    except DocumentError:
        return DocumentMetadata()


def _check_size(data: bytes) -> None:
    """Refuse a zip file that would fill the memory when unpacked."""
    unpacked = sum(info.file_size for info in directory_of(data))
    if unpacked > max(_ALWAYS_ALLOWED, min(_MOST_UNPACKED, _MOST_RATIO * len(data))):
        raise document_error(
            FailureReason.TOO_LARGE,
            message("The workbook unpacks to {unpacked} MB.", unpacked=round(unpacked / 1e6)),
            message("It may have been made to fill the memory."),
        )


def _sheets(data: bytes) -> Iterator[tuple[int, str, CalamineSheet | None]]:
    """Yield number, name and cells of the sheets in their order, hidden ones too.

    Charts that are sheets have no cells.
    """
    import python_calamine  # noqa: PLC0415  imported when first needed

    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        for number, name in enumerate(book.sheet_names, start=1):
            try:
                yield number, name, book.get_sheet_by_name(name)
            except python_calamine.WorksheetNotFound:
                yield number, name, None
    except python_calamine.PasswordError as error:
        raise password_error() from error
    except (python_calamine.CalamineError, OSError, ValueError) as error:
        raise (password_error() if _is_encrypted(data) else damaged_error()) from error
    except BaseException as error:
        # calamine panics on unexpected content; PanicException is no Exception.
        if type(error).__name__ == "PanicException":
            raise document_error(
                FailureReason.DAMAGED,
                message("The workbook is damaged, or holds something that cannot be read yet."),
                message("Save it as .xlsx."),
            ) from None
        raise


def _is_encrypted(data: bytes) -> bool:
    """Return whether the first records of an XLS file declare encryption ([MS-XLS] 2.4.117)."""
    start = data.find(_BIFF_START)
    return start >= 0 and data[start + 20 : start + 22] == _FILE_PASS


def _rows(sheet: CalamineSheet) -> Iterator[tuple[int, list[str]]]:
    """Yield (1-based row number, cells) of every row that is not empty."""
    first = sheet.start[0] if sheet.start else 0
    most = max(1, _MOST_CELLS // max(1, sheet.width))
    rows: list[list[_Cell]] = sheet.to_python(skip_empty_area=True, nrows=most)
    for number, row in enumerate(rows, start=first + 1):
        cells = [_shown(cell) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _shown(cell: _Cell) -> str:
    """Format a value; dates are ISO 8601, line breaks in a cell become blanks."""
    if isinstance(cell, str):
        return " ".join(cell[:_LONGEST_CELL].split())
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, float):
        return f"{cell:.15g}" if abs(cell) < 1e15 else repr(cell)
    if isinstance(cell, datetime):
        form = "%Y-%m-%d" if cell.time() == time() else "%Y-%m-%d %H:%M"
        return f"{cell:{form}}:{cell:%S}" if cell.second else f"{cell:{form}}"
    if isinstance(cell, date):
        return cell.isoformat()
    return str(cell)


class _Layout:
    """Builds the text, a row a line, with its places and blocks."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._starts: list[int] = []
        self._numbers: list[int] = []
        self._labels: list[str] = []
        self._blocks: list[Block] = []
        self.is_full = False

    def add_sheet(self, number: int, name: str, rows: Iterator[tuple[int, list[str]]]) -> None:
        name = name[:_MAX_SHEET_NAME_LENGTH]
        path: tuple[str, ...] = (name,)
        is_first = True
        for row, cells in rows:
            names = column_heads(cells) if is_first else ""
            path = (*path, names) if names else path
            kind = BlockKind.HEADING if names else BlockKind.TABLE
            empty = next(index for index, cell in enumerate(cells) if cell)
            self._add_row(
                (number, f"{name}, row {row}"),
                cells[empty:],
                kind,
                path,
                empty,
            )
            is_first = False
            self.is_full = self._length > _MOST_CHARACTERS or len(self._starts) >= _MOST_ROWS
            if self.is_full:
                return

    def add_notes(self, number: int, name: str, notes: Iterable[SheetNote]) -> None:
        """Add the texts outside of the cells of a sheet, each under its own place."""
        name = name[:_MAX_SHEET_NAME_LENGTH]
        for note in notes:
            place = (number, f"{name}, {note.place}")
            self._add_row(place, [note.text], BlockKind.PARAGRAPH, (name,))

    def _add_row(
        self,
        place: tuple[int, str],
        cells: list[str],
        kind: BlockKind,
        path: tuple[str, ...],
        empty_cells: int = 0,
    ) -> None:
        line = "\t".join(cells)
        self._starts.append(self._length)
        self._numbers.append(place[0])
        self._labels.append(place[1])
        end = self._length + len(line)
        self._blocks.append(
            Block(self._length, end, kind, path, min(empty_cells, MOST_EMPTY_CELLS))
        )
        self._parts.append(f"{line}\n")
        self._length += len(line) + 1

    def as_text(self, file_type: str, metadata: DocumentMetadata) -> ExtractedText:
        warning = message("The workbook is very large; only its first rows were read.")
        return ExtractedText(
            text="".join(self._parts),
            place_kind=PlaceKind.SHEET,
            place_starts=tuple(self._starts) or (0,),
            place_numbers=tuple(self._numbers) or (1,),
            place_labels=tuple(self._labels) or ("",),
            blocks=tuple(self._blocks),
            metadata=metadata,
            file_type=file_type,
            warnings=(warning,) if self.is_full else (),
        )
