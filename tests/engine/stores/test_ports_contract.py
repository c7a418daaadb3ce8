"""The contract of every lexical and vector store, whatever the implementation.

See `engine.stores.ports`. The tests use only the protocols. To test another implementation, add an
entry to LEXICAL or VECTORS: a function that opens the store in a folder, read-only or not.
"""

from functools import partial
from pathlib import Path

import numpy as np
import pytest

from tests.engine.sharing.milvus import (
    TEST_URI,
    PublishedLexical,
    PublishedVectors,
    needs_milvus,
    release_file,
    server_of,
)
from tests.engine.stores.passages import NO_FILTER, found, passage, words
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.search_request import ClauseKind
from twofold.engine.sharing.server import Server
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.ports import LexicalReader, VectorReader
from twofold.engine.stores.vectors.index import VectorIndex

DIMENSION = 4
MODEL = "model-a"


def embedded_lexical(folder: Path, *, read_only: bool = False) -> LexicalReader:
    return LexicalIndex.open(folder / "lexical", read_only)


def embedded_vectors(folder: Path, *, read_only: bool = False) -> VectorReader:
    return VectorIndex.open(folder / "vectors", DIMENSION, MODEL, read_only=read_only)


def milvus_lexical(server: Server, folder: Path, *, read_only: bool = False) -> LexicalReader:
    return PublishedLexical(server, folder, read_only=read_only)


def milvus_vectors(server: Server, _folder: Path, *, read_only: bool = False) -> VectorReader:
    return PublishedVectors(server, dimension=DIMENSION, model=MODEL, read_only=read_only)


def on(kind: str, open_store):
    """Return a test parameter: an implementation, and the kind of Milvus server that it needs."""
    marks = [] if kind == "embedded" else [needs_milvus]
    return pytest.param((kind, open_store), id=f"{kind}-{open_store.__name__}", marks=marks)


KINDS = ("file", "server", *(["test-uri"] if TEST_URI else []))
LEXICAL = [on("embedded", embedded_lexical), *(on(kind, milvus_lexical) for kind in KINDS)]
VECTORS = [on("embedded", embedded_vectors), *(on(kind, milvus_vectors) for kind in KINDS)]


def opener(request, tmp_path, expected_log):
    """Return a function that opens the store repeatedly. All are closed after the test."""
    expected_log.append("grpc._server: Exception calling application: Method not implemented!")
    stores = []
    kind, make = request.param
    if kind == "embedded":
        opened = partial(make, tmp_path)
    else:
        uris = {"file": str(tmp_path / "milvus.db"), "test-uri": TEST_URI}
        uri = request.getfixturevalue("lite_server").uri if kind == "server" else uris[kind]
        name = server_of(uri).address.collection
        opened = lambda **about: make(server_of(uri, name), tmp_path, **about)  # noqa: E731

    def open_store(*, read_only: bool = False):
        stores.append(opened(read_only=read_only))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()
    if kind == "file":
        release_file(uri)


open_lexical = pytest.fixture(params=LEXICAL)(opener)
open_vectors = pytest.fixture(params=VECTORS)(opener)
open_store = pytest.fixture(params=[*LEXICAL, *VECTORS])(opener)


def row(*numbers: float) -> bytes:
    vector = np.array(numbers, dtype=np.float64)
    return (vector / np.linalg.norm(vector)).astype("<f2").tobytes()


def near(store: VectorReader, *numbers: float, limit: int = 10, **about):
    query = np.array(numbers, dtype=np.float32)
    return [hit.chunk_number for hit in store.search(query, limit, **about).candidates]


def documents(*numbers: int) -> np.ndarray:
    return np.array(sorted(numbers), dtype=np.int64)


# --- Both: state and files ---


def put(store: LexicalReader | VectorReader, numbers: list[int], deleted=(), generation: int = 1):
    """Put chunks with the text 'alpha', or with equal vectors."""
    if hasattr(store, "fingerprint"):
        store.apply([(number, number, row(1, 0, 0, 0)) for number in numbers], deleted, generation)
    else:
        store.apply([passage(number, "alpha") for number in numbers], deleted, generation)


