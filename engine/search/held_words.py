"""Which of the query's words the best keyword hit holds, however often it repeats them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.document import StoredChunk
from engine.core.hit import TermStatistics
from engine.search.matched_terms import TermMatcher, is_unspaced
from engine.search.rarity import total_rarity
from engine.search.recent_passages import RecentPassages
from engine.search.retrieval import RetrieverAnswer
from engine.stores.lexical.highlight import Highlighter
from engine.stores.lexical.stop_words import is_stop_word


class HeldWords:
    """Looks into the best hit of a keyword ranking. One thread uses it at a time."""

    def __init__(self, passages: RecentPassages) -> None:
        self._passages = passages

    def share(self, answer: RetrieverAnswer, highlighter: Highlighter) -> float:
        """Return the part of the rarity of the query's words that the best hit holds, 0 to 1.

        `highlighter` marks the query. Stop words do not count, unless there are no others. Of words
        in a script without spaces BM25 alone knows which part is held: they count as held. 1.0
        where nothing was found.
        """
        stored = self._best(answer)
        terms, passages = _content(answer.terms, highlighter.stemmers), answer.trace.searchable
        rarity = total_rarity(terms, passages)
        if stored is None or rarity <= 0.0:
            return 1.0
        text, lang = _searched_text(stored), stored.document.lang
        spans = highlighter.highlight(text, lang)
        found = frozenset(TermMatcher(terms, highlighter.stemmers).matched(text, spans, lang))
        held = [term for term in terms if term in found or is_unspaced(term.term)]
        return total_rarity(held, passages) / rarity

    def _best(self, answer: RetrieverAnswer) -> StoredChunk | None:
        if not answer.candidates:
            return None
        best = max(answer.candidates, key=lambda candidate: candidate.raw_score)
        return self._passages.read([best.chunk_number]).get(best.chunk_number)


def _content(
    terms: Sequence[TermStatistics], stemmers: tuple[str, ...]
) -> tuple[TermStatistics, ...]:
    distinct = {term.term: term for term in terms}
    content = (term for term in distinct.values() if not is_stop_word(term.term, stemmers))
    return tuple(content) or tuple(distinct.values())


def _searched_text(stored: StoredChunk) -> str:
    return "\n".join((stored.document.title or "", *stored.chunk.heading_path, stored.chunk.text))
