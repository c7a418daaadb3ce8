"""Which documents hold what a query excludes, in a bounded room whatever the word."""

from __future__ import annotations

import numpy as np
import tantivy
from numpy.typing import NDArray

from engine.core.query import ParsedQuery
from engine.stores.lexical import schema as fields
from engine.stores.lexical.errors import translated
from engine.stores.lexical.joined_queries import all_of, any_of, silent
from engine.stores.lexical.query import BuiltQueries

# Some ten megabytes of hits at once.
_MOST_HITS = 50_000

_Numbers = NDArray[np.int64]


class ExcludedDocuments:
    """One state of the index, asked for documents with a passage that `query` excludes.

    At most `most_hits` are looked at together.
    """

    def __init__(
        self, queries: BuiltQueries, query: ParsedQuery, most_hits: int = _MOST_HITS
    ) -> None:
        self._queries = queries
        self._vocabulary = queries.vocabulary
        self._query = query
        self._most_hits = most_hits

    def left_of(self, documents: _Numbers) -> _Numbers:
        """Return those of `documents` (numbers, ascending) without such a passage.

        Raises IndexUnavailableError when the index cannot be read.
        """
        if not any(clause.excluded for clause in self._query.clauses):
            return documents
        with translated("The keyword index cannot answer.", "It can be rebuilt."):
            unwanted = self._queries.of(self._query, prefix_last=False).unwanted
            if not unwanted:
                return documents
            holders = self._holders(silent(any_of(unwanted)), documents)
            return np.setdiff1d(documents, holders, assume_unique=True)

    def _holders(self, unwanted: tantivy.Query, documents: _Numbers) -> _Numbers:
        """Return the holders, those of other documents too where that costs less."""
        count = self._vocabulary.count(unwanted)
        if count <= self._most_hits:
            return self._documents_of(unwanted, count)
        return self._holders_among(unwanted, documents)

    def _holders_among(self, unwanted: tantivy.Query, documents: _Numbers) -> _Numbers:
        """Halve `documents` until the hits of each part are few."""
        schema = self._vocabulary.schema
        among = tantivy.Query.term_set_query(schema, fields.DOCUMENT, documents.tolist())
        query = all_of([unwanted, silent(among)])
        count = self._vocabulary.count(query) if len(documents) else 0
        if count <= self._most_hits:
            return self._documents_of(query, count)
        if len(documents) == 1:
            return documents
        halves = np.array_split(documents, 2)
        return np.concatenate([self._holders_among(unwanted, half) for half in halves])

    def _documents_of(self, query: tantivy.Query, count: int) -> _Numbers:
        if not count:
            return np.empty(0, dtype=np.int64)
        searcher = self._vocabulary.searcher
        hits = searcher.search(query, limit=count, count=False).hits
        numbers = searcher.fast_field_values(fields.DOCUMENT, [address for _, address in hits])
        return np.unique(np.fromiter((int(n or 0) for n in numbers), np.int64, len(hits)))
