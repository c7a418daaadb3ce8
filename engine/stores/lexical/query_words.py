"""The words of a query: pieces, stop words, and which of them a text contains.

Stop words express how a question is built rather than its subject. They are searched like other
words but need not occur: a passage about limiting a pod's memory answers 'how do I limit the memory
of a pod' without 'how', 'do' and 'I'. A query of stop words only ('to be or not to be') requires
all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from twofold.engine.model.document import StoredChunk, StoredDocument, searched_title
from twofold.engine.model.hit import TermStatistics, TextSpan
from twofold.engine.model.search_request import Clause, ClauseKind, ParsedQuery
from twofold.engine.ranking.relevance import total_rarity
from twofold.engine.stores.lexical.analysis import (
    UNSPACED_RUN,
    character_groups,
    encodable,
    is_kana_ending,
    normalise,
    stemmer_for,
    stems_analyzer,
    words,
    written_parts,
)
from twofold.engine.stores.lexical.edit_distance import within_distance
from twofold.engine.stores.lexical.stop_words import is_stop_word
from twofold.engine.stores.lexical.token_streams import normalised_streams
from twofold.engine.stores.lexical.wildcards import has_wildcard, matches, pattern_words
from twofold.engine.stores.ports import TextHighlighter

MAX_PIECES = 256  # of a word or phrase as written: 2,000 fractions have 4,000 numbers
# Characters read for each piece: normalisation turns one into up to 18, and a query has up to
# 2,000.
_LETTERS = 16
_MAX_CACHED_TEXTS = 256
_MAX_CACHED_TITLES = 4096
# No identifier has more parts.
_MAX_PARTS = 16
_NAME_JOINT = re.compile(r"[._@:+#=\d]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, or a run of characters of a script written without spaces.

    `joined` is True if there is only punctuation between it and the previous piece, so that both
    are one name ('v1.2.3', 'anna@example.org'). If it is an identifier, `parts` are its parts.
    """

    text: str
    is_run: bool
    joined: bool = False
    parts: tuple[str, ...] = ()


@lru_cache(_MAX_CACHED_TEXTS)
def split_pieces(text: str, max_pieces: int = MAX_PIECES) -> tuple[Piece, ...]:
    """Return the first pieces of a clause's text, in lower case and without accents."""
    plain = normalise(encodable(text))[: max_pieces * _LETTERS]
    pieces: list[Piece] = []
    end = 0
    for word in words(plain):
        is_run = UNSPACED_RUN.fullmatch(word.text) is not None
        if is_run and word.start == end and _continues(pieces, word.text):
            pieces[-1] = Piece(pieces[-1].text + word.text, True, pieces[-1].joined)
        else:
            joined = bool(pieces) and _is_joint(plain[end - 1 : word.start + 1])
            parts = written_parts(plain[word.start : word.end])
            pieces.append(Piece(word.text, is_run, joined, parts))
        end = word.end
    return tuple(pieces[:max_pieces])


def phrase_words(text: str) -> list[str]:
    """Return the first words of a phrase in their indexed form, one for each position."""
    plain = normalise(encodable(text))[: MAX_PIECES * _LETTERS]
    return [word.text for word in words(plain)[:MAX_PIECES]]


def searched_parts(piece: Piece, stemmers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts of an identifier that a passage must contain if none contains it whole.

    Single letters are not indexed as parts, and stop words are not informative next to two other
    parts. Return nothing for a single part, because that would be a different word.
    """
    if len(piece.parts) > _MAX_PARTS:
        return ()
    parts = tuple(dict.fromkeys(part for part in piece.parts if len(part) > 1))
    telling = tuple(part for part in parts if not is_stop_word(part, stemmers))
    return telling if len(telling) > 1 else parts if len(parts) > 1 else ()


def name_forms(words: list[str]) -> list[list[str]]:
    """Return a name's words and their alternative spelling.

    A version may have a 'v' ('1.2.3', 'v1.2.3'), and a number may have no hyphen ('COVID-19',
    'COVID19').
    """
    forms = [words]
    if len(words) > 1 and words[0].isdecimal():
        forms.append([f"v{words[0]}", *words[1:]])
    elif len(words) > 1 and words[0][:1] == "v" and words[0][1:].isdecimal():
        forms.append([words[0][1:], *words[1:]])
    if len(words) == 2 and words[0].isalpha() and words[1].isdecimal():
        forms.append(["".join(words)])
    return forms


def phrase_forms(words: list[str]) -> list[list[str]]:
    """Return a phrase's words and, for a version or a name with a number, its spellings."""
    is_version = all(word.isdecimal() for word in words[1:2])
    return name_forms(words) if is_version else [words]


def _joined_name(text: str) -> str:
    """Return the letters and digits of a name as one word, to compare spellings."""
    return "".join(filter(str.isalnum, text))


def run_segments(run: str) -> list[str]:
    """Return the required parts of a run: all but Hiragana (which is mostly grammar)."""
    parts = ["".join(letters) for _, letters in groupby(run, key=is_kana_ending)]
    return [part for part in parts if not is_kana_ending(part)] or [run]


def word_groups(query: ParsedQuery) -> list[list[Clause]]:
    """Return the searched clauses in the order written, with alternatives grouped."""
    groups: dict[int, list[Clause]] = {}
    for clause in query.clauses:
        if not clause.excluded:
            groups.setdefault(clause.group, []).append(clause)
    return list(groups.values())


def with_completion(query: ParsedQuery, stemmers: tuple[str, ...] = ()) -> ParsedQuery:
    """Return `query` with its last word also as a prefix.

    Stop words (English or in `stemmers`) are not completed, because 'a' as a prefix is not
    informative.
    """
    looked_for = [clause for clause in query.clauses if not clause.excluded]
    if not looked_for or not is_plain_word(looked_for[-1]):
        return query
    last = split_pieces(looked_for[-1].text)[-1:]
    if not last or is_stop_word(last[0].text, stemmers):
        return query
    begun = replace(looked_for[-1], kind=ClauseKind.PREFIX)
    return replace(query, clauses=(*query.clauses, begun))


def is_plain_word(clause: Clause) -> bool:
    """Return whether a clause is words without any operator."""
    return clause.kind is ClauseKind.WORDS


def _continues(pieces: list[Piece], character: str) -> bool:
    last = pieces[-1].text[-1:] if pieces and pieces[-1].is_run else ""
    return bool(last) and UNSPACED_RUN.fullmatch(last + character) is not None


def _is_joint(around: str) -> bool:
    """Return whether two words are one name.

    `around` is the text at the boundary: it ends the first word and starts the second.
    """
    return len(around) > 2 and " " not in around and _NAME_JOINT.search(around) is not None


def stem_forms(word: str, stemmers: tuple[str, ...]) -> list[str]:
    """Return the stems of `word` for each of `stemmers`, without repetitions."""
    forms: dict[str, None] = {}
    for stemmer in stemmers:
        forms |= dict.fromkeys(stems_analyzer(stemmer).analyze(word))
    return list(forms)


def fuzzy_distance(word: str) -> int:
    """Return how many letters of `word` may differ."""
    return 2 if len(word) >= 6 else 1


_LONG_RUN = 4
# Operators in a term: 'notice w/5 termination', 'notice termination~5'.
_OPERATOR = re.compile(r" w/\d+ |~\d+\Z")
_WRITTEN = re.compile(r"\w+")


class TermMatcher:
    """Finds which `terms` a text contains. Prefixes end with *, fuzzy words with ~.

    As in the index, a text is stemmed in its own language, and a term is stemmed by all `stemmers`.
    Stop words (of English and the languages of `stemmers`) come last, however rare they are.
    """

    def __init__(self, terms: Sequence[TermStatistics], stemmers: tuple[str, ...] = ()) -> None:
        distinct = {term.term: term for term in terms}
        self._terms = sorted(
            distinct.values(),
            key=lambda term: (is_stop_word(term.term, stemmers), term.passages, term.term),
        )
        self._words = {term: _written_forms(term) for term in distinct}
        similar = [term for term in distinct if term.endswith("~")]
        patterns = {w for forms in self._words.values() for form in forms for w in form}
        self._open_ended = [*similar, *filter(has_wildcard, sorted(patterns))]
        self._stemmers = stemmers
        # Results are cached for the next hit, which mostly contains the same words.
        self._wanted: dict[str, frozenset[str]] = {}
        self._word_forms: dict[tuple[str, ...], frozenset[str]] = {}
        self._held_terms: dict[tuple[str, str], frozenset[str]] = {}
        self._answers: dict[tuple[str, frozenset[str]], tuple[TermStatistics, ...]] = {}

    def matched(
        self, text: str, spans: Iterable[TextSpan], lang: str
    ) -> tuple[TermStatistics, ...]:
        """Return the terms found at `spans` of `text`, rarest first."""
        found = frozenset([text[span.start : span.end] for span in spans])
        if not found or not self._terms:
            return ()
        stemmer = stemmer_for(lang)
        answer = self._answers.get((stemmer, found))
        if answer is None:
            held = frozenset().union(*(self._held_by(written, stemmer) for written in found))
            terms = (term for term in self._terms if self._holds(term.term, stemmer, held))
            answer = self._answers[stemmer, found] = tuple(terms)
        return answer

    def _held_by(self, written: str, stemmer: str) -> frozenset[str]:
        """Return what a written word or identifier matches of the query.

        These are its word forms, and the prefixes and fuzzy words that fit it.
        """
        held = self._held_terms.get((stemmer, written))
        if held is None:
            # Adjacent parts of an identifier have one span: 'RetryCount'.
            parts = [part for word in _WRITTEN.findall(written) for part in written_parts(word)]
            whole = phrase_words(written)
            words = [*whole, *parts, *(["".join(map(_joined_name, whole))] if whole else [])]
            forms = {form for word in words for form in self._forms_of(word, stemmer)}
            begun = [term for term in self._open_ended if _is_like(term, forms)]
            held = frozenset((*(forms & self._wanted_by(stemmer)), *begun))
            self._held_terms[stemmer, written] = held
        return held

    def _wanted_by(self, stemmer: str) -> frozenset[str]:
        if stemmer not in self._wanted:
            written = (form for forms in self._words.values() for form in forms)
            words = {word for form in written for word in form}
            forms = (self._forms_of(word, stemmer, *self._stemmers) for word in words)
            self._wanted[stemmer] = frozenset().union(*forms)
        return self._wanted[stemmer]

    def _holds(self, term: str, stemmer: str, held: frozenset[str]) -> bool:
        if term in held:
            return True
        for name in self._words[term]:
            forms = [self._forms_of(word, stemmer, *self._stemmers) for word in name]
            if forms and not any(map(held.isdisjoint, forms)):
                return True
        written = self._words[term]
        return term not in self._open_ended and bool(written) and _holds_most(written[0], held)

    def _forms_of(self, word: str, *stemmers: str) -> frozenset[str]:
        if len(word) == 1:
            return frozenset(word)
        key = (word, *stemmers)
        if key not in self._word_forms:
            self._word_forms[key] = frozenset((word, *stem_forms(word, stemmers)))
        return self._word_forms[key]


def _written_forms(term: str) -> list[list[str]]:
    """Return the words of a term in each of its spellings."""
    words = pattern_words(_OPERATOR.sub(" ", term).rstrip("~"))
    forms = name_forms(words)
    return [*forms, [_joined_name(words[0])]] if len(words) == 1 and "_" in words[0] else forms


def _is_like(term: str, words: Iterable[str]) -> bool:
    """Return whether one of `words` matches a prefix* or a fuzzy~ word."""
    if has_wildcard(term):
        return any(matches(word, term) for word in words)
    bare = term.rstrip("~")
    return any(within_distance(word, bare, fuzzy_distance(bare)) for word in words)


def _is_unspaced(term: str) -> bool:
    """Return whether a term is mostly in a script without spaces. A part of it may match."""
    words = phrase_words(term)
    return len(words) > 1 and 2 * sum(len(word) == 1 for word in words) > len(words)


def _holds_most(characters: list[str], held: frozenset[str]) -> bool:
    """Return whether a text contains two thirds of a long run, as required by the index."""
    is_run = len(characters) >= _LONG_RUN and all(len(c) == 1 for c in characters)
    return is_run and 3 * sum(c in held for c in characters) >= 2 * len(characters)


def coverage_of_best(
    best: StoredChunk | None,
    terms: Sequence[TermStatistics],
    passages: int,
    highlighter: TextHighlighter,
) -> float:
    """Return the rarity-weighted share of the query's words in a passage, from 0 to 1.

    `best` is the best keyword hit, `terms` are the words of the query in a library with `passages`
    passages, `highlighter` finds them. Stop words are ignored unless there are no others. For words
    in a script without spaces, only BM25 knows which part matches, so they count as found. 1.0
    without a hit.
    """
    content = _content(terms, highlighter.stemmers)
    rarity = total_rarity(content, passages)
    if best is None or rarity <= 0.0:
        return 1.0
    text, lang = _searched_text(best), best.document.lang
    spans = highlighter.highlight(text, lang)
    found = frozenset(TermMatcher(content, highlighter.stemmers).matched(text, spans, lang))
    held = [term for term in content if term in found or _is_unspaced(term.term)]
    return total_rarity(held, passages) / rarity


def title_coverage(
    documents: Iterable[StoredDocument],
    words: Sequence[TermStatistics],
    passages: int,
    stemmers: tuple[str, ...],
) -> dict[int, float]:
    """Return the rarity-weighted share of `words` in title and file name, by document.

    `words` are the words of the query, in a library with `passages` passages.
    """
    wanted = [
        (total_rarity((word,), passages), _indexed_forms(word.term, stemmers)) for word in words
    ]
    total = sum(rarity for rarity, _ in wanted) or 1.0
    coverage = {}
    for document in documents:
        title = _title_terms(document.title, document.path, stemmer_for(document.lang))
        held = [rarity for rarity, forms in wanted if not any(map(title.isdisjoint, forms))]
        coverage[document.number] = sum(held) / total
    return coverage


def _indexed_forms(term: str, stemmers: tuple[str, ...]) -> list[frozenset[str]]:
    """Return the indexed terms for each word of a term."""
    if _is_unspaced(term):
        return [frozenset((group,)) for group in character_groups(term)]
    return [frozenset((word, *stem_forms(word, stemmers))) for word in phrase_words(term)]


@lru_cache(_MAX_CACHED_TITLES)
def _title_terms(title: str, path: str, stemmer: str) -> frozenset[str]:
    """Return the indexed terms of a title and a file name."""
    written = normalise(encodable(searched_title(title, path)))
    return frozenset(normalised_streams(written, stemmer).stems.split())


def _content(
    terms: Sequence[TermStatistics], stemmers: tuple[str, ...]
) -> tuple[TermStatistics, ...]:
    distinct = {term.term: term for term in terms}
    content = (term for term in distinct.values() if not is_stop_word(term.term, stemmers))
    return tuple(content) or tuple(distinct.values())


def _searched_text(stored: StoredChunk) -> str:
    return "\n".join(
        (stored.document.searched_title, *stored.chunk.heading_path, stored.chunk.text)
    )
