"""Which documents are shown as they are read, and what of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.api import Block, BlockKind, PlaceKind, Preview, TextSpan
from ui.i18n.translation import tr
from ui.preview.markdown_reading import markdown_pieces
from ui.preview.rich_document import Grid, Line, LineKind, Piece, Run

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
    words = tr("Slide {number}").format(number=number)
    return [Line((Run(words),), LineKind.QUOTE, close=True, apart=number > 1)] if number else []


def table_pieces(preview: Preview, start: int, end: int) -> list[Piece]:
    """Return the rows of separated values from `start` to `end`, below the names of the columns."""
    text = preview.text
    head = [next(_rows(text, 0, end), (0, end))] if start else []
    rows = [*head, *_rows(text, start, end)]
    delimiter = _delimiter(text, rows, _DELIMITERS.get(preview.file_type, ","))
    cells = [tuple(_cells(text, *row, delimiter)) for row in rows if row[0] < row[1]]
    return [Grid(cells, has_head=True)]


def _pieces(preview: Preview, block: Block) -> Iterator[Piece]:
    rows = list(_rows(preview.text, block.start, block.end))
    if preview.file_type in _MAILS and block.kind is BlockKind.PARAGRAPH:
        heads = [_MAIL_HEAD.match(preview.text, *row) for row in rows]
        if rows and all(heads):
            yield Grid([_mail_head(head) for head in heads if head], has_head=False)
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
        yield Grid(cells, has_head=is_column_names(preview, rows[0]))


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


# The window waits while type is set, longest for cells: 20,000 letters of notes took it 0.1 s.
LONGEST_MARKDOWN = 12_000
_AROUND_MARKDOWN = 5_000
_AROUND = 12_000
_AROUND_ROWS = 1_200
_MOST_ROWS = 60
# A paragraph or a row may be as long as its file, and Qt sets type for minutes then.
_MOST_LETTERS = 48_000
_MOST_CELLS = 3_000

_MARKDOWN = frozenset({"md", "markdown"})
_SEPARATED = frozenset({"csv", "tsv", "tab", "psv"})
_BY_BLOCKS = frozenset(
    {"html", "htm", "docx", "odt", "rtf", "epub", "fb2", "eml", "emlx", "mbox", "mht", "pptx",
     "odp", "xlsx", "xlsm", "xlsb", "xls", "ods", "doc", "ppt", "msg"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as it is read; `is_cut` says that only the part around the passage is here."""

    pieces: tuple[Piece, ...]
    is_cut: bool = False


def reading_of(preview: Preview) -> Reading | None:
    """Return the document as it is read; None where only its text can be shown."""
    if preview.place_kind is PlaceKind.PAGE or not preview.text.strip():
        return None
    if preview.file_type in _MARKDOWN:
        return _markdown(preview)
    if preview.file_type in _SEPARATED:
        return _rows_around(preview)
    if preview.file_type in _BY_BLOCKS and preview.blocks:
        return _blocks_around(preview)
    return None


def _markdown(preview: Preview) -> Reading | None:
    """Return a short note, or the blocks of a long one that are around the passage."""
    text = preview.text
    if len(text) <= LONGEST_MARKDOWN:
        return _light(markdown_pieces(text), is_cut=False)
    near = _near(preview, _AROUND_MARKDOWN)
    if not near or near[-1].end - near[0].start > 2 * LONGEST_MARKDOWN:
        return None
    first = near[0].start
    line_start = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    return _light(markdown_pieces(text, line_start, near[-1].end), is_cut=True)


def _rows_around(preview: Preview) -> Reading | None:
    """Return the rows around the passage, below the names; None where they are too long."""
    text, around = preview.text, _around(preview, _AROUND_ROWS)
    start = max(text.rfind(sign, 0, around.start) for sign in "\r\n") + 1
    head_end, end = _line_end(text, 0), _line_end(text, around.end)
    if head_end + end - start > _MOST_LETTERS:
        return None
    return _light(table_pieces(preview, start, end), is_cut=(start, end) != (0, len(text)))


def _line_end(text: str, place: int) -> int:
    """Return where the line of a place ends."""
    ends = (text.find(sign, place) for sign in "\r\n")
    return min((end for end in ends if end >= 0), default=len(text))


def _light(pieces: list[Piece], *, is_cut: bool) -> Reading | None:
    """Return a reading whose tables can be set at once; None for one that would hold the window."""
    cells = sum(len(piece.rows) * piece.columns for piece in pieces if isinstance(piece, Grid))
    return Reading(tuple(pieces), is_cut) if cells <= _MOST_CELLS else None


def _blocks_around(preview: Preview) -> Reading | None:
    near = _near(preview, _AROUND)
    if sum(block.kind is BlockKind.TABLE for block in near) > _MOST_ROWS:
        near = _near(preview, _AROUND_ROWS)
    shown = _with_column_names(preview, near)
    if sum(block.end - block.start for block in shown) > _MOST_LETTERS:
        return None
    pieces = block_pieces(replace(preview, blocks=shown))
    return _light(pieces, is_cut=len(near) < len(preview.blocks))


def _with_column_names(preview: Preview, near: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return rows of sheets below the names of their columns, however far above those stand."""
    paths = {block.heading_path for block in near if block.kind is BlockKind.TABLE}
    names = [
        block
        for block in preview.blocks
        if block.kind is BlockKind.HEADING
        and is_column_names(preview, block)
        and block.heading_path in paths
        and block not in near
    ]
    return tuple(sorted((*names, *near), key=lambda block: block.start))


def _near(preview: Preview, room: int) -> tuple[Block, ...]:
    around = _around(preview, room)
    return tuple(b for b in preview.blocks if b.end > around.start and b.start < around.end)


def _around(preview: Preview, room: int) -> TextSpan:
    passage = preview.passage or TextSpan(0, 0)
    return TextSpan(max(0, passage.start - room), passage.end + room)
