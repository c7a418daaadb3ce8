"""A filter that one passage of 10,000 passes: it is found by both retrievers, wherever it ranks."""

import numpy as np
import pytest

from engine.model.document import Chunk, FileState, PlaceKind, StoredChunk, StoredDocument
from engine.model.filters import SearchFilters, TrustLevel
from engine.model.request import Clause, ParsedQuery
from engine.stores.lexical.index import LexicalIndex, merge_tiers
from engine.stores.vectors.index import VectorIndex

PASSAGES = 10_000
RARE = 7_321  # number of the passage, and of its document
DIMENSION = 16


def passage(number):
    # The one that passes names the word once in a long text, the others are nothing but the word.
    text = "a hound sleeps " + "on a mat " * 40 if number == RARE else "hound"
    tags = ("rare",) if number == RARE else ("usual",)
    document = StoredDocument(
        number, "Notes", "/n", f"{number}.md", "", "md", "en", TrustLevel.PRIMARY, tags, "",
        FileState(1, 1), "2026-11-21T00:00:00Z", "1",
    )  # fmt: skip
    chunk = Chunk(0, text, 0, len(text), PlaceKind.LINE, 1, 1, None, None, (), "en", False)
    return StoredChunk(number, chunk, document)


@pytest.fixture(scope="module")
def lexical(tmp_path_factory):
    index = LexicalIndex.open(tmp_path_factory.mktemp("rare") / "lexical")
    index.apply([passage(number) for number in range(1, PASSAGES + 1)], [], 1)
    yield index
    index.close()


@pytest.fixture(scope="module")
def vectors(tmp_path_factory):
    rows = np.random.default_rng(1).standard_normal((PASSAGES, DIMENSION))
    rows[:, 0] = np.abs(rows[:, 0])
    rows[RARE - 1] = [-1.0] + [0.0] * (DIMENSION - 1)  # farthest from the query of all
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = VectorIndex.open(tmp_path_factory.mktemp("rare") / "vectors", DIMENSION, "model")
    numbered = enumerate(rows.astype("<f2"), start=1)
    index.apply([(number, number, row.tobytes()) for number, row in numbered], [], 1)
    yield index
    index.close()


def test_the_largest_list_is_filled_up_as_any_other(lexical):
    query = ParsedQuery((Clause("hound"), Clause("sleeps", group=1)), "", SearchFilters())

    answer = lexical.search(query, PASSAGES, SearchFilters())

    assert answer.candidates[0].chunk_number == RARE
    assert len(answer.candidates) > PASSAGES // 2


def test_scores_of_nothing_are_filled_up_too():
    # Words that every passage of a huge library holds have no weight left after rounding.
    assert merge_tiers([(0.0, 1)], [(0.0, 1), (0.0, 2)], 10) == [(0.0, 1), (0.0, 2)]


@pytest.mark.parametrize("plan", ["auto", "exact", "hnsw"])
def test_meaning_returns_the_one_passage_that_passes_though_it_is_farthest(vectors, plan):
    query = np.eye(1, DIMENSION, dtype=np.float32)[0]

    answer = vectors.search(query, 10, np.array([RARE], dtype=np.int64), plan)

    assert [candidate.chunk_number for candidate in answer.candidates] == [RARE]
    assert (answer.allowed, answer.searchable) == (1, PASSAGES)
    assert RARE not in [c.chunk_number for c in vectors.search(query, 10, None, plan).candidates]
