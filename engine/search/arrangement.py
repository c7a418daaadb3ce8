"""From the fused list to the list that is shown.

In this order: passages that are gone are dropped, copies are folded into the best of them, a
cross-encoder reads the best candidates, weak ones are left out if that is wished, and passages are
gathered by document if that is wished. Ranks are counted anew after each step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from engine.core.document import StoredChunk
from engine.core.fusion import FusedCandidate
from engine.core.hit import Facets, Hit, RankedChunk
from engine.core.hit_details import RerankTrace
from engine.core.identity import as_id
from engine.core.request import SearchRequest
from engine.search.document_groups import group_by_document
from engine.search.hydration import HitNotes, HitWriter, Hydrator
from engine.search.near_copies import Copy, fold_copies
from engine.search.reranking import NOT_WANTED, RerankStage
from engine.search.stage_clock import StageClock
from engine.stores.catalog.filters import count_passages

_Passages = Mapping[int, StoredChunk]

# As many hits as the window lists. Judging one costs some hundredths of a millisecond.
_JUDGED = 100


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The list that is shown, and what was done to make it.

    `passages` has all that were read, `found` the numbers of those in the list or folded into it.
    """

    ranked: tuple[FusedCandidate, ...]
    passages: _Passages
    notes: HitNotes
    found: tuple[int, ...]
    copies: int = 0
    hidden: int = 0
    rerank: RerankTrace | None = None

    def hits(self, writer: HitWriter, count: int) -> tuple[Hit, ...]:
        """Describe the first `count`."""
        return tuple([writer.hit(c, self.passages, self.notes) for c in self.ranked[:count]])

    def ranking(self, writer: HitWriter, hits: Sequence[Hit]) -> tuple[RankedChunk, ...]:
        """Return where each passage of the list stands in it and in both arms.

        `hits` are the first of them. Which of those behind them are weak is told too, so that
        whoever shows a first page can say at once how many there will be.
        """
        behind = self.ranked[len(hits) : _JUDGED]
        judged = (writer.is_weak(c, self.passages[c.chunk_number]) for c in behind)
        weak = chain((hit.weak for hit in hits), judged, repeat(None))
        return tuple(
            [self._ranked(c, is_weak) for c, is_weak in zip(self.ranked, weak, strict=False)]
        )

    @property
    def documents(self) -> int:
        """How many documents the list is of."""
        return len({self.passages[c.chunk_number].document.number for c in self.ranked})

    def facets(self) -> Facets:
        """Count what was found by what one can filter by."""
        return count_passages(self.passages[number].document for number in self.found)

    def _ranked(self, candidate: FusedCandidate, weak: bool | None) -> RankedChunk:  # noqa: FBT001 - as read
        copies = self.notes.copies.get(candidate.chunk_number, ())
        return RankedChunk(
            as_id(candidate.chunk_number),
            candidate.rank,
            candidate.lexical.rank if candidate.lexical else None,
            candidate.vector.rank if candidate.vector else None,
            tuple([as_id(copy.chunk_number) for copy in copies]),
            weak=weak,
            doc_id=as_id(self.passages[candidate.chunk_number].document.number),
        )


class Arranger:
    """Arranges answers. One thread uses it at a time."""

    def __init__(self, hydrator: Hydrator, rerank: RerankStage) -> None:
        self._hydrator = hydrator
        self._rerank = rerank

    def arrange(
        self,
        fused: Sequence[FusedCandidate],
        request: SearchRequest,
        writer: HitWriter,
        clock: StageClock,
        like: int | None = None,
    ) -> Arrangement:
        """Return the list to show; `like` is the passage that similar ones were asked for."""
        with clock.stage("hydrate"):
            fused, passages = self._hydrator.first_existing(fused, len(fused))
            fused, copies = _fold(fused, passages, request, like)
        with clock.stage("rerank") if request.rerank else NOT_WANTED:
            fused, reranked, trace = self._rerank.apply(fused, passages, request)
        kept = fused
        if request.hide_weak:
            kept = _renumbered(c for c in fused if not writer.is_weak(c, passages[c.chunk_number]))
        arranged = Arrangement(
            ranked=kept,
            passages=passages,
            notes=HitNotes(copies, {}, reranked),
            found=_found(kept, copies),
            copies=sum(len(copies.get(c.chunk_number, ())) for c in kept),
            hidden=len(fused) - len(kept),
            rerank=trace,
        )
        return _grouped(arranged) if request.group_by_document else arranged


def _fold(
    fused: tuple[FusedCandidate, ...],
    passages: _Passages,
    request: SearchRequest,
    like: int | None,
) -> tuple[tuple[FusedCandidate, ...], dict[int, tuple[Copy, ...]]]:
    """Fold copies; what is like a passage must neither be that passage nor a copy of it."""
    numbers = [candidate.chunk_number for candidate in fused]
    if like is not None:
        first = [like] if like in passages else []
        folded = fold_copies(
            [*first, *(n for n in numbers if n != like)],
            {n: passages[n].chunk.text for n in numbers},
        )
        known = {like, *(copy.chunk_number for copy in folded.pop(like, ()))}
        fused = _renumbered(c for c in fused if c.chunk_number not in known)
    elif request.fold_copies:
        folded = fold_copies(numbers, {n: passages[n].chunk.text for n in numbers})
    if not request.fold_copies:
        return fused, {}
    return _renumbered(c for c in fused if c.chunk_number in folded), folded


def _grouped(arranged: Arrangement) -> Arrangement:
    document_of = {n: stored.document.number for n, stored in arranged.passages.items()}
    groups = group_by_document(arranged.ranked, document_of)
    votes = {group.best.chunk_number: group.vote for group in groups}
    return replace(
        arranged,
        ranked=_renumbered(group.best for group in groups),
        notes=replace(arranged.notes, documents=votes),
    )


def _found(
    kept: Sequence[FusedCandidate], copies: Mapping[int, tuple[Copy, ...]]
) -> tuple[int, ...]:
    numbers = [candidate.chunk_number for candidate in kept]
    folded = [copy.chunk_number for n in numbers for copy in copies.get(n, ())]
    return (*numbers, *folded)


def _renumbered(candidates: Iterable[FusedCandidate]) -> tuple[FusedCandidate, ...]:
    return tuple(
        candidate if candidate.rank == rank else candidate.at_rank(rank)
        for rank, candidate in enumerate(candidates, start=1)
    )
