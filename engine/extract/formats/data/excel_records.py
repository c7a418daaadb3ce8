"""Cells and comments of binary Office Open XML workbooks, .xlsb ([MS-XLSB])."""

from __future__ import annotations

from collections.abc import Iterator
from struct import error as StructError  # noqa: N812
from struct import unpack_from

from twofold.engine.extract.formats.data.excel_binary import packed_number
from twofold.engine.extract.formats.data.number_format import BUILT_IN, NumberFormats
from twofold.engine.extract.formats.data.sheet_cells import (
    ERRORS,
    MAX_ROWS,
    MAX_SHARED,
    Cells,
    Row,
    Sheet,
    boolean,
    one_line,
)
from twofold.engine.extract.formats.data.sheet_margins import SheetNote, cell_name, margin_text
from twofold.engine.extract.formats.office.open_xml import Relation, relations_of
from twofold.engine.extract.xml_package import Part, ZipPackage

WORKBOOK = "xl/workbook.bin"
_SHEETS = frozenset({"worksheet", "xlMacrosheet", "xlIntlMacrosheet", "dialogsheet"})
_PIECE = 1 << 16
_MAX_RECORD = 1 << 24
_ROW, _SHARED, _FORMAT, _STYLE, _STYLES, _STYLES_END = 0, 19, 44, 47, 617, 618
_BOOK_PROPERTIES, _SHEET, _MARGINS, _COMMENT, _COMMENT_TEXT = 153, 156, 479, 635, 637
_FIRST_SHORT, _LAST_SHORT, _RICH_CELL = 12, 18, 62
_NO_STRING = 0xFFFF_FFFF
_MAX_NOTES = 20_000


def _records(part: Part) -> Iterator[tuple[int, bytes]]:
    """Yield kind and data of each record, up to the end or the first damage."""
    data, at = b"", 0
    while True:
        if len(data) - at < 8:
            data, at = data[at:] + part.read(_PIECE), 0
        if len(data) - at < 2:
            return
        kind, at = data[at], at + 1
        if kind & 0x80:
            kind, at = (kind & 0x7F) | (data[at] & 0x7F) << 7, at + 1
        size = shift = 0
        while at < len(data) and shift < 28:
            byte, at = data[at], at + 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                break
        if size > _MAX_RECORD:
            return
        if len(data) - at < size:
            data, at = data[at:] + part.read(size + _PIECE), 0
        yield kind, data[at : at + size]
        at += size


def _string(data: bytes, at: int) -> tuple[str, int]:
    """Return a string and the offset after it; a null string is empty."""
    (length,) = unpack_from("<I", data, at)
    at += 4
    if length == _NO_STRING:
        return "", at
    end = min(at + 2 * length, len(data))
    return data[at:end].decode("utf-16-le", "replace").replace("\0", ""), end


def sheet_parts(package: ZipPackage) -> Iterator[tuple[str, str]]:
    """Yield the names of the sheets and their parts, '' for a chart."""
    related = relations_of(package, WORKBOOK)
    for kind, data in _part(package, WORKBOOK):
        if kind == _SHEET:
            relation, name = _names_of_sheet(data)
            target = related.get(relation, Relation("", ""))
            yield name, target.target if target.kind in _SHEETS else ""


def _names_of_sheet(data: bytes) -> tuple[str, str]:
    """Return the relation and the name of a sheet; a beta of Excel 2007 wrote four more bytes."""
    for at in (8, 12):
        try:
            relation, after = _string(data, at)
            name, end = _string(data, after)
        except StructError:
            continue
        if end == len(data) and len(data) == after + 4 + 2 * len(name):
            return relation, name
    return "", ""


def _part(package: ZipPackage, name: str) -> Iterator[tuple[int, bytes]]:
    if name in package:
        with package.open(name) as part:
            yield from _records(part)


