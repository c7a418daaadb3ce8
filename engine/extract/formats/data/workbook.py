"""Workbooks (XLSX, XLSB, XLS, ODS, Excel 2003 XML): each sheet is a page, each row is a line.

A cell is read as displayed, followed by the stored value if that has other words. Formulas are not
evaluated; their values are those computed by the program that saved the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from twofold.engine.extract.column_heads import column_heads
from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.file_format import Container, Entry
from twofold.engine.extract.formats.archives.zip import directory_of
from twofold.engine.extract.formats.data import (
    excel_binary,
    excel_records,
    excel_xml,
    open_sheet,
    spreadsheet_xml,
)
from twofold.engine.extract.formats.data.collected_sheets import SheetCollector
from twofold.engine.extract.formats.data.default_password import decrypted
from twofold.engine.extract.formats.data.sheet_cells import Cells, Row, Sheet
from twofold.engine.extract.formats.data.sheet_margins import SheetNote
from twofold.engine.extract.formats.data.sheet_notes import read_notes
from twofold.engine.extract.formats.legacy_office.compound_file import (
    CompoundFile,
    has_stream,
    read_summary,
)
from twofold.engine.extract.formats.office.open_document import read_metadata
from twofold.engine.extract.formats.office.open_xml import read_properties
from twofold.engine.extract.text_building import TextBuilder
from twofold.engine.extract.xml_package import ZipPackage
from twofold.engine.model.document import (
    MAX_EMPTY_CELLS,
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

_MAX_ROWS = 1_000_000
_MAX_CHARACTERS = 60_000_000
# The maximum number of tabs for empty cells between two cells with text.
_MAX_TABS = 100
_MAX_SHEET_NAME_LENGTH = 200  # programs allow 31
# Unpacked bytes of all parts, and their ratio to the size of the file.
_HARMLESS_BYTES = 10_000_000
_MAX_UNPACKED = 500_000_000
_MAX_RATIO = 100


def open_workbook(data: bytes, _name: str = "") -> Container:
    """Read a workbook; raise DocumentError (damaged, password) on failure.

    If the workbook has more rows or text than the limit, the result has an entry that cannot be
    read.
    """
    layout = _Layout()
    text = _read(data, layout)
    left_out = (
        (Entry(f"after {layout.last_place}", _refuse_beyond_limit),) if layout.is_full else ()
    )
    return Container(text, left_out)


def extract(data: bytes, file_type: str = "xlsx") -> ExtractedText:
    """Read a workbook; raise DocumentError (damaged, password) on failure."""
    return _read(data, _Layout(), file_type)


def _refuse_beyond_limit(_most: int) -> bytes:
    raise DocumentError(
        FailureReason.TOO_LARGE,
        message(
            "The rest of the workbook was not read. The limits are {rows} rows and "
            "{characters} million characters.",
            rows=_MAX_ROWS,
            characters=round(_MAX_CHARACTERS / 1e6),
        ),
        message("Divide it into smaller files."),
    )


def _read(data: bytes, layout: _Layout, file_type: str = "xlsx") -> ExtractedText:
    if data.startswith(b"PK"):
        _check_size(data)
        with ZipPackage(data) as package:
            if "content.xml" in package:
                collector = open_sheet.read_sheets(package)
                _add_collected(layout, collector)
                metadata = read_metadata(package)
            else:
                is_binary = excel_records.WORKBOOK in package
                reader = excel_records.read_sheets if is_binary else excel_xml.read_sheets
                _add_sheets(layout, reader(package), read_notes(data))
                metadata = _properties(data)
    elif data.startswith((_COMPOUND_FILE, *excel_binary.OLD_STARTS)):
        if has_stream(data, "encryptedpackage", otherwise=False):
            return _read(decrypted(data), layout, file_type)
        stream = excel_binary.workbook_stream(data)
        if excel_binary.is_encrypted(stream):
            data = decrypted(data)
            stream = excel_binary.workbook_stream(data)
        for number, sheet in enumerate(excel_binary.read_sheets(stream), start=1):
            layout.add_sheet(number, sheet.name, sheet.rows)
            layout.add_notes(number, sheet.name, sheet.notes)
        metadata = _properties(data)
    else:
        collector, metadata = spreadsheet_xml.read_sheets(data)
        _add_collected(layout, collector)
    return layout.as_text(file_type, metadata)


_COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def _add_sheets(
    layout: _Layout, sheets: Iterator[Sheet], beside: Mapping[str, tuple[SheetNote, ...]]
) -> None:
    number = 0
    for number, sheet in enumerate(sheets, start=1):
        layout.add_sheet(number, sheet.name, sheet.rows)
        layout.add_notes(number, sheet.name, beside.get(sheet.name, ()))
    if not number:
        raise damaged_error()


def _add_collected(layout: _Layout, collector: SheetCollector) -> None:
    for number, sheet in enumerate(collector.sheets, start=1):
        layout.add_sheet(number, sheet.name, sheet.rows)
        layout.add_notes(number, sheet.name, sheet.notes)
    layout.is_full = layout.is_full or collector.is_cut


def _properties(data: bytes) -> DocumentMetadata:
    """Return the properties of a workbook; empty if they cannot be read."""
    try:
        if not data.startswith(b"PK"):
            return read_summary(CompoundFile(data))
        with ZipPackage(data) as package:
            return read_properties(package)
    except DocumentError:
        return DocumentMetadata()


def _check_size(data: bytes) -> None:
    """Refuse a ZIP file that would exhaust the memory when unpacked."""
    unpacked = sum(info.file_size for info in directory_of(data))
    if unpacked > max(_HARMLESS_BYTES, min(_MAX_UNPACKED, _MAX_RATIO * len(data))):
        raise DocumentError(
            FailureReason.TOO_LARGE,
            message(
                "The workbook is too large: {unpacked} MB when uncompressed.",
                unpacked=round(unpacked / 1e6),
            ),
            message("It may be a zip bomb, so it was not read."),
        )


class _Layout:
    """Builds the text of a workbook: one line, one locator and one block for each row."""

    def __init__(self) -> None:
        self._text = TextBuilder()
        self.is_full = False

    def add_sheet(self, number: int, name: str, rows: Iterator[Row]) -> None:
        """Add the rows of a sheet, as far as the limits allow."""
        name = name[:_MAX_SHEET_NAME_LENGTH]
        path: tuple[str, ...] = (name,)
        is_first = True
        for row, found in rows:
            if self._text.length > _MAX_CHARACTERS or self._text.places >= _MAX_ROWS:
                self.is_full = True
                return
            cells = _with_gaps(found, _MAX_CHARACTERS)
            self.is_full = self.is_full or len(cells) < len(found)
            names = column_heads(cells) if is_first else ""
            path = (*path, names) if names else path
            kind = BlockKind.HEADING if names else BlockKind.TABLE
            self._add_row((number, f"{name}, row {row}"), cells, kind, path, found[0][0])
            is_first = False

    @property
    def last_place(self) -> str:
        """The label of the last row that was read."""
        return self._text.last_place[1] or "the beginning"

    def add_notes(self, number: int, name: str, notes: Iterable[SheetNote]) -> None:
        """Add the texts outside of the cells of a sheet, each with its own locator."""
        name = name[:_MAX_SHEET_NAME_LENGTH]
        for note in notes:
            if not note.text:
                continue
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
        self._text.begin_place(*place)
        gap = min(empty_cells, MAX_EMPTY_CELLS)
        self._text.add_blocks(f"{line}\n", [Block(0, len(line), kind, path, gap)])

    def as_text(self, file_type: str, metadata: DocumentMetadata) -> ExtractedText:
        return self._text.by_place(LocatorKind.SHEET, metadata, file_type)


def _with_gaps(cells: Cells, max_characters: int) -> list[str]:
    """Return texts with '' for empty cells between them; long runs of empty cells are shortened.

    Cells share texts, so a row may contain much more text than its file: the rest is left out.
    """
    texts: list[str] = []
    after = cells[0][0]
    for column, text in cells:
        max_characters -= len(text)
        if max_characters < 0:
            break
        if column > after:
            texts += [""] * min(column - after, _MAX_TABS)
        texts.append(text)
        after = column + 1
    return texts
