"""Passages that were read lately: the next letter typed mostly finds the same ones."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.document import StoredChunk
from engine.stores.catalog import Catalog

_MOST_KEPT = 1000


class RecentPassages:
    """Reads passages from the catalog and keeps them until anything changes in the library.

    One thread uses it at a time.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._generation = -1
        self._kept: dict[int, StoredChunk] = {}

    def read(self, numbers: Sequence[int]) -> dict[int, StoredChunk]:
        """Return the passages that exist."""
        generation = self._catalog.generation
        if generation != self._generation or len(self._kept) + len(numbers) > _MOST_KEPT:
            # Read afterwards, passages are at least as new as this generation.
            self._generation, self._kept = generation, {}
        unknown = [number for number in numbers if number not in self._kept]
        if unknown:
            self._kept |= self._catalog.chunks(unknown)
        return {number: self._kept[number] for number in numbers if number in self._kept}
