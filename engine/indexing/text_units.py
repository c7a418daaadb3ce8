"""The smallest pieces that chunks consist of: blocks, or parts of blocks too large for a chunk.

Sizes are weights: 1 for each character, and 2.5 for each character of a script without spaces (CJK,
Kana, Hangul, Thai ...), which carries as much meaning as half a short word.
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
# From the best place to cut to the worst; each pattern matches text that stays in the part before
# the cut.
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
_JOINED = re.compile("[\n\u0300-\u036f\u200c\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")


def weight(text: str) -> float:
    """Return the weight of a text, in Latin characters."""
    if text.isascii():
        return float(len(text))
    return len(text) + (_DENSE_WEIGHT - 1) * len(_DENSE.findall(text))


def split_points(
    text: str, start: int, end: int, goal: float, kind: BlockKind = BlockKind.PARAGRAPH
) -> Iterator[int]:
    """Yield the offsets that cut [start, end) of `text` into parts of weight `goal` at most.

    A cut is made after the last paragraph, sentence, line, clause or word (in this order of
    preference) in the second half of the text that fits, and inside a word only as a last resort.
    Code and lists are cut after a line if possible, tables after the last whole row (a line). A row
    is cut, after a cell, only if it does not fit itself.
    """
    if (end - start) * _DENSE_WEIGHT <= goal:
        return  # it fits, whatever the script
    at = start
    while (reach := _reach(text, at, end, goal)) < end:
        at = _best_cut(text, at, reach, kind)
        yield at


def _reach(text: str, start: int, end: int, goal: float) -> int:
    """Return the maximum end of a part that begins at `start`."""
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
            return _before_joined(text, row_end, start)
    earliest = start + (reach - start) // 2
    for pattern in _CUTS_OF.get(kind, _CUTS):
        ends = [found.end() for found in pattern.finditer(text, earliest, reach)]
        if ends and ends[-1] > start:
            return _before_joined(text, ends[-1], start)
    return _before_joined(text, reach, start)


def _before_joined(text: str, cut: int, start: int) -> int:
    """Move a cut back so that it does not split a character."""
    moved = cut
    while moved > start + 1 and moved < len(text) and _JOINED.match(text[moved]):
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


def text_units(extracted: ExtractedText, max_size: float) -> Iterator[TextUnit]:
    """Yield the units of a document in order; none weighs much more than `max_size`.

    A table that fits is one unit; the rows of a larger one have its caption and heads in their
    path.
    """
    text = extracted.text
    for part in tables_and_blocks(extracted):
        if isinstance(part, Block):
            yield from _units_of(extracted, part, max_size)
            continue
        start, end = part.blocks[0].start, part.blocks[-1].end
        size = weight(text[start:end]) if end - start <= max_size else inf
        page = _page(extracted, start)
        if size <= max_size and page == _page(extracted, end - 1):
            yield TextUnit(start, end, BlockKind.TABLE, part.blocks[0].heading_path, page, size)
        else:
            for block in part.under_heads():
                yield from _units_of(extracted, block, max_size)


def _units_of(extracted: ExtractedText, block: Block, max_size: float) -> Iterator[TextUnit]:
    """Cut a block into units without surrounding blanks; a blank block has no units."""
    text, start, kind, path = extracted.text, block.start, block.kind, block.heading_path
    page = _page(extracted, start)
    for cut in (*split_points(text, start, block.end, max_size, kind), block.end):
        if part := _trimmed(text, start, cut):
            yield TextUnit(*part, kind, path, page, weight(text[part[0] : part[1]]))
        start = cut


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Strip leading blank lines and trailing blanks; the first line keeps its indentation."""
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
