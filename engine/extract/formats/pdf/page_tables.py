"""The tables of figures on PDF pages: whole rows, with tabs between their cells.

A PDF contains positions of letters, but no tables. Lines that end with figures below one another,
after wide gaps, are the rows of a table. The text of lines is checked first and their positions
only afterwards, so that pages of prose cost almost nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

import pypdfium2

from twofold.engine.extract.formats.pdf.page_rows import (
    MAX_BETWEEN,
    SAME_LINE,
    WIDE,
    Cell,
    Edges,
    PageRows,
    Row,
    Span,
    columns_of,
    ends_with_figure,
)
from twofold.engine.extract.lines import line_spans
from twofold.engine.model.document import BlockKind

_MIN_ROWS = 3
_MAX_COLUMNS = 40
_MAX_HEADS = 24  # lines above the first row, for several lines in each cell
_MAX_HEAD_LENGTH, _MAX_HEADS_LENGTH = 60, 300  # characters, of one head and of a line of heads
_MAX_CAPTIONS = 4
# In font heights.
_GAP_OF_COLUMNS = 0.9
_NEXT_LINE = 1.5
_MAX_LINE_DISTANCE = 2.6  # between two lines
_MAX_HEADS_HEIGHT = 8.0  # all heads

# The end of a line that may end with a figure: '5', '5)', '5 %', ' -'.
_END = re.compile(
    r"\r\n(?:(?<=\d\r\n)|(?<=[\d ][)%*]\r\n)|(?<=\d[)%*]{2}\r\n)|(?<=[ $][—–-]\r\n)|(?<=\d \r\n))"
)
# Leader dots before a page number.
_LEADERS = (". .", "....")
_PROMPTS = "><#"  # of programs, in listings
# A line that is neither a sentence nor its end.
_CAPTION = re.compile(r"(?=.*[^\W\d_]{3})[(\[]?[^\W_].{1,118}(?<![.,;])\Z")
_YEAR = re.compile(r"(?:1[89]|2[01])\d\d[*†‡]?(?:\(\d\))?\Z")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of a page, with its tables row by row.

    `pieces` describe how the text is made from PDFium's text: (text to insert, start, end of the
    span after it). If the page has tables, `kinds` contains the kind of each line (row, caption or
    other), and `lines` the number of the line of PDFium's text with which it begins.
    """

    text: str
    pieces: tuple[tuple[str, int, int], ...]
    kinds: tuple[BlockKind, ...] = ()
    lines: tuple[int, ...] = ()

    def origins(self) -> Iterator[int]:
        """Yield the index in PDFium's text for each character.

        For an inserted character, this is the index of the next character from PDFium.
        """
        for before, start, end in self.pieces:
            yield from (start for _ in before)
            yield from range(start, end)


def text_with_tables(text_page: pypdfium2.PdfTextPage, text: str) -> PageText:
    """Return the text of a page with tables row by row; `text` is PDFium's text of the page."""
    runs = list(_runs(text))
    if not runs or (not text.isascii() and max(text) > "\uffff"):  # PDFium counts these twice
        return PageText(text, (("", 0, len(text)),))
    page = PageRows(text_page, text)
    tables = list(_tables(page, runs))
    if not tables:
        return PageText(text, (("", 0, len(text)),))
    table_at = {min(table.lines): table for table in tables}
    kind_of = {line: BlockKind.CAPTION for table in tables for line in table.captions}
    kind_of |= {line: BlockKind.TABLE for table in tables for line in table.lines}
    pieces: list[tuple[str, int, int]] = []
    lines: list[int] = []
    for line, span in enumerate(line_spans(text)):
        is_row = kind_of.get(line) is BlockKind.TABLE
        rows = table_at[line].cells() if line in table_at else [] if is_row else [[[span]]]
        for cells in rows:
            before = "\n" if lines else ""
            for spans in cells:
                for start, end in spans:
                    pieces.append((before, start, end))
                    before = " "
                before = "\t"
            lines.append(line)
    written = "".join(f"{before}{text[start:end]}" for before, start, end in pieces)
    kinds = tuple(kind_of.get(line, BlockKind.PARAGRAPH) for line in lines)
    return PageText(written, tuple(pieces), kinds, tuple(lines))


@dataclass(slots=True)
class _Table:
    """Rows whose figures are below one another, the heads above them, and the caption."""

    rows: list[Row] = field(default_factory=list)
    columns: list[Edges] = field(default_factory=list)
    heads: list[Row] = field(default_factory=list)
    captions: list[int] = field(default_factory=list)

    @property
    def lines(self) -> list[int]:
        """The lines of heads and rows."""
        return [line for row in (*self.heads, *self.rows) for line in row.lines]

    def cells(self) -> list[list[list[Span]]]:
        """Return the cells of heads and rows, as spans of the text."""
        return [
            [spans for spans in (row.label, *(cell.spans for cell in row.cells)) if spans]
            for row in (*self.heads, *self.rows)
        ]

    def add(self, row: Row) -> bool:
        """Add a row with figures; return False if they are not below the previous ones."""
        columns = list(self.columns)
        met: set[int] = set()
        for cell in row.cells:
            over = [
                at
                for at, (left, right) in enumerate(self.columns)
                if cell.left < right and left < cell.right
            ]
            if len(over) > 1 or met.intersection(over):
                return False
            met.update(over)
            for at in over:
                columns[at] = (min(columns[at][0], cell.left), max(columns[at][1], cell.right))
            if not over:
                columns.append((cell.left, cell.right))
        # A row with a single figure may have it in a column that was empty so far.
        is_single = len(row.cells) == 1 and len(self.columns) > 1
        is_other = self.columns and 2 * len(met) < len(row.cells) and not is_single
        if is_other or len(columns) > _MAX_COLUMNS:
            return False
        self.columns = columns
        self.rows.append(row)
        return True


