import numpy as np
import pytest

from engine.model.errors import ModelError
from engine.search.retrievers import QueryVectorCache


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


def test_a_text_is_embedded_once():
    embedder, vectors = CountingEmbedder(), QueryVectorCache()
    first, second = vectors.of("pod", embedder), vectors.of("pod", embedder)
    assert embedder.asked == ["pod"]
    assert np.array_equal(first, second)


def test_another_model_embeds_the_text_anew():
    vectors, other = QueryVectorCache(), CountingEmbedder("two")
    vectors.of("pod", CountingEmbedder())
    vectors.of("pod", other)
    assert other.asked == ["pod"]


def test_the_text_asked_longest_ago_is_forgotten_first():
    embedder, vectors = CountingEmbedder(), QueryVectorCache(most=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        vectors.of(text, embedder)
    assert embedder.asked == ["a", "b", "c", "b"]


def test_a_failure_is_not_remembered():
    embedder, vectors = CountingEmbedder(), QueryVectorCache()
    for _ in range(2):
        with pytest.raises(ModelError):
            vectors.of("", embedder)
    assert embedder.asked == ["", ""]


def test_a_remembered_vector_cannot_be_changed():
    vector = QueryVectorCache().of("pod", CountingEmbedder())
    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 1.0
