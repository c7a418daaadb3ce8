"""Information about words in one state of an index, or in several indexes, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.localized import message
from twofold.engine.model.search_request import ParsedQuery
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.highlight import Highlighter
from twofold.engine.stores.lexical.query import BuiltQueries
from twofold.engine.stores.lexical.query_words import with_completion
from twofold.engine.stores.lexical.stop_words import is_stop_word
from twofold.engine.stores.lexical.storage import translated
from twofold.engine.stores.lexical.vocabulary import SummedVocabulary, Vocabulary, key_terms
from twofold.engine.stores.ports import QueryWords, TermDictionary


class IndexWords:
    """Provides word statistics, key terms and highlighters for the current state of an index.

    The index replaces `_queries` after each change. If the index proves to be damaged, this is
    recorded in the folder `damage_recorded_in`.
    """

    def __init__(self, queries: BuiltQueries, damage_recorded_in: Path | None = None) -> None:
        self._queries = queries
        self._damage_recorded_in = damage_recorded_in

    @property
    def vocabulary(self) -> Vocabulary:
        """The terms of the current state."""
        return self._queries.vocabulary

    def highlighter(
        self, query: ParsedQuery, *, prefix_last: bool = False, only_whole: bool = False
    ) -> Highlighter:
        """Return a highlighter for `query`, which is efficient for many texts.

        With `prefix_last`, words that start with the query's last word are highlighted too. With
        `only_whole`, an identifier is highlighted only as a whole, even if it was searched by its
        parts.
        """
        stemmers = self.vocabulary.stemmers
        marked = with_completion(query, stemmers) if prefix_last else query
        if only_whole:
            return Highlighter(marked, stemmers)
        return Highlighter(marked, stemmers, self.by_parts(query, prefix_last=prefix_last))

    def by_parts(self, query: ParsedQuery, *, prefix_last: bool) -> frozenset[str]:
        """Return the identifiers of a query that no passage contains whole."""
        return frozenset(self._queries.of(query, prefix_last=prefix_last).by_parts)

    def content_words(self, query: ParsedQuery) -> tuple[TermStatistics, ...]:
        """Return the words of a query and in how many chunks each occurs, without searching.

        Stop words are left out unless there are no others.
        """
        with self._answering():
            queries = self._queries
            found = queries.of(query, prefix_last=False).statistics
            stemmers = queries.vocabulary.stemmers
            content = [term for term in found if not is_stop_word(term.term, stemmers)]
            return tuple(content) or found

    def key_terms(self, text: str, count: int) -> tuple[str, ...]:
        """Return at most `count` key terms of a text: frequent in it, rare in the library."""
        with self._answering():
            return key_terms(text, self.vocabulary, count)

    def words_beginning(self, beginning: str, most: int) -> tuple[TermStatistics, ...]:
        """Return the most frequent words with this prefix, which may itself be one of the words.

        Here and in `similar_word`, words are in lower case and without accents.
        """
        with self._answering():
            found = self.vocabulary.expansions(fields.BODY, beginning, most)
        return tuple(TermStatistics(term, passages) for term, passages in found)

    def similar_word(self, word: str) -> TermStatistics | None:
        """Return the word with the most similar spelling and the same first letter, or None."""
        with self._answering():
            return self.vocabulary.nearest(fields.BODY, word)

    def _answering(self) -> AbstractContextManager[None]:
        return translated(
            message("The keyword index cannot be searched."),
            message("Restart Twofold. A damaged index is rebuilt automatically."),
            self._damage_recorded_in,
        )


class SummedWords(IndexWords):
    """Analyses query words with the added word statistics of several indexes."""

    def __init__(self, parts: Sequence[tuple[QueryWords, TermDictionary]]) -> None:
        schema = fields.build_schema()
        vocabulary = SummedVocabulary([terms for _, terms in parts], schema)
        super().__init__(BuiltQueries(schema, vocabulary))
        self._parts = parts

    def by_parts(self, query: ParsedQuery, *, prefix_last: bool) -> frozenset[str]:
        """Return the identifiers of a query that some index does not contain whole."""
        found = (words.by_parts(query, prefix_last=prefix_last) for words, _ in self._parts)
        return frozenset[str]().union(*found)
