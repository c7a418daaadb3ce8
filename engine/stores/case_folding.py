"""Which characters full case folding (`str.casefold`) maps to a given letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

# Where Unicode keeps letters that have cases.
_CASED_BLOCKS = ((0x41, 0x590), (0x10A0, 0x1400), (0x1C80, 0x2190), (0x24B6, 0x24D0),
                 (0x2C00, 0x2D00), (0xA640, 0xA800), (0xAB70, 0xABC0), (0xFB00, 0xFB18),
                 (0xFF21, 0xFF3B), (0x10400, 0x10E00), (0x118A0, 0x118C0), (0x16E40, 0x16F00),
                 (0x1E900, 0x1E944))  # fmt: skip


def unfolded(letter: str) -> tuple[str, ...]:
    """Return the characters that case folding turns into `letter`, or into it and others."""
    return _sources().get(letter, ())


@lru_cache(maxsize=1)
def _sources() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for code in _codes(_CASED_BLOCKS):
        source = chr(code)
        folded = source.casefold()
        if folded != source:
            for letter in dict.fromkeys(folded):
                table[letter] = (*table.get(letter, ()), source)
    return table


def _codes(blocks: Iterable[tuple[int, int]]) -> Iterator[int]:
    for first, last in blocks:
        yield from range(first, last)
