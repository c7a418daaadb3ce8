"""Words that must not occur, for the retriever that knows no words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.model.hit import Candidate
from engine.model.request import Clause, ClauseKind, ParsedQuery, SearchFilters
from engine.stores.catalog.catalog import Catalog
from engine.stores.lexical.highlight import Highlighter
from engine.stores.lexical.index import LexicalIndex
from engine.stores.lexical.storage import title_text


class Exclusions:
    """Drops candidates whose passage holds what a query excludes (-word)."""

    def __init__(self, catalog: Catalog, lexical: LexicalIndex) -> None:
        self._catalog = catalog
        self._lexical = lexical

    def allowed(
        self, parsed: ParsedQuery, candidates: Sequence[Candidate], most: int
    ) -> tuple[Candidate, ...]:
        """Return the first `most` candidates without an excluded word, ranked anew in order.

        Those behind them are not looked into.
        """
        words, titles = _as_wanted(parsed)
        if not (words.clauses or titles.clauses):
            return tuple(candidates[:most])
        in_text = self._lexical.highlighter(words, only_whole=True)
        in_title = self._lexical.highlighter(titles, only_whole=True)
        kept: list[Candidate] = []
        for start in range(0, len(candidates), most):
            if len(kept) < most:
                some = candidates[start : start + most]
                kept += self._without(in_text, in_title, some)
        return tuple(replace(c, rank=rank) for rank, c in enumerate(kept[:most], start=1))

    def _without(
        self, in_text: Highlighter, in_title: Highlighter, candidates: Sequence[Candidate]
    ) -> Iterator[Candidate]:
        stored = self._catalog.chunks(candidate.chunk_number for candidate in candidates)
        for candidate in candidates:
            found = stored.get(candidate.chunk_number)
            if found is None:
                continue
            lang = "en" if found.chunk.is_code else found.chunk.lang or found.document.lang
            if in_text.highlight(found.chunk.text, lang):
                continue
            if not in_title.highlight(title_text(found.document), lang):
                yield candidate


def _as_wanted(parsed: ParsedQuery) -> tuple[ParsedQuery, ParsedQuery]:
    """Return queries for what `parsed` excludes: one for the text of passages, one for titles."""
    excluded = [clause for clause in parsed.clauses if clause.excluded]
    words = [clause for clause in excluded if clause.kind is not ClauseKind.TITLE]
    titles = [
        replace(clause, kind=ClauseKind.WORDS)
        for clause in excluded
        if clause.kind is ClauseKind.TITLE
    ]
    return _looking_for(words), _looking_for(titles)


def _looking_for(excluded: Sequence[Clause]) -> ParsedQuery:
    clauses = tuple(
        replace(clause, excluded=False, group=group) for group, clause in enumerate(excluded)
    )
    return ParsedQuery(clauses, "", SearchFilters())
