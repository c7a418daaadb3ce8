"""The number of passages a search finds, by ranking and by filter."""

from __future__ import annotations

from dataclasses import dataclass, field

from twofold.engine.model.hit import Facets


@dataclass(frozen=True, slots=True)
class KindCounts:
    """The number of passages by the rankings that found them; `neither` counts exact matches.

    For a search with filters only, `neither` counts documents.
    """

    both: int = 0
    keywords: int = 0
    meaning: int = 0
    neither: int = 0

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return self.both + self.keywords + self.meaning + self.neither


@dataclass(frozen=True, slots=True)
class MatchCounts:
    """The number of all keyword matches and of all passages that are near enough in meaning.

    Weak matches are not counted. Each near-duplicate is counted. Without search words, `passages`
    and the numbers of `facets` count documents. Each facet is counted without its own filter. Its
    numbers add up to `passages`, except for values that contain one another and for values of which
    a document has several or none. `snapshot` is as in SearchResponse.
    """

    passages: int = 0
    documents: int = 0
    kinds: KindCounts = field(default_factory=KindCounts)
    facets: Facets = field(default_factory=Facets)
    snapshot: tuple[int | None, ...] = ()
