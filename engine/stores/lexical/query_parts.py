"""What the words of a query ask for, before they are joined."""

from __future__ import annotations

from dataclasses import dataclass, field

import tantivy

from engine.core.hit import TermStatistics


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """`all_terms` finds chunks with all terms, `some_terms` those with some; None: nothing can.

    `by_parts` are the identifiers that no chunk holds whole, and whose parts are looked for,
    `unwanted` finds what a chunk must not hold.
    """

    all_terms: tantivy.Query | None
    some_terms: tantivy.Query | None
    statistics: tuple[TermStatistics, ...]
    by_parts: tuple[str, ...] = ()
    unwanted: tuple[tantivy.Query, ...] = ()


@dataclass(slots=True)
class Part:
    """What one written word asks for: `score` ranks; `needed` must match (None: `score` itself)."""

    score: tantivy.Query | None
    needed: tantivy.Query | None = None
    optional: bool = False
    strict: bool = False
    statistics: list[TermStatistics] = field(default_factory=list)
