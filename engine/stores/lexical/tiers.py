"""A lexical ranking: passages with all terms of a query, then passages with some terms."""

from __future__ import annotations

from collections.abc import Sequence

import tantivy

from twofold.engine.model.hit import Candidate
from twofold.engine.model.localized import EMPTY, Message, message
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.term_queries import LexicalQuery
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.ports import LexicalAnswer, RankedHit, Tiers

MAX_HITS = 10_000
_OVERFETCH = 64
_DIGITS = 6


def answer_of(tiers: Tiers, limit: int) -> LexicalAnswer:
    """Return the best `limit` chunks: chunks with all terms, then chunks with some terms."""
    complete = list(tiers.complete[:limit])
    hits = merge_tiers(complete, list(tiers.partial), limit)
    plan = describe_plan(tiers, len(complete), len(hits) - len(complete))
    if tiers.note:
        plan = message("{plan}; {note}", plan=plan, note=tiers.note)
    return LexicalAnswer(
        tuple(Candidate(number, score, at) for at, (score, number) in enumerate(hits, 1)),
        tiers.terms,
        plan,
        tiers.passages,
    )


def tiers_of(
    vocabulary: Vocabulary, wanted: LexicalQuery, passing: tantivy.Query | None, limit: int
) -> Tiers:
    """Return the best matching chunks.

    Chunks with only some terms are included if there are fewer than `limit` with all terms.
    """
    allowed = vocabulary.count(passing) if passing is not None else vocabulary.passages

    def ranked(query: tantivy.Query | None, count: int) -> list[RankedHit]:
        return top_hits(vocabulary.searcher, query, passing, count) if query else []

    complete = ranked(wanted.all_terms, limit)
    partial: list[RankedHit] = []
    if len(complete) < limit and wanted.some_terms is not None:
        partial = ranked(wanted.some_terms, min(limit + len(complete), MAX_HITS))
    return tiers_with(wanted, complete, partial, allowed)


def tiers_with(
    wanted: LexicalQuery,
    complete: Sequence[RankedHit],
    partial: Sequence[RankedHit],
    passages: int,
    note: Message = EMPTY,
) -> Tiers:
    """Return the tiers of a query."""
    return Tiers(
        complete,
        partial,
        wanted.statistics,
        passages,
        has_terms=wanted.all_terms is not None or wanted.some_terms is not None,
        by_parts=wanted.by_parts,
        note=note,
    )


def top_hits(
    searcher: tantivy.Searcher, query: tantivy.Query, passing: tantivy.Query | None, count: int
) -> list[RankedHit]:
    """Return the best `count` chunks by descending score; ties by chunk number.

    Tantivy breaks ties by segment, so more hits are fetched until all ties with the last one are
    included.
    """
    if passing is not None:
        musts = [(tantivy.Occur.Must, query), (tantivy.Occur.Must, passing)]
        query = tantivy.Query.boolean_query(musts)
    fetched = min(count + _OVERFETCH, MAX_HITS)
    while True:
        hits = searcher.search(query, limit=fetched, count=False).hits
        cut_inside_tie = len(hits) == fetched and _rounded(hits[-1]) == _rounded(hits[count - 1])
        if not cut_inside_tie or fetched == MAX_HITS:
            break
        fetched = min(4 * fetched, MAX_HITS)
    numbers = searcher.fast_field_values(fields.CHUNK, [address for _, address in hits])
    scored = zip(hits, numbers, strict=True)
    ranked = sorted((-_rounded(hit), int(number or 0)) for hit, number in scored)
    return [(-score, number) for score, number in ranked[:count]]


def merge_tiers(complete: list[RankedHit], partial: list[RankedHit], limit: int) -> list[RankedHit]:
    """Return `complete`, followed by `partial` up to `limit`.

    Scores descend along the whole list: if a chunk with some terms scores higher than the last one
    with all terms, the scores of all partial hits are scaled down below it.
    """
    known = {number for _, number in complete}
    rest = [hit for hit in partial if hit[1] not in known][: max(0, limit - len(complete))]
    if complete and rest and rest[0][0] >= complete[-1][0] and rest[0][0] > 0.0:
        scale = 0.99 * complete[-1][0] / rest[0][0]
        rest = [(round(score * scale, _DIGITS), number) for score, number in rest]
    return complete[:limit] + rest


def _rounded(hit: tuple[float, tantivy.DocAddress]) -> float:
    return round(float(hit[0]), _DIGITS)


def describe_plan(tiers: Tiers, complete: int, partial: int) -> Message:
    """Describe how the list was made, for explanations."""
    if not tiers.has_terms:
        return message("no word of the query occurs in the library")
    plan = message("{complete} with all terms", complete=complete)
    if partial:
        plan = message(
            "{complete} with all terms, followed by {partial} with some of them",
            complete=complete,
            partial=partial,
        )
    if not tiers.by_parts:
        return plan
    words = ", ".join(tiers.by_parts)
    return message(
        "{plan}; searched by their parts because no passage contains them whole: {words}",
        plan=plan,
        words=words,
    )
