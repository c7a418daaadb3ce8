"""How many passages a search finds, by ranking and by filter."""

from __future__ import annotations

from dataclasses import dataclass, field

from twofold.engine.model.hit import Facets


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
class MatchCounts:
    """All that a search finds: its keyword matches, and what is near enough in meaning.

    Weak matches do not count, near-duplicates each. Where no words are asked for, `passages` are
    documents, and so are the numbers of `facets`. Each facet is counted without its own filter: the
    others add up to `passages`, but for values that are in one another, or of which a document has
    several or none. `snapshot` is as in SearchResponse.
    """

    passages: int = 0
    documents: int = 0
    kinds: KindCounts = field(default_factory=KindCounts)
    facets: Facets = field(default_factory=Facets)
    snapshot: tuple[int | None, ...] = ()
