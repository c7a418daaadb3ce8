"""The lexical index of a shared library: candidates from the server, evaluated locally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import tantivy

from twofold.engine.bounded_cache import BoundedCache
from twofold.engine.model.document import StoredChunk
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.localized import EMPTY, message
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery
from twofold.engine.ranking.bm25 import inverse_document_frequency
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.columns import path_test
from twofold.engine.sharing.rows import (
    FORMAT,
    HEADING,
    READ_FIELDS,
    SPARSE,
    STEM,
    TITLE,
    dimension_of_term,
)
from twofold.engine.sharing.terms import Terms
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.analysis import (
    ANALYZER_VERSION,
    character_groups,
    part_pairs,
    words_analyzer,
)
from twofold.engine.stores.lexical.query import STOP_WORD_RARITY, BuiltQueries
from twofold.engine.stores.lexical.query_words import (
    fuzzy_distance,
    is_plain_word,
    split_pieces,
    stem_forms,
    with_completion,
)
from twofold.engine.stores.lexical.stop_words import is_stop_word
from twofold.engine.stores.lexical.storage import translated
from twofold.engine.stores.lexical.term_queries import HEADING_BOOST, TITLE_BOOST
from twofold.engine.stores.lexical.tiers import answer_of, tiers_with
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.lexical.wildcards import has_wildcard, pattern_words
from twofold.engine.stores.lexical.words import IndexWords
from twofold.engine.stores.ports import LexicalAnswer, RankedHit, TermDictionary, Tiers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Of these candidates, the local code keeps those that contain all words, phrases and so on.
_FETCHED_FACTOR, _MIN_FETCHED, _MAX_FETCHED = 2, 300, 4000
_MAX_PLACES = 1000  # terms of a query
_MAX_BEGUN = 64
_MAX_SIMILAR = 16
_MAX_DOCUMENTS = 3000
_DIGITS = 5
_WEIGHTS = ((STEM, 1.0), (TITLE, TITLE_BOOST), (HEADING, HEADING_BOOST))


class _SharedVocabulary(Vocabulary):
    """The terms of a collection, with an in-memory index of some of its passages."""

    def __init__(
        self, index: tantivy.Index, schema: tantivy.Schema, terms: Terms, size: int
    ) -> None:
        super().__init__(index.searcher(), schema)
        self._terms = terms
        self.passages = size

    def frequency(self, field: str, term: str) -> int:
        return self._terms.of(field).get(term, 0) or super().frequency(field, term)

    def inverse_frequency(self, frequency: int) -> float:
        return inverse_document_frequency(frequency, self.passages)

    def terms_beginning(
        self, field: str, beginning: str, most: int | None = None
    ) -> Sequence[tuple[str, int]]:
        if field == fields.BODY:
            found = self._terms.words_with(beginning)
            return sorted(found, key=lambda one: (-one[1], one[0]))[:most]
        if field == fields.STEMMER:
            return [*self._terms.of(field).items()]
        return super().terms_beginning(field, beginning, most)


class MilvusLexical(IndexWords):
    """Finds the passages of a shared collection by their words. Read-only.

    The methods inherited from IndexWords use the terms of the collection.
    """

    def __init__(self, collection: SharedCollection) -> None:
        self._collection = collection
        self._schema = fields.build_schema()
        super().__init__(self._queries_on(()))
        self._made = fields.ChunkDocuments(self._schema)
        self._documents: BoundedCache[int, tuple[StoredChunk, tantivy.Document]]
        self._documents = BoundedCache(_MAX_DOCUMENTS)
        self._of: Terms | None = None
        self.refresh()

    @property
    def version(self) -> str:
        return f"milvus-{FORMAT}.{ANALYZER_VERSION}"

    @property
    def generation(self) -> int | None:
        return self._collection.generation

    @property
    def size(self) -> int:
        return self._collection.size

    def refresh(self) -> None:
        self._collection.refresh()
        if self._of is not self._collection.terms:
            self._of = self._collection.terms
            self._queries = self._queries_on(())

    def search(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        prefix_last: bool = False,  # noqa: FBT001, FBT002
    ) -> LexicalAnswer:
        """Return the best `limit` passages."""
        tiers = self.tiers(query, limit, filters, allowed, prefix_last=prefix_last)
        return answer_of(tiers, limit)

    def tiers(
        self,
        query: ParsedQuery,
        limit: int,
        filters: SearchFilters,
        allowed: NDArray[np.int64] | None = None,
        *,
        prefix_last: bool = False,
        statistics: TermDictionary | None = None,
    ) -> Tiers:
        """Return the matches among the server's best passages for the words.

        The server applies `filters`, and `allowed` if given.
        """
        with translated(message("The shared library cannot be searched."), EMPTY):
            if self._collection.is_due:
                self.refresh()
            expression = self._collection.expression(filters, allowed)
            vector = self._sparse(query, statistics or self.vocabulary, prefix_last=prefix_last)
            found = self._candidates(vector, limit, filters, expression)
            queries = self._queries_on([stored for _, stored in found])
            wanted = queries.of(query, prefix_last=prefix_last)
            searcher = queries.vocabulary.searcher

            def ranked(matching: tantivy.Query | None) -> list[RankedHit]:
                if matching is None:
                    return []
                hits = searcher.search(matching, limit=len(found) + 1, count=False).hits
                numbers = set(searcher.fast_field_values(fields.CHUNK, [at for _, at in hits]))
                return [(score, one.number) for score, one in found if one.number in numbers]

            complete = ranked(wanted.all_terms)
            return tiers_with(
                wanted,
                complete[:limit],
                ranked(wanted.some_terms) if len(complete) < limit else (),
                self._collection.allowed(expression),
                note=message(
                    "of the {found} best passages of {host}",
                    found=len(found),
                    host=self._collection.server.address.host,
                ),
            )

    def without_excluded(
        self, query: ParsedQuery, documents: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the `documents` without a passage that matches an exclusion."""
        import numpy as np  # noqa: PLC0415 (as in LexicalIndex)

        excluded = [clause for clause in query.clauses if clause.excluded]
        if not excluded or not len(documents):
            return documents
        asked = ParsedQuery(
            tuple(Clause(one.text, one.kind, group=0) for one in excluded), "", SearchFilters()
        )
        found = self.search(asked, _MAX_FETCHED, SearchFilters(), documents).candidates
        stored = self._collection.passages.of(one.chunk_number for one in found)
        holding = {one.document.number for one in stored.values()}
        return documents[~np.isin(documents, np.array([*holding], dtype=np.int64))]

    def _document_of(self, stored: StoredChunk) -> tantivy.Document:
        """Return the index document of a passage.

        The result is cached, because the next search often finds the same passage.
        """
        known = self._documents.get(stored.number)
        if known is None or known[0] != stored:
            known = stored, self._made.of(stored)
            self._documents.put(stored.number, known)
        return known[1]

    def _queries_on(self, passages: Iterable[StoredChunk]) -> BuiltQueries:
        """Return the queries for some passages, which are indexed in memory."""
        index = tantivy.Index(self._schema)
        index.register_tokenizer(fields.WORDS_TOKENIZER, words_analyzer())
        every = list(passages)
        if every:
            writer = index.writer(heap_size=15_000_000, num_threads=1)
            for stored in every:
                writer.add_document(self._document_of(stored))
            writer.commit()
            index.reload()
        size, terms = self._collection.size, self._collection.terms
        return BuiltQueries(self._schema, _SharedVocabulary(index, self._schema, terms, size))

    def _candidates(
        self,
        vector: dict[int, float],
        limit: int,
        filters: SearchFilters,
        expression: str,
    ) -> list[tuple[float, StoredChunk]]:
        """Return the passages that the server ranks first; ties by number."""
        if not vector or not self.size:
            return []
        collection = self._collection
        is_passing = path_test(filters)
        fetched = max(_MIN_FETCHED, _FETCHED_FACTOR * limit)
        rows = collection.server.search(
            collection.name,
            "words",
            vector,
            min(fetched, _MAX_FETCHED),
            expression,
            READ_FIELDS,
            SPARSE,
        )
        stored = ((score, collection.passages.add(row)) for score, row in rows if score > 0)
        found = [
            (round(score, _DIGITS), one) for score, one in stored if is_passing(one.document.path)
        ]
        return sorted(found, key=lambda one: (-one[0], one[1].number))

    def _sparse(
        self, query: ParsedQuery, statistics: TermDictionary, *, prefix_last: bool
    ) -> dict[int, float]:
        """Return the vector of a query: the rarity of each term in each possible field."""
        vocabulary = self._queries.vocabulary
        if prefix_last:
            query = with_completion(query, vocabulary.stemmers)
        weights: dict[int, float] = {}
        looked_for = (clause for clause in query.clauses if not clause.excluded)
        groups = (group for clause in looked_for for group in self._forms(clause, statistics))
        for forms, weight, places in islice(groups, _MAX_PLACES):
            total = max(
                sum(statistics.frequency(field, form) for form in forms) for field, _ in _WEIGHTS
            )
            rarity = statistics.inverse_frequency(min(total, statistics.passages)) * weight
            for field, boost in places:  # a word that occurs twice in the query counts twice
                for at in {dimension_of_term(field, form) for form in forms}:
                    weights[at] = weights.get(at, 0.0) + rarity * boost
        return weights

    def _forms(
        self, clause: Clause, statistics: TermDictionary
    ) -> Iterator[tuple[Sequence[str], float, Sequence[tuple[str, float]]]]:
        """Yield the forms of each word of a clause, its weight, and its possible fields."""
        vocabulary, stemmers = self._queries.vocabulary, self._queries.vocabulary.stemmers
        places = _WEIGHTS[1:2] if clause.kind is ClauseKind.TITLE else _WEIGHTS
        if clause.kind is ClauseKind.NEAR or has_wildcard(clause.text):
            for text in clause.operands or (clause.text,):
                yield from ((forms, 1.0, places) for forms in self._forms_of_patterns(text))
            return
        pieces = split_pieces(clause.text)
        for piece in pieces:
            if piece.is_run:
                yield from (((group,), 1.0, places) for group in character_groups(piece.text))
                continue
            forms = stem_forms(piece.text, stemmers) or [piece.text]
            if is_plain_word(clause) and is_stop_word(piece.text, stemmers):
                rarity = statistics.inverse_frequency(statistics.frequency(fields.BODY, piece.text))
                yield forms, STOP_WORD_RARITY / max(rarity, STOP_WORD_RARITY), places[:1]
                continue
            yield forms, 1.0, places
            if not any(vocabulary.frequency(fields.STEM, form) for form in forms):
                spellings = (*piece.parts, *part_pairs(piece.parts))
                yield from ((stem_forms(one, stemmers), 1.0, places) for one in spellings)
        others: Sequence[tuple[str, int]] = ()
        if clause.kind is ClauseKind.PREFIX and pieces:
            others = vocabulary.expansions(fields.BODY, pieces[-1].text, _MAX_BEGUN)
        elif clause.kind is ClauseKind.FUZZY and pieces:
            word = pieces[0].text
            others = vocabulary.similar(fields.BODY, word, fuzzy_distance(word))[:_MAX_SIMILAR]
        for word, _ in others:
            yield stem_forms(word, stemmers), 1.0, places

    def _forms_of_patterns(self, text: str) -> Iterator[Sequence[str]]:
        """Yield the forms of each word, and of the words that match one with wildcards."""
        stemmers = self._queries.vocabulary.stemmers
        for word in pattern_words(text):
            if not has_wildcard(word):
                yield stem_forms(word, stemmers) or [word]
                continue
            for like in self._collection.terms.words_like(word, _MAX_BEGUN):
                yield stem_forms(like, stemmers) or [like]
