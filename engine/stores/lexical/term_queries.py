"""Queries for words, names, runs of characters and filters, which `query` combines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import tantivy

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import FILTERS, SearchFilters
from twofold.engine.model.hit import TermStatistics
from twofold.engine.model.localized import Message
from twofold.engine.stores.lexical import storage as fields
from twofold.engine.stores.lexical.analysis import character_groups, group_size, part_pairs
from twofold.engine.stores.lexical.query_words import (
    Piece,
    name_forms,
    phrase_forms,
    phrase_words,
    run_segments,
    searched_parts,
    stem_forms,
)
from twofold.engine.stores.lexical.storage import FILTER_FIELDS
from twofold.engine.stores.lexical.vocabulary import Vocabulary
from twofold.engine.stores.ports import TermDictionary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# --- Combining queries ---


MUST, SHOULD, NOT = tantivy.Occur.Must, tantivy.Occur.Should, tantivy.Occur.MustNot


def silent(query: tantivy.Query) -> tantivy.Query:
    """Return a query with the same matches and a score of 0."""
    return tantivy.Query.const_score_query(query, 0.0)


def boosted(query: tantivy.Query, boost: float) -> tantivy.Query:
    """Return a query whose scores are multiplied."""
    return query if boost == 1.0 else tantivy.Query.boost_query(query, boost)


def boolean(occurs: Sequence[tuple[tantivy.Occur, tantivy.Query]]) -> tantivy.Query:
    """Return a query of clauses that must, should or must not match; scores are added."""
    return tantivy.Query.boolean_query(occurs)


def sum_of(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    """Return a query for matches of any of these queries; scores are added."""
    return queries[0] if len(queries) == 1 else boolean([(SHOULD, query) for query in queries])


def all_of(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    """Return a query for matches of all of these queries; scores are added."""
    return queries[0] if len(queries) == 1 else boolean([(MUST, query) for query in queries])


def best_of(queries: Sequence[tantivy.Query]) -> tantivy.Query:
    """Return a query for matches of any of these queries; the best score counts."""
    return queries[0] if len(queries) == 1 else tantivy.Query.disjunction_max_query(queries)


# --- The parts of a query ---


@dataclass(frozen=True, slots=True)
class LexicalQuery:
    """The Tantivy queries for one parsed query.

    `all_terms` finds chunks with all terms and `some_terms` chunks with some; they are None if
    there can be no such chunk. `by_parts` are the identifiers that no chunk contains whole, so that
    their parts are searched. `unwanted` finds excluded chunks, `parts` are the individual words.
    """

    all_terms: tantivy.Query | None
    some_terms: tantivy.Query | None
    statistics: tuple[TermStatistics, ...]
    by_parts: tuple[str, ...] = ()
    unwanted: tuple[tantivy.Query, ...] = ()
    parts: tuple[Part, ...] = ()


@dataclass(slots=True)
class Part:
    """The queries for one written word.

    `score` determines the rank; a chunk must match `needed`, or `score` if `needed` is None.
    """

    score: tantivy.Query | None
    needed: tantivy.Query | None = None
    optional: bool = False
    strict: bool = False
    statistics: list[TermStatistics] = field(default_factory=list)


TITLE_BOOST = 0.75
HEADING_BOOST = 0.5


class TermQueries:
    """Builds queries for words. BM25 weights them by `statistics`, which may be global."""

    def __init__(
        self, schema: tantivy.Schema, vocabulary: Vocabulary, statistics: TermDictionary
    ) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._statistics = statistics

    def stems(self, word: str) -> tuple[tantivy.Query | None, int]:
        """Return the query for all forms of `word`, and the number of chunks with one of them."""
        forms = stem_forms(word, self._vocabulary.stemmers)
        weighted = [(fields.STEM, form, 1.0) for form in forms]
        weighted += [(fields.TITLE, form, TITLE_BOOST) for form in forms]
        weighted += [(fields.HEADING, form, HEADING_BOOST) for form in forms]
        return self.terms(weighted)

    def terms(self, weighted: list[tuple[str, str, float]]) -> tuple[tantivy.Query | None, int]:
        """Return one query for several forms of a word, all weighted by the same rarity.

        Within a field, only the form with the best score counts; the scores of fields are added.
        Also return the number of chunks with one of the forms.
        """
        known = [
            (name, form, weight, frequency)
            for name, form, weight in weighted
            if (frequency := self._vocabulary.frequency(name, form))
        ]
        if not known:
            return None, 0
        by_field: dict[str, list[tantivy.Query]] = {}
        total = global_total = _passages_with(known, self._vocabulary)
        if self._statistics is not self._vocabulary:
            of_all = [(n, form, w, self._statistics.frequency(n, form)) for n, form, w in weighted]
            global_total = _passages_with(of_all, self._statistics)
        rarity = self._statistics.inverse_frequency(global_total)
        for name, form, weight, frequency in known:
            boost = weight * rarity / self._vocabulary.inverse_frequency(frequency)
            term = tantivy.Query.term_query(self._schema, name, form, index_option="freq")
            by_field.setdefault(name, []).append(boosted(term, boost))
        return sum_of([best_of(queries) for queries in by_field.values()]), total

    def sequence(self, name: str, words: list[str]) -> tantivy.Query:
        """Return the query for consecutive words."""
        if len(words) == 1:
            return tantivy.Query.term_query(self._schema, name, words[0])
        return tantivy.Query.phrase_query(self._schema, name, list[str | tuple[int, str]](words))

    def phrase(self, words: list[str], text: str, *, strict: bool = False) -> Part:
        """Return the query for consecutive `words`; `text` is their name in the statistics."""
        score = self.adjacent(phrase_forms(words))
        count = self._vocabulary.count(score) if score is not None else 0
        return Part(score, strict=strict, statistics=[TermStatistics(text, count)])

    def adjacent(self, forms: list[list[str]]) -> tantivy.Query | None:
        """Return the query for consecutive words in one of `forms`; None if impossible."""
        queries = [
            self.sequence(name, words)
            for words in forms
            for name in (fields.BODY, fields.HEADLINE)
            if words and all(self._vocabulary.frequency(name, word) for word in words)
        ]
        return best_of(queries) if queries else None


def _passages_with(forms: Sequence[tuple[str, str, float, int]], vocabulary: TermDictionary) -> int:
    """Return an estimate of how many chunks contain a word in any of its forms."""
    totals: Counter[str] = Counter()
    for name, _, _, frequency in forms:
        totals[name] += frequency
    return min(max(totals.values()), max(1, vocabulary.passages))


# --- Identifiers and names ---
#
# The index contains an identifier and its parts, but not which parts are adjacent: `retry_count` is
# not a term of `max_retry_count`. A passage with all parts is the closest match.


# Maximum number of words in a name, which must be adjacent.
_MAX_NAME_LENGTH = 16
_MAX_SPELLINGS = 64  # identifiers of a query
_MAX_SPELLING_PARTS = 8
_OTHER_SPELLING_BOOST = 0.5
_LETTERS_AND_DIGITS = re.compile(r"[^\W\d_]+\d+|\d+[^\W\d_]+")
_LOOSE_BOOST = 0.5
# Maximum number of identifiers of a query searched by parts; parts of many are common words.
_MAX_BY_PARTS = 16


class NameQueries:
    """Builds queries for the identifiers and names of one query.

    Attributes:
        by_parts: The identifiers and names that were searched by their parts.
    """

    def __init__(self, vocabulary: Vocabulary, queries: TermQueries) -> None:
        self.by_parts: dict[str, None] = {}
        self._vocabulary = vocabulary
        self._queries = queries
        self._parts_left = _MAX_BY_PARTS
        self._spellings_left = _MAX_SPELLINGS

    def word(self, piece: Piece) -> Part:
        """Return the query for a word, or for the parts of an identifier found nowhere."""
        score, frequency = self._queries.stems(piece.text)
        other = self._other_spellings(piece)
        parts = None if frequency else self.parts(piece)
        scores = [score, other, parts.score if parts else None]
        found = [one for one in scores if one is not None]
        if parts is not None:
            return Part(best_of(found), statistics=parts.statistics)
        if other is None:
            return Part(score, statistics=[TermStatistics(piece.text, frequency)])
        count = self._vocabulary.count(best_of(found))
        return Part(best_of(found), statistics=[TermStatistics(piece.text, count)])

    def loose_parts(self, piece: Piece, *, is_known: bool) -> Part | None:
        """Return the query for letters and digits of a word: `fy` and `2018` for FY2018.

        If `is_known` (the word itself occurs), matches only add to the score of other matches;
        otherwise the letters and digits are searched instead of the word.
        """
        if not _LETTERS_AND_DIGITS.fullmatch(piece.text):
            return None
        counted = [(part, *self._queries.stems(part)) for part in searched_parts(piece, ())]
        found = [(part, score, number) for part, score, number in counted if score is not None]
        if not found:
            return None
        score = boosted(sum_of([score for _, score, _ in found]), _LOOSE_BOOST)
        if is_known:
            return Part(score, optional=True)
        self.by_parts[piece.text] = None
        statistics = [TermStatistics(part, number) for part, _, number in found]
        return Part(score, statistics=statistics)

    def _other_spellings(self, piece: Piece) -> tantivy.Query | None:
        """Return the query for an identifier inside others, or with its parts as words.

        `retryCount` is found in `max_retry_count` and in 'retry count', `16GB` in '16 GB'. None if
        there are no matches.
        """
        if not 1 < len(piece.parts) <= _MAX_SPELLING_PARTS or self._spellings_left == 0:
            return None
        self._spellings_left -= 1
        pairs = [self._queries.stems(pair)[0] for pair in part_pairs(piece.parts)]
        found = [pair for pair in pairs if pair is not None]
        inside = all_of(found) if len(found) == len(pairs) else None
        beside = self._queries.adjacent([list(piece.parts)])
        either = [query for query in (inside, beside) if query is not None]
        if not either:
            return None
        query = boosted(best_of(either), _OTHER_SPELLING_BOOST)
        return query if self._vocabulary.count(query) else None

    def parts(self, piece: Piece) -> Part | None:
        """Return the query for the parts of an identifier; None if no passage contains all."""
        if not piece.parts or self._parts_left == 0:
            return None
        self._parts_left -= 1
        needed = searched_parts(piece, self._vocabulary.stemmers)
        queries = [self._all_stems(needed), self._queries.adjacent([list(piece.parts)])]
        found = [query for query in queries if query is not None]
        if not found:
            return None
        return self._counted(piece.text, sum_of(found), needed or piece.parts)

    def name(self, text: str, pieces: list[Part]) -> Part:
        """Return one part for a word with inner punctuation, such as `v1.2.3`.

        The words of the name must be adjacent. Adjacency does not add to the score: for "group
        theory, e.g. rings", two letters would otherwise have the highest weight.
        """
        words = phrase_words(text)[:_MAX_NAME_LENGTH]
        adjacent = self._queries.adjacent(name_forms(words))
        count = self._vocabulary.count(adjacent) if adjacent is not None else 0
        scores = [part.score for part in pieces if part.score is not None]
        if not scores:
            return Part(adjacent, statistics=[TermStatistics(text, count)])
        needed = adjacent if adjacent is not None else tantivy.Query.empty_query()
        return Part(sum_of(scores), needed=needed, statistics=[TermStatistics(text, count)])

    def _counted(self, written: str, score: tantivy.Query, parts: tuple[str, ...]) -> Part | None:
        count = self._vocabulary.count(score)
        if not count:
            return None
        self.by_parts[written] = None
        return Part(score, statistics=[TermStatistics(" ".join(parts), count)])

    def _all_stems(self, words: tuple[str, ...]) -> tantivy.Query | None:
        stems = [self._queries.stems(word)[0] for word in words]
        found = [query for query in stems if query is not None]
        return all_of(found) if stems and len(found) == len(stems) else None


# --- Scripts without spaces between words ---


MAX_GROUPS = 256
_PHRASE_BOOST = 0.5
_MAX_STRICT_RUN = 4


class RunQueries:
    """Builds queries for runs: unbroken sequences of characters in scripts without spaces."""

    def __init__(
        self, schema: tantivy.Schema, vocabulary: Vocabulary, queries: TermQueries
    ) -> None:
        self._schema = schema
        self._vocabulary = vocabulary
        self._queries = queries

    def part(self, run: str) -> Part:
        """Return the query for a run: its character groups, with its segments required."""
        if len(run) < group_size(run):
            return self._queries.phrase(list(run), run)
        groups = list(dict.fromkeys(character_groups(run)))[:MAX_GROUPS]
        scores = [self._group(group) for group in groups]
        found = [score for score in scores if score is not None]
        if not found:
            return Part(None, statistics=[TermStatistics(run, 0)])
        if len(run) > 2 and all(self._vocabulary.frequency(fields.BODY, c) for c in run[:16]):
            found.append(
                boosted(self._queries.sequence(fields.BODY, list(run[:16])), _PHRASE_BOOST)
            )
        segments = run_segments(run)
        needed = [self._segment(segment) for segment in segments]
        known = [query for query in needed if query is not None]
        statistics = [
            TermStatistics(segment, 0 if query is None else self._vocabulary.count(query))
            for segment, query in zip(segments, needed, strict=True)
        ]
        all_needed = all_of(known) if len(known) == len(needed) else tantivy.Query.empty_query()
        return Part(sum_of(found), needed=all_needed, statistics=statistics)

    def _group(self, group: str) -> tantivy.Query | None:
        weights = (
            (fields.STEM, 1.0),
            (fields.TITLE, TITLE_BOOST),
            (fields.HEADING, HEADING_BOOST),
        )
        return self._queries.terms([(name, group, weight) for name, weight in weights])[0]

    def _segment(self, segment: str) -> tantivy.Query | None:
        """Return the required groups of a segment: all of them, or two thirds of a long one."""
        if len(segment) < group_size(segment):
            return self._queries.phrase(list(segment), segment).score
        groups = list(dict.fromkeys(character_groups(segment)))[:MAX_GROUPS]
        terms = [
            tantivy.Query.term_query(self._schema, fields.STEM, group, index_option="freq")
            for group in groups
        ]
        if len(segment) <= _MAX_STRICT_RUN:
            return all_of(terms)
        least = -(-2 * len(terms) // 3)
        occurs = [(SHOULD, term) for term in terms]
        return tantivy.Query.boolean_query(occurs, minimum_number_should_match=least)


# --- Filters, which never change a score ---


def filter_query(
    schema: tantivy.Schema, filters: SearchFilters, allowed: NDArray[np.int64] | None
) -> tantivy.Query | None:
    """Return the query for chunks that match `filters`, scored 0; None if all match.

    `allowed` are the numbers of the documents that match all filters. They are used if the values
    of an active filter are not indexed (a path pattern, a date), and without filters. Otherwise the
    indexed values are used, which is faster: for 100,000 passages in 11,000 documents, a third of
    which match, 7 ms instead of 50 ms.
    """
    if filters.is_empty and allowed is None:
        return None
    known = FILTER_FIELDS.values()
    has_values = all(each in known for each in FILTERS if each.is_set(filters))
    if filters.is_empty or not has_values:
        if allowed is None:
            raise IndexUnavailableError(
                Message("A filter without indexed values needs the allowed documents.")
            )
        return silent(_one_of(schema, fields.DOCUMENT, allowed.tolist()))
    occurs = []
    for name, each in FILTER_FIELDS.items():
        for is_excluded, occur in ((False, MUST), (True, NOT)):
            values = each.values(filters, excluded=is_excluded)
            if values:
                labels = [fields.label(value) for value in values]
                occurs.append((occur, _one_of(schema, name, labels)))
    if all(occur == NOT for occur, _ in occurs):
        occurs += [(MUST, tantivy.Query.all_query()), (NOT, fields.marker_query(schema))]
    return silent(boolean(occurs))


def _one_of(
    schema: tantivy.Schema, field: str, values: Sequence[str] | Sequence[int]
) -> tantivy.Query:
    if not values:
        return tantivy.Query.empty_query()
    return tantivy.Query.term_set_query(schema, field, values)
