"""Retrieval: caches, missing parts, and the coverage of the query's words."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engine.search.conftest import INDEXED_AT, SmallLibrary, Text
from twofold.engine.model.document import DocumentMetadata, FileState
from twofold.engine.model.errors import ModelError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import PassageKey
from twofold.engine.search import passage_cache
from twofold.engine.search.gather import OWN
from twofold.engine.search.passage_cache import PassageCache
from twofold.engine.search.query_language import parse
from twofold.engine.search.retrievers import LexicalRetriever, QueryVectorCache, RetrievalTask
from twofold.engine.stores.catalog.change import DocumentRecord
from twofold.engine.stores.lexical.query_words import coverage_of_best


def keys(*numbers):
    return [PassageKey(OWN, number) for number in numbers]


def read(passages, *numbers):
    return passages.read(keys(*numbers)).value


def test_library_change_is_visible_immediately(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = PassageCache(library.scatter)
    before = read(passages, number)[number]
    with library.catalog.change() as change:
        change.put_vectors("model", [(b"a text", b"\0\0" * 8)])
    assert read(passages, number)[number] is before  # only a vector arrived
    library.add(Text("a.md", "Memory of a pod"), with_vectors=False)
    assert read(passages, number)[number].chunk.text == "Memory of a pod"
    with library.catalog.change() as change:
        change.put_document(
            DocumentRecord(
                "Notes", "a.md", FileState(1, 1), DocumentMetadata(), "md", (), "1", INDEXED_AT
            )
        )
    assert read(passages, number) == {}


def test_passages_in_use_are_never_evicted(library, monkeypatch):
    monkeypatch.setattr(passage_cache, "_MAX_PASSAGES", 4)
    library.add(Text("a.md", "\n\n".join(f"Memory {n}" for n in range(9))), with_vectors=False)
    numbers = [library.number("a.md", position) for position in range(9)]
    passages = PassageCache(library.scatter)
    kept = read(passages, *numbers[:3])
    assert list(read(passages, *numbers[2:8])) == numbers[2:8]
    assert read(passages, numbers[0])[numbers[0]] is not kept[numbers[0]]


def test_passages_read_before_a_change_are_read_again(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = PassageCache(library.scatter)
    read(passages)
    generation = library.catalog.passages_generation
    assert passages.unknown(keys(number)) == keys(number)
    stored = library.catalog.chunks([number])
    passages.add(generation, stored)
    assert read(passages, number)[number] is stored[number]
    library.add(Text("a.md", "Memory of a pod"), with_vectors=False)
    read(passages)
    passages.add(generation, stored)
    assert read(passages, number)[number].chunk.text == "Memory of a pod"


class CountingEmbedder:
    """Embeds a text as its length and records all queries."""

    def __init__(self, fingerprint="one"):
        self.fingerprint = fingerprint
        self.asked = []

    def embed_query(self, text):
        self.asked.append(text)
        if not text:
            raise ModelError("The model is gone.")
        return np.full(3, len(text), dtype=np.float32)


def test_query_vectors_are_cached_per_model_until_evicted():
    embedder, other, vectors = (
        CountingEmbedder(),
        CountingEmbedder("two"),
        QueryVectorCache(max_vectors=2),
    )
    for text in ("a", "b", "a", "c", "a", "b"):
        assert vectors.of(text, embedder)[0] == 1
    assert embedder.asked == ["a", "b", "c", "b"]  # least recently used, evicted first
    for _ in range(2):
        with pytest.raises(ModelError):  # failures are not cached
            vectors.of("", other)
    vectors.of("b", other)
    assert other.asked == ["", "", "b"]


def share(library: SmallLibrary, query: str) -> float:
    """Return the fraction of the query's words in the best keyword hit."""
    task = RetrievalTask(parse(query), SearchFilters(), None, 10)
    answer = LexicalRetriever(library.scatter).retrieve(task)
    highlighter = library.lexical.highlighter(task.parsed)
    best = max(answer.candidates, key=lambda one: one.raw_score, default=None)
    stored = PassageCache(library.scatter).read([best]).value if best else {}
    found = next(iter(stored.values()), None)
    return coverage_of_best(found, answer.terms, answer.trace.searchable, highlighter)


def test_coverage_counts_distinct_words_in_any_form(library):
    library.add(
        Text("fest.md", "fest fest fest fest fest fest"),
        Text("limit.md", "limit memory"),
        Text("other.md", "swallows fly south", heading=("Memory", "Limits")),
        Text("animals.md", "黄天竺鲷分布于印度洋", lang="zh"),
    )
    assert 0.2 < share(library, "fest memory swallows") < 0.5
    for query in (
        "fest",
        "how the memory is to limit",  # stop words are not required
        "memory limits swallows",  # title and headings contain words
        "黄天竺鲷鱼体呈什么颜色",  # partial matches of compound words are left to the keyword score
        "zzyzx",
    ):
        assert share(library, query) == 1.0, query
