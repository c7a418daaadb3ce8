"""Queries for single words and sequences of them, weighted by rarity."""

from __future__ import annotations

import tantivy

from engine.core.hit import TermStatistics
from engine.stores.lexical import schema as fields
from engine.stores.lexical.joined_queries import best_of, boosted, sum_of
from engine.stores.lexical.query_parts import Part
from engine.stores.lexical.query_pieces import stem_forms
from engine.stores.lexical.vocabulary import Vocabulary

TITLE_BOOST = 0.75
HEADING_BOOST = 0.5


class TermQueries:
    """Makes queries of words; BM25 rates each by how many chunks hold it."""

    def __init__(self, schema: tantivy.Schema, vocabulary: Vocabulary) -> None:
        self._schema = schema
        self._vocabulary = vocabulary

    def stems(self, word: str) -> tuple[tantivy.Query | None, int]:
        """Return the query for all forms of `word`, and how many chunks hold one of them."""
        forms = stem_forms(word, self._vocabulary.stemmers)
        weighted = [(fields.STEM, form, 1.0) for form in forms]
        weighted += [(fields.TITLE, form, TITLE_BOOST) for form in forms]
        weighted += [(fields.HEADING, form, HEADING_BOOST) for form in forms]
        return self.terms(weighted)

    def terms(self, weighted: list[tuple[str, str, float]]) -> tuple[tantivy.Query | None, int]:
        """Return one query for several forms of one word, all weighted by the same rarity.

        Of the forms in one field the best counts; fields add up.
        """
        known = [
            (name, form, weight, frequency)
            for name, form, weight in weighted
            if (frequency := self._vocabulary.frequency(name, form))
        ]
        if not known:
            return None, 0
        by_field: dict[str, list[tantivy.Query]] = {}
        totals: dict[str, int] = {}
        for name, _, _, frequency in known:
            totals[name] = totals.get(name, 0) + frequency
        total = min(max(totals.values()), max(1, self._vocabulary.passages))
        rarity = self._vocabulary.inverse_frequency(total)
        for name, form, weight, frequency in known:
            boost = weight * rarity / self._vocabulary.inverse_frequency(frequency)
            term = tantivy.Query.term_query(self._schema, name, form, index_option="freq")
            by_field.setdefault(name, []).append(boosted(term, boost))
        return sum_of([best_of(queries) for queries in by_field.values()]), total

    def sequence(self, name: str, words: list[str]) -> tantivy.Query:
        """Return the query for words that follow each other."""
        if len(words) == 1:
            return tantivy.Query.term_query(self._schema, name, words[0])
        return tantivy.Query.phrase_query(self._schema, name, list[str | tuple[int, str]](words))

    def phrase(self, words: list[str], text: str, *, strict: bool = False) -> Part:
        """Return what asks for `words` beside each other, told as `text`."""
        score = self.adjacent([words])
        count = self._vocabulary.count(score) if score is not None else 0
        return Part(score, strict=strict, statistics=[TermStatistics(text, count)])

    def adjacent(self, forms: list[list[str]]) -> tantivy.Query | None:
        """Return the query for words beside each other in one of `forms`; None where none can."""
        queries = [
            self.sequence(name, words)
            for words in forms
            for name in (fields.BODY, fields.HEADLINE)
            if words and all(self._vocabulary.frequency(name, word) for word in words)
        ]
        return best_of(queries) if queries else None
