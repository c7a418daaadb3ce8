"""The hits a person chose, kept in another answer to the same query."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Self

from engine.api import Hit
from ui.results.result_list import ResultList


@dataclass(frozen=True, slots=True)
class KeptHits:
    """The current hit and all that were selected, as passages (ids)."""

    current: Hit
    selected: frozenset[str]

    @classmethod
    def of(cls, results: ResultList) -> Self | None:
        """Return what is chosen in a list, None where nothing is."""
        current = results.current_hit()
        return None if current is None else cls(current, _ids(results.selected_hits()))

    def choose_in(
        self, results: ResultList, when_whole: Callable[[Callable[[], None]], None]
    ) -> None:
        """Choose them again, as far as they are listed.

        The others of several may come below the first page, which `when_whole` waits for.
        """
        self._choose(results)
        chosen = _ids(results.selected_hits())
        if len(self.selected) > 1 and chosen != self.selected:
            when_whole(lambda: self._choose_rest(results, chosen))

    def _choose(self, results: ResultList) -> None:
        listed = {hit.chunk_id: hit for hit in results.hit_model.hits}
        others = (hit for hit in listed.values() if hit.chunk_id in self.selected)
        current = listed.get(self.current.chunk_id) or next(others, None)
        if current is not None:
            results.choose(current)
            results.select_too(self.selected)

    def _choose_rest(self, results: ResultList, before: frozenset[str]) -> None:
        if _ids(results.selected_hits()) == before:  # else a person has chosen since
            self._choose(results)


def _ids(hits: Iterable[Hit]) -> frozenset[str]:
    return frozenset(hit.chunk_id for hit in hits)
