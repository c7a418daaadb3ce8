"""Cells of Excel 2.0 to 2003 workbooks ([MS-XLS]), and the texts outside of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from struct import error as StructError  # noqa: N812
from struct import unpack, unpack_from

from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.extract.formats.data.biff_records import (
    Record,
    Strings,
    byte_string,
    records,
    unicode_string,
)
from twofold.engine.extract.formats.data.number_format import BUILT_IN, NumberFormats
from twofold.engine.extract.formats.data.sheet_cells import (
    ERRORS,
    MAX_SHARED,
    Cells,
    Row,
    Sheet,
    boolean,
    one_line,
)
from twofold.engine.extract.formats.data.sheet_margins import SheetNote, cell_name, margin_text
from twofold.engine.extract.formats.legacy_office.compound_file import CompoundFile
from twofold.engine.model.errors import DocumentError

# First bytes of workbooks outside of a compound file: Excel 2, 3, 4 and 5.
OLD_STARTS = (
    b"\x09\x00\x04\x00", b"\x09\x00\x06\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00",
    b"\x09\x08\x08\x00\x00\x05",
)  # fmt: skip
_BEGIN = frozenset({0x0009, 0x0209, 0x0409, 0x0809})
_END, _FILE_PASS, _CODE_PAGE, _DATE_1904, _SHEET = 0x000A, 0x002F, 0x0042, 0x0022, 0x0085
_FORMATS, _STYLES = frozenset({0x001E, 0x041E}), frozenset({0x00E0, 0x0243, 0x0443})
_SHARED_STRINGS = 0x00FC
_BEGIN_97, _FIRST_BYTES = b"\x09\x08\x10\x00\x00\x06\x05\x00", 4096
_VERSION_97 = 0x0600
_MAX_NOTES = 20_000
_Values = Iterator[tuple[int, int, str]]


@dataclass(slots=True)
class _Globals:
    """The records of a workbook that apply to all its sheets."""

    version: int = 0
    page: int = 1252
    is_1904: bool = False
    codes: dict[int, str] = field(default_factory=dict)
    styles: list[int] = field(default_factory=list)
    sheets: list[tuple[str, int]] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)

    def text(self, data: bytes, at: int, length_bytes: int) -> str:
        """Return a string in one record, in the encoding of this version."""
        if self.version >= _VERSION_97:
            return unicode_string(data, at, length_bytes)
        return byte_string(data, at, length_bytes, self.page)


@dataclass(frozen=True, slots=True)
class BinarySheet(Sheet):
    """A sheet with its texts outside of cells; these are complete once its rows have been read."""

    notes: list[SheetNote]


def workbook_stream(data: bytes) -> bytes:
    """Return the records of a workbook; raise DocumentError (damaged) if there are none."""
    if data.startswith(OLD_STARTS):
        return data
    try:
        file = CompoundFile(data)
    except DocumentError:
        # The container is damaged, but its content may show that it is encrypted.
        at = data.find(_BEGIN_97)
        if at >= 0 and is_encrypted(data[at : at + _FIRST_BYTES]):
            raise password_error() from None
        raise
    stream = file.stream("Workbook") or file.stream("Book")
    if not stream:
        raise damaged_error()
    return stream


def is_encrypted(stream: bytes) -> bool:
    """Return whether the first records of a workbook declare encryption."""
    for number, record in enumerate(records(stream)):
        if record.kind == _FILE_PASS:
            return True
        if record.kind == _END or number > 50:
            break
    return False


def read_sheets(stream: bytes) -> Iterator[BinarySheet]:
    """Yield all sheets in order, including hidden ones; raise DocumentError (damaged, password)."""
    if is_encrypted(stream):
        raise password_error()
    first = next(records(stream), None)
    if first is None or first.kind not in _BEGIN:
        raise damaged_error()
    known = _globals(stream)
    formats = NumberFormats(is_1904=known.is_1904)
    single = [("Sheet1", 0)] if not known.sheets else []
    for name, at in known.sheets or single:
        notes: list[SheetNote] = []
        reader = _SheetReader(known, formats, notes)
        yield BinarySheet(name, reader.rows(stream, at), notes)


def _globals(stream: bytes) -> _Globals:
    """Read the records before the first sheet."""
    known = _Globals()
    for record in records(stream):
        if record.kind in _BEGIN:
            version = int.from_bytes(record.data[:2], "little")
            known.version = version if record.kind == 0x0809 else record.kind
        elif record.kind == _END and known.sheets:
            break
        with suppress(StructError):
            _take(known, record)
    return known


def _take(known: _Globals, record: Record) -> None:
    data = record.data
    if record.kind == _CODE_PAGE:
        known.page = _code_page(unpack_from("<H", data)[0])
    elif record.kind == _DATE_1904:
        known.is_1904 = data[:1] == b"\1"
    elif record.kind in _FORMATS:
        _add_format(known, record)
    elif record.kind in _STYLES:
        known.styles.append(_format_of(record))
    elif record.kind == _SHEET:
        known.sheets.append((known.text(data, 6, 1), unpack_from("<I", data)[0]))
    elif record.kind == _SHARED_STRINGS:
        known.strings = _shared_strings(record)


def _code_page(page: int) -> int:
    return {32768: 10000, 32769: 1252, 367: 1252, 21010: 1200}.get(page, page)


def _add_format(known: _Globals, record: Record) -> None:
    if record.kind == 0x041E and known.version >= 0x0500:
        number = unpack_from("<H", record.data)[0]
        wide = known.version >= _VERSION_97
        known.codes[number] = known.text(record.data, 2, 2 if wide else 1)
        return
    at = 2 if record.kind == 0x041E else 0  # Excel 2 to 4: numbered in order
    known.codes[len(known.codes)] = byte_string(record.data, at, 1, known.page)


def _format_of(record: Record) -> int:
    if record.kind == 0x00E0:
        return int(unpack_from("<H", record.data, 2)[0])
    return record.data[1] if len(record.data) > 1 else 0


def _shared_strings(record: Record) -> list[str]:
    count = min(int.from_bytes(record.data[4:8], "little"), MAX_SHARED)
    reader = Strings(record, 8)
    found: list[str] = []
    while len(found) < count and reader.has_more:
        found.append(one_line(reader.read().replace("\0", "")))
    return found


class _SheetReader:
    """Reads the records of one sheet, including its charts."""

    def __init__(self, known: _Globals, formats: NumberFormats, notes: list[SheetNote]) -> None:
        self._known = known
        self._formats = formats
        self._notes = notes
        self._texts: dict[int, str] = {}  # of text boxes and comments, by the number of the object
        self._object = 0
        self._formula: tuple[int, int] | None = None
        self._cells: dict[int, Callable[[Record], _Values]] = {
            0x0203: self._real, 0x027E: self._packed, 0x00BD: self._several_packed,
            0x00FD: self._shared, 0x0204: self._label, 0x00D6: self._label, 0x0205: self._flag,
            0x0006: self._result, 0x0206: self._result, 0x0406: self._result,
            0x0207: self._result_text, 0x0007: self._result_text, 0x0002: self._old_integer,
            0x0003: self._old_real, 0x0004: self._old_label, 0x0005: self._old_flag,
        }  # fmt: skip
        self._outside_cells: dict[int, Callable[[Record], None]] = {
            0x0014: self._margin, 0x0015: self._margin, 0x100D: self._series_text,
            0x005D: self._begin_object, 0x01B6: self._object_text, 0x001C: self._comment,
        }  # fmt: skip

    def rows(self, stream: bytes, at: int) -> Iterator[Row]:
        """Yield the rows that are not empty; the notes are complete after the last one."""
        cells: Cells = []
        current = -1
        for row, column, text in self._values(stream, at):
            if row != current and cells:
                yield current + 1, sorted(cells)
                cells = []
            current = row
            if text:
                cells.append((column, text))
        if cells:
            yield current + 1, sorted(cells)
        for text in self._texts.values():
            self._note("text box", text)

    def _values(self, stream: bytes, at: int) -> _Values:
        depth = 0
        for record in records(stream, at):
            if record.kind in _BEGIN:
                depth += 1
            elif record.kind == _END:
                depth -= 1
                if depth <= 0:
                    return
            try:
                if depth <= 1 and record.kind in self._cells:
                    yield from self._cells[record.kind](record)
                elif record.kind in self._outside_cells:
                    self._outside_cells[record.kind](record)
            except (StructError, IndexError):
                continue

    def _number(self, value: float, style: int) -> str:
        known = self._known
        number = known.styles[style] if style < len(known.styles) else 0
        code = known.codes.get(number)
        if code is None:
            code = BUILT_IN.get(number, "") if known.version >= 0x0500 else ""
        return self._formats.text(value, code)

    def _style(self, data: bytes) -> int:
        if self._known.version in {0x0009, 2}:
            return 0xFFFF
        return int(unpack_from("<H", data, 4)[0])

    def _real(self, record: Record) -> _Values:
        row, column, style, value = unpack_from("<HHHd", record.data)
        yield row, column, self._number(value, style)

    def _packed(self, record: Record) -> _Values:
        row, column, style, value = unpack_from("<HHHI", record.data)
        yield row, column, self._number(packed_number(value), style)

    def _several_packed(self, record: Record) -> _Values:
        row, first = unpack_from("<HH", record.data)
        for index in range((len(record.data) - 6) // 6):
            style, value = unpack_from("<HI", record.data, 4 + 6 * index)
            yield row, first + index, self._number(packed_number(value), style)

    def _shared(self, record: Record) -> _Values:
        row, column, _, index = unpack_from("<HHHI", record.data)
        strings = self._known.strings
        yield row, column, strings[index] if index < len(strings) else ""

    def _label(self, record: Record) -> _Values:
        row, column = unpack_from("<HH", record.data)
        if self._known.version >= _VERSION_97:
            text = Strings(record, 6).read(2)
        else:
            text = byte_string(record.data + b"".join(record.more), 6, 2, self._known.page)
        yield row, column, one_line(text.replace("\0", ""))

    def _flag(self, record: Record) -> _Values:
        row, column = unpack_from("<HH", record.data)
        value, is_error = record.data[6], record.data[7]
        yield row, column, ERRORS.get(value, "#ERROR!") if is_error else boolean(value)

    def _result(self, record: Record) -> _Values:
        row, column = unpack_from("<HH", record.data)
        at = 7 if self._known.version in {0x0009, 2} else 6
        result = record.data[at : at + 8]
        self._formula = None
        if result[6:8] != b"\xff\xff":
            style = self._style(record.data)
            yield row, column, self._number(unpack("<d", result)[0], style)
        elif result[0] == 0:
            self._formula = (row, column)
        elif result[0] == 1:
            yield row, column, boolean(result[2])
        elif result[0] == 2:
            yield row, column, ERRORS.get(result[2], "#ERROR!")

    def _result_text(self, record: Record) -> _Values:
        if self._formula is None:
            return
        if self._known.version >= _VERSION_97:
            text = Strings(record, 0).read(2)
        else:
            short = self._known.version in {0x0009, 2}
            text = byte_string(
                record.data + b"".join(record.more), 0, 1 if short else 2, self._known.page
            )
        yield *self._formula, one_line(text.replace("\0", ""))
        self._formula = None

    def _old_integer(self, record: Record) -> _Values:
        row, column, value = unpack_from("<HH3xH", record.data)
        yield row, column, str(value)

    def _old_real(self, record: Record) -> _Values:
        row, column, value = unpack_from("<HH3xd", record.data)
        yield row, column, self._number(value, 0xFFFF)

    def _old_label(self, record: Record) -> _Values:
        row, column = unpack_from("<HH", record.data)
        yield row, column, one_line(byte_string(record.data, 7, 1, self._known.page))

    def _old_flag(self, record: Record) -> _Values:
        row, column = unpack_from("<HH", record.data)
        value, is_error = record.data[7], record.data[8]
        yield row, column, ERRORS.get(value, "#ERROR!") if is_error else boolean(value)

    def _note(self, place: str, text: str) -> None:
        line = one_line(text.replace("\0", ""))
        if line and len(self._notes) < _MAX_NOTES:
            self._notes.append(SheetNote(place, line))

    def _margin(self, record: Record) -> None:
        if record.data:
            length_bytes = 2 if self._known.version >= _VERSION_97 else 1
            text = self._known.text(record.data, 0, length_bytes)
            if line := margin_text(text):
                self._note("header or footer", line)

    def _series_text(self, record: Record) -> None:
        self._note("chart", self._known.text(record.data, 2, 1))

    def _begin_object(self, record: Record) -> None:
        self._object = int(unpack_from("<H", record.data, 6)[0])

    def _object_text(self, record: Record) -> None:
        """Handle the text of a text box or comment ([MS-XLS] 2.4.329)."""
        length = int(unpack_from("<H", record.data, 10)[0])
        if not length or not record.more:
            return
        pieces = Record(0, length.to_bytes(2, "little") + record.more[0], record.more[1:])
        if len(self._texts) < _MAX_NOTES:
            self._texts[self._object] = Strings(pieces, 0).read(2)

    def _comment(self, record: Record) -> None:
        if self._known.version >= _VERSION_97:
            row, column, _, number = unpack_from("<HHHH", record.data)
            text = self._texts.pop(number, "")
        else:
            row, column = unpack_from("<HH", record.data)
            text = byte_string(record.data, 4, 2, self._known.page)
        self._note(f"comment on {cell_name(row, column)}", text)


def packed_number(value: int) -> float:
    """Return an RK number ([MS-XLS] 2.5.217): an integer or the upper bits of a double."""
    if value & 2:
        whole = value >> 2
        number = float(whole - (1 << 30) if whole >= 1 << 29 else whole)
    else:
        number = float(unpack("<d", ((value & 0xFFFF_FFFC) << 32).to_bytes(8, "little"))[0])
    return number / 100 if value & 1 else number
