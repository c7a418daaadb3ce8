"""Where a text holds what a query looks for, told by the analysis that found it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.hit import TextSpan
from engine.core.query import Clause, ClauseKind, ParsedQuery
from engine.stores.analysis import (
    UNSPACED_RUN,
    character_groups,
    encodable,
    fold,
    identifier_spans,
    normalise_with_offsets,
    stemmer_for,
    stems_analyzer,
    word_pattern,
)
from engine.stores.edit_distance import within_distance
from engine.stores.query_pieces import (
    fuzzy_distance,
    is_plain_word,
    phrase_words,
    run_segments,
    split_pieces,
    stem_forms,
    word_groups,
)
from engine.stores.stop_words import is_stop_word

_Span = tuple[int, int]

# Of 'v1.2.3' the parts are not marked by themselves, of 'anna@example.org' they are.
_LONG_PIECE = 3


def highlight(
    text: str, query: ParsedQuery, lang: str, stemmers: tuple[str, ...] = ()
) -> tuple[TextSpan, ...]:
    """Return the stretches of `text` that match `query`; see `Highlighter`."""
    return Highlighter(query, stemmers).highlight(text, lang)


class Highlighter:
    """Marks one query in many texts. What it learns of a word it remembers for the next text.

    `stemmers` are those of the whole index. One thread uses it at a time.
    """

    def __init__(self, query: ParsedQuery, stemmers: tuple[str, ...] = ()) -> None:
        self._query = query
        self._stemmers = stemmers
        self._readings: dict[str, _Reading] = {}

    def highlight(self, text: str, lang: str) -> tuple[TextSpan, ...]:
        """Return the stretches of `text` (written in `lang`) that match, ascending, not touching.

        Offsets are characters of `text`. Of an identifier only the part is marked.
        """
        reading = self._reading(stemmer_for(lang))
        if reading.wanted.is_empty:
            return ()
        plain, offsets = normalise_with_offsets(encodable(text))
        found = _merged(reading.spans(plain))
        return tuple(TextSpan(offsets[start], offsets[end]) for start, end in found)

    def _reading(self, stemmer: str) -> _Reading:
        if stemmer not in self._readings:
            stemmers = tuple(dict.fromkeys((stemmer, "english", *self._stemmers)))
            self._readings[stemmer] = _Reading(_wanted(self._query, stemmers), stemmer)
        return self._readings[stemmer]


class _Reading:
    """The query as it is looked for in texts of one stemmer."""

    def __init__(self, wanted: _Wanted, stemmer: str) -> None:
        self.wanted = wanted
        self._stemmer = stemmer
        self._first_letters = wanted.first_letters
        self._seen: set[str] = set()
        self._marks: dict[str, tuple[_Span, ...]] = {}
        self._folded: dict[str, str] = {}

    def spans(self, plain: str) -> list[_Span]:
        """Return where a normalised text matches, in no order."""
        pattern = word_pattern(plain)
        written = set(pattern.findall(plain))
        self._learn(written - self._seen)
        phrases = self._phrases_possible(written)
        if not phrases and self._marks.keys().isdisjoint(written):
            return []
        marks = self._marks
        spans = [
            (word.start() + start, word.start() + end)
            for word in pattern.finditer(plain)
            if word[0] in marks
            for start, end in marks[word[0]]
        ]
        if not phrases:
            return spans
        found = [(word[0], word.start(), word.end()) for word in pattern.finditer(plain)]
        return spans + self._phrases(found, phrases)

    def _learn(self, unknown: set[str]) -> None:
        self._seen |= unknown
        written = sorted(filter(self._may_match, unknown))
        if not written:
            return
        folded = fold(written)
        stems = stems_analyzer(self._stemmer).analyze(" ".join(folded))
        for word, text, stem in zip(written, folded, stems, strict=True):
            self._folded[word] = text
            marks = self._marks_of(word, text, stem)
            if marks:
                self._marks[word] = marks

    def _may_match(self, word: str) -> bool:
        """Tell cheaply whether a closer look is worth it: stemming keeps a word's first letter."""
        first = word[0]
        if not first.isascii():
            return not UNSPACED_RUN.match(first) or first in self._first_letters
        if first.lower() in self._first_letters or self.wanted.similar:
            return True
        return _may_be_identifier(word)

    def _marks_of(self, word: str, folded: str, stem: str) -> tuple[_Span, ...]:
        if _matches(folded, stem, self.wanted):
            return ((0, len(word)),)
        if not _may_be_identifier(word):
            return ()
        return tuple(
            (start, end)
            for start, end in identifier_spans(word)
            if not self.wanted.stems.isdisjoint(self._part_forms(word[start:end].lower()))
        )

    def _part_forms(self, part: str) -> list[str]:
        return [part, *stem_forms(part, (self._stemmer,))]

    def _phrases_possible(self, written: set[str]) -> list[list[str]]:
        if not self.wanted.phrases:
            return []
        there = {self._folded[word] for word in written if word in self._folded}
        return [phrase for phrase in self.wanted.phrases if phrase and there.issuperset(phrase)]

    def _phrases(self, found: list[tuple[str, int, int]], phrases: list[list[str]]) -> list[_Span]:
        texts = [self._folded.get(word, "") for word, _, _ in found]
        places: dict[str, list[int]] = {}
        for index, text in enumerate(texts):
            places.setdefault(text, []).append(index)
        return [
            (found[index][1], found[index + len(phrase) - 1][2])
            for phrase in phrases
            for index in places[phrase[0]]
            if texts[index : index + len(phrase)] == phrase
        ]


