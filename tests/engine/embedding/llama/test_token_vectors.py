"""Vectors of single tokens, grouped by word, with real llama.cpp."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.support.tiny_gguf import CONTEXT_TOKENS, tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.ports import TokenVectors
from twofold.engine.model.errors import ModelError


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GgufEmbedder]:
    embedder = GgufEmbedder(*tiny_model(tmp_path_factory.mktemp("tokens")), threads=1)
    yield embedder
    embedder.close()


def never() -> bool:
    return False


def words(text: str, tokens: TokenVectors) -> list[str]:
    spans = dict.fromkeys((start, end) for start, end in tokens.spans.tolist() if end > start)
    return [text[start:end] for start, end in spans]


def test_each_token_has_a_vector_and_its_word(embedder):
    text = 'Buy "a car", (or an\tautomobile)!'
    ((index, tokens),) = embedder.passage_tokens([text], never)
    assert index == 0
    assert tokens.vectors.shape == (len(tokens.spans), embedder.dimension)
    assert np.allclose(np.linalg.norm(tokens.vectors.astype(np.float32), axis=1), 1, atol=1e-3)
    assert words(text, tokens) == ["Buy", "a", "car", "or", "an", "automobile"]
    asked = embedder.query_tokens("vehicle")
    likest = (asked.vectors @ tokens.vectors.T).max(axis=0).argmax()
    start, end = tokens.spans[likest]
    assert text[start:end] in {"car", "automobile"}


def test_vectors_of_a_text_do_not_depend_on_the_batch(embedder):
    texts = ["a dog", "the doctor buys a car", "", "limit"]
    together = dict(embedder.passage_tokens(texts, never))
    assert sorted(together) == [0, 1, 2, 3]
    for index, text in enumerate(texts):
        ((_, alone),) = embedder.passage_tokens([text], never)
        assert np.array_equal(alone.spans, together[index].spans)
        assert np.allclose(alone.vectors, together[index].vectors, atol=2e-3)
    assert together[2].vectors.shape == (0, embedder.dimension)


@pytest.mark.parametrize("length", range(CONTEXT_TOKENS - 12, CONTEXT_TOKENS + 40))
def test_text_longer_than_the_context_is_truncated_anywhere(embedder, length):
    text = "a " * (length // 2) + "unbelievable stones remain " * 4
    ((_, tokens),) = embedder.passage_tokens([text], never)
    assert len(tokens.vectors) == len(tokens.spans) <= CONTEXT_TOKENS
    assert (tokens.spans[:, 1] <= len(text)).all()


def test_embedding_tokens_stops_when_cancelled(embedder):
    asked = []

    def after_the_first() -> bool:
        asked.append(True)
        return len(asked) > 1

    texts = ["word " * CONTEXT_TOKENS] * 8
    assert len(list(embedder.passage_tokens(texts, after_the_first))) < len(texts)


def test_closed_model_raises_an_error_even_between_batches(tmp_path):
    embedder = GgufEmbedder(*tiny_model(tmp_path), threads=1)
    reading = embedder.passage_tokens(["word " * CONTEXT_TOKENS] * 8, never)
    next(reading)
    embedder.close()
    with pytest.raises(ModelError):
        list(reading)
    with pytest.raises(ModelError):
        embedder.query_tokens("vehicle")
