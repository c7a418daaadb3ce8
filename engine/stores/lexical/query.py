"""Build queries of the lexical index from parsed queries. User text is never parsed by Tantivy."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

import tantivy

from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.analysis import character_groups
from twofold.engine.stores.lexical.proximity import ProximityQueries
from twofold.engine.stores.lexical.query_words import (
    Piece,
    fuzzy_distance,
    is_plain_word,
    phrase_words,
    split_pieces,
    stem_forms,
    word_groups,
)
from twofold.engine.stores.lexical.stop_words import is_stop_word
from twofold.engine.stores.lexical.term_queries import (
    HEADING_BOOST,
    MAX_GROUPS,
    MUST,
    NOT,
    SHOULD,
    LexicalQuery,
    NameQueries,
    Part,
    RunQueries,
    TermQueries,
    all_of,
    best_of,
    boolean,
    boosted,
    silent,
    sum_of,
)
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.lexical.wildcards import is_pattern
from twofold.engine.stores.ports import TermDictionary

_MAX_EXPANSIONS = 64
# Maximum of all prefixes of a query together, because an expression may repeat them.
_MAX_EXPANSIONS_OF_ALL = 512
# Maximum number of pieces of a query, and of each clause after they are used up: each clause keeps
# some, because exclusions must always apply. No real query has so many, but 64 lines of fractions
# have 16,000.
_MAX_PIECES = 512
_MIN_PIECES = 8
_MAX_CACHED_QUERIES = 4
# Maximum rarity (idf) of a stop word. In a multilingual library, the stop words of a rare language
# are rare words, but still not informative.
STOP_WORD_RARITY = 0.5
_FUZZY_SHARE = 0.5


class BuiltQueries:
    """Builds queries for one state (`vocabulary`) of the index. Thread-safe.

    A search needs the same query several times, so recent ones are cached.
    """

    def __init__(self, schema: tantivy.Schema, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._built = lru_cache(_MAX_CACHED_QUERIES)(partial(_build, schema, vocabulary))

    def of(
        self, query: ParsedQuery, *, prefix_last: bool, statistics: TermDictionary | None = None
    ) -> LexicalQuery:
        """Return the two queries for `query`; with `prefix_last`, its last word is completed.

        With several indexes, the global `statistics` determine the rarity of words.
        """
        return self._built(query, prefix_last, statistics or self.vocabulary)


def _build(
    schema: tantivy.Schema,
    vocabulary: Vocabulary,
    query: ParsedQuery,
    prefix_last: bool,  # noqa: FBT001 (lru_cache passes it by position)
    statistics: TermDictionary,
) -> LexicalQuery:
    return _QueryBuilder(schema, vocabulary, statistics).build(query, prefix_last=prefix_last)


class _QueryBuilder:
    def __init__(
        self, schema: tantivy.Schema, vocabulary: Vocabulary, statistics: TermDictionary
    ) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._statistics = statistics
        self._queries = TermQueries(schema, vocabulary, statistics)
        self._names = NameQueries(vocabulary, self._queries)
        self._proximity = ProximityQueries(schema, vocabulary, statistics, self._queries)
        self._is_excluding = False
        self._runs = RunQueries(schema, vocabulary, self._queries)
        self._pieces_left = _MAX_PIECES
        self._max_expansions = _MAX_EXPANSIONS
        self._parts: dict[tuple[Clause, bool], list[Part]] = {}

    def build(self, query: ParsedQuery, *, prefix_last: bool) -> LexicalQuery:
        groups = word_groups(query)
        begun = sum(clause.kind is ClauseKind.PREFIX for clause in query.clauses)
        self._max_expansions = min(_MAX_EXPANSIONS, _MAX_EXPANSIONS_OF_ALL // max(1, begun))
        last = groups[-1][-1] if groups and prefix_last else None
        if last is not None and not is_plain_word(last):
            last = None
        parts = [part for group in groups for part in self._group(group, last)]
        if parts and all(part.optional for part in parts):
            for part in parts:
                part.optional = False
        self._is_excluding = True
        excluded = [self._clause(clause) for clause in query.clauses if clause.excluded]
        found = [p.needed or p.score for parts_ in excluded for p in parts_]
        unwanted = [query for query in found if query is not None]
        return LexicalQuery(
            self._all_terms(parts, unwanted),
            None if query.explicit else self._some_terms(parts, unwanted),
            tuple(line for part in parts for line in part.statistics),
            tuple(self._names.by_parts),
            tuple(unwanted),
            tuple(parts),
        )

    def _all_terms(self, parts: list[Part], unwanted: list[tantivy.Query]) -> tantivy.Query | None:
        required = [part for part in parts if not part.optional]
        if not required or any(part.score is None for part in required):
            return None
        occurs = []
        for part in parts:
            if part.score is None:
                continue
            if part.optional:
                occurs.append((SHOULD, part.score))
            elif part.needed is None:
                occurs.append((MUST, part.score))
            else:
                occurs += [(MUST, silent(part.needed)), (SHOULD, part.score)]
        return boolean(occurs + [(NOT, query) for query in unwanted])

    def _some_terms(self, parts: list[Part], unwanted: list[tantivy.Query]) -> tantivy.Query | None:
        strict = [part for part in parts if part.strict]
        loose = [part.score for part in parts if not part.strict and not part.optional]
        found = [score for score in loose if score is not None]
        if any(part.score is None for part in strict) or not (found or (strict and loose)):
            return None
        occurs = [(MUST, part.score) for part in strict if part.score is not None]
        if found and not strict:
            occurs.append((MUST, sum_of(found)))
        elif found:
            occurs.append((SHOULD, sum_of(found)))
        occurs += [(SHOULD, p.score) for p in parts if p.optional and p.score is not None]
        return boolean(occurs + [(NOT, query) for query in unwanted])

    def _group(self, clauses: list[Clause], last: Clause | None) -> list[Part]:
        if len(clauses) == 1:
            return self._clause(clauses[0], completed=clauses[0] is last)
        alternatives = [self._clause(clause, completed=clause is last) for clause in clauses]
        queries = [self._all_terms(parts, []) for parts in alternatives]
        found = [query for query in queries if query is not None]
        statistics = [line for parts in alternatives for p in parts for line in p.statistics]
        if not statistics:
            return []
        return [Part(sum_of(found) if found else None, statistics=statistics)]

    def _clause(self, clause: Clause, *, completed: bool = False) -> list[Part]:
        """Return the parts of a clause. Cached, because a query may repeat clauses."""
        same = replace(clause, group=0), completed
        if same not in self._parts:
            self._parts[same] = self._build_parts(clause, completed=completed)
        return self._parts[same]

    def _build_parts(self, clause: Clause, *, completed: bool) -> list[Part]:
        if clause.kind in {ClauseKind.PHRASE, ClauseKind.NEAR, ClauseKind.WILDCARD}:
            part = self._positions(clause)
            return [part] if part is not None else []
        pieces = self._pieces(clause)
        if clause.kind is ClauseKind.TITLE:
            return [self._title_word(piece) for piece in pieces]
        is_begun = completed or clause.kind is ClauseKind.PREFIX
        whole = pieces[:-1] if is_begun else pieces
        parts = [part for piece in whole for part in self._piece(piece, clause)]
        if is_begun and pieces:
            return [*parts, self._begun(pieces[-1], with_stems=completed)]
        if any(piece.joined for piece in pieces):
            return [self._names.name(clause.text, parts)]
        return parts

    def _positions(self, clause: Clause) -> Part | None:
        """Return the query for words by position or pattern; None if there is no word."""
        if clause.kind is ClauseKind.NEAR:
            return self._proximity.near(clause)
        if clause.kind is ClauseKind.WILDCARD:
            return self._proximity.wildcard(clause)
        if clause.distance or is_pattern(clause.text):
            return self._proximity.phrase(clause)
        words = phrase_words(clause.text)
        return self._queries.phrase(words, clause.text, strict=True) if words else None

    def _pieces(self, clause: Clause) -> tuple[Piece, ...]:
        pieces = split_pieces(clause.text)[: max(_MIN_PIECES, self._pieces_left)]
        self._pieces_left -= len(pieces)
        return pieces

    def _begun(self, piece: Piece, *, with_stems: bool) -> Part:
        if piece.is_run:
            return self._runs.part(piece.text)
        begun = self._prefix(piece.text, with_stems=with_stems)
        if begun.score is None and with_stems:
            return self._names.parts(piece) or begun
        return begun

    def _piece(self, piece: Piece, clause: Clause) -> list[Part]:
        if piece.is_run:
            return [self._runs.part(piece.text)]
        if clause.kind is ClauseKind.FUZZY:
            return [self._fuzzy(piece.text)]
        if is_stop_word(piece.text, self._vocabulary.stemmers):
            return [self._stop_word(piece.text)]
        return self._word(piece)

    def _stop_word(self, word: str) -> Part:
        """Return an optional part for a stop word.

        Its weight is low even if its language is rare in the library.
        """
        rarity = self._statistics.inverse_frequency(self._statistics.frequency(fields.BODY, word))
        share = min(1.0, STOP_WORD_RARITY / rarity)
        score, frequency = self._queries.terms([(fields.BODY, word, share)])
        return Part(score, optional=True, statistics=[TermStatistics(word, frequency)])

    def _word(self, piece: Piece) -> list[Part]:
        if self._is_excluding:
            score, frequency = self._queries.stems(piece.text)
            return [Part(score, statistics=[TermStatistics(piece.text, frequency)])]
        word = self._names.word(piece)
        loose = self._names.loose_parts(piece, is_known=word.score is not None)
        if loose is None:
            return [word]
        return [word, loose] if word.score is not None else [loose]

    def _title_word(self, piece: Piece) -> Part:
        if piece.is_run:
            forms = character_groups(piece.text)[:MAX_GROUPS]
            queries = [self._queries.terms([(fields.TITLE, form, 1.0)])[0] for form in forms]
            found = [query for query in queries if query is not None]
            score = all_of(found) if len(found) == len(queries) else None
            return Part(score, strict=True, statistics=[TermStatistics(piece.text, 0)])
        forms = stem_forms(piece.text, self._vocabulary.stemmers)
        score, frequency = self._queries.terms([(fields.TITLE, form, 1.0) for form in forms])
        return Part(score, strict=True, statistics=[TermStatistics(piece.text, frequency)])

    def _prefix(self, word: str, *, with_stems: bool) -> Part:
        begun_words = self._words_begun(word)
        terms = [(fields.BODY, term, 1.0) for term in begun_words]
        terms += [(fields.HEADLINE, term, HEADING_BOOST) for term in begun_words]
        score, begun = self._queries.terms(terms)
        exact, inflected = self._queries.stems(word) if with_stems else (None, 0)
        queries = [query for query in (exact, score) if query is not None]
        return Part(
            best_of(queries) if queries else None,
            statistics=[TermStatistics(f"{word}*", max(begun, inflected))],
        )

    def _words_begun(self, beginning: str) -> list[str]:
        """Return words with this beginning, the most frequent first.

        Words in texts precede words that occur only in titles or headings.
        """
        max_words = self._max_expansions
        found = dict(self._vocabulary.expansions(fields.BODY, beginning, max_words))
        if len(found) < max_words:
            found |= dict(self._vocabulary.expansions(fields.HEADLINE, beginning, max_words))
        return list(found)[:max_words]

    def _fuzzy(self, word: str) -> Part:
        distance = fuzzy_distance(word)
        rarity = self._statistics.inverse_frequency(1)
        similar = tantivy.Query.fuzzy_term_query(self._schema, fields.BODY, word, distance)
        queries = [boosted(similar, _FUZZY_SHARE * rarity)]
        exact = self._queries.stems(word)[0]
        if exact is not None:
            queries.append(exact)
        frequency = self._vocabulary.count(similar)
        return Part(best_of(queries), statistics=[TermStatistics(f"{word}~", frequency)])
