"""Which part of a query's words the best keyword hit holds."""

from __future__ import annotations

import pytest

from engine.model.filters import SearchFilters
from engine.search.query_language import parse
from engine.search.retrieval import PassageCache
from engine.search.retrievers import LexicalRetriever, RetrievalTask
from engine.stores.lexical.query_words import coverage_of_best
from tests.engine.search.conftest import SmallLibrary, Text


def share(library: SmallLibrary, query: str) -> float:
    task = RetrievalTask(parse(query), SearchFilters(), None, 10)
    answer = LexicalRetriever(library.lexical).retrieve(task)
    highlighter = library.lexical.highlighter(task.parsed)
    best = max(answer.candidates, key=lambda one: one.raw_score, default=None)
    stored = PassageCache(library.catalog).read([best.chunk_number]) if best else {}
    found = next(iter(stored.values()), None)
    return coverage_of_best(found, answer.terms, answer.trace.searchable, highlighter)


def test_a_word_repeated_often_stands_for_no_other(library):
    library.add(
        Text("fest.md", "fest fest fest fest fest fest"),
        Text("limits.md", "memory of a pod"),
        Text("other.md", "swallows fly south"),
    )

    assert 0.2 < share(library, "fest memory swallows") < 0.5
    assert share(library, "fest") == 1.0


@pytest.mark.parametrize(
    "query",
    [
        "how the memory is to limit",  # stop words are not missed
        "memory limits gibibyte",  # title and headings hold words
        "黄天竺鲷鱼体呈什么颜色",  # a part of a run is left to the keyword score
        "zzyzx",
        "-only",
    ],
)
def test_what_is_held_somehow_or_not_found_at_all_is_not_missed(library, query):
    library.add(
        Text("limit.md", "limit memory"),
        Text(
            "other.md", "at most one gibibyte, what the pod may use", heading=("Memory", "Limits")
        ),
        Text("animals.md", "黄天竺鲷分布于印度洋", lang="zh"),
    )
    assert share(library, query) == 1.0