def held(store: LexicalReader | VectorReader) -> list[int]:
    return (
        near(store, 1, 0, 0, 0) if hasattr(store, "fingerprint") else found(store, words("alpha"))
    )


def size(store: LexicalReader | VectorReader) -> int:
    return store.count if hasattr(store, "fingerprint") else store.size


def test_new_store_is_empty_at_generation_zero(open_store):
    store = open_store()
    assert (size(store), held(store), store.generation or 0) == (0, [], 0)
    assert store.version


def test_applied_changes_are_found_with_their_generation(open_store):
    store = open_store()
    put(store, [3, 1, 2], generation=7)
    assert (size(store), store.generation) == (3, 7)
    assert held(store) == [1, 2, 3]  # equal scores rank by chunk number
    put(store, [], generation=9)
    assert (held(store), store.generation) == ([1, 2, 3], 9)


def test_chunk_put_again_is_stored_once(open_store):
    store = open_store()
    put(store, [1, 2], generation=1)
    put(store, [2, 2, 3], generation=2)
    assert (size(store), held(store)) == (3, [1, 2, 3])


def test_only_deleted_chunks_are_removed(open_store):
    store = open_store()
    put(store, [1, 2, 3], generation=1)
    put(store, [4], deleted=[2, 99], generation=2)
    assert (size(store), held(store), store.generation) == (3, [1, 3, 4], 2)


def test_reopened_store_is_complete(open_store):
    store = open_store()
    put(store, [1, 2], generation=3)
    version = store.version
    store.close()
    again = open_store()
    assert (held(again), again.generation, again.version) == ([1, 2], 3, version)


def test_reader_sees_changes_after_a_refresh(open_store):
    writer = open_store()
    put(writer, [1], generation=1)
    reader = open_store(read_only=True)
    put(writer, [2], generation=2)
    reader.refresh()
    assert (held(reader), reader.generation) == ([1, 2], 2)


def test_read_only_store_rejects_changes(open_store):
    put(open_store(), [1])
    reader = open_store(read_only=True)
    with pytest.raises(IndexUnavailableError):
        put(reader, [2], generation=2)
    assert held(reader) == [1]


def test_failed_change_has_no_effect_and_can_be_repeated(open_store):
    store = open_store()
    put(store, [1, 2], generation=1)
    if hasattr(store, "fingerprint"):
        added = [(3, 3, row(1, 0, 0, 0)), (4, 4, b"no vector")]
        with pytest.raises(IndexUnavailableError):
            store.apply(added, [1], 2)
    else:

        def failing():
            yield passage(3, "alpha")
            raise IndexUnavailableError("The catalog cannot be read.")

        with pytest.raises(IndexUnavailableError):
            store.apply(failing(), [1], 2)
    assert (size(store), held(store), store.generation) == (2, [1, 2], 1)
    put(store, [3], deleted=[1], generation=2)
    assert (held(store), store.generation) == ([2, 3], 2)


# --- A lexical store ---


def test_passages_with_all_words_rank_before_partial_matches(open_lexical):
    store = open_lexical()
    texts = {1: "alpha", 2: "alpha beta", 3: "gamma", 4: "beta and much else beside it"}
    store.apply([passage(number, text) for number, text in texts.items()], [], 1)
    answer = store.search(words("alpha", "beta"), 10, NO_FILTER)
    hits = answer.candidates
    assert hits[0].chunk_number == 2
    assert {hit.chunk_number for hit in hits} == {1, 2, 4}
    assert [hit.rank for hit in hits] == [1, 2, 3]
    assert [hit.raw_score for hit in hits] == sorted((h.raw_score for h in hits), reverse=True)
    assert {term.term: term.passages for term in answer.terms} == {"alpha": 2, "beta": 2}
    assert answer.allowed == 4


