"""Which definition a passage of source code is about."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter

from engine.model.document import ExtractedText

_SHARE = 0.5


def main_definition(extracted: ExtractedText, start: int, end: int) -> tuple[str, ...]:
    """Return the path of the innermost definition that holds more than half of [start, end).

    A passage that lies in one definition names it. One that joins small neighbours names the one
    it mostly is, else what encloses them all; () when nothing does.
    """
    blocks = extracted.blocks
    first = max(0, bisect_right(blocks, start, key=lambda block: block.start) - 1)
    last = bisect_left(blocks, end, key=lambda block: block.start)
    held: Counter[tuple[str, ...]] = Counter()
    total = 0
    for block in blocks[first:last]:
        length = min(block.end, end) - max(block.start, start)
        if length > 0:
            total += length
            path = block.heading_path
            held.update({path[:depth]: length for depth in range(1, len(path) + 1)})
    most = [path for path, length in held.items() if length > total * _SHARE]
    return max(most, key=len, default=())
