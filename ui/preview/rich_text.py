"""A document as it is read: headings, paragraphs, lists, code and tables, each letter's place kept.

Between what was read (Markdown, or the blocks the engine tells) and the QTextDocument that shows
it. There is no markup in between, so nothing in a document can become a picture, a style or a
script.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

UNPLACED = -1


class LineKind(Enum):
    """How a line of text is set."""

    PLAIN = auto()
    HEADING = auto()
    CODE = auto()
    QUOTE = auto()


@dataclass(frozen=True, slots=True)
class Run:
    """Letters set alike. `source` is where they stand in the text of the preview, or UNPLACED.

    `text` is the source itself, letter by letter, when it has a place.
    """

    text: str
    source: int = UNPLACED
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph. `level` is that of a heading from 1; `depth` is how far it is indented.

    `apart` sets it off from what stands above.
    """

    runs: tuple[Run, ...]
    kind: LineKind = LineKind.PLAIN
    level: int = 0
    depth: int = 0
    close: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: the runs of each cell of each row; the first row is a head when `has_head`."""

    rows: tuple[tuple[tuple[Run, ...], ...], ...]
    has_head: bool = False
    columns: int = field(default=0)


Piece = Line | Grid


def grid_of(rows: list[tuple[tuple[Run, ...], ...]], *, has_head: bool) -> Grid:
    """Return a grid as wide as its widest row."""
    return Grid(tuple(rows), has_head, max(map(len, rows), default=0))
