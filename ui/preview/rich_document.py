"""The structure of a formatted document, and the QTextDocument built from it.

The document is built with a cursor and never from HTML, so that its content cannot become a
picture, a style or a script, or be loaded. The source offset of every letter is kept.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLength,
    QTextTableFormat,
)

from twofold.engine.api import TextSpan
from twofold.ui.theme import Theme
from twofold.ui.widgets.text_marks import utf16_places

UNPLACED = -1
SCHEMES = frozenset({"http", "https", "mailto"})

# Characters that end a block of a QTextDocument or that no font can show.
NOT_SHOWN = str.maketrans(dict.fromkeys("\0\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\ufdd0\ufdd1", " "))
NOT_SHOWN |= dict.fromkeys(range(55296, 57344), "�")
# At the start of a text, Qt treats this as a byte order mark and drops it; a word joiner is also
# invisible.
NOT_SHOWN |= {0xFEFF: "\u2060", 0xFFFE: "�"}
# A line separator (U+2028) stays inside a paragraph as a line break.
_NOT_IN_A_PARAGRAPH = {
    letter: shown for letter, shown in NOT_SHOWN.items() if letter != ord("\u2028")
} | dict.fromkeys(map(ord, "\r\n"), " ")

_HEADING_SIZES = (18, 16, 14, 13)
_INDENT, _HANGING, _MARGIN = 24, 14, 12


class LineKind(Enum):
    """The style of a line of text."""

    PLAIN = auto()
    HEADING = auto()
    CODE = auto()
    QUOTE = auto()


@dataclass(frozen=True, slots=True)
class Run:
    """Text with one style. `source` is its offset in the text of the preview, or UNPLACED.

    If it has an offset, `text` equals the source, letter by letter.
    """

    text: str
    source: int = UNPLACED
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""

    @property
    def end(self) -> int:
        """The end offset in the text of the preview."""
        return self.source + len(self.text)


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph. `level` is the heading level from 1; `depth` is the indentation level.

    `close` reduces the space below, `apart` adds space above.
    """

    runs: tuple[Run, ...]
    kind: LineKind = LineKind.PLAIN
    level: int = 0
    depth: int = 0
    close: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the runs of each cell of each row; `has_head` means the first row is a header."""

    rows: Sequence[Sequence[tuple[Run, ...]]]
    has_head: bool = False

    @property
    def columns(self) -> int:
        """The number of cells of the widest row."""
        return max(map(len, self.rows), default=0)


Piece = Line | Grid


def _is_right_to_left(line: Line) -> bool:
    """Return whether a line is right-to-left: its first strong letter decides, as in Qt."""
    letters = (letter for run in line.runs for letter in run.text)
    directions = map(unicodedata.bidirectional, letters)
    return next((one != "L" for one in directions if one in {"L", "R", "AL"}), False)


class RichDocument:
    """A QTextDocument built from pieces, with the mapping from source to document offsets."""

    def __init__(self, theme: Theme, pieces: Sequence[Piece], zoom: float = 1.0) -> None:
        self.document = QTextDocument()
        self.document.setDocumentMargin(_MARGIN)
        self._theme, self._zoom = theme, zoom
        self._placed: list[tuple[Run, int]] = []  # document offsets of runs
        self._cursor = QTextCursor(self.document)
        self._is_fresh = True
        self._cursor.beginEditBlock()
        for piece in pieces:
            if isinstance(piece, Grid):
                self._write_grid(piece)
            else:
                self._write_line(piece)
        self._cursor.endEditBlock()
        self._placed.sort(key=lambda placed: placed[0].source)

    def shown(self, span: TextSpan | None) -> TextSpan | None:
        """Return the document span of a source span; None if it is not included."""
        if span is None:
            return None
        first = bisect_right(self._placed, span.start, key=lambda placed: placed[0].end)
        last = bisect_left(self._placed, span.end, key=lambda placed: placed[0].source)
        edges = [
            shown + utf16_places(run.text)(edge - run.source)
            for run, shown in self._placed[first:last]
            for edge in (max(span.start, run.source), min(span.end, run.end))
        ]
        return TextSpan(edges[0], max(edges)) if edges and edges[0] < max(edges) else None

    def source_at(self, place: int) -> int:
        """Return the source offset of a document offset, or of the nearest text above."""
        above = [(shown, run) for run, shown in self._placed if shown <= place]
        shown, run = max(above, key=lambda one: one[0], default=(0, Run("", 0)))
        return run.source + min(place - shown, len(run.text))

    def _write_line(self, line: Line) -> None:
        if not line.runs:
            return
        if self._is_fresh:
            self._cursor.setBlockFormat(self._block_format(line))
            self._is_fresh = False
        else:
            self._cursor.insertBlock(self._block_format(line))
        size, weight = 13, 400
        if line.kind is LineKind.HEADING:
            size, weight = _HEADING_SIZES[min(line.level, len(_HEADING_SIZES)) - 1], 600
        letters = self._format(size, weight, quiet=line.kind is LineKind.QUOTE)
        for run in line.runs:
            self._write_run(run, letters)

    def _block_format(self, line: Line) -> QTextBlockFormat:
        block = QTextBlockFormat()
        block.setBottomMargin(0 if line.kind is LineKind.CODE else 2 if line.close else 8)
        block.setTopMargin(10 if line.kind is LineKind.HEADING else 16 if line.apart else 0)
        indent = block.setRightMargin if _is_right_to_left(line) else block.setLeftMargin
        indent(_INDENT * line.depth)
        if line.runs[0].source == UNPLACED and line.depth:
            block.setTextIndent(-_HANGING)  # the list bullet hangs to the left of its lines
        if line.kind is LineKind.CODE:
            block.setBackground(self._theme.color("sunken"))
        else:
            block.setLineHeight(3, QTextBlockFormat.LineHeightTypes.LineDistanceHeight.value)
        return block

    def _format(
        self, size: int, weight: int, *, quiet: bool = False, tabular: bool = False
    ) -> QTextCharFormat:
        letters = QTextCharFormat()
        letters.setFont(self._theme.font(round(size * self._zoom), weight, tabular=tabular))
        letters.setForeground(self._theme.color("text2" if quiet else "text"))
        return letters

    def _write_run(self, run: Run, letters: QTextCharFormat) -> None:
        shown = run.text.translate(_NOT_IN_A_PARAGRAPH)  # the length does not change
        if run.source != UNPLACED:
            self._placed.append((run, self._cursor.position()))
        self._cursor.insertText(shown, self._run_format(run, letters))

    def _run_format(self, run: Run, line: QTextCharFormat) -> QTextCharFormat:
        letters = QTextCharFormat(line)
        if run.code:
            letters.setFont(self._theme.font(round(12 * self._zoom), mono=True))
        if run.bold:
            letters.setFontWeight(QFont.Weight.DemiBold)
        if run.italic:
            letters.setFontItalic(True)
        letters.setFontStrikeOut(run.struck)
        if run.link and QUrl(run.link).scheme().lower() in SCHEMES:
            letters.setAnchor(True)
            letters.setAnchorHref(run.link)
            letters.setForeground(self._theme.color("accent"))
            letters.setFontUnderline(True)
        return letters

    def _write_grid(self, grid: Grid) -> None:
        if not grid.columns:
            return
        if self._is_fresh:
            flat = QTextBlockFormat()  # Qt always has a paragraph before a table
            flat.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
            self._cursor.setBlockFormat(flat)
        table = self._cursor.insertTable(len(grid.rows), grid.columns, self._table_format())
        for number, row in enumerate(grid.rows):
            is_head = grid.has_head and number == 0
            letters = self._format(12, 600 if is_head else 400, tabular=True)
            for column, runs in enumerate(row):
                self._cursor = table.cellAt(number, column).firstCursorPosition()
                for run in runs:
                    self._write_run(run, letters)
        self._cursor = table.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._is_fresh = True

    def _table_format(self) -> QTextTableFormat:
        table = QTextTableFormat()
        table.setBorder(1)
        table.setBorderCollapse(True)
        table.setBorderBrush(self._theme.color("border"))
        table.setCellPadding(4)
        table.setCellSpacing(0)
        table.setBottomMargin(8)
        table.setWidth(QTextLength())
        return table
