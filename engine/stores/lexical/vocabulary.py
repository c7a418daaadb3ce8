"""The terms of a lexical index: frequencies, completions, similar words and key terms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import itemgetter

import tantivy

from twofold.engine.bounded_cache import BoundedCache
from twofold.engine.model.hit import TermStatistics
from twofold.engine.ranking.bm25 import inverse_document_frequency
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.analysis import character_groups
from twofold.engine.stores.lexical.edit_distance import within_distance
from twofold.engine.stores.lexical.query_words import split_pieces
from twofold.engine.stores.lexical.stop_words import is_stop_word
from twofold.engine.stores.ports import TermDictionary

# minimum lengths for similar words with one and two different letters
_MIN_SIMILAR_LENGTH, _MIN_TWO_EDITS_LENGTH = 5, 9
_SCANNED_EXPANSIONS = 4000
_MAX_CACHED_PREFIXES = 500


class Vocabulary:
    """The terms of one state (searcher) of the index. Thread-safe.

    A subclass may cover the passages of several indexes; `count` always counts those of this index.
    """

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema) -> None:
        self.searcher = searcher
        self.schema = schema
        self._expansions: BoundedCache[tuple[str, str, int], tuple[tuple[str, int], ...]]
        self._expansions = BoundedCache(_MAX_CACHED_PREFIXES)

    @cached_property
    def marker(self) -> dict[str, list[object]] | None:
        """The stored fields of the marker document; None if the index was never filled."""
        hits = self.searcher.search(fields.marker_query(self.schema), limit=1).hits
        return self.searcher.doc(hits[0][1]).to_dict() if hits else None

    @cached_property
    def generation(self) -> int | None:
        """The catalog generation that the index has reached; None if it was never filled."""
        return None if self.marker is None else int(str(self.marker[fields.GENERATION][0]))

    @cached_property
    def passages(self) -> int:
        """The number of indexed chunks, without the marker document."""
        return max(0, int(self.searcher.num_docs) - 1)

    @cached_property
    def deleted_docs(self) -> int:
        """The number of replaced or deleted documents still counted in the frequencies."""
        chunks = sum(count for _, count in self.searcher.terms_with_prefix(fields.STEMMER, ""))
        markers = self.frequency(fields.MARKER, fields.MARKER_KEY)
        return max(0, chunks + markers - int(self.searcher.num_docs))

    @cached_property
    def stemmers(self) -> tuple[str, ...]:
        """The stemmers in use, most used first."""
        used = self.terms_beginning(fields.STEMMER, "")
        return tuple(name for name, _ in sorted(used, key=lambda item: (-item[1], item[0])))

    def frequency(self, field: str, term: str) -> int:
        """Return how many chunks contain `term` in `field`."""
        return int(self.searcher.doc_freq(field, term))

    def inverse_frequency(self, frequency: int) -> float:
        """Return BM25's inverse document frequency of a term that occurs in `frequency` chunks."""
        return inverse_document_frequency(frequency, int(self.searcher.num_docs))

    def terms_beginning(
        self, field: str, beginning: str, limit: int | None = None
    ) -> Sequence[tuple[str, int]]:
        """Return the first `limit` terms with this prefix, in alphabetical order.

        Each has its frequency.
        """
        found: Sequence[tuple[str, int]]
        found = self.searcher.terms_with_prefix(field, beginning, limit=limit)
        return found

    def expansions(self, field: str, prefix: str, limit: int) -> tuple[tuple[str, int], ...]:
        """Return the `limit` most frequent terms with this prefix, with their frequencies.

        Cached, because thousands of words start with the same letter, and the user types many words
        with it.
        """

        def expand() -> tuple[tuple[str, int], ...]:
            found = self.terms_beginning(field, prefix, _SCANNED_EXPANSIONS)
            # They are sorted by name, and the sort is stable.
            return tuple(sorted(found, key=itemgetter(1), reverse=True)[:limit])

        return self._expansions.get_or_make((field, prefix, limit), expand)

    def similar(self, field: str, word: str, max_edits: int) -> list[tuple[str, int]]:
        """Return the terms within `max_edits` of `word` with the same first letter, nearest first.

        Equally near terms are ordered by frequency. `word` itself is left out.
        """
        known = self.terms_beginning(field, word[:1])
        found = [
            (edits, term, frequency)
            for edits in range(1, max_edits + 1)
            for term, frequency in known
            if term != word and within_distance(term, word, edits)
        ]
        ordered = sorted(found, key=lambda item: (item[0], -item[2], item[1]))
        return [(term, frequency) for _, term, frequency in ordered]

    def nearest(self, field: str, word: str) -> TermStatistics | None:
        """Return the nearest, then most frequent term with the same first letter.

        Return None for short words, because with one letter changed they are too often different
        words.
        """
        edits = (
            0 if len(word) < _MIN_SIMILAR_LENGTH else 1 if len(word) < _MIN_TWO_EDITS_LENGTH else 2
        )
        found = self.similar(field, word, edits) if edits else []
        return TermStatistics(*found[0]) if found else None

    def count(self, query: tantivy.Query) -> int:
        """Return how many chunks match `query`."""
        counted: int = self.searcher.search(query, limit=1, count=True).count  # type: ignore[attr-defined]
        return counted


