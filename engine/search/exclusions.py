"""Apply excluded words to vector results, by reading the passages found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Candidate
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery
from twofold.engine.search.scatter import Scatter
from twofold.engine.search.snippets import language_of
from twofold.engine.stores.ports import TextHighlighter


def without_excluded(
    scatter: Scatter, parsed: ParsedQuery, candidates: Sequence[Candidate], limit: int
) -> tuple[Candidate, ...]:
    """Return the first `limit` candidates without a word that `parsed` excludes, ranked again.

    Candidates after the last returned one are not read.
    """
    words, titles = _exclusion_queries(parsed)
    in_text = scatter.words.highlighter(words, only_whole=True)
    in_title = scatter.words.highlighter(titles, only_whole=True)
    kept: list[Candidate] = []
    for start in range(0, len(candidates), limit):
        if len(kept) < limit:
            some = candidates[start : start + limit]
            kept += _not_matching(scatter, in_text, in_title, some)
    return tuple(replace(c, rank=rank) for rank, c in enumerate(kept[:limit], start=1))


def _not_matching(
    scatter: Scatter,
    in_text: TextHighlighter,
    in_title: TextHighlighter,
    candidates: Sequence[Candidate],
) -> Iterator[Candidate]:
    stored = scatter.chunks(candidates).value
    for candidate in candidates:
        found = stored.get(candidate.chunk_number)
        if found is None:
            continue
        lang = language_of(found)
        if in_text.highlight(found.chunk.text, lang):
            continue
        if not in_title.highlight(found.document.searched_title, lang):
            yield candidate


def _exclusion_queries(parsed: ParsedQuery) -> tuple[ParsedQuery, ParsedQuery]:
    """Return queries that find the excluded words: one for the text of passages, one for titles."""
    excluded = [clause for clause in parsed.clauses if clause.excluded]
    words = [clause for clause in excluded if clause.kind is not ClauseKind.TITLE]
    titles = [
        replace(clause, kind=ClauseKind.WORDS)
        for clause in excluded
        if clause.kind is ClauseKind.TITLE
    ]
    return _query_for(words), _query_for(titles)


def _query_for(excluded: Sequence[Clause]) -> ParsedQuery:
    clauses = tuple(
        replace(clause, excluded=False, group=group) for group, clause in enumerate(excluded)
    )
    return ParsedQuery(clauses, "", SearchFilters())
