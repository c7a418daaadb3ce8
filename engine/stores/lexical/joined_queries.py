"""Queries of the lexical index joined into one, and what they then score."""

from __future__ import annotations

from collections.abc import Sequence

import tantivy

MUST, SHOULD, NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot


def silent(query: tantivy.Query) -> tantivy.Query:
    """Return a query that finds the same and scores 0."""
    return tantivy.Query.const_score_query(query, 0.0)


def boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    """Return a query whose scores are multiplied."""
    return query if boost == 1.0 else tantivy.Query.boost_query(query, boost)


def boolean(occurs: Sequence[tuple[tantivy.Occur, tantivy.Query]]) -> tantivy.Query:
    """Return a query of others that must, should or must not match; scores add up."""
    return tantivy.Query.boolean_query(occurs)


def sum_of(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    """Return a query that finds what any of them finds; scores add up."""
    return queries[0] if len(queries) == 1 else boolean([(SHOULD, query) for query in queries])


any_of = sum_of


def all_of(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    """Return a query that finds what all of them find; scores add up."""
    return queries[0] if len(queries) == 1 else boolean([(MUST, query) for query in queries])


def best_of(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    """Return a query that finds what any of them finds; the best score counts."""
    return queries[0] if len(queries) == 1 else tantivy.Query.disjunction_max_query(queries)
