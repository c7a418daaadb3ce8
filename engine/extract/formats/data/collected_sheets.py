"""Collecting the sheets of a workbook from the events of a parser, up to a limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from twofold.engine.extract.formats.data.sheet_cells import MAX_COLUMNS, MAX_ROWS, Cells, Row
from twofold.engine.extract.formats.data.sheet_margins import SheetNote

_MAX_CHARACTERS = 64_000_000
_MAX_CELLS = 5_000_000
_MAX_NOTES = 20_000


@dataclass(slots=True)
class CollectedSheet:
    """A sheet with its rows and notes.

    A row consists of its number (from 1), how often it is repeated, and its cells.
    """

    name: str
    collected: list[tuple[int, int, Cells]] = field(default_factory=list)
    notes: list[SheetNote] = field(default_factory=list)

    @property
    def rows(self) -> Iterator[Row]:
        """The rows that are not empty."""
        for number, times, cells in self.collected:
            for index in range(times):
                yield number + index, cells


class SheetCollector:
    """Collects sheets; cells beyond a limit are dropped, and `is_cut` is set."""

    def __init__(self) -> None:
        self.sheets: list[CollectedSheet] = []
        self.is_cut = False
        self.row = self.column = -1  # of the current cell, from 0
        self._next_row = self._next_column = 0
        self._times = 1
        self._cells: Cells = []
        self._size = self._count = 0

    def begin_sheet(self, name: str) -> None:
        """Begin a sheet."""
        self.sheets.append(CollectedSheet(name))
        self._next_row = 0

    def begin_row(self, number: int | None = None, times: int = 1) -> None:
        """Begin a row with this number (from 0), by default the next one."""
        self.row = self._next_row if number is None else number
        self._times = max(1, min(times, MAX_ROWS))
        self._next_row = self.row + self._times
        self._next_column = 0
        self._cells = []

    def begin_cell(self, number: int | None = None, times: int = 1) -> None:
        """Begin a cell in this column (from 0), by default the next one."""
        self.column = self._next_column if number is None else number
        self._next_column = self.column + max(1, min(times, MAX_COLUMNS))

    def end_cell(self, text: str) -> None:
        """End a cell with its text, which is repeated in all its columns."""
        if not text or not self.sheets:
            return
        end = min(self._next_column, MAX_COLUMNS)
        self._count += max(0, end - self.column)
        self._size += len(text)
        if self._count > _MAX_CELLS or self._size > _MAX_CHARACTERS:
            self.is_cut = True
            return
        self._cells += [(column, text) for column in range(self.column, end)]

    def end_one_cell(self, text: str) -> None:
        """End a merged cell, whose text is in its first column only."""
        following, self._next_column = self._next_column, self.column + 1
        self.end_cell(text)
        self._next_column = following

    def end_row(self) -> None:
        """End a row; empty rows are left out."""
        if self._cells and self.sheets and self.row < MAX_ROWS:
            times = min(self._times, MAX_ROWS - self.row)
            self.sheets[-1].collected.append((self.row + 1, times, self._cells))
        self._cells = []

    def add_note(self, place: str, text: str) -> None:
        """Add a text outside the cells of the current sheet."""
        if text and self.sheets and len(self.sheets[-1].notes) < _MAX_NOTES:
            self.sheets[-1].notes.append(SheetNote(place, text))
