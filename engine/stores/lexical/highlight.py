"""Highlighting: find the matches of a query in a text, with the same analysis as the index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from twofold.engine.model.hit import TextSpan
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery
from twofold.engine.stores.equivalences import divided_words
from twofold.engine.stores.lexical.analysis import (
    beginnings,
    beginnings_pattern,
    character_groups,
    encodable,
    fold,
    identifier_spans,
    normalise_with_offsets,
    part_spans,
    stemmer_for,
    stems_analyzer,
    word_pattern,
)
from twofold.engine.stores.lexical.edit_distance import within_distance
from twofold.engine.stores.lexical.near_words import NearWords, near_pairs, near_spans
from twofold.engine.stores.lexical.query_words import (
    Piece,
    fuzzy_distance,
    is_plain_word,
    name_forms,
    phrase_forms,
    phrase_words,
    run_segments,
    searched_parts,
    split_pieces,
    stem_forms,
    word_groups,
)
from twofold.engine.stores.lexical.stop_words import is_stop_word
from twofold.engine.stores.lexical.token_streams import without_divisions
from twofold.engine.stores.lexical.wildcards import is_pattern, matches, pattern_words

# --- The highlighted parts of a query ---


# The parts of 'v1.2.3' are not highlighted individually, those of 'anna@example.org' are.
_LONG_PIECE = 3


@dataclass(slots=True)
class WantedWords:
    """The words of a query to highlight.

    `groups` are adjacent characters of scripts without spaces; `names` are identifiers split into
    parts, which may occur inside others; `patterns` are words with wildcards; `near` are words that
    are highlighted only near each other. `only_stop_words` is True if there is nothing else to
    highlight.
    """

    stems: set[str] = field(default_factory=set)
    prefixes: list[str] = field(default_factory=list)
    similar: list[str] = field(default_factory=list)
    phrases: list[list[str]] = field(default_factory=list)
    names: list[tuple[str, ...]] = field(default_factory=list)
    patterns: list[str] = field(default_factory=list)
    near: list[NearWords] = field(default_factory=list)
    groups: dict[str, None] = field(default_factory=dict)
    only_stop_words: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to highlight."""
        words = self.stems or self.prefixes or self.similar or self.patterns
        return not (words or self.phrases or self.groups or self.near)


def _wanted_words(
    query: ParsedQuery, stemmers: tuple[str, ...], by_parts: frozenset[str]
) -> WantedWords:
    """Return what to highlight: stop words only in phrases, or if there is nothing else.

    For the identifiers in `by_parts`, their parts are highlighted.
    """
    searched = (clause for group in word_groups(query) for clause in group)
    clauses = list(dict.fromkeys(replace(clause, group=0) for clause in searched))
    wanted = _collected(clauses, stemmers, only_stop_words=False)
    if wanted.is_empty:
        wanted = _collected(clauses, stemmers, only_stop_words=True)
    for clause in clauses if by_parts else ():
        for piece in split_pieces(clause.text):
            if piece.text in by_parts:
                _add_parts(wanted, piece, stemmers)
    return wanted


def _add_parts(wanted: WantedWords, piece: Piece, stemmers: tuple[str, ...]) -> None:
    wanted.phrases.append(list(piece.parts))
    for part in searched_parts(piece, stemmers):
        wanted.stems |= {part, *stem_forms(part, stemmers)}


def _collected(
    clauses: list[Clause], stemmers: tuple[str, ...], *, only_stop_words: bool
) -> WantedWords:
    wanted = WantedWords(only_stop_words=only_stop_words)
    for clause in clauses:
        if clause.kind is ClauseKind.NEAR:
            _add_near(wanted, clause)
        elif clause.kind is ClauseKind.WILDCARD:
            _add_wildcard(wanted, pattern_words(clause.text))
        elif clause.kind is ClauseKind.PHRASE and (clause.distance or is_pattern(clause.text)):
            wanted.near.append(NearWords.phrase(pattern_words(clause.text), clause.distance))
        elif clause.kind is ClauseKind.PHRASE:
            wanted.phrases += phrase_forms(phrase_words(clause.text))
        elif clause.kind is not ClauseKind.TITLE:
            _add_words(wanted, clause, stemmers)
    wanted.phrases = [phrase for phrase in wanted.phrases if phrase]
    return wanted


def _add_near(wanted: WantedWords, clause: Clause) -> None:
    operands = [pattern_words(operand) for operand in clause.operands]
    wanted.near += [NearWords.phrase(words, 0) for words in operands if len(words) > 1]
    wanted.near += [
        NearWords(((one, 0), (other, 0)), distance)
        for one, other, distance in near_pairs(operands, clause.distance)
    ]


def _add_wildcard(wanted: WantedWords, words: list[str]) -> None:
    if len(words) > 1:
        wanted.near.append(NearWords.phrase(words, 0))
    else:
        wanted.patterns += words


