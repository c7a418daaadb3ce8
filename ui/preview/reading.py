"""Selection and parsing of documents that are shown formatted.

Markdown is parsed by markdown-it (CommonMark 0.31 with tables); HTML in it is shown as text. All
other formats use the blocks found by the engine. Every run is located in the source, so that a
passage can be highlighted exactly; text changed by the parser (entities, escapes) has no location.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from twofold.engine.api import Block, BlockKind, LocatorKind, Preview, TextSpan
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.rich_document import UNPLACED, Grid, Line, LineKind, Piece, Run

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LINE_END = re.compile(r"\r\n|\r|\n")
_BULLET = "•\u2002"

# Setting text blocks the window, most of all table cells: 0.1 s for 20,000 letters of notes.
MAX_MARKDOWN_LENGTH = 12_000
_AROUND_MARKDOWN = 5_000
_AROUND = 12_000
_AROUND_ROWS = 1_200
_MAX_ROWS = 60
# A paragraph or a row can be as long as its file, and Qt would then need minutes for it.
_MAX_LETTERS = 48_000
_MAX_CELLS = 3_000

_MARKDOWN = frozenset({"md", "markdown"})
_DELIMITERS = {"csv": ",;\t|", "tsv": "\t", "tab": "\t", "psv": "|"}
_MAILS = frozenset({"eml", "emlx", "mbox", "msg"})
_SHEETS = frozenset({"xlsx", "xlsm", "xlsb", "xls", "ods"})
_BY_BLOCKS = (
    _MAILS
    | _SHEETS
    | {"html", "htm", "mht", "docx", "odt", "rtf", "doc", "epub", "fb2", "pptx", "odp", "ppt"}
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A formatted document; `is_cut` means that only the part around the passage is included."""

    pieces: tuple[Piece, ...]
    is_cut: bool = False


def reading_of(preview: Preview) -> Reading | None:
    """Return the formatted document; None if only its text can be shown."""
    if preview.place_kind in {LocatorKind.PAGE, LocatorKind.REGION} or not preview.text.strip():
        return None
    if preview.file_type in _MARKDOWN:
        return _markdown(preview)
    if preview.file_type in _DELIMITERS:
        return _separated_values(preview)
    if preview.file_type in _BY_BLOCKS and preview.blocks:
        return _blocks_around(preview)
    return None


def _markdown(preview: Preview) -> Reading | None:
    """Return a short document, or the blocks of a long one around the passage."""
    text = preview.text
    if len(text) <= MAX_MARKDOWN_LENGTH:
        return _limited(markdown_pieces(text), is_cut=False)
    near = _near(preview, _AROUND_MARKDOWN)
    if not near or near[-1].end - near[0].start > 2 * MAX_MARKDOWN_LENGTH:
        return None
    start = _line_start(text, near[0].start)
    return _limited(markdown_pieces(text, start, near[-1].end), is_cut=True)


def _separated_values(preview: Preview) -> Reading | None:
    """Return the rows around the passage below the header row; None if they are too long."""
    text, around = preview.text, _around(preview, _AROUND_ROWS)
    start = _line_start(text, around.start)
    head_end, end = (
        found.start() if (found := LINE_END.search(text, place)) else len(text)
        for place in (0, around.end)
    )
    if head_end + end - start > _MAX_LETTERS:
        return None
    rows = [*([(0, head_end)] if start else []), *_rows(text, start, end)]
    sample = [text[first:last] for first, last in rows[:50]]
    candidates = _DELIMITERS[preview.file_type]
    delimiter = max(candidates, key=lambda mark: sum(line.count(mark) for line in sample))
    cells = [tuple(_cells(text, *row, delimiter)) for row in rows if row[0] < row[1]]
    return _limited([Grid(cells, has_head=True)], is_cut=(start, end) != (0, len(text)))


def _blocks_around(preview: Preview) -> Reading | None:
    near = _near(preview, _AROUND)
    if sum(block.kind is BlockKind.TABLE for block in near) > _MAX_ROWS:
        near = _near(preview, _AROUND_ROWS)
    # Rows of spreadsheets are shown below their column names, however far above those are.
    paths = {block.heading_path for block in near if block.kind is BlockKind.TABLE}
    names = [
        block
        for block in preview.blocks
        if _is_column_names(preview, block) and block.heading_path in paths and block not in near
    ]
    shown = sorted((*names, *near), key=lambda block: block.start)
    if sum(block.end - block.start for block in shown) > _MAX_LETTERS:
        return None
    return _limited(list(_block_pieces(preview, shown)), is_cut=len(near) < len(preview.blocks))


def _limited(pieces: list[Piece], *, is_cut: bool) -> Reading | None:
    """Return a reading, or None if its tables have too many cells to be shown quickly."""
    cells = sum(len(piece.rows) * piece.columns for piece in pieces if isinstance(piece, Grid))
    return Reading(tuple(pieces), is_cut) if cells <= _MAX_CELLS else None


def _near(preview: Preview, distance: int) -> tuple[Block, ...]:
    around = _around(preview, distance)
    return tuple(b for b in preview.blocks if b.end > around.start and b.start < around.end)


