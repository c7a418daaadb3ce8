"""Which of the searched words a passage holds, told from its highlighted stretches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.hit import TermStatistics, TextSpan
from engine.stores.analysis import (
    encodable,
    normalise,
    stem_source,
    stemmer_for,
    stems_analyzer,
    words_analyzer,
)
from engine.stores.edit_distance import within_distance
from engine.stores.query_pieces import fuzzy_distance

_LONG_RUN = 4


class TermMatcher:
    """Tells which of `terms` a text holds; a beginning ends with *, a similar word with ~."""

    def __init__(self, terms: Sequence[TermStatistics]) -> None:
        distinct = {term.term: term for term in terms}
        self._terms = sorted(distinct.values(), key=lambda term: (term.passages, term.term))
        self._words = words_analyzer()
        self._forms: dict[tuple[str, str], frozenset[str]] = {}

    def matched(
        self, text: str, spans: Iterable[TextSpan], lang: str
    ) -> tuple[TermStatistics, ...]:
        """Return the terms found at `spans` of `text`, rarest first."""
        found = "\n".join(sorted({text[span.start : span.end] for span in spans}))
        if not found or not self._terms:
            return ()
        stemmer = stemmer_for(lang)
        words = frozenset(self._words.analyze(normalise(encodable(found))))
        forms = words | _stems(stemmer, found)
        return tuple(t for t in self._terms if self._holds(t.term, stemmer, words, forms))

    def _holds(self, term: str, stemmer: str, words: frozenset[str], forms: frozenset[str]) -> bool:
        bare = term.rstrip("*~")
        wanted = self._forms.get((stemmer, bare))
        if wanted is None:
            wanted = self._forms[stemmer, bare] = _stems(stemmer, bare)
        held = len(wanted & forms)
        if wanted and held == len(wanted):
            return True
        if len(wanted) >= _LONG_RUN:  # of a long run of characters, two thirds of the pairs count
            return 3 * held >= 2 * len(wanted)
        if term.endswith("*"):
            return any(word.startswith(bare) for word in words)
        distance = fuzzy_distance(bare)
        return term.endswith("~") and any(within_distance(word, bare, distance) for word in words)


def _stems(stemmer: str, text: str) -> frozenset[str]:
    return frozenset(stems_analyzer(stemmer).analyze(stem_source(normalise(encodable(text)))))
