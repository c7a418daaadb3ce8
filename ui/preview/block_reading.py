"""The blocks the engine tells of a document, as pieces of rich text: web pages, Word, mail, tables.

The text is the engine's own, so every letter has its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from PySide6.QtCore import QCoreApplication

from engine.api import Block, BlockKind, Preview
from ui.preview.rich_text import Line, LineKind, Piece, Run, grid_of

_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTED_CELL = re.compile(r'\s*"(?:[^"]|"")*"')
_MAIL_HEAD = re.compile(r"([A-Z][A-Za-z-]{1,30}):[ \t]+(\S.*)")
_MAILS = frozenset({"eml", "emlx", "mbox", "msg"})
_SHEETS = frozenset({"xlsx", "xlsm", "xlsb", "xls", "ods"})
_DELIMITERS = {"csv": ",;\t|", "tsv": "\t", "tab": "\t", "psv": "|"}


def block_pieces(preview: Preview) -> list[Piece]:
    """Return the document; the places of its runs count characters of its text."""
    pieces: list[Piece] = []
    slides = list(reversed(preview.slides))
    for is_table, group in groupby(preview.blocks, lambda b: _is_row(preview, b)):
        blocks = list(group)
        if is_table:
            pieces += _slide_label(slides, blocks[0])
            pieces += _tables(preview, blocks)
        else:
            for block in blocks:
                pieces += _slide_label(slides, block)
                pieces += _pieces(preview, block)
    return pieces


def is_column_names(preview: Preview, block: Block) -> bool:
    """Say whether a block is the row of a sheet that names its columns."""
    is_heading = block.kind is BlockKind.HEADING and len(block.heading_path) > 1
    return is_heading and preview.file_type in _SHEETS


def _is_row(preview: Preview, block: Block) -> bool:
    return block.kind is BlockKind.TABLE or is_column_names(preview, block)


def _slide_label(left: list[tuple[int, int]], block: Block) -> list[Piece]:
    """Return the label of the slide that begins with a block, and take it off those left."""
    number = 0
    while left and left[-1][0] <= block.start:
        number = left.pop()[1]
    words = QCoreApplication.translate("block_reading", "Slide {number}").format(number=number)
    return [Line((Run(words),), LineKind.QUOTE, close=True, apart=number > 1)] if number else []


def table_pieces(preview: Preview, start: int, end: int) -> list[Piece]:
    """Return the rows of separated values from `start` to `end`, below the names of the columns."""
    text = preview.text
    head = [next(_rows(text, 0, end), (0, end))] if start else []
    rows = [*head, *_rows(text, start, end)]
    delimiter = _delimiter(text, rows, _DELIMITERS.get(preview.file_type, ","))
    cells = [tuple(_cells(text, *row, delimiter)) for row in rows if row[0] < row[1]]
    return [grid_of(cells, has_head=True)]


def _pieces(preview: Preview, block: Block) -> Iterator[Piece]:
    rows = list(_rows(preview.text, block.start, block.end))
    if preview.file_type in _MAILS and block.kind is BlockKind.PARAGRAPH:
        heads = [_MAIL_HEAD.match(preview.text, *row) for row in rows]
        if rows and all(heads):
            yield grid_of([_mail_head(head) for head in heads if head], has_head=False)
            return
    yield from _lines(preview.text, block)


def _mail_head(head: re.Match[str]) -> tuple[tuple[Run, ...], ...]:
    return (Run(head[1], head.start(1), bold=True),), (Run(head[2], head.start(2)),)


def _lines(text: str, block: Block) -> Iterator[Line]:
    if block.kind is BlockKind.HEADING:
        level = min(max(len(block.heading_path), 1), 6)
        yield Line(_runs(text, block.start, block.end), LineKind.HEADING, level)
    elif block.kind is BlockKind.CODE:
        for start, end in _rows(text, block.start, block.end):
            yield Line((Run(text[start:end], start, code=True),), LineKind.CODE, close=True)
    elif block.kind is BlockKind.LIST:
        runs = (Run("•\u2002"), *_runs(text, block.start, block.end))
        yield Line(runs, depth=1, close=True)
    else:
        yield Line(_runs(text, block.start, block.end))


def _runs(text: str, start: int, end: int) -> tuple[Run, ...]:
    """Return the lines of a paragraph, each beginning anew as it does in the text."""
    runs: list[Run] = []
    for first, last in _rows(text, start, end):
        runs += [Run("\u2028")] if runs else []
        runs.append(Run(text[first:last], first))
    return tuple(runs)


def _tables(preview: Preview, blocks: Sequence[Block]) -> Iterator[Piece]:
    """Yield a grid for each run of rows under the same headings, with the name of its sheet."""
    text = preview.text
    for path, group in groupby(blocks, lambda block: block.heading_path):
        if path and preview.file_type in _SHEETS:
            yield Line((Run(path[0]),), LineKind.HEADING, 2)
        rows = list(group)
        cells = [
            ((),) * block.empty_cells + tuple(_cells(text, *span, "\t"))
            for block in rows
            for span in _rows(text, block.start, block.end)
        ]
        yield grid_of(cells, has_head=is_column_names(preview, rows[0]))


def _rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for line_end in _LINE_END.finditer(text, start, end):
        yield start, line_end.start()
        start = line_end.end()
    if start < end:
        yield start, end


def _delimiter(text: str, rows: Sequence[tuple[int, int]], candidates: str) -> str:
    sample = [text[start:end] for start, end in rows[:50]]
    return max(candidates, key=lambda mark: sum(line.count(mark) for line in sample))


def _cells(text: str, start: int, end: int, delimiter: str) -> Iterator[tuple[Run, ...]]:
    """Yield the cells of a row; quotation marks around one are left out."""
    at = start
    while at <= end:
        quoted = _QUOTED_CELL.match(text, at, end) if delimiter != "\t" else None
        stop = text.find(delimiter, quoted.end() if quoted else at, end)
        stop = end if stop < 0 else stop
        first, last = _inside(text, quoted) if quoted else (at, stop)
        yield (Run(text[first:last], first),) if first < last else ()
        at = stop + 1


def _inside(text: str, quoted: re.Match[str]) -> tuple[int, int]:
    return text.index('"', quoted.start()) + 1, quoted.end() - 1
