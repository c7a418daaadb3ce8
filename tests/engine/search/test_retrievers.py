"""The retrievers: words that a query excludes, and vectors of queries asked again."""

import numpy as np
import pytest

from engine.model.errors import ModelError
from engine.model.hit import Candidate
from engine.search.query_language import parse
from engine.search.retrievers import QueryVectorCache, without_excluded
from tests.engine.search.conftest import Text


def test_the_best_without_an_excluded_word_are_kept_and_ranked_anew(library):
    library.add(*(Text(f"{n}.txt", "apple pie" if n % 3 else "apple") for n in range(9)))
    numbers = [library.number(f"{n}.txt") for n in range(9)]
    candidates = [Candidate(number, 1.0, rank) for rank, number in enumerate(numbers, start=1)]
    stores = library.catalog, library.lexical

    kept = without_excluded(*stores, parse("apple -pie"), candidates, 2)

    assert [(c.chunk_number, c.rank) for c in kept] == [(numbers[0], 1), (numbers[3], 2)]
    assert len(without_excluded(*stores, parse("apple -pie"), candidates, 5)) == 3
    assert without_excluded(*stores, parse("apple"), candidates, 4) == tuple(candidates[:4])


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
    embedder, other, vectors = CountingEmbedder(), CountingEmbedder("two"), QueryVectorCache(most=2)
    first = vectors.of("pod", embedder)
    assert np.array_equal(first, vectors.of("pod", embedder))
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1.0
    for text in ("a", "b", "a", "c", "a", "b"):
        vectors.of(text, embedder)
    assert embedder.asked == ["pod", "a", "b", "c", "b"]  # asked longest ago, forgotten first
    for _ in range(2):
        with pytest.raises(ModelError):  # a failure is not remembered
            vectors.of("", other)
    vectors.of("b", other)
    assert other.asked == ["", "", "b"]
