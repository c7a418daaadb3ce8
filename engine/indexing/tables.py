"""The tables of a document: their blocks, captions and column heads.

A passage that begins below the first row of a table does not contain the column heads, so its
heading path names them. Word processors rarely mark header rows; they are detected by their
content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from twofold.engine.extract.column_heads import are_names, column_heads, joined_heads, names_of
from twofold.engine.extract.lines import line_spans
from twofold.engine.model.document import Block, BlockKind, ExtractedText, column_heads_of

# Notes between two rows of a table.
_MAX_NOTES = 20
_MAX_HEAD_ROWS = 3
_MAX_READ = 8  # blocks, and rows, that are searched for heads
_MAX_ROW_LENGTH = 10_000  # the part of a row that is read to find heads
_MAX_CAPTION_LENGTH = 300
_MAX_IN_PATH = 120
_CAPTION = re.compile(
    r"\s*(?:(?:Table|Tab\.|Tabelle|Tableau|Tabla|Tabela|Tabella|Tabel|Tabell|Taulukko|Таблица|Таблиця)"
    r"\s{1,3}[A-Z]?[-.]?(?:\d|[IVX]+\b)|[表표]\s{0,3}\d)",
    re.IGNORECASE,
)
# Lines of punctuation between rows: '|---|:-:|', '+====+', '|==='.
_BORDER = re.compile(r"[\s|+:=-]*\Z")
_MARKS = "*_` "


@dataclass(frozen=True, slots=True)
class Table:
    """The blocks of a table, with its caption and the notes between its rows."""

    blocks: tuple[Block, ...]
    caption: str
    first_rows: tuple[str, ...]

    @property
    def heads(self) -> tuple[str, ...]:
        """The headings that apply to every row: the caption and the column heads."""
        # If the path has column heads already, they come from the sheet.
        is_headed = column_heads_of(self.blocks[0].heading_path)
        column_heads = "" if is_headed else _heads(self.first_rows)
        return tuple(filter(None, (_shortened(self.caption), column_heads)))

    def under_heads(self) -> Iterator[Block]:
        """Yield the blocks with the heads at the end of their heading paths."""
        heads = self.heads
        for block in self.blocks:
            path = (*block.heading_path, *heads)
            yield replace(block, heading_path=path) if heads else block


def tables_and_blocks(extracted: ExtractedText) -> Iterator[Table | Block]:
    """Yield tables, and the blocks between them, in order."""
    text, blocks = extracted.text, extracted.blocks
    at = 0
    while at < len(blocks):
        first = at + _is_caption(text, blocks, at)
        if blocks[first].kind is not BlockKind.TABLE:
            yield blocks[at]
            at += 1
            continue
        end = _end_of_rows(text, blocks, first)
        rows = tuple(islice(_rows(text, blocks[first : min(end, first + _MAX_READ)]), _MAX_READ))
        if not any(len(_cells(row)) > 1 for row in rows):
            yield from blocks[at:end]
            at = end
            continue
        captions = [blocks[at]] if first > at else []
        if not captions and _is_caption_below(text, blocks, end):
            captions = [blocks[end]]
            end += 1
        caption = "".join(text[one.start : one.end] for one in captions)
        yield Table(blocks[at:end], caption, rows)
        at = end


def _end_of_rows(text: str, blocks: tuple[Block, ...], first: int) -> int:
    """Return the index after the last row of the table that begins at `first`."""
    end = at = first
    while at < len(blocks) and at - end <= _MAX_NOTES:
        block = blocks[at]
        if block.kind is BlockKind.TABLE:
            if at > first and not _continues(text, blocks[end - 1], block, is_next=at == end):
                break
            end = at + 1
        elif block.kind is not BlockKind.PARAGRAPH:
            break
        at += 1
    return end


def _continues(text: str, row: Block, after: Block, *, is_next: bool) -> bool:
    """Return whether two blocks are rows of the same table."""
    if row.heading_path != after.heading_path:
        return False
    if row.table or after.table:
        return row.table == after.table
    between = text[row.end : after.start]
    return is_next and not between.strip() and len(line_spans(between)) <= 2


def _is_caption(text: str, blocks: tuple[Block, ...], at: int) -> bool:
    """Return whether a block is the caption of the table after it."""
    block = blocks[at]
    is_above = at + 1 < len(blocks) and blocks[at + 1].kind is BlockKind.TABLE
    is_same = is_above and blocks[at + 1].heading_path == block.heading_path
    return is_same and (block.kind is BlockKind.CAPTION or _names_table(text, block))


def _is_caption_below(text: str, blocks: tuple[Block, ...], at: int) -> bool:
    """Return whether a block is the caption of the table before it and not of the one after it."""
    if at >= len(blocks) or blocks[at].heading_path != blocks[at - 1].heading_path:
        return False
    return _names_table(text, blocks[at]) and not _is_caption(text, blocks, at)


def _names_table(text: str, block: Block) -> bool:
    is_short = block.end - block.start <= _MAX_CAPTION_LENGTH
    is_prose = block.kind is BlockKind.PARAGRAPH
    return is_prose and is_short and _CAPTION.match(text, block.start, block.end) is not None


def _rows(text: str, blocks: tuple[Block, ...]) -> Iterator[str]:
    for block in blocks:
        if block.kind is BlockKind.TABLE:
            part = text[block.start : min(block.end, block.start + 10 * _MAX_ROW_LENGTH)]
            for start, end in line_spans(part):
                yield part[start : min(end, start + _MAX_ROW_LENGTH)]


def _cells(row: str) -> list[str]:
    if "\t" in row:
        return row.split("\t")
    return row.strip().replace("\\|", "/").strip("|").split("|")


def _heads(rows: Sequence[str]) -> str:
    """Return the column heads in the first rows of a table as one line, '' if the rows are data."""
    if declared := _declared_heads(rows):
        return declared
    heads: list[str] = []
    for row in [row for row in rows if not _BORDER.match(row)][: _MAX_HEAD_ROWS + 1]:
        names = names_of(_cells(row))
        # Heads of several rows end above the first row of values.
        if not names or not are_names(names):
            return joined_heads(heads) if len(set(heads)) > 1 else ""
        heads += names
        # Years that span several columns are not the only head; the next row continues it.
        spans = len(names) < len(_cells(row)) and all(map(str.isdigit, names))
        if column_heads(_cells(row)) and not spans:
            return joined_heads(heads)
    return ""


def _declared_heads(rows: Sequence[str]) -> str:
    """Return the first row of a table if a line of punctuation below marks it as the header."""
    below = [
        index for index, row in enumerate(rows) if index and _BORDER.match(row) and row.strip()
    ]
    row = next((row for row in rows[: below[0]] if not _BORDER.match(row)), "") if below else ""
    if not row or (rows[below[0]].strip()[:1] == "+" and "=" not in rows[below[0]]):
        return ""
    names = [_shortened(name.strip(_MARKS)) for name in names_of(_cells(row))]
    return joined_heads(filter(None, names)) if len(names) > 1 else ""


def _shortened(text: str) -> str:
    words = " ".join(text[:_MAX_CAPTION_LENGTH].split())
    if len(words) <= _MAX_IN_PATH:
        return words
    return f"{words[:_MAX_IN_PATH].rpartition(' ')[0] or words[:_MAX_IN_PATH]}…"
