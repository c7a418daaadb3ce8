"""The ranking of lexical hits: the same whatever the segments of the index."""

from __future__ import annotations

import tantivy

from engine.model.hit import Candidate
from engine.stores.lexical import schema as fields
from engine.stores.lexical.term_queries import LexicalQuery
from engine.stores.lexical.vocabulary import Vocabulary
from engine.stores.ports import LexicalAnswer

MOST_HITS = 10_000
_OVERFETCH = 64
_DIGITS = 6

RankedHit = tuple[float, int]
"""Score and chunk number."""


def answer(
    vocabulary: Vocabulary, wanted: LexicalQuery, passing: tantivy.Query | None, limit: int
) -> LexicalAnswer:
    """Return the best `limit` chunks that pass: those with all terms, then those with some."""
    allowed = vocabulary.count(passing) if passing is not None else vocabulary.passages

    def ranked(query: tantivy.Query | None, count: int) -> list[RankedHit]:
        return top_hits(vocabulary.searcher, query, passing, count) if query else []

    complete = ranked(wanted.all_terms, limit)
    partial: list[RankedHit] = []
    if len(complete) < limit and wanted.some_terms is not None:
        partial = ranked(wanted.some_terms, min(limit + len(complete), MOST_HITS))
    hits = merge_tiers(complete, partial, limit)
    candidates = tuple(
        Candidate(number, score, rank) for rank, (score, number) in enumerate(hits, start=1)
    )
    plan = describe_plan(wanted, len(complete), len(hits) - len(complete))
    return LexicalAnswer(candidates, wanted.statistics, plan, allowed)


def top_hits(
    searcher: tantivy.Searcher, query: tantivy.Query, passing: tantivy.Query | None, count: int
) -> list[RankedHit]:
    """Return the best `count` chunks by falling score, equal scores by chunk number.

    Tantivy breaks ties by segment, so more is fetched until the scores tied with the last wanted
    one are all there.
    """
    if passing is not None:
        musts = [(tantivy.Occur.Must, query), (tantivy.Occur.Must, passing)]
        query = tantivy.Query.boolean_query(musts)
    fetched = min(count + _OVERFETCH, MOST_HITS)
    while True:
        hits = searcher.search(query, limit=fetched, count=False).hits
        cut_inside_tie = len(hits) == fetched and _rounded(hits[-1]) == _rounded(hits[count - 1])
        if not cut_inside_tie or fetched == MOST_HITS:
            break
        fetched = min(4 * fetched, MOST_HITS)
    numbers = searcher.fast_field_values(fields.CHUNK, [address for _, address in hits])
    scored = zip(hits, numbers, strict=True)
    ranked = sorted((-_rounded(hit), int(number or 0)) for hit, number in scored)
    return [(-score, number) for score, number in ranked[:count]]


def merge_tiers(complete: list[RankedHit], partial: list[RankedHit], limit: int) -> list[RankedHit]:
    """Return `complete`, filled up to `limit` with `partial`.

    Scores fall along the whole list: when a chunk with some of the terms scores higher than the
    last one with all of them, the scores of all partial hits are scaled down below it.
    """
    known = {number for _, number in complete}
    rest = [hit for hit in partial if hit[1] not in known][: max(0, limit - len(complete))]
    if complete and rest and rest[0][0] >= complete[-1][0] and rest[0][0] > 0.0:
        scale = 0.99 * complete[-1][0] / rest[0][0]
        rest = [(round(score * scale, _DIGITS), number) for score, number in rest]
    return complete[:limit] + rest


def _rounded(hit: tuple[float, tantivy.DocAddress]) -> float:
    return round(float(hit[0]), _DIGITS)


def describe_plan(wanted: LexicalQuery, complete: int, partial: int) -> str:
    """Say how the list came to be."""
    if wanted.all_terms is None and wanted.some_terms is None:
        return "no word of the query occurs in the library"
    plan = f"{complete} with all terms"
    if partial:
        plan = f"{complete} with all terms, filled up with {partial} with some of them"
    if not wanted.by_parts:
        return plan
    words = ", ".join(wanted.by_parts)
    return f"{plan}; searched by parts, as no passage holds it whole: {words}"
