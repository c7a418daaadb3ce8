"""Count all chunks that match a query by document, in one pass over the index."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import tantivy
from numpy.typing import NDArray

from twofold.engine.model.search_request import ParsedQuery
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.query import BuiltQueries
from twofold.engine.stores.lexical.term_queries import (
    MUST,
    NOT,
    SHOULD,
    LexicalQuery,
    Part,
    all_of,
    boolean,
    silent,
    sum_of,
)
from twofold.engine.stores.lexical.vocabulary import Vocabulary

Numbers = NDArray[np.int64]

# Tantivy fails with more than 65,000 values, so more documents are counted in several passes.
MAX_DOCUMENTS = 60_000
# Up to this number, a query for each chunk takes .7 ms; a set query takes 1.8 ms.
_MAX_SINGLE_TERMS = 128
# With more words there are too many combinations. A minimum number of any words is used instead.
_MAX_COMBINED = 6
NOTHING = np.empty(0, dtype=np.int64)


def matching(
    query: LexicalQuery, vocabulary: Vocabulary, least_coverage: float = 0.0
) -> tantivy.Query | None:
    """Return the query for chunks with at least `least_coverage` of the words.

    The coverage is weighted by rarity, from 0 (any word) to 1. Return None if no chunk can match.
    """
    if query.some_terms is None:
        return query.all_terms
    if least_coverage <= 0:
        return sum_of([one for one in (query.all_terms, query.some_terms) if one is not None])
    strict = [part for part in query.parts if part.strict]
    loose = [part for part in query.parts if not part.strict and not part.optional]
    total = sum(_rarity(part, vocabulary) for part in (*strict, *loose))
    needed = least_coverage * total - sum(_rarity(part, vocabulary) for part in strict)
    if needed <= 0:
        return query.some_terms
    covering = _covering(loose, needed, vocabulary)
    if covering is None:
        return None
    musts = [part.score for part in strict if part.score is not None]
    occurs = [(MUST, one) for one in (*musts, covering)]
    return boolean([*occurs, *((NOT, unwanted) for unwanted in query.unwanted)])


def _rarity(part: Part, vocabulary: Vocabulary) -> float:
    """Return the inverse document frequency of a word, as in the relevance threshold."""
    return math.fsum(vocabulary.inverse_frequency(term.passages) for term in part.statistics)


def _covering(parts: Sequence[Part], needed: float, vocabulary: Vocabulary) -> tantivy.Query | None:
    """Return the query for chunks whose words add up to the `needed` rarity."""
    weighted = [
        (_rarity(part, vocabulary), held)
        for part in parts
        if (held := part.needed or part.score) is not None
    ]
    weighted.sort(key=lambda pair: -pair[0])
    rarities, queries = [pair[0] for pair in weighted], [pair[1] for pair in weighted]
    if math.fsum(rarities) < needed:
        return None
    if len(queries) > _MAX_COMBINED:
        least = math.ceil(needed * len(rarities) / math.fsum(rarities))
        return tantivy.Query.boolean_query([(SHOULD, query) for query in queries], least)
    combinations = _combinations(rarities, needed)
    return sum_of([all_of([queries[n] for n in chosen]) for chosen in combinations])


def _combinations(rarities: Sequence[float], needed: float) -> Iterator[tuple[int, ...]]:
    """Yield the minimal combinations of numbers (in descending order) with a sum of `needed`."""
    for place, rarity in enumerate(rarities):
        left, rest = needed - rarity, rarities[place + 1 :]
        if left <= 0:
            yield (place,)
        elif math.fsum(rest) >= left:
            for chosen in _combinations(rest, left):
                yield (place, *(place + 1 + other for other in chosen))


def count_by_document(
    vocabulary: Vocabulary, query: tantivy.Query, documents: Numbers
) -> tuple[Numbers, Numbers]:
    """Return the documents with matching chunks, and the number of chunks of each.

    `documents` are the numbers of all documents, ascending.
    """
    passes = max(1, -(-len(documents) // MAX_DOCUMENTS))
    if passes == 1:
        return _counted(vocabulary, query, fields.DOCUMENT)
    bounds = [None, *(int(part[0]) for part in np.array_split(documents, passes)[1:]), None]
    found = [
        _counted(vocabulary, all_of([query, _between(vocabulary, *ends)]), fields.DOCUMENT)
        for ends in pairwise(bounds)
    ]
    return np.concatenate([part[0] for part in found]), np.concatenate([part[1] for part in found])


def _between(vocabulary: Vocabulary, first: int | None, end: int | None) -> tantivy.Query:
    return tantivy.Query.range_query(
        vocabulary.schema,
        fields.DOCUMENT,
        tantivy.FieldType.Unsigned,
        first,
        end,
        include_upper=end is None,
    )


def chunks_among(vocabulary: Vocabulary, query: tantivy.Query, chunks: Numbers) -> Numbers:
    """Return the `chunks` that match."""
    parts = np.array_split(chunks, max(1, -(-len(chunks) // MAX_DOCUMENTS)))
    return np.concatenate(
        [
            _counted(vocabulary, all_of([query, one_of_chunks(vocabulary, part)]), fields.CHUNK)[0]
            for part in parts
        ]
    )


def one_of_chunks(vocabulary: Vocabulary, chunks: Numbers) -> tantivy.Query:
    """Return the query for chunks by their numbers."""
    if len(chunks) <= _MAX_SINGLE_TERMS:
        return sum_of(
            [
                tantivy.Query.term_query(vocabulary.schema, fields.CHUNK, number)
                for number in chunks.tolist()
            ]
        )
    return tantivy.Query.term_set_query(vocabulary.schema, fields.CHUNK, chunks.tolist())


def _counted(vocabulary: Vocabulary, query: tantivy.Query, field: str) -> tuple[Numbers, Numbers]:
    terms = {"field": field, "size": MAX_DOCUMENTS + 1, "segment_size": MAX_DOCUMENTS + 1}
    buckets = vocabulary.searcher.aggregate(query, {"by": {"terms": terms}})["by"]["buckets"]
    keys = np.fromiter((bucket["key"] for bucket in buckets), np.int64, len(buckets))
    counts = np.fromiter((bucket["doc_count"] for bucket in buckets), np.int64, len(buckets))
    return keys, counts


# --- Exclusions ---

# About ten megabytes of hits.
_MAX_HITS = 50_000


class ExcludedDocuments:
    """Finds documents with a passage that `query` excludes, in one state of the index.

    At most `max_hits` hits are fetched at a time.
    """

    def __init__(
        self, queries: BuiltQueries, query: ParsedQuery, max_hits: int = _MAX_HITS
    ) -> None:
        self._queries = queries
        self._vocabulary = queries.vocabulary
        self._query = query
        self._most_hits = max_hits

    def left_of(self, documents: Numbers) -> Numbers:
        """Return the `documents` (ascending numbers) without an excluded passage."""
        if not any(clause.excluded for clause in self._query.clauses):
            return documents
        unwanted = self._queries.of(self._query, prefix_last=False).unwanted
        if not unwanted:
            return documents
        holders = self._holders(silent(sum_of(unwanted)), documents)
        return np.setdiff1d(documents, holders, assume_unique=True)

    def _holders(self, unwanted: tantivy.Query, documents: Numbers) -> Numbers:
        """Return the documents with an excluded passage.

        The result may include documents that are not in `documents` if that is cheaper.
        """
        count = self._vocabulary.count(unwanted)
        if count <= self._most_hits:
            return self._documents_of(unwanted, count)
        return self._holders_among(unwanted, documents)

    def _holders_among(self, unwanted: tantivy.Query, documents: Numbers) -> Numbers:
        """Split `documents` in halves until each part has few hits."""
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

    def _documents_of(self, query: tantivy.Query, count: int) -> Numbers:
        if not count:
            return np.empty(0, dtype=np.int64)
        searcher = self._vocabulary.searcher
        hits = searcher.search(query, limit=count, count=False).hits
        numbers = searcher.fast_field_values(fields.DOCUMENT, [address for _, address in hits])
        return np.unique(np.fromiter((int(n or 0) for n in numbers), np.int64, len(hits)))
