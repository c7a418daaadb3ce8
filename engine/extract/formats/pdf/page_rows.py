"""The lines of a PDF page as rows: a label, the figures after it, and their positions.

PDFium returns lines in the order in which they were written. Figures that were written as columns,
or next to a label of several lines, are added to their rows.
"""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pypdfium2
from pypdfium2 import raw

from twofold.engine.extract.lines import line_spans

Span = tuple[int, int]
Edges = tuple[float, float]

MAX_BETWEEN = 4  # lines without figures between two rows, and lines of a label
_MAX_LINES = 2_000  # of a page
_MAX_WORDS = 80  # of a line
_MAX_ROW_LENGTH = 400  # characters
_MAX_BESIDE = 200  # lines next to a column
# In font heights. A word space is 0.25 to 0.35, in a typewriter font 0.6, and hardly ever wider.
WIDE = 0.45
SAME_LINE = 0.3
_LEVEL = 0.8  # between the beginning and the end of a line
_WIDE_IN_LETTERS = 1.4

_SIGN = r"(?:US)?[$€£¥]"
_FIGURE = re.compile(
    rf"[-+−–(]{{0,3}}{_SIGN}?[-+−–(]{{0,3}}\.?\d(?:[\d.,'’]*\d)?[%)*]{{0,3}}(?:\(\d\))?\Z"
    rf"|{_SIGN}?[-–—]+[%)]*\Z|[Nn]/?[AaMm]\Z"
)
_BEFORE = re.compile(rf"{_SIGN}?\(?\Z")
_AFTER = re.compile(r"[)%*†‡]{1,3}\Z")
_THOUSANDS = re.compile(r"[-+−–(]*\d{1,3}(?: \d{3})+(?:[.,]\d+)?[%)]*\Z")
_WORD = re.compile(r"[^ \t\r\n]+")
# Replaces the hyphen of a word that continues on the next line: the text is on two lines.
_DIVIDED_WORD = re.compile("[\ufffe\u0002]")


@dataclass(slots=True)
class Cell:
    """Spans of the text, and their left and right edges on the page."""

    spans: list[Span]
    left: float
    right: float


@dataclass(slots=True)
class Row:
    """A table row: a label, which may be empty, cells, lines, and its position on the page."""

    lines: list[int]
    label: list[Span]
    cells: list[Cell]
    bottom: float
    height: float
    left: float
    label_right: float

    @property
    def right(self) -> float:
        """The right edge of the row."""
        return self.cells[-1].right if self.cells else self.label_right

    def is_below(self, other: Row) -> bool:
        """Return whether this row is lower on the page than another one."""
        return self.bottom < other.bottom - SAME_LINE * self.height

    def add(self, other: Row) -> None:
        """Add another row on the same line, or the rest of the label."""
        self.lines += other.lines
        self.label += other.label
        self.cells += other.cells
        self.left = min(self.left, other.left)
        self.label_right = max(self.label_right, other.label_right if other.label else 0.0)