def _around(preview: Preview, distance: int) -> TextSpan:
    passage = preview.passage or TextSpan(0, 0)
    return TextSpan(max(0, passage.start - distance), passage.end + distance)


def _line_start(text: str, place: int) -> int:
    return max(text.rfind(sign, 0, place) for sign in "\r\n") + 1


# Rows and cells

_QUOTED_CELL = re.compile(r'\s*"((?:[^"]|"")*)"')


def _rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for line_end in LINE_END.finditer(text, start, end):
        yield start, line_end.start()
        start = line_end.end()
    if start < end:
        yield start, end


def _cells(text: str, start: int, end: int, delimiter: str) -> Iterator[tuple[Run, ...]]:
    """Yield the cells of a row without enclosing quotation marks."""
    at = start
    while at <= end:
        quoted = _QUOTED_CELL.match(text, at, end) if delimiter != "\t" else None
        stop = text.find(delimiter, quoted.end() if quoted else at, end)
        stop = end if stop < 0 else stop
        first, last = quoted.span(1) if quoted else (at, stop)
        yield (Run(text[first:last], first),) if first < last else ()
        at = stop + 1


# Blocks found by the engine

_MAIL_HEAD = re.compile(r"([A-Z][A-Za-z-]{1,30}):[ \t]+(\S.*)")


def _block_pieces(preview: Preview, blocks: Sequence[Block]) -> Iterator[Piece]:
    slides = list(reversed(preview.slides))
    for is_table, group in groupby(blocks, lambda block: _is_row(preview, block)):
        rows = list(group) if is_table else []
        for block in rows[:1] or group:
            number = 0
            while slides and slides[-1][0] <= block.start:
                number = slides.pop()[1]
            if number:
                label = Run(tr("Slide {number}").format(number=number))
                yield Line((label,), LineKind.QUOTE, close=True, apart=number > 1)
            yield from _tables(preview, rows) if is_table else _pieces(preview, block)


def _is_row(preview: Preview, block: Block) -> bool:
    return block.kind is BlockKind.TABLE or _is_column_names(preview, block)


def _is_column_names(preview: Preview, block: Block) -> bool:
    """Return whether a block is the spreadsheet row with the column names."""
    is_heading = block.kind is BlockKind.HEADING and len(block.heading_path) > 1
    return is_heading and preview.file_type in _SHEETS


def _tables(preview: Preview, blocks: Sequence[Block]) -> Iterator[Piece]:
    """Yield a table for each run of rows under the same headings, with its sheet name."""
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
        yield Grid(cells, has_head=_is_column_names(preview, rows[0]))


def _pieces(preview: Preview, block: Block) -> Iterator[Piece]:
    text = preview.text
    rows = list(_rows(text, block.start, block.end))
    if block.kind is BlockKind.CODE:
        for start, end in rows:
            yield Line((Run(text[start:end], start, code=True),), LineKind.CODE, close=True)
        return
    if preview.file_type in _MAILS and block.kind is BlockKind.PARAGRAPH and rows:
        heads = [_MAIL_HEAD.match(text, *row) for row in rows]
        cells = [
            ((Run(head[1], head.start(1), bold=True),), (Run(head[2], head.start(2)),))
            for head in heads
            if head
        ]
        if len(cells) == len(rows):
            yield Grid(cells, has_head=False)
            return
    runs: list[Run] = []
    for start, end in rows:  # keep the line breaks of the text
        runs += [Run("\u2028")] if runs else []
        runs.append(Run(text[start:end], start))
    if block.kind is BlockKind.HEADING:
        yield Line(tuple(runs), LineKind.HEADING, min(max(len(block.heading_path), 1), 6))
    elif block.kind is BlockKind.LIST:
        yield Line((Run(_BULLET), *runs), depth=1, close=True)
    else:
        yield Line(tuple(runs))


# Markdown

_FRONT_MATTER = re.compile(r"(?sm)\A(---|\+\+\+)[ \t]*\r?\n(.*?)^(?:\1|\.\.\.)[ \t]*$")
_LINK_TARGET = re.compile(r"\]\((?:[^()\r\n]|\([^()\r\n]*\))*\)|\]\[[^\]\r\n]*\]|\]|>")
_MAX_DISTANCE = 2_000


def markdown_pieces(text: str, start: int = 0, end: int | None = None) -> list[Piece]:
    """Return the pieces of the document, or of the part between two of its blocks.

    Sources of runs are offsets in `text`.
    """
    text = text[:end]
    pieces: list[Piece] = []
    front = None if start else _FRONT_MATTER.match(text)
    if front:
        start, (first, last) = front.end(), front.span(2)
        for row in _rows(text, first, first + len(text[first:last].rstrip())):
            runs = (Run(text[slice(*row)], row[0], code=True),)
            pieces.append(Line(runs, LineKind.CODE, close=True))
    # The parser counts lines from the end of the front matter.
    return pieces + _MarkdownReading(text, start).pieces()


def import_parser() -> None:
    """Import the Markdown parser early, which saves the first document about 30 ms."""
    import markdown_it  # noqa: F401, PLC0415 (only needed after the window is shown)


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 (see import_parser)

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20})
    # Keep escapes and entities as separate tokens, so that all other text equals the source.
    return parser.enable(["table", "strikethrough"]).disable("text_join")


