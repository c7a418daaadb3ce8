"""Passages that were read lately: the next letter typed mostly finds the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.model.document import StoredChunk
from engine.ranking.fusion import FusedCandidate
from engine.stores.catalog.catalog import Catalog

# Some ten megabytes: what half a dozen searches find.
_MOST_KEPT = 3000


class PassageCache:
    """Reads passages from the catalog and keeps them until any of these or a document changes.

    One thread uses it at a time.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._generation = -1
        self._kept: dict[int, StoredChunk] = {}

    def read(self, numbers: Sequence[int]) -> dict[int, StoredChunk]:
        """Return the passages that exist."""
        generation = self._catalog.passages_generation
        if generation != self._generation:
            # Read afterwards, passages are at least as new as this generation.
            self._generation, self._kept = generation, {}
        unknown = [number for number in numbers if number not in self._kept]
        if unknown:
            self._make_room(len(unknown), numbers)
            self._kept |= self._catalog.chunks(unknown)
        return {number: self._kept[number] for number in numbers if number in self._kept}

    def existing(
        self, fused: Sequence[FusedCandidate], count: int
    ) -> tuple[tuple[FusedCandidate, ...], dict[int, StoredChunk]]:
        """Return the list without passages that are gone, and its first `count` passages.

        An index is a moment behind the catalog while files change; what the catalog does not have
        is no hit, and those behind it move up.
        """
        stored: dict[int, StoredChunk] = {}
        checked = 0
        while checked < min(count, len(fused)):
            wanted = [candidate.chunk_number for candidate in fused[checked:count]]
            stored |= self.read(wanted)
            gone = {number for number in wanted if number not in stored}
            checked = count - len(gone)
            if gone:
                kept = [candidate for candidate in fused if candidate.chunk_number not in gone]
                fused = [replace(c, rank=rank) for rank, c in enumerate(kept, start=1)]
        return tuple(fused), stored

    def _make_room(self, places: int, wanted: Sequence[int]) -> None:
        """Forget what was read first, a quarter at once, but nothing that is wanted now."""
        surplus = len(self._kept) + places - _MOST_KEPT
        if surplus > 0:
            needed = frozenset(wanted)
            unneeded = [number for number in self._kept if number not in needed]
            for number in unneeded[: surplus + _MOST_KEPT // 4]:
                del self._kept[number]