class PageRows:
    """The lines of a page, measured on demand."""

    def __init__(self, text_page: pypdfium2.PdfTextPage, text: str) -> None:
        self.text = text
        self.spans = line_spans(text)[:_MAX_LINES]
        self._page = text_page
        self._box_of = raw.FS_RECTF()
        self._rows: dict[int, Row | None] = {}

    def first_line_beside(self, line: int) -> int:
        """Return the first of the lines that are displayed next to a line of figures.

        Return `line` if it is not a line of figures, or if there are none.
        """
        row = self.row(line)
        if row is None or row.label:
            return line
        for above in range(line - 1, max(line - _MAX_BESIDE, -1), -1):
            one = self.row(above)
            if one is None:
                return above + 1
            if row.is_below(one):
                return above
        return line

    def rows(self, first: int, end: int) -> list[Row]:
        """Return the rows as displayed: figures written later are added to their label."""
        rows: list[Row] = []
        found = [row for line in range(first, end) if (row := self.row(line)) is not None]
        # Copies, because lines are added to them.
        lines = [
            replace(row, lines=[*row.lines], label=[*row.label], cells=[*row.cells])
            for row in found
        ]
        at = 0
        while at < len(lines):
            line = lines[at]
            if rows and not line.is_below(lines[at - 1]):
                after = at + 1
                while (
                    after < len(lines)
                    and lines[after].is_below(lines[after - 1])
                    and not lines[after].is_below(rows[-1])
                ):
                    after += 1
                if _put_beside(rows, lines[at:after]):
                    at = after
                    continue
            rows.append(line)
            at += 1
        return rows

    def row(self, line: int) -> Row | None:
        """Return a line with its cells; None if it is blank, too long or not horizontal."""
        if line not in self._rows:
            self._rows[line] = self._measured(line)
        return self._rows[line]

    def segments(self, row: Row, columns: Sequence[Edges]) -> list[Cell]:
        """Split a line at its wide gaps, and at narrower ones between two columns."""
        found = _WORD.finditer(self.text, *self.spans[row.lines[0]])
        words = [Cell([word.span()], *self._edges(*word.span())) for word in found]
        width = sum(word.right - word.left for word in words)
        letter = width / sum(word.spans[0][1] - word.spans[0][0] for word in words)
        cells = words[:1]
        for word in words[1:]:
            last = cells[-1]
            parts = columns_of(last, columns) != columns_of(word, columns)
            if word.left - last.right < (WIDE * row.height if parts else _WIDE_IN_LETTERS * letter):
                last.spans[0] = (last.spans[0][0], word.spans[0][1])
                last.right = word.right
            else:
                cells.append(word)
        return cells

    def _measured(self, line: int) -> Row | None:
        text = self.text
        start, end = self.spans[line]
        line_text = text[start:end]
        start, end = end - len(line_text.lstrip()), start + len(line_text.rstrip())
        if start >= end or _DIVIDED_WORD.search(line_text):
            return None
        left, bottom, _, top = self._box(start)
        _, last_bottom, right, last_top = self._box(end - 1)
        height = max(top - bottom, last_top - last_bottom)
        if height <= 0 or abs(bottom - last_bottom) > _LEVEL * height or right <= left:
            return None
        cells = self._cells(start, end, height) if end - start <= _MAX_ROW_LENGTH else []
        label_end = end
        if cells:
            label_end = start + len(text[start : cells[0].spans[0][0]].rstrip(" "))
        label_right = right if label_end == end else left
        # Cells without a gap to the label are part of it.
        while cells and label_end > start:
            label_right = self._box(label_end - 1)[2]
            if cells[0].left - label_right >= WIDE * height:
                break
            label_right, label_end = cells[0].right, cells.pop(0).spans[0][1]
        label = [(start, label_end)] if label_end > start else []
        return Row([line], label, cells, bottom, height, left, label_right)

    def _cells(self, first: int, end_of_words: int, height: float) -> list[Cell]:
        """Return the figures at the end of a line."""
        text = self.text
        words: list[Span] = []
        while end_of_words > first and len(words) < _MAX_WORDS:
            word = max(text.rfind(" ", first, end_of_words) + 1, first)
            if not _is_of_figure(text[word:end_of_words]):
                break
            words.append((word, end_of_words))
            end_of_words = first + len(text[first:word].rstrip(" "))
        cells: list[Cell] = []
        for start, end in reversed(words):
            left, right = self._edges(start, end)
            last = cells[-1] if cells else None
            is_narrow = last is not None and left - last.right < WIDE * height
            if last and self._continues_figure(last.spans[0], (start, end), is_narrow=is_narrow):
                last.spans[0] = (last.spans[0][0], end)
                last.right = right
            else:
                cells.append(Cell([(start, end)], left, right))
        return cells

    def _continues_figure(self, figure: Span, word: Span, *, is_narrow: bool) -> bool:
        """Return whether a word belongs to the figure before it: '(1,234 )', '$ 5', '1 234'."""
        if _AFTER.match(self.text, *word) or _BEFORE.match(self.text, *figure):
            return True
        return is_narrow and _THOUSANDS.match(self.text, figure[0], word[1]) is not None

    def _edges(self, start: int, end: int) -> Edges:
        left, _, right, _ = self._box(start)
        return left, right if end == start + 1 else self._box(end - 1)[2]

    def _box(self, index: int) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of a character."""
        box = self._box_of
        character = raw.FPDFText_GetCharIndexFromTextIndex(self._page, index)
        if character < 0 or not raw.FPDFText_GetLooseCharBox(self._page, character, box):
            return 0.0, 0.0, 0.0, 0.0
        return box.left, box.bottom, box.right, box.top


def columns_of(cell: Cell, columns: Sequence[Edges]) -> list[int]:
    """Return the columns that a cell overlaps, or the nearest column if there are none."""
    over = [
        at for at, (left, right) in enumerate(columns) if cell.left < right and left < cell.right
    ]
    middle = cell.left + cell.right
    return over or [min(range(len(columns)), key=lambda at: abs(sum(columns[at]) - middle))]


def ends_with_figure(line: str) -> bool:
    """Return whether the last word of a non-blank line is part of a figure."""
    return len(line) <= _MAX_ROW_LENGTH and _is_of_figure(line.rsplit(maxsplit=1)[-1])


def _is_of_figure(word: str) -> bool:
    return (_FIGURE.match(word) or _BEFORE.match(word) or _AFTER.match(word)) is not None


def _put_beside(rows: list[Row], column: Sequence[Row]) -> bool:
    """Add a column of figures to the last rows, which are next to it.

    Return False if these lines are not such a column. The head of the column may be text.
    """
    if 2 * sum(not line.label for line in column) < len(column):
        return False
    top = column[0]
    first = len(rows)
    while first and len(rows) - first < _MAX_BESIDE and not top.is_below(rows[first - 1]):
        first -= 1
    if len(column) == 1:
        return _put_beside_label(rows, first, top)
    found = [next((row for row in rows[first:] if _is_left_of(row, one)), None) for one in column]
    if 2 * sum(row is not None for row in found) < len(column):
        return False
    for line, row in zip(column, found, strict=True):
        if row is None:
            insort(rows, line, lo=first, key=lambda one: -one.bottom)
        else:
            row.add(line)
    return True


def _put_beside_label(rows: list[Row], first: int, figures: Row) -> bool:
    """Add the figures in one row to a label of several lines, which precede the figures.

    Return False if there is no such label.
    """
    is_between = first == len(rows) or rows[first].is_below(figures)
    if is_between and first and rows[first - 1].bottom - figures.bottom < figures.height:
        first -= 1
    label = rows[first:]
    if not 0 < len(label) <= MAX_BETWEEN:
        return False
    if any(line.cells or line.right > figures.left for line in label):
        return False
    for line in (*label[1:], figures):
        label[0].add(line)
    label[0].bottom = figures.bottom
    del rows[first + 1 :]
    return True


def _is_left_of(row: Row, other: Row) -> bool:
    """Return whether a row is before another one on the same line."""
    is_level = abs(row.bottom - other.bottom) < SAME_LINE * other.height
    return is_level and row.right <= other.left
