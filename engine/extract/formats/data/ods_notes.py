"""What stands beside the cells of an OpenDocument spreadsheet: comments, text boxes, charts."""

from __future__ import annotations

from collections.abc import Mapping

from engine.extract.formats.data.sheet_note import SheetNote
from engine.extract.formats.office.chart_text import odf_chart_lines
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage

_CELLS = frozenset({"table-cell", "covered-table-cell"})
_BLANKS = frozenset({"s", "tab", "line-break"})
_MOST_NOTES = 20_000


def read_ods_notes(package: ZipPackage) -> Mapping[str, tuple[SheetNote, ...]]:
    """Return what stands beside the cells, by the names of the sheets."""
    reader = _OdsNotes(package)
    read_part(package, "content.xml", reader)
    return {name: tuple(notes) for name, notes in reader.found.items()}


class _OdsNotes(XmlListener):
    """Listens to content.xml and counts rows and cells, as they name no place themselves."""

    skipped = frozenset({"tracked-changes", "dc:date", "date-string", "dc:creator"})

    def __init__(self, package: ZipPackage) -> None:
        self.found: dict[str, list[SheetNote]] = {}
        self._package = package
        self._notes: list[SheetNote] = []
        self._row = self._column = self._next_row = self._next_column = 0
        self._holders: list[str] = []  # The comment or text box under way, what is in it inside.
        self._parts: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        """Count, or go into a comment or a text box."""
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
        """Keep what a comment or a text box says."""
        if name in {"p", "h"}:
            self._parts.append(" ")
        elif self._holders and name == self._holders[-1]:
            self._holders.pop()
            is_comment = name == "annotation"
            place = f"comment on {_cell(self._row, self._column)}" if is_comment else "text box"
            self._note(place, " ".join("".join(self._parts).split()))
            self._parts.clear()

    def data(self, text: str) -> None:
        """Take text of a comment or a text box."""
        if self._holders:
            self._parts.append(text)

    def _note(self, place: str, text: str) -> None:
        if text and len(self._notes) < _MOST_NOTES:
            self._notes.append(SheetNote(place, text))


def _count(text: str) -> int:
    return min(int(text), 1_048_576) if text.isascii() and text.isdigit() and text != "0" else 1


def _cell(row: int, column: int) -> str:
    """Return the name of a cell: (0, 27) is AB1."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"
