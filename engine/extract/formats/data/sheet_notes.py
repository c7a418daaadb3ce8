"""Text outside of the cells of a workbook: comments, text boxes, charts, headers and footers.

python-calamine reads cells only. First OpenDocument, then Office Open XML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.extract.formats.office.drawings import (
    CHARTS,
    ParagraphLines,
    chart_lines,
    lines_of,
    odf_chart_lines,
)
from engine.extract.formats.office.open_xml import Relation, main_part, relations_of
from engine.extract.formats.office.properties import Elements, read_elements
from engine.extract.xml_package import Attributes, XmlListener, ZipPackage, read_part
from engine.model.errors import DocumentError


@dataclass(frozen=True, slots=True)
class SheetNote:
    """A text outside of the cells and its place on the sheet: 'comment on B4', 'chart'."""

    place: str
    text: str


_CELLS = frozenset({"table-cell", "covered-table-cell"})
_BLANKS = frozenset({"s", "tab", "line-break"})
_MOST_NOTES = 20_000


def read_ods_notes(package: ZipPackage) -> Mapping[str, tuple[SheetNote, ...]]:
    """Return the texts outside of the cells, by the names of the sheets."""
    reader = _OdsNotes(package)
    read_part(package, "content.xml", reader)
    return {name: tuple(notes) for name, notes in reader.found.items()}


class _OdsNotes(XmlListener):
    """Collects the notes of content.xml; counts rows and cells, which have no names there."""

    skipped = frozenset({"tracked-changes", "dc:date", "date-string", "dc:creator"})

    def __init__(self, package: ZipPackage) -> None:
        self.found: dict[str, list[SheetNote]] = {}
        self._package = package
        self._notes: list[SheetNote] = []
        self._row = self._column = self._next_row = self._next_column = 0
        self._holders: list[str] = []  # Open comments and text boxes, outermost first.
        self._parts: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "table" and not self._holders:
            self._notes = self.found.setdefault(attributes.get("name", ""), [])
            self._next_row = 0
        elif name == "table-row":
            self._row, self._next_column = self._next_row, 0
            self._next_row += _count(attributes.get("number-rows-repeated", ""))
        elif name in _CELLS:
            self._column = self._next_column
            self._next_column += _count(attributes.get("number-columns-repeated", ""))
        elif name in {"annotation", "frame", "custom-shape"}:
            self._holders.append(name)
            self._parts.clear()
        elif name == "object":
            href = attributes.get("href", "").removeprefix("./")
            for line in odf_chart_lines(self._package, f"{href}/content.xml"):
                self._note("chart", line)
        elif name in _BLANKS:
            self._parts.append(" ")

    def end(self, name: str) -> None:
        if name in {"p", "h"}:
            self._parts.append(" ")
        elif self._holders and name == self._holders[-1]:
            self._holders.pop()
            cell = _cell_name(self._row, self._column)
            place = f"comment on {cell}" if name == "annotation" else "text box"
            self._note(place, " ".join("".join(self._parts).split()))
            self._parts.clear()

    def data(self, text: str) -> None:
        if self._holders:
            self._parts.append(text)

    def _note(self, place: str, text: str) -> None:
        if text and len(self._notes) < _MOST_NOTES:
            self._notes.append(SheetNote(place, text))


def _count(text: str) -> int:
    return min(int(text), 1_048_576) if text.isascii() and text.isdigit() and text != "0" else 1


def _cell_name(row: int, column: int) -> str:
    """Return the name of a cell: (0, 27) is AB1."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


# Codes of headers and footers: &C (centre), &"Arial,Bold", &12, &K04-1FF, &P (page) ...
_MARGIN_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f+-]{6}|\d+|[A-Za-z])|&(?=&)')
_MARGINS = frozenset(
    {"oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"}
)


def read_notes(data: bytes) -> Mapping[str, tuple[SheetNote, ...]]:
    """Return the texts outside of the cells, by the names of the sheets.

    Nothing is returned of a damaged file: the cells matter more.
    """
    if not data.startswith(b"PK"):
        return {}
    try:
        with ZipPackage(data) as package:
            if "content.xml" in package:
                return read_ods_notes(package)
            return {name: tuple(_of_sheet(package, part)) for name, part in _sheet_parts(package)}
    except DocumentError:
        return {}


def _sheet_parts(package: ZipPackage) -> Iterator[tuple[str, str]]:
    """Yield the names of the sheets and the parts they are in."""
    part = main_part(package, "xl/workbook.xml")
    related = relations_of(package, part)
    for sheet in read_elements(package, part, "sheet"):
        if relation := related.get(sheet.attributes.get("r:id", "")):
            yield sheet.attributes.get("name", ""), relation.target


def _of_sheet(package: ZipPackage, part: str) -> Iterator[SheetNote]:
    related = relations_of(package, part).values()
    yield from _comments(package, related)
    for drawing in (one for one in related if one.kind == "drawing"):
        for line in lines_of(package, drawing):
            yield SheetNote("text box", line)
        for chart in relations_of(package, drawing.target).values():
            if chart.kind in CHARTS:
                for line in chart_lines(package, chart):
                    yield SheetNote("chart", line)
    margins = Elements(*_MARGINS)
    margins.skipped = frozenset({"sheetData"})
    read_part(package, part, margins)
    lines = (" ".join(_MARGIN_CODE.sub(" ", one.text).split()) for one in margins.found)
    for line in dict.fromkeys(lines):
        if any(character.isalpha() for character in line):
            yield SheetNote("header or footer", line)


def _comments(package: ZipPackage, related: Iterable[Relation]) -> Iterator[SheetNote]:
    """Yield the comments; threaded ones with all replies where the file has them."""
    kinds = {one.kind: one for one in related}
    reader = _Comments()
    if relation := kinds.get("threadedComment") or kinds.get("comments"):
        read_part(package, relation.target, reader)
    yield from reader.found[:_MOST_NOTES]


class _Comments(ParagraphLines):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[SheetNote] = []
        self._cell = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if name in {"comment", "threadedComment"}:
            self.lines.clear()
            self._cell = attributes.get("ref", "")
        else:
            super().start(name, attributes)

    def end(self, name: str) -> None:
        super().end(name)
        if name in {"comment", "threadedComment"} and self.lines:
            self.found.append(SheetNote(f"comment on {self._cell}", " ".join(self.lines)))
