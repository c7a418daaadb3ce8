"""Words in one state of an index, or in several indexes, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.message import message
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
    """Answers questions about words by the queries that are built of them.

    An index replaces `_queries` when it has changed. Damage that is found is recorded in the folder
    `damage_recorded_in`.
    """

    def __init__(self, queries: BuiltQueries, damage_recorded_in: Path | None = None) -> None:
        self._queries = queries
        self._damage_recorded_in = damage_recorded_in

    @property
    def vocabulary(self) -> Vocabulary:
        """The terms of what is searched now."""
        return self._queries.vocabulary

    def highlighter(
        self, query: ParsedQuery, *, prefix_last: bool = False, only_whole: bool = False
    ) -> Highlighter:
        """Return what marks `query` in many texts, many times as fast as one by one.

        With `prefix_last` words that begin with the query's last word are marked too; with
        `only_whole` no parts of identifiers that are searched by them.
        """
        stemmers = self.vocabulary.stemmers
        marked = with_completion(query, stemmers) if prefix_last else query
        if only_whole:
            return Highlighter(marked, stemmers)
        return Highlighter(marked, stemmers, self.by_parts(query, prefix_last=prefix_last))

    def by_parts(self, query: ParsedQuery, *, prefix_last: bool) -> frozenset[str]:
        """Return the identifiers of a query that no passage holds whole."""
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
        """Return the `most` frequent words that begin so, which may be a word itself.

        Here and in `similar_word` words are in lower case and without accents.
        """
        with self._answering():
            found = self.vocabulary.expansions(fields.BODY, beginning, most)
        return tuple(TermStatistics(term, passages) for term, passages in found)

    def similar_word(self, word: str) -> TermStatistics | None:
        """Return the word nearest in spelling that begins with the same letter, if there is one."""
        with self._answering():
            return self.vocabulary.nearest(fields.BODY, word)

    def _answering(self) -> AbstractContextManager[None]:
        return translated(
            message("The keyword index cannot answer."),
            message("It can be rebuilt."),
            self._damage_recorded_in,
        )


class SummedWords(IndexWords):
    """The words of several indexes, as of one."""

    def __init__(self, parts: Sequence[tuple[QueryWords, TermDictionary]]) -> None:
        schema = fields.build_schema()
        vocabulary = SummedVocabulary([terms for _, terms in parts], schema)
        super().__init__(BuiltQueries(schema, vocabulary))
        self._parts = parts

    def by_parts(self, query: ParsedQuery, *, prefix_last: bool) -> frozenset[str]:
        """Return the identifiers of a query that some index does not have whole."""
        found = (words.by_parts(query, prefix_last=prefix_last) for words, _ in self._parts)
        return frozenset[str]().union(*found)
