"""Queries for identifiers and names: whole, and by their parts where no passage holds them whole.

The index keeps an identifier whole and its parts, but not which parts are neighbours:
`retry_count` is no term of `max_retry_count`. A passage with all parts is what comes nearest.
"""

from __future__ import annotations

import tantivy

from engine.core.hit import TermStatistics
from engine.stores.lexical.joined_queries import all_of, sum_of
from engine.stores.lexical.query_parts import Part
from engine.stores.lexical.query_pieces import Piece, name_forms, phrase_words, searched_parts
from engine.stores.lexical.term_queries import TermQueries
from engine.stores.lexical.vocabulary import Vocabulary

# Words of a name that must be adjacent; no name has so many.
_LONGEST_NAME = 16
# Identifiers of a query that are looked for by their parts; parts of many are common words.
_MOST_BY_PARTS = 16


class NameQueries:
    """Makes queries of identifiers and names for one query.

    Attributes:
        by_parts: The identifiers and names that were searched by their parts.
    """

    def __init__(self, vocabulary: Vocabulary, queries: TermQueries) -> None:
        self.by_parts: dict[str, None] = {}
        self._vocabulary = vocabulary
        self._queries = queries
        self._parts_left = _MOST_BY_PARTS

    def word(self, piece: Piece) -> Part:
        """Return what asks for a word, or for the parts of an identifier that is in no passage."""
        score, frequency = self._queries.stems(piece.text)
        whole = Part(score, statistics=[TermStatistics(piece.text, frequency)])
        return whole if frequency else self.parts(piece) or whole

    def parts(self, piece: Piece) -> Part | None:
        """Return what asks for the parts of an identifier; None where no passage holds all."""
        if not piece.parts or self._parts_left == 0:
            return None
        self._parts_left -= 1
        needed = searched_parts(piece, self._vocabulary.stemmers)
        queries = [self._all_stems(needed), self._queries.adjacent([list(piece.parts)])]
        found = [query for query in queries if query is not None]
        if not found:
            return None
        return self._told(piece.text, sum_of(found), needed or piece.parts)

    def name(self, text: str, pieces: list[Part]) -> Part:
        """Return one part for a word with punctuation inside: its words must be adjacent."""
        words = phrase_words(text)[:_LONGEST_NAME]
        adjacent = self._queries.adjacent(name_forms(words))
        count = self._vocabulary.count(adjacent) if adjacent is not None else 0
        statistics = [TermStatistics(text, count)]
        scores = [part.score for part in pieces if part.score is not None]
        if adjacent is not None:
            return Part(sum_of([*scores, adjacent]), needed=adjacent, statistics=statistics)
        if not scores:
            return Part(None, statistics=statistics)
        return Part(sum_of(scores), needed=tantivy.Query.empty_query(), statistics=statistics)

    def _told(self, written: str, score: tantivy.Query, parts: tuple[str, ...]) -> Part | None:
        count = self._vocabulary.count(score)
        if not count:
            return None
        self.by_parts[written] = None
        return Part(score, statistics=[TermStatistics(" ".join(parts), count)])

    def _all_stems(self, words: tuple[str, ...]) -> tantivy.Query | None:
        stems = [self._queries.stems(word)[0] for word in words]
        found = [query for query in stems if query is not None]
        return all_of(found) if stems and len(found) == len(stems) else None
