"""Reranking with a small real library: the order, its explanation, and failures."""

from collections.abc import Iterator
from weakref import ref

import pytest

from tests.engine.search.conftest import SmallLibrary, Text
from tests.support.json_schema import load_schema, violations
from tests.support.tiny_gguf import tiny_reranker
from twofold.engine.embedding.llama.reranker import GgufReranker
from twofold.engine.embedding.ports import ReadPassage
from twofold.engine.model.errors import ModelError
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.model.wire import response_as_json
from twofold.engine.search.builtin_reranker import TokenReranker
from twofold.engine.search.pipeline import Searcher, open_searcher

ASKED = SearchRequest("who sleeps", rerank=True)
TEXTS = (
    Text("1.md", "Who sleeps? The cat sleeps."),
    Text("2.md", "It sleeps, the dog, a dog."),
    Text("3.md", "Somebody sleeps in the garage, who?"),
    Text("4.md", "The hound, the hund, the dog."),
)


@pytest.fixture(scope="module")
def reranker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GgufReranker]:
    reranker = GgufReranker(tiny_reranker(tmp_path_factory.mktemp("rank")), threads=1)
    yield reranker
    reranker.close()


@pytest.fixture
def filled(library: SmallLibrary) -> SmallLibrary:
    library.add(*TEXTS)
    return library


@pytest.fixture
def searcher(filled: SmallLibrary, reranker: GgufReranker) -> Iterator[Searcher]:
    searcher = make_searcher(filled, lambda: reranker)
    yield searcher
    searcher.close()


def make_searcher(library: SmallLibrary, provider, **settings: object) -> Searcher:
    stores = library.catalog, library.lexical, library.vectors
    chosen = Settings().replaced(**settings)
    return open_searcher(*stores, lambda: library.embedder, chosen, reranker=provider)


def paths(response):
    return [hit.doc_path for hit in response.hits]


def test_reranking_model_decides_the_order_and_is_named(searcher):
    plain = searcher.search(SearchRequest("who sleeps"))
    response = searcher.search(ASKED)
    assert paths(response)[0] == "4.md" != paths(plain)[0]
    assert sorted(paths(response)) == sorted(paths(plain))
    assert [hit.rerank.rank_after for hit in response.hits] == [1, 2, 3, 4]
    before = {hit.doc_path: hit.rank for hit in plain.hits}
    assert {hit.doc_path: hit.rerank.rank_before for hit in response.hits} == before
    scores = [hit.rerank.score for hit in response.hits]
    assert scores == sorted(scores, reverse=True)
    assert response.trace.rerank.candidates == 4
    votes = {hit.doc_path: (hit.retrieval, hit.score, hit.score_kind) for hit in plain.hits}
    assert {h.doc_path: (h.retrieval, h.score, h.score_kind) for h in response.hits} == votes
    found = response_as_json(response, explain=True)
    assert violations(found, load_schema("search_response.v1.json")) == []
    assert found["trace"]["top"][0]["rerank"] == found["hits"][0]["rerank"]
    # Candidates beyond the limit can come into the list.
    assert paths(searcher.search(SearchRequest("who sleeps", limit=1, rerank=True))) == ["4.md"]


def test_only_the_first_candidates_are_reranked(filled, reranker):
    searcher = make_searcher(filled, lambda: reranker, rerank__candidates=2)
    plain, response = searcher.search(SearchRequest("who sleeps")), searcher.search(ASKED)
    assert response.trace.rerank.candidates == 2
    assert set(paths(response)[:2]) == set(paths(plain)[:2])
    assert paths(response)[2:] == paths(plain)[2:]
    assert [hit.rerank is None for hit in response.hits] == [False, False, True, True]
    searcher.close()


def test_reranking_model_is_loaded_only_when_needed(filled, reranker):
    loaded = []

    def provider():
        loaded.append(True)
        return reranker

    searcher = make_searcher(filled, provider)
    searcher.search(SearchRequest("who sleeps"))
    searcher.search(SearchRequest("", rerank=True))
    assert loaded == []
    searcher.search(ASKED)
    assert loaded == [True]
    searcher.close()


def test_failed_reranking_returns_the_fused_list_with_a_warning(filled):
    class Failing:
        fingerprint, share, passages_read = "failing", 1.0, 50

        def scores(self, *_):
            raise ModelError("llama.cpp could not read the pairs.")

        def close(self):
            pass

    def missing():
        raise ModelError("There is no language model.")

    failing = make_searcher(filled, Failing)
    without = open_searcher(filled.catalog, filled.lexical, None, missing, Settings())
    for searcher, why in (
        (without, "no language model"),
        (failing, "could not read the pairs"),
    ):
        response = searcher.search(ASKED)
        assert paths(response) == paths(searcher.search(SearchRequest("who sleeps")))
        assert why in response.warnings[-1]
        assert all(hit.rerank is None for hit in response.hits)
    failing.close()
    without.close()


def test_newer_search_cancels_reranking(searcher):
    response = searcher.search(ASKED, lambda: True)
    assert paths(response) == paths(searcher.search(SearchRequest("who sleeps")))
    assert "a newer search started before it finished" in response.warnings[0]


def test_reranking_without_a_model_compares_words(filled: SmallLibrary):
    filled.add(Text("5.md", "Buy an automobile and keep it for many a year in the old barn."))
    searcher = filled.searcher()
    plain = searcher.search(SearchRequest("purchase car"))
    response = searcher.search(SearchRequest("purchase car", rerank=True))
    best = response.hits[0]
    assert best.doc_path == "5.md"
    named = {one.word: best.text[one.start : one.end] for one in best.rerank.matches}
    assert named == {"purchase": "Buy", "car": "automobile"}
    assert response.trace.rerank.candidates == len(response.hits)
    assert sorted(paths(response)) == sorted(paths(plain))
    found = response_as_json(response, explain=True)
    assert violations(found, load_schema("search_response.v1.json")) == []


def test_recently_reranked_passages_are_not_read_again(filled: SmallLibrary):
    read = []

    class Counting:
        fingerprint = filled.embedder.fingerprint
        query_tokens = filled.embedder.query_tokens

        def passage_tokens(self, texts, should_stop):
            read.append(len(texts))
            return filled.embedder.passage_tokens(texts, should_stop)

    passages = [ReadPassage("", text.text) for text in TEXTS]
    kept, small = TokenReranker(Counting()), TokenReranker(Counting(), max_bytes=0)
    first = kept.scores("who sleeps", passages, lambda: False)
    assert kept.scores("who sleeps", passages[:2], lambda: False) == first[:2]
    assert sum(read) == 4
    for _ in range(2):
        assert small.scores("who sleeps", passages, lambda: False) == first
    assert sum(read) == 12


def test_vectors_of_many_passages_are_not_in_memory_together(filled: SmallLibrary):
    alive = []

    class Watching:
        fingerprint = filled.embedder.fingerprint
        query_tokens = filled.embedder.query_tokens

        def passage_tokens(self, texts, should_stop):
            gone = []
            for index, tokens in filled.embedder.passage_tokens(texts, should_stop):
                gone.append(ref(tokens.vectors))
                yield index, tokens
                del tokens
                alive.append(sum(one() is not None for one in gone))

    passages = [ReadPassage("", f"{number} {'word ' * 200}") for number in range(20)]
    TokenReranker(Watching(), max_bytes=0).scores("who sleeps", passages, lambda: False)
    assert max(alive) <= 5  # a batch of four texts, and the one that is being scored
