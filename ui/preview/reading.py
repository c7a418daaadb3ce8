"""Which documents are shown as they are read, and what of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.api import Block, BlockKind, PlaceKind, Preview, TextSpan
from ui.preview.block_reading import block_pieces, is_column_names, table_pieces
from ui.preview.markdown_reading import markdown_pieces
from ui.preview.rich_text import Grid, Piece

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