def test_filters_and_allowed_documents_apply_before_the_limit(open_lexical):
    store = open_lexical()
    rare = passage(500, "alpha " + "and much else " * 50, path="500.md", tags=("rare",), lang="de")
    store.apply([*(passage(number, "alpha") for number in range(1, 300)), rare], [], 1)
    only = documents(500)
    last = store.search(words("alpha"), 300, NO_FILTER).candidates[-1]
    for filters in (
        SearchFilters(tags_any=("rare",)),
        SearchFilters(langs_none=("en",)),
        SearchFilters(path_glob="500.*"),
    ):
        answer = store.search(words("alpha"), 1, filters, only)
        assert [hit.chunk_number for hit in answer.candidates] == [500]
        assert answer.candidates[0].raw_score == last.raw_score  # a filter changes no score
        assert answer.allowed == 1
    nobody = SearchFilters(path_glob="none")
    assert found(store, words("alpha"), 5, nobody, allowed=documents()) == []


def test_unsupported_filter_is_not_ignored(open_lexical):
    store = open_lexical()
    store.apply([passage(1, "alpha")], [], 1)
    try:
        numbers = found(store, words("alpha"), 9, SearchFilters(path_glob="none"))
    except IndexUnavailableError:
        numbers = []
    assert numbers == []


def test_exclusions_phrases_and_prefixes_are_supported(open_lexical):
    store = open_lexical()
    texts = {1: "alpha beta", 2: "beta alpha", 3: "alphabet"}
    store.apply([passage(number, text) for number, text in texts.items()], [], 1)
    assert found(store, words("alpha beta", kind=ClauseKind.PHRASE)) == [1]
    assert found(store, words("alph", kind=ClauseKind.PREFIX)) == [3, 1, 2]
    assert set(found(store, words("alph"), prefix_last=True)) == {1, 2, 3}
    assert found(store, words("alphabet", excluded=("beta",))) == [3]
    assert found(store, words("omega")) == found(store, words()) == []
    assert store.without_excluded(words(excluded=("beta",)), documents(1, 2, 3)).tolist() == [3]
    assert store.without_excluded(words("beta"), documents(1, 2)).tolist() == [1, 2]


def test_letters_of_an_abbreviation_count_like_words(open_lexical):
    store = open_lexical()
    texts = {1: "the group theory of rings", 2: "some numbers, e.g. seven"}
    store.apply([passage(number, text) for number, text in texts.items()], [], 1)
    assert found(store, words("group", "theory", "rings", "e.g.")) == [1, 2]


def test_term_statistics_are_returned(open_lexical):
    store = open_lexical()
    texts = ("the finalizer waits", "a finalizer", "finches and keys")
    store.apply([passage(number, text) for number, text in enumerate(texts, 1)], [], 1)
    content = store.content_words(words("the", "finalizer"))
    assert [(term.term, term.passages) for term in content] == [("finalizer", 2)]
    begun = store.words_beginning("fin", 5)
    assert [(term.term, term.passages) for term in begun] == [("finalizer", 2), ("finches", 1)]
    similar = store.similar_word("finalizr")
    assert (similar.term, similar.passages) == ("finalizer", 2)
    assert store.similar_word("keye") is None
    assert store.key_terms("finalizer finalizer keys", 1) == ("finalizer",)


def test_rewritten_store_has_statistics_without_deleted_chunks(open_lexical):
    store = open_lexical()
    every = [passage(number, "alpha") for number in range(1, 21)]
    store.apply(every, [], 1)
    store.apply([], range(1, 11), 2)
    store.rewrite(every[10:], 3)
    assert (store.deleted_docs, store.size, store.generation) == (0, 10, 3)
    assert [term.passages for term in store.content_words(words("alpha"))] == [10]


