"""Passages that may hold a text literally, found by the words that it must have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import tantivy

from engine.stores.lexical import schema as fields
from engine.stores.lexical.errors import translated
from engine.stores.lexical.joined_queries import all_of, silent
from engine.stores.lexical.literal_pieces import LiteralPieces, WordPiece, literal_pieces
from engine.stores.lexical.vocabulary import Vocabulary

# More are not read one by one: what is that common is found soon by reading them all.
MOST_CANDIDATES = 10_000
_FEW = 1000
_MOST_QUERIES = 16
_MOST_INNER_PIECES = 2


@dataclass(frozen=True, slots=True)
class PossibleHolders:
    """All chunks of the index, as it was at `generation`, that may hold the text."""

    numbers: tuple[int, ...]
    generation: int


class LiteralCandidates:
    """One state of the index, asked for passages that may hold a text."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def holders(self, folded: str) -> PossibleHolders | None:
        """Return what may hold a case-folded text; None when that cannot be told, or is too much.

        Raises IndexUnavailableError when the index cannot be read.
        """
        with translated("The keyword index cannot answer.", "It can be rebuilt."):
            generation = self._vocabulary.generation
            query = None if generation is None else self._query(literal_pieces(folded))
            if query is None or generation is None:
                return None
            count = self._vocabulary.count(query)
            if count > MOST_CANDIDATES:
                return None
            return PossibleHolders(tuple(self._numbers(query, count)), generation)

    def _query(self, pieces: LiteralPieces) -> tantivy.Query | None:
        """Return what a holder must match; a part of a word, which costs most, only if needed."""
        queries = list(islice(self._cheap(pieces), _MOST_QUERIES))
        if queries and self._vocabulary.count(_holding(queries)) <= _FEW:
            return _holding(queries)
        inner = _longest_first(piece for piece in pieces.words if not piece.starts)
        queries += [self._words(piece) for piece in inner[:_MOST_INNER_PIECES]]
        return _holding(queries) if queries else None

    def _cheap(self, pieces: LiteralPieces) -> Iterator[tantivy.Query]:
        for name, terms in ((fields.STEM, pieces.pairs), (fields.BODY, pieces.characters)):
            for term in terms:
                yield self._term(name, term)
        for piece in _longest_first(pieces.words):
            if piece.word:
                yield self._term(fields.BODY, piece.word)
            elif piece.starts:
                yield self._words(piece)

    def _term(self, name: str, term: str) -> tantivy.Query:
        schema = self._vocabulary.schema
        return tantivy.Query.term_query(schema, name, term, index_option="freq")

    def _words(self, piece: WordPiece) -> tantivy.Query:
        return tantivy.Query.regex_query(self._vocabulary.schema, fields.BODY, piece.pattern)

    def _numbers(self, query: tantivy.Query, count: int) -> Iterator[int]:
        if not count:
            return
        searcher = self._vocabulary.searcher
        hits = searcher.search(query, limit=count, count=False).hits
        for number in searcher.fast_field_values(fields.CHUNK, [address for _, address in hits]):
            yield int(number or 0)


def _holding(queries: list[tantivy.Query]) -> tantivy.Query:
    return all_of([silent(query) for query in queries])


def _longest_first(pieces: Iterable[WordPiece]) -> list[WordPiece]:
    """Return each piece once; the longest are the rarest."""
    return sorted(dict.fromkeys(pieces), key=lambda piece: -len(piece.letters))
