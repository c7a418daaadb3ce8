"""Words that must not occur, for the arm that knows no words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.hit import Candidate
from engine.core.query import ParsedQuery
from engine.core.request import SearchFilters
from engine.stores.catalog import Catalog
from engine.stores.lexical_index import LexicalIndex


class Exclusions:
    """Drops candidates whose passage holds what a query excludes (-word)."""

    def __init__(self, catalog: Catalog, lexical: LexicalIndex) -> None:
        self._catalog = catalog
        self._lexical = lexical

    def allowed(
        self, parsed: ParsedQuery, candidates: Sequence[Candidate]
    ) -> tuple[Candidate, ...]:
        """Return the candidates without an excluded word, ranked anew in the same order."""
        unwanted = _as_wanted(parsed)
        if unwanted is None:
            return tuple(candidates)
        highlighter = self._lexical.highlighter(unwanted)
        stored = self._catalog.chunks(candidate.chunk_number for candidate in candidates)
        kept = []
        for candidate in candidates:
            found = stored.get(candidate.chunk_number)
            if found is None:
                continue
            lang = "en" if found.chunk.is_code else found.chunk.lang or found.document.lang
            if not highlighter.highlight(found.chunk.text, lang):
                kept.append(candidate)
        return tuple(replace(candidate, rank=rank) for rank, candidate in enumerate(kept, start=1))


def _as_wanted(parsed: ParsedQuery) -> ParsedQuery | None:
    """Return a query that looks for what `parsed` excludes; None when it excludes nothing."""
    clauses = tuple(
        replace(clause, excluded=False, group=group)
        for group, clause in enumerate(c for c in parsed.clauses if c.excluded)
    )
    return ParsedQuery(clauses, "", SearchFilters()) if clauses else None