class SummedVocabulary(Vocabulary):
    """The combined terms of several indexes. It cannot be searched."""

    def __init__(self, parts: Sequence[TermDictionary], schema: tantivy.Schema) -> None:
        super().__init__(tantivy.Index(schema).searcher(), schema)
        self._parts = parts

    @cached_property
    def passages(self) -> int:
        """The number of chunks in all indexes."""
        return sum(part.passages for part in self._parts)

    def frequency(self, field: str, term: str) -> int:
        """Return how many chunks of all indexes contain `term` in `field`."""
        return sum(part.frequency(field, term) for part in self._parts)

    def inverse_frequency(self, frequency: int) -> float:
        """Return BM25's inverse document frequency of a term that occurs in `frequency` chunks."""
        return inverse_document_frequency(frequency, self.passages)

    def terms_beginning(
        self, field: str, beginning: str, limit: int | None = None
    ) -> Sequence[tuple[str, int]]:
        """Return the first `limit` terms with this prefix, in alphabetical order.

        Each has its frequency.
        """
        total: Counter[str] = Counter()
        for part in self._parts:
            total.update(dict(part.terms_beginning(field, beginning, limit)))
        return sorted(total.items())[:limit]

    def count(self, query: tantivy.Query) -> int:
        """Return how many chunks of all indexes match `query`, as far as known."""
        return sum(part.count(query) for part in self._parts)


# --- Key terms of a text ---
#
# As in Lucene's MoreLikeThis: tf-idf, without stop words and words that occur in no other passage.


_MIN_PASSAGES = 2
_MIN_WORD_LENGTH = 2
_MAX_KEY_PIECES = 10_000


def key_terms(text: str, vocabulary: Vocabulary, count: int) -> tuple[str, ...]:
    """Return at most `count` words or character groups of `text`, most distinctive first."""
    rated = []
    for (name, term), times in Counter(_terms_of(text, vocabulary.stemmers)).items():
        frequency = vocabulary.frequency(name, term)
        if frequency >= _MIN_PASSAGES:
            weight = (1.0 + math.log(times)) * vocabulary.inverse_frequency(frequency)
            rated.append((-weight, term))
    return tuple(term for _, term in sorted(rated)[:count])


def _terms_of(text: str, stemmers: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield field and term of every word of a text."""
    for piece in split_pieces(text, _MAX_KEY_PIECES):
        if piece.is_run:
            yield from ((fields.STEM, group) for group in character_groups(piece.text))
        elif len(piece.text) >= _MIN_WORD_LENGTH and not is_stop_word(piece.text, stemmers):
            yield fields.BODY, piece.text
