from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tiny_gguf import CONTEXT_TOKENS, DIMENSION, tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder, plan_batches
from twofold.engine.embedding.llama.text import normalise
from twofold.engine.model.errors import ModelError

TEXTS = ("the car is red", "my physician sleeps", "long words " * 300, "", "kubernetes pod limit")


def test_passage_vectors_keep_their_order_and_have_length_one(embedder):
    texts = (*TEXTS, *(f"text number {number}" for number in range(100)), "a\ud800b\x00c\x07")
    together = embedder.embed_passages(texts)

    assert together.shape == (len(texts), DIMENSION)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(1.0, abs=1e-5)
    alone = np.stack([embedder.embed_query(text) for text in texts])
    assert np.sum(together * alone, axis=1) == pytest.approx(1.0, abs=1e-3)
    assert embedder.embed_passages([]).shape == (0, DIMENSION)


def test_words_with_similar_meaning_are_close(embedder):
    car, automobile, doctor = embedder.embed_passages(["car", "automobile", "doctor"])

    assert float(car @ automobile) > float(car @ doctor) + 0.3


def test_passages_use_the_whole_context_and_long_queries_are_truncated(tiny, embedder):
    words = "car " * (CONTEXT_TOKENS // 2) + "doctor " * (CONTEXT_TOKENS // 2)
    half, whole, longer = embedder.embed_passages([words[: len(words) // 3], words, words * 50])
    assert float(half @ whole) < 0.99
    assert float(whole @ longer) > 0.999

    embedder = GgufEmbedder(*tiny, threads=1, query_tokens=64)
    question = embedder.embed_query("car " * 64)

    assert np.array_equal(embedder.embed_query("car " * 64 + "doctor " * 5000), question)
    assert not np.array_equal(embedder.embed_query("car " * 32 + "doctor " * 5000), question)
    embedder.close()


def test_special_token_markup_is_plain_text_and_truncated_text_keeps_the_end_token(embedder):
    inside = embedder._tokens("", "[SEP] [CLS]", 100)[1:-1]

    assert not set(inside) & set(embedder._tokens("", "", 100))
    assert embedder._tokens("", "car " * 500, 100)[-1] == embedder._tokens("", "car", 100)[-1]


def test_prompts_are_prepended_to_queries_and_passages(tiny, embedder):
    path, description = tiny
    prompted = GgufEmbedder(path, replace(description, query_prompt="query: "), threads=1)
    assert np.array_equal(prompted.embed_query("car"), embedder.embed_query("query: car"))
    assert np.array_equal(prompted.embed_passages(["car"]), embedder.embed_passages(["car"]))
    prompted.close()


def test_preempted_batch_is_repeated_with_the_same_result(embedder):
    texts = ["car limit " * 50] * 3
    asked, started = [], []

    def is_preempted():
        asked.append(len(started))
        return len(asked) == 5

    batches = embedder.passage_batches(texts, lambda: started.append(1), is_preempted)
    found = {row: batch.vectors[n] for batch in batches for n, row in enumerate(batch.indices)}

    assert asked.count(1) == 5  # the first batch was aborted, ...
    assert asked.count(2) > 5  # ... computed again after a check for cancellation, ...
    assert np.array_equal([found[row] for row in range(3)], embedder.embed_passages(texts))
    answers = iter([False, True])
    assert not list(embedder.passage_batches(["car"], lambda: next(answers), lambda: True))


def test_queries_in_many_threads_have_the_same_vectors(embedder):
    question, found = "limit the memory of a pod", []

    def ask():
        found.extend(embedder.embed_query(question) for _ in range(20))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    embedder.embed_passages(TEXTS * 10)
    for thread in threads:
        thread.join()

    assert np.array_equal(found, [embedder.embed_query(question)] * 80)


def test_closed_model_and_missing_file_raise_errors(tmp_path, tiny):
    embedder = GgufEmbedder(*tiny, threads=1)
    embedder.close()
    embedder.close()

    with pytest.raises(ModelError, match="cannot be loaded"):
        GgufEmbedder(tmp_path / "absent.gguf", tiny[1])
    with pytest.raises(ModelError, match="closed"):
        embedder.embed_query("car")
    with pytest.raises(ModelError, match="closed"):
        embedder.embed_passages(["car"])


def test_fingerprint_depends_on_weights_and_prompts(tmp_path, tiny):
    path, description = tiny
    other_path, _ = tiny_model(tmp_path, seed=8)
    models = [
        GgufEmbedder(path, description),
        GgufEmbedder(path, description, threads=2, batch_tokens=256),
        GgufEmbedder(other_path, description),
        GgufEmbedder(path, replace(description, passage_prompt="passage: ")),
    ]

    first, same, other_weights, other_prompt = (model.fingerprint for model in models)
    assert first == same
    assert first.startswith("tiny@")
    assert len({first, other_weights, other_prompt}) == 3
    for model in models:
        model.close()


@given(st.lists(st.integers(1, 50)), st.integers(50, 120), st.integers(1, 8))
def test_every_text_is_in_exactly_one_batch_within_the_limits(lengths, max_tokens, max_texts):
    batches = list(plan_batches(lengths, max_tokens=max_tokens, max_texts=max_texts))

    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    assert all(len(batch) <= max_texts for batch in batches)
    assert all(sum(lengths[index] for index in batch) <= max_tokens for batch in batches)
    longest = [max(lengths[index] for index in batch) for batch in batches]
    assert longest == sorted(longest)  # texts of similar length are grouped


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ｆｕｌｌ ｗｉｄｔｈ", "Full width"),
        ("a\tb\r\nc\n\n d", "a b c d"),
        ("zero\u200bwidth bell\x07 nul\x00", "zero width bell nul"),
        ("e\u0301", "\u00e9"),
    ],
)
def test_text_is_normalised_as_in_the_training_of_the_model(text, expected):
    assert normalise(text) == expected
