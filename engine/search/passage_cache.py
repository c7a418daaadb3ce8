"""The passages that were read last."""

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

# Some ten megabytes: what half a dozen searches find.
_MAX_PASSAGES = 3000


class PassageCache:
    """Reads passages and keeps them until any of these or a document changes.

    The next letter typed mostly finds the same ones. One thread uses it at a time.
    """

    def __init__(self, scatter: Scatter) -> None:
        self._scatter = scatter
        self._generation = NEVER
        self._kept: dict[int, StoredChunk] = {}

    def read(self, candidates: Sequence[Located]) -> Gathered[dict[int, StoredChunk]]:
        """Return the passages that exist, by chunk number."""
        generation = self._scatter.passages_generation
        if generation != self._generation:
            # Read afterwards, passages are at least as new as this generation.
            self._generation, self._kept = generation, {}
        problems: tuple[ShardProblem, ...] = ()
        if unknown := self.unknown(candidates):
            self._make_room(len(unknown), [one.chunk_number for one in candidates])
            gathered = self._scatter.chunks(unknown)
            self._kept |= gathered.value
            problems = gathered.problems
        numbers = (one.chunk_number for one in candidates)
        found = {number: self._kept[number] for number in numbers if number in self._kept}
        return Gathered(found, problems)

    def unknown(self, candidates: Iterable[AnyLocated]) -> list[AnyLocated]:
        """Return those that are not kept. Any thread may ask."""
        kept = self._kept
        return [one for one in candidates if one.chunk_number not in kept]

    def add(self, generation: int, passages: Mapping[int, StoredChunk]) -> None:
        """Keep passages that another thread has read since the catalog was at `generation`."""
        if generation == self._generation:
            self._make_room(len(passages), tuple(passages))
            self._kept |= passages

    def existing(
        self, fused: Sequence[FusedCandidate], count: int
    ) -> tuple[tuple[FusedCandidate, ...], Gathered[dict[int, StoredChunk]]]:
        """Return the list without passages that are gone, and its first `count` passages.

        An index is a moment behind the catalog while files change; what the catalog does not have
        is no hit, and those behind it move up.
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

    def _make_room(self, places: int, wanted: Sequence[int]) -> None:
        """Forget what was read first, a quarter at once, but nothing that is wanted now."""
        surplus = len(self._kept) + places - _MAX_PASSAGES
        if surplus > 0:
            needed = frozenset(wanted)
            unneeded = [number for number in self._kept if number not in needed]
            for number in unneeded[: surplus + _MAX_PASSAGES // 4]:
                del self._kept[number]