def _add_words(wanted: WantedWords, clause: Clause, stemmers: tuple[str, ...]) -> None:
    pieces = split_pieces(clause.text)
    if any(piece.joined for piece in pieces):
        wanted.phrases += name_forms(phrase_words(clause.text))
        pieces = tuple(piece for piece in pieces if len(piece.text) >= _LONG_PIECE)
    skips_stop_words = is_plain_word(clause) and not wanted.only_stop_words
    for index, piece in enumerate(pieces):
        if piece.is_run:
            for segment in run_segments(piece.text):
                wanted.groups |= dict.fromkeys(character_groups(segment))
        elif clause.kind is ClauseKind.PREFIX and index == len(pieces) - 1:
            wanted.prefixes.append(piece.text)
        elif not (skips_stop_words and is_stop_word(piece.text, stemmers)):
            if piece.parts and not piece.joined:
                wanted.names.append(piece.parts)
                wanted.phrases.append(list(piece.parts))
            wanted.stems |= {piece.text, *stem_forms(piece.text, stemmers)}
            if clause.kind is ClauseKind.FUZZY:
                wanted.similar.append(piece.text)


_Span = tuple[int, int]

_MAX_CACHED_WORDS = 50_000
# An empty line, or a line that starts a list item, a heading, a quote or a table row.
_NEW_BLOCK = re.compile(r"\n[^\S\n]*(?:\n|[-*+\u2022][^\S\n]|[#>|])")


class Highlighter:
    """Highlights one query in many texts. Results for words are cached for the next text.

    The parts of the identifiers in `by_parts` are highlighted too. Not thread-safe.

    Attributes:
        stemmers: The stemmers of the whole index.
    """

    def __init__(
        self,
        query: ParsedQuery,
        stemmers: tuple[str, ...] = (),
        by_parts: frozenset[str] = frozenset(),
    ) -> None:
        self.stemmers = stemmers
        self._query = query
        self._by_parts = by_parts
        self._matchers: dict[str, _TextMatcher] = {}
        self._wanted: dict[frozenset[str], WantedWords] = {}

    def highlight(self, text: str, lang: str) -> tuple[TextSpan, ...]:
        """Return the matching spans of `text` (in language `lang`), in order and without overlaps.

        Offsets are characters of `text`. In an identifier, only the matching part is highlighted;
        stop words only in a phrase, or if the query has no other words.
        """
        matcher = self._matcher_for(stemmer_for(lang))
        if matcher.wanted.is_empty:
            return ()
        plain, offsets = normalise_with_offsets(encodable(text))
        spans = matcher.spans(plain)
        divided = divided_words(plain)
        if divided:
            spans += _undivided_spans(matcher, plain, divided)
        found = _merged(spans)
        return tuple([TextSpan(offsets[start], offsets[end]) for start, end in found])

    def _matcher_for(self, stemmer: str) -> _TextMatcher:
        if stemmer not in self._matchers:
            stemmers = tuple(dict.fromkeys((stemmer, "english", *self.stemmers)))
            key = frozenset(stemmers)
            if key not in self._wanted:
                self._wanted[key] = _wanted_words(self._query, stemmers, self._by_parts)
            self._matchers[stemmer] = _TextMatcher(self._wanted[key], stemmer, stemmers)
        return self._matchers[stemmer]


def _undivided_spans(
    matcher: _TextMatcher, plain: str, divided: Sequence[tuple[int, int]]
) -> list[_Span]:
    """Return the matching spans of `plain` when hyphenated words are joined."""
    gaps = dict(divided)
    kept: list[int] = []
    place = 0
    while place < len(plain):
        place = gaps.get(place, place)
        kept.append(place)
        place += 1
    found = matcher.spans(without_divisions(plain, divided))
    return [(kept[start], kept[end - 1] + 1) for start, end in found]