def read_sheets(package: ZipPackage) -> Iterator[Sheet]:
    """Yield all sheets in order, including hidden ones."""
    by_kind = {one.kind: one.target for one in relations_of(package, WORKBOOK).values()}
    book = (data for kind, data in _part(package, WORKBOOK) if kind == _BOOK_PROPERTIES)
    is_1904 = bool(next(book, b"\0")[0] & 1)
    styles = _styles(package, by_kind.get("styles", "xl/styles.bin"))
    strings = [
        one_line(_string(data, 1)[0])
        for kind, data in _part(package, by_kind.get("sharedStrings", "xl/sharedStrings.bin"))
        if kind == _SHARED and len(data) >= 5
    ][:MAX_SHARED]
    reader = _Cells(strings, styles, NumberFormats(is_1904=is_1904))
    for name, part in sheet_parts(package):
        yield Sheet(name, reader.rows(package, part))


def _styles(package: ZipPackage, part: str) -> list[str]:
    codes: dict[int, str] = {}
    styles: list[str] = []
    is_cell_style = False
    for kind, data in _part(package, part):
        if kind in {_STYLES, _STYLES_END}:
            is_cell_style = kind == _STYLES
        elif kind == _FORMAT and len(data) >= 6:
            codes[unpack_from("<H", data)[0]] = _string(data, 2)[0]
        elif kind == _STYLE and is_cell_style and len(data) >= 4:
            number = unpack_from("<H", data, 2)[0]
            styles.append(codes.get(number, BUILT_IN.get(number, "")))
    return styles


class _Cells:
    def __init__(self, strings: list[str], styles: list[str], formats: NumberFormats) -> None:
        self._strings = strings
        self._styles = styles
        self._formats = formats

    def rows(self, package: ZipPackage, part: str) -> Iterator[Row]:
        """Yield the rows of a sheet that are not empty."""
        row, column = 0, -1
        cells: Cells = []
        for kind, data in _part(package, part):
            if kind == _ROW and len(data) >= 4:
                if cells:
                    yield row + 1, cells
                row, column, cells = min(unpack_from("<I", data)[0], MAX_ROWS - 1), -1, []
            elif 1 <= kind <= _LAST_SHORT or kind == _RICH_CELL:
                try:
                    column, text = self._cell(kind, data, column)
                except (StructError, IndexError):
                    continue
                if text:
                    cells.append((column, text))
        if cells:
            yield row + 1, cells

    def _cell(self, kind: int, data: bytes, before: int) -> tuple[int, str]:
        is_short = _FIRST_SHORT <= kind <= _LAST_SHORT
        column = before + 1 if is_short else unpack_from("<I", data)[0]
        at = 0 if is_short else 4
        style = unpack_from("<I", data, at)[0] & 0xFF_FFFF
        return column, self._text(kind - 11 if is_short else kind, data, at + 4, style)

    def _text(self, kind: int, data: bytes, at: int, style: int) -> str:
        if kind in {2, 5, 9}:
            code = self._styles[style] if style < len(self._styles) else ""
            packed = kind == 2
            (value,) = unpack_from("<I" if packed else "<d", data, at)
            return self._formats.text(packed_number(value) if packed else value, code)
        if kind in {6, 8, _RICH_CELL}:
            return one_line(_string(data, at + (kind == _RICH_CELL))[0])
        if kind == 7:
            index = unpack_from("<I", data, at)[0]
            return self._strings[index] if index < len(self._strings) else ""
        if kind in {3, 4, 10, 11}:
            value = data[at]
            return boolean(value) if kind in {4, 10} else ERRORS.get(value, "#ERROR!")
        return ""


def read_comments(package: ZipPackage, part: str) -> Iterator[SheetNote]:
    """Yield the comments of a sheet."""
    cell = ""
    for kind, data in _part(package, part):
        if kind == _COMMENT and len(data) >= 16:
            row, _, column = unpack_from("<III", data, 4)
            cell = cell_name(min(row, MAX_ROWS), min(column, 16_383))
        elif kind == _COMMENT_TEXT and len(data) >= 5:
            yield SheetNote(f"comment on {cell}", one_line(_string(data, 1)[0]))


def read_margins(package: ZipPackage, part: str) -> Iterator[SheetNote]:
    """Yield the headers and footers of a sheet, without duplicates."""
    lines: dict[str, None] = {}
    for kind, data in _part(package, part):
        if kind == _MARGINS:
            at = 2
            while at + 4 <= len(data):
                text, at = _string(data, at)
                lines[margin_text(text)] = None
    yield from (SheetNote("header or footer", line) for line in lines if line)
