"""What is found out about keyword hits before the other ranking has answered."""

from __future__ import annotations

import pytest

from engine.core.request import SearchFilters
from engine.search.held_words import HeldWords
from engine.search.hydration import Hydrator
from engine.search.marking import Marking
from engine.search.preparation import Preparation
from engine.search.query_language import parse
from engine.search.recent_passages import RecentPassages
from engine.search.retrieval import LexicalRetriever, RetrievalTask
from tests.engine.search.conftest import Text

TEXTS = ("memory of a pod", "the memory of a node", "memory again")


class NotedMarking(Marking):
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
        passages = RecentPassages(library.catalog)
        self.answer = LexicalRetriever(library.lexical).retrieve(task)
        self.held_words = HeldWords(passages)
        self.marking = NotedMarking(lambda: library.lexical.highlighter(task.parsed), 100)
        hydrator = Hydrator(passages, library.lexical)
        self.preparation = Preparation(hydrator, self.held_words, self.marking, shown)


@pytest.mark.parametrize(("shown", "made"), [(1, 1), (2, 2), (20, 3)])
def test_the_hits_that_may_be_shown_are_marked_ahead_best_first(library, shown, made):
    case = Case(library, shown)
    case.preparation.prepare(case.answer, lambda: False)
    assert len(case.marking.made) == made
    assert case.marking.made[0] == "memory of a pod"


def test_once_the_other_ranking_has_answered_no_further_hit_is_marked(library):
    case, asked = Case(library, 20), []

    def is_due():
        asked.append(True)
        return len(asked) > 1

    case.preparation.prepare(case.answer, is_due)
    assert len(case.marking.made) == 1


def test_the_words_that_the_best_hit_holds_are_the_same_prepared_or_not(library):
    case = Case(library, 20)
    alone = case.preparation.held(case.answer)
    case.preparation.prepare(case.answer, lambda: True)
    assert case.preparation.held(case.answer) == alone == 1.0
