"""The terms of a lexical index: how many chunks hold each, completions, similar and key terms."""

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

_SHORTEST, _LONG = 5, 9  # words with a similar one that differs in one letter, in two
_SCANNED_EXPANSIONS = 4000
_REMEMBERED_BEGINNINGS = 500


class Vocabulary:
    """The terms of one state (searcher) of the index. Any thread may use it.

    A subclass may know more passages than those of the index; `count` is that of the index.
    """

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema) -> None:
        self.searcher = searcher
        self.schema = schema
        self._expansions: BoundedCache[tuple[str, str, int], tuple[tuple[str, int], ...]]
        self._expansions = BoundedCache(_REMEMBERED_BEGINNINGS)

    @cached_property
    def marker(self) -> dict[str, list[object]] | None:
        """The stored fields of the marker document; None when the index was never filled."""
        hits = self.searcher.search(fields.marker_query(self.schema), limit=1).hits
        return self.searcher.doc(hits[0][1]).to_dict() if hits else None

    @cached_property
    def generation(self) -> int | None:
        """The catalog generation that the index has reached; None when it was never filled."""
        return None if self.marker is None else int(str(self.marker[fields.GENERATION][0]))

    @cached_property
    def passages(self) -> int:
        """How many chunks are indexed (the marker document is none)."""
        return max(0, int(self.searcher.num_docs) - 1)

    @cached_property
    def dead(self) -> int:
        """How many replaced or deleted documents the frequencies still count."""
        chunks = sum(count for _, count in self.searcher.terms_with_prefix(fields.STEMMER, ""))
        markers = self.frequency(fields.MARKER, fields.MARKER_KEY)
        return max(0, chunks + markers - int(self.searcher.num_docs))

    @cached_property
    def stemmers(self) -> tuple[str, ...]:
        """The stemmers that were used, most used first."""
        used = self.terms_beginning(fields.STEMMER, "")
        return tuple(name for name, _ in sorted(used, key=lambda item: (-item[1], item[0])))

    def frequency(self, field: str, term: str) -> int:
        """Return how many chunks hold `term` in `field`."""
        return int(self.searcher.doc_freq(field, term))

    def inverse_frequency(self, frequency: int) -> float:
        """Return BM25's inverse document frequency of a term that `frequency` chunks hold."""
        return inverse_document_frequency(frequency, int(self.searcher.num_docs))

    def terms_beginning(
        self, field: str, beginning: str, most: int | None = None
    ) -> Sequence[tuple[str, int]]:
        """Return the first `most` terms that begin so, by name, each with its frequency."""
        found: Sequence[tuple[str, int]]
        found = self.searcher.terms_with_prefix(field, beginning, limit=most)
        return found

    def expansions(self, field: str, prefix: str, most: int) -> tuple[tuple[str, int], ...]:
        """Return the `most` frequent terms that begin with `prefix`, with their frequencies.

        Beginnings are remembered: of a library's words thousands begin with one letter, and whoever
        types begins many words with it.
        """

        def expand() -> tuple[tuple[str, int], ...]:
            found = self.terms_beginning(field, prefix, _SCANNED_EXPANSIONS)
            # They come by name, and so equally frequent ones stay.
            return tuple(sorted(found, key=itemgetter(1), reverse=True)[:most])

        return self._expansions.get_or_make((field, prefix, most), expand)

    def similar(self, field: str, word: str, most_edits: int) -> list[tuple[str, int]]:
        """Return the terms within `most_edits` of `word` that begin like it, nearest first.

        Equally near ones come by frequency. `word` itself is none of them.
        """
        known = self.terms_beginning(field, word[:1])
        found = [
            (edits, term, frequency)
            for edits in range(1, most_edits + 1)
            for term, frequency in known
            if term != word and within_distance(term, word, edits)
        ]
        ordered = sorted(found, key=lambda item: (item[0], -item[2], item[1]))
        return [(term, frequency) for _, term, frequency in ordered]

    def nearest(self, field: str, word: str) -> TermStatistics | None:
        """Return the nearest, then most frequent term that begins with the same letter.

        Short words have none: with one letter changed they are too often another word.
        """
        edits = 0 if len(word) < _SHORTEST else 1 if len(word) < _LONG else 2
        found = self.similar(field, word, edits) if edits else []
        return TermStatistics(*found[0]) if found else None

    def count(self, query: tantivy.Query) -> int:
        """Return how many chunks match `query`."""
        counted: int = self.searcher.search(query, limit=1, count=True).count  # type: ignore[attr-defined]
        return counted


class SummedVocabulary(Vocabulary):
    """The terms of several indexes, as of one; nothing can be searched in it."""

    def __init__(self, parts: Sequence[TermDictionary], schema: tantivy.Schema) -> None:
        super().__init__(tantivy.Index(schema).searcher(), schema)
        self._parts = parts

    @cached_property
    def passages(self) -> int:
        """How many chunks the indexes contain."""
        return sum(part.passages for part in self._parts)

    def frequency(self, field: str, term: str) -> int:
        """Return how many chunks of all indexes hold `term` in `field`."""
        return sum(part.frequency(field, term) for part in self._parts)

    def inverse_frequency(self, frequency: int) -> float:
        """Return BM25's inverse document frequency of a term that `frequency` chunks hold."""
        return inverse_document_frequency(frequency, self.passages)

    def terms_beginning(
        self, field: str, beginning: str, most: int | None = None
    ) -> Sequence[tuple[str, int]]:
        """Return the first `most` terms that begin so, by name, each with its frequency."""
        total: Counter[str] = Counter()
        for part in self._parts:
            total.update(dict(part.terms_beginning(field, beginning, most)))
        return sorted(total.items())[:most]

    def count(self, query: tantivy.Query) -> int:
        """Return how many chunks of all indexes match `query`, as far as they can tell."""
        return sum(part.count(query) for part in self._parts)


# --- Key terms of a text ---
#
# As in Lucene's MoreLikeThis: tf-idf, without words that no other passage holds and stop words.


_MIN_PASSAGES = 2
_MIN_WORD_LENGTH = 2
_MAX_KEY_PIECES = 10_000


def key_terms(text: str, vocabulary: Vocabulary, count: int) -> tuple[str, ...]:
    """Return at most `count` words or character groups of `text`, the most telling first."""
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
