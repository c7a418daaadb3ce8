"""What retrieval keeps for the next search, what it leaves out, and how far words are covered."""

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


def test_a_change_of_the_library_is_seen_at_once(library):
    library.add(Text("a.md", "Memory"), with_vectors=False)
    number = library.number("a.md")
    passages = PassageCache(library.scatter)
    before = read(passages, number)[number]
    with library.catalog.change() as change:
        change.put_vectors("model", [(b"a text", b"\0\0" * 8)])
    assert read(passages, number)[number] is before  # only a vector came
    library.add(Text("a.md", "Memory of a pod"), with_vectors=False)
    assert read(passages, number)[number].chunk.text == "Memory of a pod"
    with library.catalog.change() as change:
        change.put_document(
            DocumentRecord(
                "Notes", "a.md", FileState(1, 1), DocumentMetadata(), "md", (), "1", INDEXED_AT
            )
        )
    assert read(passages, number) == {}


def test_what_is_wanted_now_is_never_forgotten_to_make_room(library, monkeypatch):
    monkeypatch.setattr(passage_cache, "_MAX_PASSAGES", 4)
    library.add(Text("a.md", "\n\n".join(f"Memory {n}" for n in range(9))), with_vectors=False)
    numbers = [library.number("a.md", position) for position in range(9)]
    passages = PassageCache(library.scatter)
    kept = read(passages, *numbers[:3])
    assert list(read(passages, *numbers[2:8])) == numbers[2:8]
    assert read(passages, numbers[0])[numbers[0]] is not kept[numbers[0]]


def test_passages_that_another_thread_read_before_a_change_are_read_again(library):
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
    """Embeds a text as its length, and says what it was asked."""

    def __init__(self, fingerprint="one"):
        self.fingerprint = fingerprint
        self.asked = []

    def embed_query(self, text):
        self.asked.append(text)
        if not text:
            raise ModelError("The model is gone.")
        return np.full(3, len(text), dtype=np.float32)


def test_a_text_is_embedded_once_by_each_model_until_others_take_its_place():
    embedder, other, vectors = (
        CountingEmbedder(),
        CountingEmbedder("two"),
        QueryVectorCache(max_vectors=2),
    )
    for text in ("a", "b", "a", "c", "a", "b"):
        assert vectors.of(text, embedder)[0] == 1
    assert embedder.asked == ["a", "b", "c", "b"]  # asked longest ago, forgotten first
    for _ in range(2):
        with pytest.raises(ModelError):  # a failure is not remembered
            vectors.of("", other)
    vectors.of("b", other)
    assert other.asked == ["", "", "b"]


def share(library: SmallLibrary, query: str) -> float:
    """Return which part of the words of a query the best keyword hit holds."""
    task = RetrievalTask(parse(query), SearchFilters(), None, 10)
    answer = LexicalRetriever(library.scatter).retrieve(task)
    highlighter = library.lexical.highlighter(task.parsed)
    best = max(answer.candidates, key=lambda one: one.raw_score, default=None)
    stored = PassageCache(library.scatter).read([best]).value if best else {}
    found = next(iter(stored.values()), None)
    return coverage_of_best(found, answer.terms, answer.trace.searchable, highlighter)


def test_a_word_repeated_often_stands_for_no_other_and_what_is_held_somehow_is_not_missed(library):
    library.add(
        Text("fest.md", "fest fest fest fest fest fest"),
        Text("limit.md", "limit memory"),
        Text("other.md", "swallows fly south", heading=("Memory", "Limits")),
        Text("animals.md", "黄天竺鲷分布于印度洋", lang="zh"),
    )
    assert 0.2 < share(library, "fest memory swallows") < 0.5
    for query in (
        "fest",
        "how the memory is to limit",  # stop words are not missed
        "memory limits swallows",  # title and headings hold words
        "黄天竺鲷鱼体呈什么颜色",  # a part of a run is left to the keyword score
        "zzyzx",
    ):
        assert share(library, query) == 1.0, query