def _runs(text: str) -> Iterator[list[int]]:
    """Yield runs of at least three lines in close succession that end with figures.

    A run consists of the offsets at which its lines end.
    """
    run: list[int] = []
    for found in _END.finditer(f"{text}\r\n"):
        end = found.start()
        line = text[text.rfind("\n", 0, end) + 1 : end]
        if not ends_with_figure(line) or any(leader in line for leader in _LEADERS):
            continue
        if run and text.count("\n", run[-1], end) > MAX_BETWEEN + 1:
            if len(run) >= _MIN_ROWS:
                yield run
            run = []
        run.append(end)
    if len(run) >= _MIN_ROWS:
        yield run


def _tables(page: PageRows, runs: Sequence[Sequence[int]]) -> Iterator[_Table]:
    """Yield the tables of a page in runs of lines that end with figures."""
    done = 0
    for run in runs:
        found = [bisect_left(page.spans, end, key=lambda span: span[1]) for end in run]
        found = [line for line in found if done <= line < len(page.spans)]
        if not _have_gaps(page, found):
            continue
        first = max(page.first_line_beside(found[0]), done)
        for table in _tables_of(page, page.rows(first, found[-1] + 1)):
            _complete(table, page, done)
            done = max(table.lines) + 1
            yield table


def _have_gaps(page: PageRows, lines: Sequence[int]) -> bool:
    """Return whether enough lines look like table rows: a wide gap or nothing precedes figures."""
    rows = [row for line in lines if (row := page.row(line)) is not None]
    return sum(bool(row.cells) and _gap(row) >= _GAP_OF_COLUMNS for row in rows) >= _MIN_ROWS - 1


def _gap(row: Row) -> float:
    """Return the width of the gap before the first cell, or after it if there is no label."""
    if row.label:
        return (row.cells[0].left - row.label_right) / row.height
    if len(row.cells) > 1:
        return (row.cells[1].left - row.cells[0].right) / row.height
    return _GAP_OF_COLUMNS


def _tables_of(page: PageRows, rows: Sequence[Row]) -> Iterator[_Table]:
    """Yield tables of consecutive rows."""
    table = _Table()
    between: list[Row] = []
    for row in rows:
        if not row.cells:
            between.append(row)
            continue
        if table.rows and _follows(page, table, between, row) and table.add(row):
            table.rows[-1:] = [*between, row]
        else:
            if _is_real_table(page, table):
                yield table
            table = _Table()
            table.add(row)
        between.clear()
    if _is_real_table(page, table):
        yield table


def _follows(page: PageRows, table: _Table, between: Sequence[Row], row: Row) -> bool:
    """Return whether a row continues a table, after lines without figures."""
    lines = [table.rows[-1], *between, row]
    if len(between) > (MAX_BETWEEN if len(table.columns) > 1 else 1):
        return False
    if any(not 0 < a.bottom - b.bottom < _MAX_LINE_DISTANCE * b.height for a, b in pairwise(lines)):
        return False
    edge = min(left for left, _ in table.columns)
    wide = [at for at, one in enumerate(lines[1:-1], 1) if one.right > edge]
    if not wide:
        return True
    # A line that reaches into the columns is prose, except for a single one that introduces the
    # rows below it.
    one, below = lines[wide[0]], lines[wide[0] + 1]
    is_near = one.bottom - below.bottom < _NEXT_LINE * one.height
    is_inside = one.right < max(right for _, right in table.columns)
    return len(wide) == 1 and is_near and is_inside and _introduces(page, one)


def _introduces(page: PageRows, row: Row) -> bool:
    return page.text[row.label[-1][1] - 1] in ":：–—"


def _is_real_table(page: PageRows, table: _Table) -> bool:
    """Return whether rows are a table rather than text whose lines end with numbers."""
    rows = [row for row in table.rows if row.cells]
    if len(rows) < _MIN_ROWS + (len(table.columns) == 1):
        return False
    gaps = [_gap(row) for row in rows if row.label or len(row.cells) > 1]
    if 2 * len(gaps) < len(rows) or median(gaps) < _GAP_OF_COLUMNS:
        return False
    if len(table.columns) > 1:
        return True
    # Numbers of pages, items and formulas ascend; justified prose has wide gaps between all words.
    numbers = [
        tuple(map(int, _DIGITS.findall(page.text, *row.cells[0].spans[0])[:9])) for row in rows
    ]
    spread = sum(len(page.segments(row, table.columns)) > 2 for row in rows)
    return 2 * spread <= len(rows) and any(one > other for one, other in pairwise(numbers))


