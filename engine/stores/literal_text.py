"""Text that is looked for literally: full case folding, and what folds to a letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

_SURROGATE = re.compile("[\ud800-\udfff]")
LONGEST_PART = 100
_COMMON = re.compile("[a-z ]{0,2}")

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


def folded_literal(text: str) -> str:
    """Return what is compared of a text that is looked for literally; '' when nothing holds it."""
    folded = text.strip().casefold()
    return "" if _SURROGATE.search(folded) else folded  # no stored text holds half a character


def holds_folded(text: str, folded: str) -> bool:
    """Whether the case-folded `text` holds `folded`."""
    if text.isascii() and not folded.isascii():
        return False
    return folded in text.casefold()


def plain_part(folded: str) -> str:
    """Return a part that a holder has as it is, but for ASCII capitals; '' when most texts do."""
    parts = [""]
    for letter in folded[:LONGEST_PART]:
        if any(source != letter.upper() or not source.isascii() for source in unfolded(letter)):
            parts.append("")
        else:
            parts[-1] += letter
    longest = max(parts, key=len)
    return "" if _COMMON.fullmatch(longest) else longest
