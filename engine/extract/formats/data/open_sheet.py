"""Sheets of OpenDocument workbooks (ISO/IEC 26300), read as XML events."""

from __future__ import annotations

from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.extract.formats.data.collected_sheets import SheetCollector
from twofold.engine.extract.formats.data.number_format import joined_texts
from twofold.engine.extract.formats.data.sheet_cells import (
    number_text,
    one_line,
    stored_date,
    stored_number,
    stored_time,
)
from twofold.engine.extract.formats.data.sheet_margins import SheetNote, cell_name
from twofold.engine.extract.formats.office.drawings import odf_chart_lines
from twofold.engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part

_CELLS = frozenset({"table-cell", "covered-table-cell"})
_BLANKS = frozenset({"s", "tab", "line-break"})
_HOLDERS = frozenset({"annotation", "frame", "custom-shape"})
_MARGINS = frozenset(
    {"header", "header-left", "header-first", "footer", "footer-left", "footer-first"}
)
_FIELDS = frozenset({"page-number", "page-count", "sheet-name", "date", "time", "file-name"})


def read_sheets(package: ZipPackage) -> SheetCollector:
    """Read all sheets, including hidden ones; raise DocumentError (damaged, password)."""
    if b"encryption-data" in package.read("META-INF/manifest.xml"):
        raise password_error()
    if "content.xml" not in package:
        raise damaged_error()
    collector = SheetCollector()
    read_part(package, "content.xml", OdsListener(collector, package))
    margins = _Margins()
    read_part(package, "styles.xml", margins)
    if collector.sheets:  # Headers and footers belong to a page style, not to a sheet.
        notes = collector.sheets[0].notes
        notes += [SheetNote("header or footer", line) for line in dict.fromkeys(margins.lines)]
    return collector


class OdsListener(XmlListener):
    """Collects the cells and notes in content.xml.

    Rows and cells have no addresses there, so they are counted.
    """

    skipped = frozenset({"tracked-changes", "dc:date", "date-string", "dc:creator"})

    def __init__(self, collector: SheetCollector, package: ZipPackage | None) -> None:
        self._collector = collector
        self._package = package
        self._holders: list[str] = []  # open comments and text boxes, outermost first
        self._parts: list[str] = []
        self._note_parts: list[str] = []
        self._paragraphs = 0
        self._cell: Attributes = {}
        self._tables = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of an element."""
        if name == "table":
            self._tables += 1
            if self._tables == 1:
                self._collector.begin_sheet(attributes.get("name", ""))
        elif self._holders:
            self._start_in_note(name, attributes)
        elif name == "table-row":
            self._collector.begin_row(None, _count(attributes.get("number-rows-repeated", "")))
        elif name in _CELLS:
            times = _count(attributes.get("number-columns-repeated", ""))
            self._collector.begin_cell(None, times)
            self._cell = attributes
            self._parts.clear()
        elif name in _HOLDERS:
            self._holders.append(name)
            self._note_parts.clear()
        elif name == "p":
            self._paragraphs += 1
        elif name in _BLANKS:
            self._parts.append(" ")

    def _start_in_note(self, name: str, attributes: Attributes) -> None:
        if name in _HOLDERS:
            self._holders.append(name)
        elif name == "object" and self._package is not None:
            href = attributes.get("href", "").removeprefix("./")
            for line in odf_chart_lines(self._package, f"{href}/content.xml"):
                self._collector.add_note("chart", line)
        elif name in _BLANKS:
            self._note_parts.append(" ")

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name == "table":
            self._tables -= 1
        elif self._holders:
            self._end_in_note(name)
        elif name == "p":
            self._paragraphs = max(0, self._paragraphs - 1)
            self._parts.append(" ")
        elif name in _CELLS:
            self._collector.end_cell(_cell_text(self._cell, one_line("".join(self._parts))))
            self._parts.clear()
        elif name == "table-row":
            self._collector.end_row()

    def _end_in_note(self, name: str) -> None:
        if name in {"p", "h"}:
            self._note_parts.append(" ")
        if name != self._holders[-1]:
            return
        self._holders.pop()
        cell = cell_name(max(0, self._collector.row), max(0, self._collector.column))
        place = f"comment on {cell}" if name == "annotation" else "text box"
        self._collector.add_note(place, one_line("".join(self._note_parts)))
        self._note_parts.clear()

    def data(self, text: str) -> None:
        """Handle text."""
        if self._holders:
            self._note_parts.append(text)
        elif self._paragraphs:
            self._parts.append(text)


def _cell_text(cell: Attributes, shown: str) -> str:
    """Return the text that a cell displays, followed by the stored value if it has other words."""
    kind = cell.get("value-type", "")
    if kind in {"float", "percentage", "currency"}:
        value = stored_number(cell.get("value", ""))
        return shown if value is None else joined_texts(shown, number_text(value))
    if kind == "date":
        return joined_texts(shown, stored_date(cell.get("date-value", "")))
    if kind == "time":
        return joined_texts(shown, stored_time(cell.get("time-value", "")))
    return shown or cell.get("string-value", "") or cell.get("boolean-value", "").upper()


def _count(text: str) -> int:
    return min(int(text), 1_048_576) if text.isascii() and text.isdigit() and text != "0" else 1


class _Margins(XmlListener):
    """Collects the headers and footers in styles.xml.

    Lines that consist of a page number and at most one word are left out.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0
        self._parts: list[str] = []
        self._fields: list[str] = []
        self._has_field = False

    def start(self, name: str, _attributes: Attributes) -> None:
        """Handle the start of an element."""
        if name in _MARGINS:
            self._depth += 1
        elif name in _FIELDS:
            self._fields.append(name)
            self._has_field = True
        elif name in _BLANKS:
            self._parts.append(" ")

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name in _MARGINS:
            self._depth -= 1
        elif name in _FIELDS and self._fields:
            self._fields.pop()
        elif name == "p":
            line = one_line("".join(self._parts))
            if any(map(str.isalpha, line)) and not (self._has_field and " " not in line):
                self.lines.append(line)
            self._parts.clear()
            self._has_field = False

    def data(self, text: str) -> None:
        """Handle text."""
        if self._depth and not self._fields:
            self._parts.append(text)
