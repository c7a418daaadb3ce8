"""The smallest pieces chunks are made of: a block, or a part of one too large for a chunk."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from engine.indexing.split_points import split_points, weight
from engine.model.document import Block, BlockKind, ExtractedText

_BY_LINE = {BlockKind.CODE, BlockKind.TABLE, BlockKind.LIST}


@dataclass(frozen=True, slots=True)
class TextUnit:
    """A span [start, end) of the text that is never divided.

    `size` is its weight (see split_points); `page` is 0 in documents without pages.
    """

    start: int
    end: int
    kind: BlockKind
    heading_path: tuple[str, ...]
    page: int
    size: float


def text_units(extracted: ExtractedText, largest: float) -> Iterator[TextUnit]:
    """Yield the units of a document in order; none weighs much more than `largest`."""
    for block in extracted.blocks:
        page = _page(extracted, block.start)
        for start, end in _parts(extracted.text, block, largest):
            size = weight(extracted.text[start:end])
            yield TextUnit(start, end, block.kind, block.heading_path, page, size)


def _parts(text: str, block: Block, largest: float) -> Iterator[tuple[int, int]]:
    """Cut a block into parts without blank ends; a blank block has none."""
    start = block.start
    cuts = split_points(text, block.start, block.end, largest, by_line=block.kind in _BY_LINE)
    for cut in (*cuts, block.end):
        part = _trimmed(text, start, cut)
        if part is not None:
            yield part
        start = cut


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Leave blank lines and trailing blanks out; the first line keeps its indentation."""
    span = text[start:end]
    kept = span.rstrip()
    if not kept:
        return None
    lead = kept[: len(kept) - len(kept.lstrip())]
    first_line = max(lead.rfind("\n"), lead.rfind("\r")) + 1
    return start + first_line, start + len(kept)


def _page(extracted: ExtractedText, offset: int) -> int:
    if not extracted.place_kind.is_paged:
        return 0
    return extracted.place_numbers[bisect_right(extracted.place_starts, offset) - 1]