class _MarkdownReading:
    """The parsing of one document; `_at` is the source offset reached so far."""

    def __init__(self, text: str, begin: int) -> None:
        self._text = text
        self._at = begin
        ends = [found.end() for found in LINE_END.finditer(text, begin)]
        self._starts = [begin, *ends]
        self._tokens = _parser().parse(text[begin:])
        self._depth = 0
        self._quotes = 0
        self._markers: list[int | None] = []
        self._lead = ""
        self._rows: list[tuple[tuple[Run, ...], ...]] = []
        self._cells: list[tuple[Run, ...]] = []
        self._is_cell = False
        self._level = 0

    def pieces(self) -> list[Piece]:
        return [piece for token in self._tokens for piece in self._piece(token)]

    def _piece(self, token: Token) -> Iterator[Piece]:
        if token.map and token.type != "inline":
            self._go_to_line(token.map[0])
        match token.type:
            case "inline":
                yield from self._inline(token)
            case "fence" | "code_block":
                yield from self._code(token)
            case "hr":
                yield Line((Run("\u2014" * 3),), LineKind.QUOTE)
            case "table_close":
                yield Grid(self._rows, has_head=True)
                self._rows = []
            case _:
                self._enter_or_leave(token)

    def _enter_or_leave(self, token: Token) -> None:
        match token.type.rpartition("_")[0]:
            case "bullet_list" | "ordered_list" as kind:
                self._depth += token.nesting
                if token.nesting > 0:
                    is_ordered = kind == "ordered_list"
                    self._markers.append(int(token.attrGet("start") or 1) if is_ordered else None)
                else:
                    self._markers.pop()
            case "list_item" if token.nesting > 0:
                number = self._markers[-1]
                self._lead = _BULLET if number is None else f"{number}.\u2002"
                self._markers[-1] = None if number is None else number + 1
            case "blockquote":
                self._quotes += token.nesting
                self._depth += token.nesting
            case "heading":
                self._level = int(token.tag[1]) if token.nesting > 0 else 0
            case "td" | "th":
                self._is_cell = token.nesting > 0
            case "tr" if token.nesting < 0:
                self._rows.append(tuple(self._cells))
                self._cells = []

    def _go_to_line(self, line: int) -> None:
        if line < len(self._starts):
            self._at = max(self._at, self._starts[line])

    def _inline(self, token: Token) -> Iterator[Line]:
        line = token.map[1] if token.map else len(self._starts)
        limit = self._starts[line] if line < len(self._starts) else len(self._text)
        runs = tuple(self._runs(token.children or (), limit))
        if self._is_cell:
            self._cells.append(runs)
            return
        lead, self._lead = self._lead, ""
        if lead:
            runs = (Run(lead), *runs)
        kind = LineKind.QUOTE if self._quotes else LineKind.PLAIN
        kind = LineKind.HEADING if self._level else kind
        yield Line(runs, kind, self._level, self._depth, close=bool(self._markers))

    def _runs(self, children: Sequence[Token], limit: int) -> Iterator[Run]:
        style = Run("")
        for child in children:
            if child.tag in {"strong", "em", "s"}:
                style = _restyled(style, child.tag, on=child.nesting > 0)
            elif child.type == "link_open":
                style = replace(style, link=str(child.attrGet("href") or ""))
            elif child.type == "link_close":
                style = replace(style, link="")
                self._pass_link_target(limit)
            elif child.type in {"softbreak", "hardbreak"}:
                yield replace(style, text=" " if child.type == "softbreak" else "\u2028")
            elif child.type == "text_special":
                self._place(child.markup, limit)
                yield replace(style, text=child.content)
            elif child.content:
                source = self._place(child.content, limit)
                is_image, is_code = child.type == "image", child.type == "code_inline"
                words = replace(style, text=child.content, source=source, code=is_code)
                yield replace(words, italic=True) if is_image else words
                if is_image:
                    self._pass_link_target(limit)

    def _place(self, content: str, limit: int) -> int:
        """Return the next source offset of `content`, and advance behind it."""
        found = self._text.find(
            content, self._at, min(limit, self._at + _MAX_DISTANCE + len(content))
        )
        if not content or found < 0:
            return UNPLACED
        self._at = found + len(content)
        return found

    def _pass_link_target(self, limit: int) -> None:
        target = _LINK_TARGET.match(self._text, self._at, limit)
        if target:
            self._at = target.end()

    def _code(self, token: Token) -> Iterator[Line]:
        if token.type == "fence":
            self._go_to_line((token.map or [0])[0] + 1)
        for line in token.content.rstrip("\n").split("\n"):
            source = self._place(line, len(self._text)) if line else UNPLACED
            run = Run(line, source, code=True)
            yield Line((run,), LineKind.CODE, depth=self._depth, close=True)


def _restyled(style: Run, tag: str, *, on: bool) -> Run:
    if tag == "strong":
        return replace(style, bold=on)
    return replace(style, italic=on) if tag == "em" else replace(style, struck=on)
