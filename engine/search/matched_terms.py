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
        self._forms: dict[tuple[str, str], frozenset[str]] = {}

    def matched(
        self, text: str, spans: Iterable[TextSpan], lang: str
    ) -> tuple[TermStatistics, ...]:
        """Return the terms found at `spans` of `text`, rarest first."""
        found = {text[span.start : span.end].lower() for span in spans}
        if not found or not self._terms:
            return ()
        stemmer = stemmer_for(lang)
        held = frozenset().union(*(self._forms_of(stretch, stemmer) for stretch in found))
        return tuple(term for term in self._terms if self._holds(term.term, stemmer, held))

    def _holds(self, term: str, stemmer: str, held: frozenset[str]) -> bool:
        bare = term.rstrip("*~")
        if all(held & self._word_forms(word, stemmer) for word in phrase_words(bare)):
            return True
        if term.endswith("*"):
            return any(word.startswith(bare) for word in held)
        if term.endswith("~"):
            return any(within_distance(word, bare, fuzzy_distance(bare)) for word in held)
        return self._holds_most(phrase_words(bare), held)

    def _holds_most(self, characters: list[str], held: frozenset[str]) -> bool:
        """Of a long run of characters without spaces two thirds are enough, as in the index."""
        is_run = len(characters) >= _LONG_RUN and all(len(c) == 1 for c in characters)
        return is_run and 3 * sum(c in held for c in characters) >= 2 * len(characters)

    def _forms_of(self, stretch: str, stemmer: str) -> frozenset[str]:
        forms: set[str] = set()
        for word in phrase_words(stretch):
            forms |= self._word_forms(word, stemmer)
        return frozenset(forms)

    def _word_forms(self, word: str, stemmer: str) -> frozenset[str]:
        known = self._forms.get((stemmer, word))
        if known is None:
            known = frozenset((word, *stem_forms(word, (stemmer,))))
            self._forms[stemmer, word] = known
        return known