@dataclass(slots=True)
class _Wanted:
    """What a query looks for, taken apart."""

    stems: set[str] = field(default_factory=set)
    prefixes: list[str] = field(default_factory=list)
    similar: list[str] = field(default_factory=list)
    phrases: list[list[str]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.stems or self.prefixes or self.similar or self.phrases)

    @property
    def first_letters(self) -> frozenset[str]:
        """What any matching word or word of a phrase begins with, accents aside."""
        words = [*self.stems, *self.prefixes, *(word for phrase in self.phrases for word in phrase)]
        return frozenset(word[0] for word in words if word)


def _wanted(query: ParsedQuery, stemmers: tuple[str, ...]) -> _Wanted:
    clauses = [clause for group in word_groups(query) for clause in group]
    wanted = _collected(clauses, stemmers, skip_stop_words=True)
    return _collected(clauses, stemmers, skip_stop_words=False) if wanted.is_empty else wanted


def _collected(
    clauses: list[Clause], stemmers: tuple[str, ...], *, skip_stop_words: bool
) -> _Wanted:
    wanted = _Wanted()
    for clause in clauses:
        if clause.kind is ClauseKind.PHRASE:
            wanted.phrases.append(phrase_words(clause.text))
        elif clause.kind is not ClauseKind.TITLE:
            _add_words(wanted, clause, stemmers, skip_stop_words=skip_stop_words)
    return wanted


def _add_words(
    wanted: _Wanted, clause: Clause, stemmers: tuple[str, ...], *, skip_stop_words: bool
) -> None:
    pieces = split_pieces(clause.text)
    if any(piece.joined for piece in pieces):
        wanted.phrases.append(phrase_words(clause.text))
        pieces = tuple(piece for piece in pieces if len(piece.text) >= _LONG_PIECE)
    for index, piece in enumerate(pieces):
        if piece.is_run:
            for segment in run_segments(piece.text):
                wanted.phrases += [list(group) for group in character_groups(segment)]
        elif clause.kind is ClauseKind.PREFIX and index == len(pieces) - 1:
            wanted.prefixes.append(piece.text)
        elif skip_stop_words and is_plain_word(clause) and is_stop_word(piece.text, stemmers):
            continue
        else:
            wanted.stems |= {piece.text, *stem_forms(piece.text, stemmers)}
            if clause.kind is ClauseKind.FUZZY:
                wanted.similar.append(piece.text)


def _may_be_identifier(word: str) -> bool:
    return "_" in word or not (word.islower() or word.isupper() or word.istitle())


def _matches(word: str, stem: str, wanted: _Wanted) -> bool:
    found = word in wanted.stems or stem in wanted.stems
    if not found and wanted.prefixes:
        found = word.startswith(tuple(wanted.prefixes))
    if not found and wanted.similar:
        found = any(within_distance(word, w, fuzzy_distance(w)) for w in wanted.similar)
    return found and not UNSPACED_RUN.fullmatch(word)


def _merged(spans: list[_Span]) -> list[_Span]:
    merged: list[_Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged
