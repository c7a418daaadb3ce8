"""Which of the query's words a passage holds, and how much of the query they cover."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.model.document import StoredChunk
from engine.model.hit import TermStatistics, TextSpan
from engine.ranking.relevance import total_rarity
from engine.stores.lexical.analysis import stemmer_for, within_distance, written_parts
from engine.stores.lexical.query_words import (
    fuzzy_distance,
    is_stop_word,
    name_forms,
    phrase_words,
    stem_forms,
)
from engine.stores.ports import TextHighlighter

_LONG_RUN = 4
_WRITTEN = re.compile(r"\w+")


class TermMatcher:
    """Tells which of `terms` a text holds; a beginning ends with *, a similar word with ~.

    Stop words (English ones and those of `stemmers`) come last, however rare they are.
    """

    def __init__(self, terms: Sequence[TermStatistics], stemmers: tuple[str, ...] = ()) -> None:
        distinct = {term.term: term for term in terms}
        self._terms = sorted(
            distinct.values(),
            key=lambda term: (is_stop_word(term.term, stemmers), term.passages, term.term),
        )
        self._words = {term: name_forms(phrase_words(term.rstrip("*~"))) for term in distinct}
        self._open_ended = [term for term in distinct if term.endswith(("*", "~"))]
        # What was found out is kept for the next hit, which mostly holds the same words.
        self._wanted: dict[str, frozenset[str]] = {}
        self._word_forms: dict[tuple[str, str], frozenset[str]] = {}
        self._held_terms: dict[tuple[str, str], frozenset[str]] = {}
        self._answers: dict[tuple[str, frozenset[str]], tuple[TermStatistics, ...]] = {}

    def matched(
        self, text: str, spans: Iterable[TextSpan], lang: str
    ) -> tuple[TermStatistics, ...]:
        """Return the terms found at `spans` of `text`, rarest first."""
        found = {text[span.start : span.end] for span in spans}
        if not found or not self._terms:
            return ()
        stemmer = stemmer_for(lang)
        held = frozenset().union(*(self._held_by(written, stemmer) for written in found))
        answer = self._answers.get((stemmer, held))
        if answer is None:
            terms = (term for term in self._terms if self._holds(term.term, stemmer, held))
            answer = self._answers[stemmer, held] = tuple(terms)
        return answer

    def _held_by(self, written: str, stemmer: str) -> frozenset[str]:
        """Return what a marked span holds of the terms: forms of words, open-ended terms."""
        held = self._held_terms.get((stemmer, written))
        if held is None:
            # Neighbouring parts of an identifier are one mark: 'RetryCount'.
            parts = [part for word in _WRITTEN.findall(written) for part in written_parts(word)]
            words = [*phrase_words(written), *parts]
            forms = {form for word in words for form in self._forms_of(word, stemmer)}
            begun = [term for term in self._open_ended if _is_like(term, forms)]
            held = frozenset((*(forms & self._wanted_by(stemmer)), *begun))
            self._held_terms[stemmer, written] = held
        return held

    def _wanted_by(self, stemmer: str) -> frozenset[str]:
        if stemmer not in self._wanted:
            written = (form for forms in self._words.values() for form in forms)
            words = {word for form in written for word in form}
            forms = (self._forms_of(word, stemmer) for word in words)
            self._wanted[stemmer] = frozenset().union(*forms)
        return self._wanted[stemmer]

    def _holds(self, term: str, stemmer: str, held: frozenset[str]) -> bool:
        if term in held:
            return True
        for words in self._words[term]:
            if words and not any(held.isdisjoint(self._forms_of(w, stemmer)) for w in words):
                return True
        return term not in self._open_ended and _holds_most(self._words[term][0], held)

    def _forms_of(self, word: str, stemmer: str) -> frozenset[str]:
        if len(word) == 1:
            return frozenset(word)
        if (stemmer, word) not in self._word_forms:
            self._word_forms[stemmer, word] = frozenset((word, *stem_forms(word, (stemmer,))))
        return self._word_forms[stemmer, word]


def _is_like(term: str, words: Iterable[str]) -> bool:
    """Whether one of `words` is what a beginning* or a similar~ word stands for."""
    bare = term.rstrip("*~")
    if term.endswith("*"):
        return any(word.startswith(bare) for word in words)
    return any(within_distance(word, bare, fuzzy_distance(bare)) for word in words)


def is_unspaced(term: str) -> bool:
    """Whether a term is mostly characters of a script without spaces, and may be held in part."""
    words = phrase_words(term)
    return len(words) > 1 and 2 * sum(len(word) == 1 for word in words) > len(words)


def _holds_most(characters: list[str], held: frozenset[str]) -> bool:
    """Of a long run of characters without spaces two thirds are enough, as in the index."""
    is_run = len(characters) >= _LONG_RUN and all(len(c) == 1 for c in characters)
    return is_run and 3 * sum(c in held for c in characters) >= 2 * len(characters)


def coverage_of_best(
    best: StoredChunk | None,
    terms: Sequence[TermStatistics],
    passages: int,
    highlighter: TextHighlighter,
) -> float:
    """Return the part of the rarity of the query's words that a passage holds, from 0 to 1.

    `best` is the best keyword hit, `terms` are the words of the query in a library of so many
    `passages`, `highlighter` finds them. Stop words do not count, unless there are no others. Of
    words in a script without spaces BM25 alone knows which part is held: they count as held. 1.0
    where nothing was found.
    """
    content = _content(terms, highlighter.stemmers)
    rarity = total_rarity(content, passages)
    if best is None or rarity <= 0.0:
        return 1.0
    text, lang = _searched_text(best), best.document.lang
    spans = highlighter.highlight(text, lang)
    found = frozenset(TermMatcher(content, highlighter.stemmers).matched(text, spans, lang))
    held = [term for term in content if term in found or is_unspaced(term.term)]
    return total_rarity(held, passages) / rarity


def _content(
    terms: Sequence[TermStatistics], stemmers: tuple[str, ...]
) -> tuple[TermStatistics, ...]:
    distinct = {term.term: term for term in terms}
    content = (term for term in distinct.values() if not is_stop_word(term.term, stemmers))
    return tuple(content) or tuple(distinct.values())


def _searched_text(stored: StoredChunk) -> str:
    return "\n".join((stored.document.title or "", *stored.chunk.heading_path, stored.chunk.text))