class _TextMatcher:
    """Matches the query in texts with one stemmer."""

    def __init__(self, wanted: WantedWords, stemmer: str, stemmers: tuple[str, ...]) -> None:
        self.wanted = wanted
        self._stemmer = stemmer
        self._stemmers = stemmers
        self._similar = [(word, fuzzy_distance(word)) for word in wanted.similar]
        first_parts = (name[0] for name in wanted.names)
        self._words_wanted = tuple(filter(None, (*wanted.stems, *wanted.prefixes, *first_parts)))
        self._beginnings = beginnings(self._words_wanted, stemmer)
        self._marks: dict[str, tuple[_Span, ...]] = {}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return beginnings_pattern(self._words_wanted)

    def spans(self, plain: str) -> list[_Span]:
        """Return the matching spans of a normalised text, unordered."""
        spans = self._words(plain)
        for group in self.wanted.groups:
            spans += [(place, place + len(group)) for place in _places(plain, group)]
        if self.wanted.near:
            spans += near_spans(plain, self.wanted.near)
        if self.wanted.phrases:
            spans += _phrases(plain, self.wanted.phrases)
        return spans

    def _words(self, plain: str) -> list[_Span]:
        marks = self._marks
        spans: list[_Span] = []
        for word in self._candidates(plain):
            written = word[0]
            found = marks.get(written)
            if found is None:
                found = marks[written] = self._marks_of(written)
            if found:
                start = word.start()
                spans += [(start + first, start + last) for first, last in found]
        return spans

    def _candidates(self, plain: str) -> Iterable[re.Match[str]]:
        """Return the few words of a text that may match and need to be analysed."""
        pattern = word_pattern(plain)
        if self._similar or self.wanted.patterns:
            return pattern.finditer(plain)
        if plain.isascii():
            return _words_with(self._beginnings, plain, pattern)
        found = []
        end = 0
        for begin in self._pattern.finditer(plain):
            start = begin.start()
            if start >= end and (word := pattern.match(plain, start)):
                end = word.end()
                found.append(word)
        return found

    def _marks_of(self, word: str) -> tuple[_Span, ...]:
        if self._matches(*_analysed(word, self._stemmer)):
            return ((0, len(word)),)
        if not _may_be_identifier(word):
            return ()
        if found := self._names_in(word):
            return found
        return tuple(
            (start, end)
            for start, end in identifier_spans(word)
            if not self.wanted.stems.isdisjoint(self._part_forms(word[start:end].lower()))
        )

    def _names_in(self, word: str) -> tuple[_Span, ...]:
        """Return where an identifier contains all parts of a wanted one in a row."""
        if not self.wanted.names:
            return ()
        parts = part_spans(word)
        return tuple(
            (parts[at][1], parts[at + len(name) - 1][2])
            for name in self.wanted.names
            for at in range(len(parts) - len(name) + 1)
            if all(parts[at + n][0] == part for n, part in enumerate(name))
        )

    def _matches(self, word: str, stem: str) -> bool:
        wanted = self.wanted
        if word in wanted.stems or stem in wanted.stems:
            return wanted.only_stop_words or not self._is_stray(word)
        found = bool(wanted.prefixes) and word.startswith(tuple(wanted.prefixes))
        if not found and wanted.similar:
            found = self._is_similar(word)
        if not found and wanted.patterns:
            return any(matches(word, pattern) for pattern in wanted.patterns)
        return found and not self._is_stray(word)

    def _is_similar(self, word: str) -> bool:
        for wanted, most in self._similar:
            if abs(len(wanted) - len(word)) <= most and within_distance(word, wanted, most):
                return True
        return False

    def _is_stray(self, word: str) -> bool:
        """Return whether a stop word matched only by the stem or prefix of another query word."""
        return word not in self.wanted.stems and is_stop_word(word, self._stemmers)

    def _part_forms(self, part: str) -> list[str]:
        return [part, *stem_forms(part, (self._stemmer,))]


@lru_cache(maxsize=_MAX_CACHED_WORDS)
def _analysed(word: str, stemmer: str) -> tuple[str, str]:
    """Return a word in its indexed form, and its stem."""
    folded = word.lower() if word.isascii() else fold([word])[0]
    return folded, "".join(stems_analyzer(stemmer).analyze(word))


def _words_with(begins: Iterable[str], plain: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """Return the ASCII words that start with one of `begins`, and identifiers that contain one.

    Most are found with `str.find`, which is twenty times as fast as a pattern.
    """
    lower = plain.lower()
    found = []
    end = 0
    for place in sorted([place for begin in begins for place in _places(lower, begin)]):
        if place < end:
            continue
        start = place
        before = plain[place - 1 : place]
        if before.isalnum() or before == "_":
            if before.islower() and plain[place].islower():
                continue
            while start > end and (plain[start - 1].isalnum() or plain[start - 1] == "_"):
                start -= 1
        if word := pattern.search(plain, start):
            end = word.end()
            if word.start() == place or _may_be_identifier(word[0]):
                found.append(word)
    return found


def _places(plain: str, wanted: str) -> list[int]:
    places = []
    place = plain.find(wanted)
    while place >= 0:
        places.append(place)
        place = plain.find(wanted, place + 1)
    return places


def _phrases(plain: str, phrases: list[list[str]]) -> list[_Span]:
    """Return the spans in which the words of a phrase follow each other."""
    folded = " ".join(fold([plain]))
    possible = [phrase for phrase in phrases if all(word in folded for word in set(phrase))]
    if not possible:
        return []
    found = list(word_pattern(plain).finditer(plain))
    texts = fold([word[0] for word in found])
    places: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        places.setdefault(text, []).append(index)
    return [
        span
        for phrase in possible
        for index in places.get(phrase[0], ())
        if texts[index : index + len(phrase)] == phrase
        for span in _phrase_spans(plain, found[index : index + len(phrase)])
    ]


def _phrase_spans(plain: str, words: list[re.Match[str]]) -> Iterator[_Span]:
    """Yield the spans of `words`, split where a paragraph or list item begins."""
    start = words[0].start()
    for word, following in pairwise(words):
        if _NEW_BLOCK.search(plain, word.end(), following.start()):
            yield start, word.end()
            start = following.start()
    yield start, words[-1].end()


def _may_be_identifier(word: str) -> bool:
    if not word.isalpha():
        return not word.isdecimal()
    return not (word.islower() or word.isupper() or word.istitle())


def _merged(spans: list[_Span]) -> list[_Span]:
    merged: list[_Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged
