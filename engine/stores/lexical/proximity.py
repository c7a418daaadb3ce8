"""Queries for words with wildcards, and for words near each other."""

from __future__ import annotations

from collections.abc import Sequence

import tantivy

from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.search_request import Clause
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.near_words import near_pairs
from twofold.engine.stores.lexical.term_queries import (
    HEADING_BOOST,
    Part,
    TermQueries,
    all_of,
    best_of,
    boosted,
)
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.lexical.wildcards import has_wildcard, index_pattern, pattern_words
from twofold.engine.stores.ports import TermDictionary

_FIELDS = ((fields.BODY, 1.0), (fields.HEADLINE, HEADING_BOOST))


class ProximityQueries:
    """Builds queries for wildcards, phrases with gaps, and words near each other."""

    def __init__(
        self,
        schema: tantivy.Schema,
        vocabulary: Vocabulary,
        statistics: TermDictionary,
        queries: TermQueries,
    ) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._statistics = statistics
        self._queries = queries

    def wildcard(self, clause: Clause) -> Part | None:
        """Return the query for the words that match a pattern; None if it is not a word."""
        written = pattern_words(clause.text)
        if not written:
            return None
        if len(written) > 1 or not has_wildcard(written[0]):
            return self._part(clause, self._phrase(written, 0))
        pattern = index_pattern(written[0])
        found = {
            name: tantivy.Query.regex_query(self._schema, name, pattern) for name, _ in _FIELDS
        }
        frequency = self._vocabulary.count(best_of([*found.values()]))
        if not frequency:
            return Part(None, statistics=[TermStatistics(written[0], 0)])
        rarity = self._statistics.inverse_frequency(frequency)
        scores = [boosted(found[name], weight * rarity) for name, weight in _FIELDS]
        return Part(best_of(scores), statistics=[TermStatistics(written[0], frequency)])

    def phrase(self, clause: Clause) -> Part | None:
        """Return the query for a phrase with gaps or wildcards; None if it contains no words."""
        written = pattern_words(clause.text)
        return self._part(clause, self._phrase(written, clause.distance)) if written else None

    def near(self, clause: Clause) -> Part | None:
        """Return the query for operands near each other; None if one of them contains no words."""
        operands = [pattern_words(operand) for operand in clause.operands]
        if not all(operands):
            return None
        needed = [self._phrase(words, 0) for words in operands if len(words) > 1]
        needed += [
            self._pair(one, other, distance)
            for one, other, distance in near_pairs(operands, clause.distance)
        ]
        if any(query is None for query in needed):
            return self._part(clause, None)
        found = [query for query in needed if query is not None]
        return self._part(clause, all_of(found) if found else None)

    def _part(self, clause: Clause, query: tantivy.Query | None) -> Part:
        frequency = self._vocabulary.count(query) if query is not None else 0
        statistics = [TermStatistics(clause.written, frequency)]
        return Part(query if frequency else None, strict=True, statistics=statistics)

    def _pair(self, one: str, other: str, distance: int) -> tantivy.Query | None:
        return self._sequence([(0, one), (0, other)], distance)

    def _phrase(self, words: Sequence[str], distance: int) -> tantivy.Query | None:
        return self._sequence(list(enumerate(words)), distance)

    def _sequence(self, words: list[tuple[int, str]], distance: int) -> tantivy.Query | None:
        queries = [
            self._in_field(name, words, distance)
            for name, _ in _FIELDS
            if all(
                has_wildcard(word) or self._vocabulary.frequency(name, word) for _, word in words
            )
        ]
        found = [query for query in queries if query is not None]
        return best_of(found) if found else None

    def _in_field(
        self, name: str, words: list[tuple[int, str]], distance: int
    ) -> tantivy.Query | None:
        if not any(has_wildcard(word) for _, word in words):
            if len(words) == 1:
                return self._queries.sequence(name, [words[0][1]])
            return tantivy.Query.phrase_query(self._schema, name, list(words), distance)
        patterns = [(place, index_pattern(word)) for place, word in words]
        regexes = [tantivy.Query.regex_query(self._schema, name, one) for _, one in patterns]
        if len(words) == 1:
            return regexes[0]
        query = tantivy.Query.regex_phrase_query(self._schema, name, list(patterns), distance)
        try:
            self._vocabulary.count(query)
        except ValueError:  # the pattern matches too many words, so their distance is ignored
            return all_of(regexes)
        return query
