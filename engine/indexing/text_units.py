"""The smallest pieces that chunks are made of: a block, or a part of one too large for a chunk.

Sizes are weights: one for each character, 2.5 for each of a script without spaces (CJK, Kana,
Hangul, Thai ...), which says about as much as a short word's half.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from twofold.engine.indexing.tables import tables_and_blocks
from twofold.engine.model.document import Block, BlockKind, ExtractedText

_DENSE_WEIGHT = 2.5

_DENSE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)
# From the best place to cut to the worst; each matches what stays with the part before it.
_CUTS = (
    re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)"),
    re.compile(r"[.!?…][\"'”’)\]]*(?:\r\n|\r|\n)|[。！？．][」』”）]*(?:\r\n|\r|\n)?"),
    re.compile(r"[.!?…][\"'”’)\]]*\s+"),
    re.compile(r"\r\n|\r|\n"),
    re.compile(r"[;:,、，；：।]\s*"),
    re.compile(r"\s+"),
)
_LINE_CUTS = (_CUTS[3], *_CUTS[1:3], *_CUTS[4:])
_CELL_CUTS = (re.compile(r"[\t|]"), *_CUTS[1:3], *_CUTS[4:])
_CUTS_OF = {
    BlockKind.CODE: _LINE_CUTS,
    BlockKind.LIST: _LINE_CUTS,
    BlockKind.TABLE: _CELL_CUTS,
}
# Characters that must not begin a part: combining marks, joiners, variation selectors, and the
# second half of a line break.
_CLINGS = re.compile("[\n\u0300-\u036f\u200c\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


def weight(text: str) -> float:
    """Return how large a text is, in Latin characters."""
    if text.isascii():
        return float(len(text))
    return len(text) + (_DENSE_WEIGHT - 1) * len(_DENSE.findall(text))


def split_points(
    text: str, start: int, end: int, goal: float, kind: BlockKind = BlockKind.PARAGRAPH
) -> Iterator[int]:
    """Yield the offsets that cut [start, end) of `text` into parts that weigh `goal` at most.

    A cut stands after the last paragraph, sentence, line, clause or word (in this order) in the
    second half of what fits, and in the middle of a word only where there is no other place.
    Code and lists are cut after a line where one ends there, tables after the last whole row
    (a line); only a row that does not fit is cut, after a cell.
    """
    if (end - start) * _DENSE_WEIGHT <= goal:
        return  # it fits, whatever stands in it
    at = start
    while (reach := _reach(text, at, end, goal)) < end:
        at = _best_cut(text, at, reach, kind)
        yield at


def _reach(text: str, start: int, end: int, goal: float) -> int:
    """Return how far a part that begins at `start` may reach."""
    window = text[start : min(end, start + int(goal))]
    if start + len(window) == end and weight(window) <= goal:
        return end
    if window.isascii() or not _DENSE.search(window):
        return start + len(window)
    total = 0.0
    for offset, letter in enumerate(window):
        total += _DENSE_WEIGHT if _DENSE.match(letter) else 1.0
        if total > goal:
            return start + max(offset, 1)
    return start + len(window)


def _best_cut(text: str, start: int, reach: int, kind: BlockKind) -> int:
    if kind is BlockKind.TABLE:
        row_end = 1 + max(text.rfind(sign, start, reach) for sign in "\r\n")
        if text[start:row_end].strip():
            return _unclung(text, row_end, start)
    earliest = start + (reach - start) // 2
    for pattern in _CUTS_OF.get(kind, _CUTS):
        ends = [found.end() for found in pattern.finditer(text, earliest, reach)]
        if ends and ends[-1] > start:
            return _unclung(text, ends[-1], start)
    return _unclung(text, reach, start)


def _unclung(text: str, cut: int, start: int) -> int:
    """Move a cut back so that it does not tear a character apart."""
    moved = cut
    while moved > start + 1 and moved < len(text) and _CLINGS.match(text[moved]):
        moved -= 1
    return moved


class TextUnit(NamedTuple):
    """A span [start, end) of the text that is never divided.

    `size` is its weight; `page` is 0 in documents without pages.
    """

    start: int
    end: int
    kind: BlockKind
    heading_path: tuple[str, ...]
    page: int
    size: float


def text_units(extracted: ExtractedText, largest: float) -> Iterator[TextUnit]:
    """Yield the units of a document in order; none weighs much more than `largest`.

    A table that fits is one unit; the rows of a larger one stand under its caption and heads.
    """
    text = extracted.text
    for part in tables_and_blocks(extracted):
        if isinstance(part, Block):
            yield from _units_of(extracted, part, largest)
            continue
        start, end = part.blocks[0].start, part.blocks[-1].end
        size = weight(text[start:end]) if end - start <= largest else inf
        page = _page(extracted, start)
        if size <= largest and page == _page(extracted, end - 1):
            yield TextUnit(start, end, BlockKind.TABLE, part.blocks[0].heading_path, page, size)
        else:
            for block in part.under_heads():
                yield from _units_of(extracted, block, largest)


def _units_of(extracted: ExtractedText, block: Block, largest: float) -> Iterator[TextUnit]:
    """Cut a block into units without blank ends; a blank block has none."""
    text, start, kind, path = extracted.text, block.start, block.kind, block.heading_path
    page = _page(extracted, start)
    for cut in (*split_points(text, start, block.end, largest, kind), block.end):
        if part := _trimmed(text, start, cut):
            yield TextUnit(*part, kind, path, page, weight(text[part[0] : part[1]]))
        start = cut


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Leave blank lines and trailing blanks out; the first line keeps its indentation."""
    span = text[start:end]
    kept = span.rstrip()
    if not kept:
        return None
    if not kept[0].isspace():
        return start, start + len(kept)
    lead = kept[: len(kept) - len(kept.lstrip())]
    first_line = max(lead.rfind("\n"), lead.rfind("\r")) + 1
    return start + first_line, start + len(kept)


def _page(extracted: ExtractedText, offset: int) -> int:
    if not extracted.place_kind.is_paged:
        return 0
    return extracted.place_numbers[bisect_right(extracted.place_starts, offset) - 1]
