"""Which of the searched words a passage holds, told from its highlighted stretches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.hit import TermStatistics, TextSpan
from engine.stores.analysis import stemmer_for
from engine.stores.edit_distance import within_distance
from engine.stores.query_pieces import fuzzy_distance, phrase_words, stem_forms

_LONG_RUN = 4


class TermMatcher:
    """Tells which of `terms` a text holds; a beginning ends with *, a similar word with ~."""

    def __init__(self, terms: Sequence[TermStatistics]) -> None:
        distinct = {term.term: term for term in terms}
        self._terms = sorted(distinct.values(), key=lambda term: (term.passages, term.term))
        self._words = {term: phrase_words(term.rstrip("*~")) for term in distinct}
        # What was found out is kept for the next hit, which mostly holds the same words.
        self._word_forms: dict[tuple[str, str], frozenset[str]] = {}
        self._stretch_forms: dict[tuple[str, str], frozenset[str]] = {}
        self._answers: dict[tuple[str, frozenset[str]], tuple[TermStatistics, ...]] = {}

    def matched(
        self, text: str, spans: Iterable[TextSpan], lang: str
    ) -> tuple[TermStatistics, ...]:
        """Return the terms found at `spans` of `text`, rarest first."""
        found = frozenset([text[span.start : span.end].lower() for span in spans])
        if not found or not self._terms:
            return ()
        stemmer = stemmer_for(lang)
        if (stemmer, found) not in self._answers:
            held: set[str] = set()
            for stretch in found:
                held |= self._forms_of_stretch(stretch, stemmer)
            terms = (term for term in self._terms if self._holds(term.term, stemmer, held))
            self._answers[stemmer, found] = tuple(terms)
        return self._answers[stemmer, found]

    def _holds(self, term: str, stemmer: str, held: set[str]) -> bool:
        words = self._words[term]
        if words and not any(held.isdisjoint(self._forms_of(word, stemmer)) for word in words):
            return True
        bare = term.rstrip("*~")
        if term.endswith("*"):
            return any(word.startswith(bare) for word in held)
        if term.endswith("~"):
            return any(within_distance(word, bare, fuzzy_distance(bare)) for word in held)
        return self._holds_most(words, held)

    def _holds_most(self, characters: list[str], held: set[str]) -> bool:
        """Of a long run of characters without spaces two thirds are enough, as in the index."""
        is_run = len(characters) >= _LONG_RUN and all(len(c) == 1 for c in characters)
        return is_run and 3 * sum(c in held for c in characters) >= 2 * len(characters)

    def _forms_of_stretch(self, stretch: str, stemmer: str) -> frozenset[str]:
        if (stemmer, stretch) not in self._stretch_forms:
            forms = [self._forms_of(word, stemmer) for word in phrase_words(stretch)]
            self._stretch_forms[stemmer, stretch] = frozenset(form for f in forms for form in f)
        return self._stretch_forms[stemmer, stretch]

    def _forms_of(self, word: str, stemmer: str) -> frozenset[str]:
        if (stemmer, word) not in self._word_forms:
            self._word_forms[stemmer, word] = frozenset((word, *stem_forms(word, (stemmer,))))
        return self._word_forms[stemmer, word]
