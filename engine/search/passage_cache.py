"""A cache of recently read passages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from twofold.engine.model.document import StoredChunk
from twofold.engine.ranking.fusion import FusedCandidate
from twofold.engine.search.gather import Gathered
from twofold.engine.search.remote import Located
from twofold.engine.search.scatter import Scatter
from twofold.engine.stores.shards import ShardProblem

AnyLocated = TypeVar("AnyLocated", bound=Located)
NEVER = -1
"""A generation that no catalog has."""

# About ten megabytes, the results of half a dozen searches.
_MAX_PASSAGES = 3000


class PassageCache:
    """Caches passages until any passage or document changes.

    While the user types, consecutive searches mostly find the same passages. Not thread-safe.
    """

    def __init__(self, scatter: Scatter) -> None:
        self._scatter = scatter
        self._generation = NEVER
        self._cached: dict[int, StoredChunk] = {}

    def read(self, candidates: Sequence[Located]) -> Gathered[dict[int, StoredChunk]]:
        """Return the existing passages by chunk number."""
        generation = self._scatter.passages_generation
        if generation != self._generation:
            # Passages are read afterwards, so they are at least as new as this generation.
            self._generation, self._cached = generation, {}
        problems: tuple[ShardProblem, ...] = ()
        if unknown := self.unknown(candidates):
            self._evict(len(unknown), [one.chunk_number for one in candidates])
            gathered = self._scatter.chunks(unknown)
            self._cached |= gathered.value
            problems = gathered.problems
        numbers = (one.chunk_number for one in candidates)
        found = {number: self._cached[number] for number in numbers if number in self._cached}
        return Gathered(found, problems)

    def unknown(self, candidates: Iterable[AnyLocated]) -> list[AnyLocated]:
        """Return the candidates that are not cached. Thread-safe."""
        kept = self._cached
        return [one for one in candidates if one.chunk_number not in kept]

    def add(self, generation: int, passages: Mapping[int, StoredChunk]) -> None:
        """Cache passages that another thread read when the catalog was at `generation`."""
        if generation == self._generation:
            self._evict(len(passages), tuple(passages))
            self._cached |= passages

    def existing(
        self, fused: Sequence[FusedCandidate], count: int
    ) -> tuple[tuple[FusedCandidate, ...], Gathered[dict[int, StoredChunk]]]:
        """Return the list without passages that no longer exist, and its first `count` passages.

        While files change, an index lags slightly behind the catalog. Passages missing from the
        catalog are dropped, and those after them move up.
        """
        stored: dict[int, StoredChunk] = {}
        problems: dict[ShardProblem, None] = {}
        checked = 0
        while checked < min(count, len(fused)):
            wanted = fused[checked:count]
            read = self.read(wanted)
            stored |= read.value
            problems |= dict.fromkeys(read.problems)
            gone = {one.chunk_number for one in wanted if one.chunk_number not in stored}
            checked = count - len(gone)
            if gone:
                kept = [candidate for candidate in fused if candidate.chunk_number not in gone]
                fused = [replace(c, rank=rank) for rank, c in enumerate(kept, start=1)]
        return tuple(fused), Gathered(stored, tuple(problems))

    def _evict(self, places: int, wanted: Sequence[int]) -> None:
        """Drop the oldest passages, a quarter of them at a time, except those in `wanted`."""
        surplus = len(self._cached) + places - _MAX_PASSAGES
        if surplus > 0:
            needed = frozenset(wanted)
            unneeded = [number for number in self._cached if number not in needed]
            for number in unneeded[: surplus + _MAX_PASSAGES // 4]:
                del self._cached[number]