def _complete(table: _Table, page: PageRows, done: int) -> None:
    """Add heads and caption, in lines from `done` on, and join parts of labels."""
    rows = table.rows
    while len(rows) > 1 and not rows[0].label and len(rows[0].cells) < len(table.columns):
        if not _are_years(page, rows[0]):
            break
        rows.pop(0)  # a head, whose parts may be on separate lines
    table.columns.sort()
    above = _add_heads(table, page, done)
    table.captions = _captions(page, (table.heads or rows)[0], above, done)
    whole: list[Row] = []
    for row in rows:
        if whole and _continues_label(page, row, whole[-1]):
            whole[-1].add(row)
        else:
            whole.append(row)
    table.rows = whole


def _continues_label(page: PageRows, row: Row, last: Row) -> bool:
    """Return whether a row is the rest of the label before it: it begins in lower case."""
    if not (last.label and row.label) or (row.cells and last.cells) or _introduces(page, last):
        return False
    first, rest = (page.text[one.label[0][0]] for one in (last, row))
    return rest.islower() and not first.islower()


def _are_years(page: PageRows, row: Row) -> bool:
    spans = [span for cell in row.cells for span in cell.spans]
    return bool(spans) and all(_YEAR.match(page.text, *span) for span in spans)


def _add_heads(table: _Table, page: PageRows, done: int) -> int:
    """Add the heads above the first row; return the line above them."""
    first = table.rows[0]
    edge = table.columns[0][0] - WIDE * first.height
    labels = [row.label_right for row in table.rows if row.label and row.cells]
    edge = min(edge, max(labels, default=edge))
    above = min(first.lines) - 1
    heads: list[Row] = []
    labelled: list[Row] = []  # lines above the labels only
    for line in range(above, max(above - _MAX_HEADS, done - 1, -1), -1):
        row = page.row(line)
        if row is None or not _may_be_head(page, row, first):
            break
        cells = page.segments(row, table.columns)
        if cells[-1].right <= edge and len(labelled) < MAX_BETWEEN:
            labelled.append(row)
            continue
        if any(
            cell.spans[0][1] - cell.spans[0][0] > _MAX_HEAD_LENGTH or cell.left < edge < cell.right
            for cell in cells
        ):
            break
        label = cells.pop(0).spans if cells[0].right <= edge < cells[-1].right else []
        heads.append(replace(row, label=label, cells=cells))
    if not heads:
        return above
    lowest, highest = min(row.bottom for row in heads), max(row.bottom for row in heads)
    above = heads[-1].lines[0] - 1
    for row in labelled:
        if row.bottom < lowest and row.lines[0] > above:
            table.rows.insert(0, row)
        elif lowest <= row.bottom <= highest + SAME_LINE * row.height:
            heads.append(row)
            above = min(above, row.lines[0] - 1)
    table.heads = _joined_heads(heads, table.columns)
    return above


def _may_be_head(page: PageRows, row: Row, first: Row) -> bool:
    start, end = page.spans[row.lines[0]]
    is_near = 0 < row.bottom - first.bottom < _MAX_HEADS_HEIGHT * first.height
    is_text = end - start <= _MAX_HEADS_LENGTH and (not row.cells or _are_years(page, row))
    return is_near and is_text and page.text[start] not in _PROMPTS


def _joined_heads(heads: Sequence[Row], columns: Sequence[Edges]) -> list[Row]:
    """Return the heads of a table: those that span columns, then all others joined to one row.

    In the joined row, the texts above each other are one cell.
    """
    joined: list[Row] = []
    spans: dict[int, list[Span]] = {-1: []}
    lines: list[int] = []
    for row in sorted(heads, key=lambda row: (-row.bottom, row.lines)):
        places = [columns_of(cell, columns) for cell in row.cells]
        if any(len(place) > 1 for place in places):
            joined.append(row)
            continue
        lines += row.lines
        spans[-1] += row.label
        for cell, place in zip(row.cells, places, strict=True):
            spans.setdefault(place[0], []).extend(cell.spans)
    if lines:
        label = spans.pop(-1)
        cells = [Cell(spans[column], *columns[column]) for column in sorted(spans)]
        joined.append(replace(heads[0], lines=lines, label=label, cells=cells))
    return joined


def _captions(page: PageRows, below: Row, line: int, done: int) -> list[int]:
    """Return the lines of a caption whose last line is `line`."""
    captions: list[int] = []
    for at in range(line, max(line - _MAX_CAPTIONS, done - 1, -1), -1):
        row = page.row(at)
        if (
            row is None
            or row.cells
            or not 0 < row.bottom - below.bottom < _MAX_LINE_DISTANCE * row.height
        ):
            break
        words = page.text[row.label[0][0] : row.label[-1][1]]
        is_second = captions and words[-1] in ":："
        if words[0].islower() or is_second or not _CAPTION.match(words):
            break
        captions.append(at)
        below = row
    return captions
