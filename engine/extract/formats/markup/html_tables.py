"""The tables of web pages: detecting data tables, and the layout of their rows.

Tables also arrange the layout of pages. The kind of a table is known only at its end, so its
content is buffered until then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from twofold.engine.extract.text_building import TextLayout
from twofold.engine.model.document import BlockKind

_CELLS = frozenset({"td", "th"})
_LAYOUT_ROLES = frozenset({"presentation", "none"})
# Elements that never occur in a cell of data.
_PAGE_PARTS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "pre", "article", "section", "main"})
_MAX_CELL_LENGTH = 2000
# The kind of a table is known by then; a larger number would exhaust the memory.
_MAX_BUFFERED = 100_000
_OUTSIDE_CELLS = frozenset({"tr", "thead", "tbody", "tfoot", "caption"})


@dataclass(slots=True)
class _Table:
    is_layout: bool
    rows: int = 0
    cells: int = 0  # of the current row
    columns: int = 0
    is_in_cell: bool = False
    has_page_parts: bool = False
    length: int = 0  # of the text in the current cell

    @property
    def is_grid(self) -> bool:
        """Whether the table has several columns and is not used for layout."""
        return self.columns > 1 and not self.is_layout

    @property
    def is_data(self) -> bool:
        """Whether the cells of the table contain values, so that each row is one line."""
        return self.is_grid and self.rows > 1 and not self.has_page_parts


class TableText:
    """Lays out the elements of a page.

    Elements inside a table are laid out when the outermost table ends.
    """

    def __init__(self, layout: TextLayout) -> None:
        self._layout = layout
        self._open: list[_Table] = []
        self._buffered: list[Callable[[], None]] = []

    def open(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Process the start of an element."""
        if tag == "table":
            for outer in self._open[-1:]:
                outer.is_layout = True
            role = attributes.get("role", "").strip().lower()
            self._open.append(_Table(role in _LAYOUT_ROLES))
        if not self._open:
            return
        table = self._open[-1]
        if tag in _OUTSIDE_CELLS:
            table.rows += tag == "tr"
            table.cells, table.is_in_cell = 0, False
        elif tag in _CELLS:
            table.cells += 1
            table.columns = max(table.columns, table.cells)
            table.is_in_cell, table.length = True, 0
        elif tag in _PAGE_PARTS:
            table.has_page_parts = True

    def close(self, tag: str) -> None:
        """Process the end of an element; lay out buffered content when the outermost table ends."""
        if not self._open:
            return
        if tag in _CELLS or tag == "tr":
            self._open[-1].is_in_cell = False
        elif tag == "table":
            self._open.pop()
            self._buffer(self._layout.end_table)
            if not self._open:
                self.finish()

    def finish(self) -> None:
        """Lay out all buffered content."""
        buffered, self._buffered = self._buffered, []
        for step in buffered:
            step()

    def open_block(self, kind: BlockKind, level: int = 0) -> None:
        """End the current block and begin one; inside a data cell, add a space instead."""
        table = self._open[-1] if self._open else None
        is_row = kind is BlockKind.TABLE
        is_in_cell = table is not None and table.is_in_cell

        def step() -> None:
            if is_in_cell and table is not None and table.is_data:
                self._layout.add(" ", 0)
            elif is_row and not (table is not None and table.is_grid):
                self._layout.open_block(BlockKind.PARAGRAPH)
            else:
                self._layout.open_block(kind, level)

        self._buffer(step)

    def break_line(self) -> None:
        """Begin a new line inside the block; inside a data cell, add a space instead."""
        table = self._open[-1] if self._open else None

        def step() -> None:
            if table is not None and table.is_data:
                self._layout.add(" ", 0)
            else:
                self._layout.break_line()

        self._buffer(step)

    def next_cell(self) -> None:
        """Separate the next cell of a row from the previous one."""
        self._buffer(self._layout.next_cell)

    def add(self, text: str, offset: int, *, verbatim: bool) -> None:
        """Add `text` from `offset` of the source."""
        if not self._open:
            self._layout.add(text, offset, verbatim=verbatim)
            return
        table = self._open[-1]
        table.length += len(text)
        table.has_page_parts = table.has_page_parts or table.length > _MAX_CELL_LENGTH
        self._buffer(lambda: self._layout.add(text, offset, verbatim=verbatim))

    def _buffer(self, step: Callable[[], None]) -> None:
        self._buffered.append(step)
        if not self._open or len(self._buffered) >= _MAX_BUFFERED:
            self.finish()
