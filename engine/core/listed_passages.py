"""How many passages a click on a filter would list, as a request and its answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.request import SearchFilters, SearchRequest


@dataclass(frozen=True, slots=True)
class KindCounts:
    """Passages by the rankings that found them; `neither` are those of a literal search.

    Where filters alone are asked for, `neither` are documents.
    """

    both: int = 0
    keywords: int = 0
    meaning: int = 0
    neither: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.both + self.keywords + self.meaning + self.neither


@dataclass(frozen=True, slots=True)
class Listed:
    """What a search lists: `found` in all, and of its first k those that are weak or not."""

    found: int = 0
    strong: KindCounts = field(default_factory=KindCounts)
    weak: KindCounts = field(default_factory=KindCounts)


@dataclass(frozen=True, slots=True)
class CountClicks:
    """Ask what `search` would list with each of `clicks` in place of its filters."""

    search: SearchRequest
    clicks: tuple[SearchFilters, ...]


@dataclass(frozen=True, slots=True)
class ClicksCounted:
    """The answer to CountClicks, in its order; shorter when a search came in between."""

    request_id: int
    listed: tuple[Listed, ...]
