"""What is found out about keyword hits while their query is embedded for the other ranking."""

from __future__ import annotations

from collections.abc import Callable

from engine.search.held_words import HeldWords
from engine.search.hydration import Hydrator
from engine.search.marking import Marking
from engine.search.retrieval import RetrieverAnswer


class Preparation:
    """Of one search: what its fused list will need is at hand once that is known.

    `shown` hits at most will be described. One thread uses it at a time.
    """

    def __init__(
        self,
        hydrator: Hydrator,
        held_words: HeldWords,
        marking: Marking,
        shown: int,
    ) -> None:
        self._hydrator = hydrator
        self._held_words = held_words
        self._marking = marking
        self._shown = shown
        self._held: float | None = None

    def prepare(self, keywords: RetrieverAnswer, is_due: Callable[[], bool]) -> None:
        """Read what keywords have found; mark the best of it until the other ranking `is_due`."""
        passages = self._hydrator.read_ahead(keywords.candidates)
        self._held = self._share_of(keywords)
        for candidate in keywords.candidates[: self._shown]:
            if is_due():
                return
            if candidate.chunk_number in passages:
                self._marking.snippet(passages[candidate.chunk_number], for_words=True)

    def held(self, keywords: RetrieverAnswer) -> float:
        """Return which part of the query's words the best keyword hit holds, from 0 to 1."""
        return self._share_of(keywords) if self._held is None else self._held

    def _share_of(self, keywords: RetrieverAnswer) -> float:
        return self._held_words.share(keywords, self._marking.highlighter)
