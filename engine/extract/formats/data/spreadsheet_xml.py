"""Sheets of Excel 2002 and 2003 XML (SpreadsheetML 2003), often with the extension .xls or .xml."""

from __future__ import annotations

from dataclasses import replace

from twofold.engine.extract.formats.data.collected_sheets import SheetCollector
from twofold.engine.extract.formats.data.number_format import NumberFormats, joined_texts
from twofold.engine.extract.formats.data.sheet_cells import (
    MAX_COLUMNS,
    MAX_ROWS,
    boolean,
    one_line,
    stored_date,
    stored_number,
)
from twofold.engine.extract.formats.data.sheet_margins import cell_name, margin_text
from twofold.engine.extract.formats.office.properties import document_properties
from twofold.engine.extract.xml_package import Attributes, XmlListener, read_xml
from twofold.engine.model.document import DocumentMetadata

_NAMED_FORMATS = {
    "Short Date": "m/d/yy", "Long Date": "dddd, mmmm d, yyyy", "Medium Date": "d-mmm-yy",
    "General Date": "m/d/yy h:mm", "Short Time": "h:mm", "Long Time": "h:mm:ss AM/PM",
    "Medium Time": "h:mm AM/PM", "Currency": '"$"#,##0.00', "Fixed": "0.00",
    "Standard": "#,##0.00", "Percent": "0.00%", "Scientific": "0.00E+00",
    "Euro Currency": "[$€-2]#,##0.00",
}  # fmt: skip
_OTHER_PROPERTIES = {
    "Subject": "subject", "Description": "description", "Category": "category",
    "Company": "company", "Manager": "manager",
}  # fmt: skip


def read_sheets(data: bytes) -> tuple[SheetCollector, DocumentMetadata]:
    """Read all sheets and the properties; raise DocumentError (damaged)."""
    listener = _Listener()
    read_xml(data, listener)
    return listener.collector, listener.metadata()


class _Listener(XmlListener):
    skipped = frozenset({"DocumentSettings", "ExcelWorkbook", "PhoneticText"})

    def __init__(self) -> None:
        self.collector = SheetCollector()
        self._formats = NumberFormats()
        self._codes: dict[str, str] = {}
        self._style = ""
        self._cell_style = self._kind = ""
        self._parts: list[str] = []
        self._holder = ""
        self._text = ""
        self._found: dict[str, str] = {}
        self._in_properties = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Worksheet":
            self.collector.begin_sheet(attributes.get("Name", ""))
        elif name == "Row":
            self.collector.begin_row(_index(attributes.get("Index", ""), MAX_ROWS))
        elif name == "Cell":
            merged = attributes.get("MergeAcross", "")
            times = 1 + (min(int(merged), MAX_COLUMNS) if merged.isdecimal() else 0)
            self.collector.begin_cell(_index(attributes.get("Index", ""), MAX_COLUMNS), times)
            self._cell_style, self._text = attributes.get("StyleID", ""), ""
        elif name == "Style":
            self._style = attributes.get("ID", "")
        elif name == "NumberFormat":
            code = attributes.get("Format", "")
            self._codes[self._style] = _NAMED_FORMATS.get(code, code)
        elif name in {"Data", "Comment"}:
            self._holder = self._holder if self._holder == "Comment" else name
            self._kind = attributes.get("Type", "String") if name == "Data" else self._kind
            self._parts.clear()
        elif name in {"Header", "Footer"}:
            self.collector.add_note("header or footer", margin_text(attributes.get("Data", "")))
        elif name == "DocumentProperties":
            self._in_properties = True
        elif self._in_properties:
            self._parts.clear()

    def end(self, name: str) -> None:
        if name == "Data" and self._holder == "Data":
            self._text = self._shown(one_line("".join(self._parts)))
            self._holder = ""
        elif name == "Comment":
            cell = cell_name(max(0, self.collector.row), max(0, self.collector.column))
            self.collector.add_note(f"comment on {cell}", one_line("".join(self._parts)))
            self._holder = ""
        elif name == "Cell":
            self.collector.end_one_cell(self._text)
        elif name == "Row":
            self.collector.end_row()
        elif name == "DocumentProperties":
            self._in_properties = False
        elif self._in_properties:
            self._found[name] = one_line("".join(self._parts))

    def data(self, text: str) -> None:
        if self._holder or self._in_properties:
            self._parts.append(text)

    def _shown(self, raw: str) -> str:
        code = self._codes.get(self._cell_style, "")
        if self._kind == "Number":
            value = stored_number(raw)
            return raw if value is None else self._formats.text(value, code)
        if self._kind == "DateTime":
            return joined_texts(self._formats.date_text(raw, code), stored_date(raw))
        return boolean(raw == "1") if self._kind == "Boolean" else raw

    def metadata(self) -> DocumentMetadata:
        """Return the properties of the document."""
        found = self._found
        metadata = document_properties(
            title=found.get("Title", ""),
            authors=found.get("Author", ""),
            keywords=found.get("Keywords", ""),
            created=found.get("Created", ""),
            modified=found.get("LastSaved", ""),
        )
        named = ((shown, found.get(name, "")) for name, shown in _OTHER_PROPERTIES.items())
        return replace(metadata, properties=tuple((name, value) for name, value in named if value))


def _index(text: str, most: int) -> int | None:
    return min(int(text), most) - 1 if text.isascii() and text.isdigit() and text != "0" else None
