"""What is found out about keyword hits before the other ranking has answered."""

from __future__ import annotations

import pytest

from engine.model.request import SearchFilters
from engine.search.passage_cache import PassageCache
from engine.search.pipeline import _Prefetch
from engine.search.query_language import parse
from engine.search.retrievers import LexicalRetriever, RetrievalTask
from engine.search.snippets import Highlighting
from tests.engine.search.conftest import Text

TEXTS = ("memory of a pod", "the memory of a node", "memory again")


class NotedHighlighting(Highlighting):
    """Notes which passages had their snippet made."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.made = []

    def snippet(self, stored, *, for_words):
        self.made.append(stored.chunk.text)
        return super().snippet(stored, for_words=for_words)


class Case:
    def __init__(self, library, shown):
        library.add(*(Text(f"{n}.md", text) for n, text in enumerate(TEXTS)))
        task = RetrievalTask(parse("memory pod"), SearchFilters(), None, 10)
        passages = PassageCache(library.catalog)
        self.answer = LexicalRetriever(library.lexical).retrieve(task)
        self.highlighting = NotedHighlighting(lambda: library.lexical.highlighter(task.parsed), 100)
        self.prefetch = _Prefetch(passages, self.highlighting, shown)


@pytest.mark.parametrize(("shown", "made"), [(1, 1), (2, 2), (20, 3)])
def test_the_hits_that_may_be_shown_are_highlighted_ahead_best_first(library, shown, made):
    case = Case(library, shown)
    case.prefetch.run(case.answer, lambda: False)
    assert len(case.highlighting.made) == made
    assert case.highlighting.made[0] == "memory of a pod"


def test_once_the_other_ranking_has_answered_no_further_hit_is_highlighted(library):
    case, asked = Case(library, 20), []

    def is_due():
        asked.append(True)
        return len(asked) > 1

    case.prefetch.run(case.answer, is_due)
    assert len(case.highlighting.made) == 1


def test_the_words_that_the_best_hit_holds_are_the_same_prefetched_or_not(library):
    case = Case(library, 20)
    alone = case.prefetch.coverage(case.answer)
    case.prefetch.run(case.answer, lambda: True)
    assert case.prefetch.coverage(case.answer) == alone == 1.0
