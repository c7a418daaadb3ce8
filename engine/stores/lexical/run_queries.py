"""Queries for runs of characters of scripts that are written without spaces between words."""

from __future__ import annotations

import tantivy

from engine.core.hit import TermStatistics
from engine.stores.lexical import schema as fields
from engine.stores.lexical.analysis import character_groups, group_size
from engine.stores.lexical.joined_queries import SHOULD, all_of, boosted, sum_of
from engine.stores.lexical.query_parts import Part
from engine.stores.lexical.query_pieces import run_segments
from engine.stores.lexical.term_queries import HEADING_BOOST, TITLE_BOOST, TermQueries
from engine.stores.lexical.vocabulary import Vocabulary

MOST_GROUPS = 256
PHRASE_BOOST = 0.5
_LONGEST_STRICT_RUN = 4


class RunQueries:
    """Makes queries of runs."""

    def __init__(self, schema: tantivy.Schema, vocabulary: Vocabulary) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._queries = TermQueries(schema, vocabulary)

    def part(self, run: str) -> Part:
        """Return what a run asks for: its groups of characters, and its segments must be there."""
        if len(run) < group_size(run):
            return self._queries.phrase(list(run), run)
        groups = list(dict.fromkeys(character_groups(run)))[:MOST_GROUPS]
        scores = [self._group(group) for group in groups]
        found = [score for score in scores if score is not None]
        if not found:
            return Part(None, statistics=[TermStatistics(run, 0)])
        if len(run) > 2 and all(self._vocabulary.frequency(fields.BODY, c) for c in run[:16]):
            found.append(boosted(self._queries.sequence(fields.BODY, list(run[:16])), PHRASE_BOOST))
        segments = run_segments(run)
        needed = [self._segment(segment) for segment in segments]
        known = [query for query in needed if query is not None]
        statistics = [
            TermStatistics(segment, 0 if query is None else self._vocabulary.count(query))
            for segment, query in zip(segments, needed, strict=True)
        ]
        all_needed = all_of(known) if len(known) == len(needed) else tantivy.Query.empty_query()
        return Part(sum_of(found), needed=all_needed, statistics=statistics)

    def _group(self, group: str) -> tantivy.Query | None:
        weights = (
            (fields.STEM, 1.0),
            (fields.TITLE, TITLE_BOOST),
            (fields.HEADING, HEADING_BOOST),
        )
        return self._queries.terms([(name, group, weight) for name, weight in weights])[0]

    def _segment(self, segment: str) -> tantivy.Query | None:
        """Return what a chunk must hold of a segment: all its groups, of a long one two thirds."""
        if len(segment) < group_size(segment):
            return self._queries.phrase(list(segment), segment).score
        groups = list(dict.fromkeys(character_groups(segment)))[:MOST_GROUPS]
        terms = [
            tantivy.Query.term_query(self._schema, fields.STEM, group, index_option="freq")
            for group in groups
        ]
        if len(segment) <= _LONGEST_STRICT_RUN:
            return all_of(terms)
        least = -(-2 * len(terms) // 3)
        occurs = [(SHOULD, term) for term in terms]
        return tantivy.Query.boolean_query(occurs, minimum_number_should_match=least)