def test_literal_candidates_include_every_match(tmp_path):
    store = embedded_lexical(tmp_path)
    texts = {1: "The Gro\u00dfe Stra\u00dfe", 2: "gro\u00df", 3: "else"}
    store.apply([passage(number, text) for number, text in texts.items()], [], 4)
    holders = store.literal_holders("strasse".casefold())
    assert (1 in holders.numbers, holders.generation) == (True, 4)
    store.close()


def test_highlighter_matches_the_search(open_lexical):
    store = open_lexical()
    store.apply([passage(1, "Running pods")], [], 1)
    spans = store.highlighter(words("run")).highlight("Running pods", "en")
    assert [(span.start, span.end) for span in spans] == [(0, 7)]
    assert found(store, words("run")) == [1]


# --- A vector store ---


@pytest.fixture
def filled(open_vectors):
    store = open_vectors()
    rows = {1: row(1, 0, 0, 0), 2: row(1, 1, 0, 0), 3: row(0, 1, 0, 0), 4: row(1, 0, 0, 0)}
    store.apply([(number, 10 * number, vector) for number, vector in rows.items()], [], 1)
    return store


def test_chunks_rank_by_cosine_and_equal_ones_by_number(filled):
    answer = filled.search(np.array([1, 0, 0, 0], dtype=np.float32), 10)
    assert [hit.chunk_number for hit in answer.candidates] == [1, 4, 2, 3]
    assert [hit.rank for hit in answer.candidates] == [1, 2, 3, 4]
    assert answer.candidates[0].raw_score == pytest.approx(1.0, abs=1e-3)
    assert answer.candidates[3].raw_score == pytest.approx(0.0, abs=1e-3)
    assert (answer.searchable, answer.allowed) == (4, 4)
    assert near(filled, 1, 0, 0, 0, limit=1) == [1]


@pytest.mark.parametrize("plan", ["auto", "exact", "hnsw"])
def test_allowed_documents_apply_before_the_limit_in_every_plan(filled, plan):
    assert near(filled, 1, 0, 0, 0, limit=1, allowed=documents(30), plan=plan) == [3]
    assert near(filled, 1, 0, 0, 0, allowed=documents(20, 40, 99), plan=plan) == [4, 2]
    assert near(filled, 1, 0, 0, 0, allowed=documents(), plan=plan) == []


def test_replaced_vector_is_found(filled):
    filled.apply([(3, 30, row(0, 0, 1, 0)), (3, 30, row(1, 0, 0, 0))], [], 2)
    assert near(filled, 1, 0, 0, 0) == [1, 3, 4, 2]
    filled.apply([], [1], 3)
    filled.apply([(1, 10, row(1, 0, 0, 0))], [1], 4)  # a chunk that is deleted and put is present
    assert near(filled, 1, 0, 0, 0) == [1, 3, 4, 2]


def test_single_vectors_and_cosines(filled):
    query = np.array([0, 1, 0, 0], dtype=np.float32)
    assert filled.cosines_of(query, [3, 99, 1]) == pytest.approx({3: 1.0, 1: 0.0}, abs=1e-3)
    assert filled.vector_of(3).tolist() == pytest.approx([0, 1, 0, 0], abs=1e-3)
    assert filled.vector_of(99) is None
    assert filled.fingerprint == MODEL


def test_background_similarity_covers_all_vectors(filled):
    background = filled.background(np.array([1, 0, 0, 0], dtype=np.float32))
    assert background.sample == 4
    assert background.mean == pytest.approx((1 + 1 + 0.5**0.5 + 0) / 4, abs=1e-3)
    assert background.spread > 0
    filled.apply([], [1, 2, 3, 4], 2)
    assert filled.background(np.array([1, 0, 0, 0], dtype=np.float32)).sample == 0


@pytest.mark.parametrize("query", [[1, 0], [1, 0, 0, 0, 0], [float("nan"), 0, 0, 0]])
def test_query_with_a_wrong_dimension_is_an_error(filled, query):
    with pytest.raises(IndexUnavailableError):
        filled.search(np.array(query, dtype=np.float32), 1)
