from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.embedding.llama.embedder import GgufEmbedder, plan_batches
from engine.embedding.llama.model import normalise
from engine.model.errors import ModelError
from tests.support.tiny_gguf import CONTEXT_TOKENS, DIMENSION, tiny_model

TEXTS = ("the car is red", "my physician sleeps", "long words " * 300, "", "kubernetes pod limit")


def test_passages_come_back_in_the_order_given_with_vectors_of_length_one(embedder):
    texts = (*TEXTS, *(f"text number {number}" for number in range(100)), "a\ud800b\x00c\x07")
    together = embedder.embed_passages(texts)

    assert together.shape == (len(texts), DIMENSION)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(1.0, abs=1e-5)
    alone = np.stack([embedder.embed_query(text) for text in texts])
    assert np.sum(together * alone, axis=1) == pytest.approx(1.0, abs=1e-3)
    assert embedder.embed_passages([]).shape == (0, DIMENSION)


def test_words_of_like_meaning_are_close_and_others_far(embedder):
    car, automobile, doctor = embedder.embed_passages(["car", "automobile", "doctor"])

    assert float(car @ automobile) > float(car @ doctor) + 0.3


def test_passages_are_read_as_far_as_the_context_goes(embedder):
    words = "car " * (CONTEXT_TOKENS // 2) + "doctor " * (CONTEXT_TOKENS // 2)
    half, whole, longer = embedder.embed_passages([words[: len(words) // 3], words, words * 50])

    assert float(half @ whole) < 0.99
    assert float(whole @ longer) > 0.999


def test_a_question_that_never_ends_is_read_as_far_as_answers_stay_quick(tiny):
    path, description = tiny
    embedder = GgufEmbedder(path, description, threads=1, query_tokens=64)
    question = embedder.embed_query("car " * 64)

    assert np.array_equal(embedder.embed_query("car " * 64 + "doctor " * 5000), question)
    assert not np.array_equal(embedder.embed_query("car " * 32 + "doctor " * 5000), question)
    embedder.close()


def test_markup_of_special_tokens_is_plain_text_and_cut_text_keeps_the_closing_one(embedder):
    inside = embedder._tokens("", "[SEP] [CLS]", 100)[1:-1]

    assert not set(inside) & set(embedder._tokens("", "", 100))
    assert embedder._tokens("", "car " * 500, 100)[-1] == embedder._tokens("", "car", 100)[-1]


def test_white_space_and_width_do_not_change_the_vector(embedder):
    wide = embedder.embed_query("ｃａｒ\n\tlimit")

    assert np.array_equal(wide, embedder.embed_query("car limit"))


def test_prompts_are_put_before_queries_and_passages(tiny):
    path, description = tiny
    prompted = GgufEmbedder(path, replace(description, query_prompt="query: "), threads=1)
    plain = GgufEmbedder(path, description, threads=1)

    assert np.array_equal(prompted.embed_query("car"), plain.embed_query("query: car"))
    assert np.array_equal(prompted.embed_passages(["car"]), plain.embed_passages(["car"]))
    prompted.close()
    plain.close()


def test_bulk_embedding_ends_between_batches_when_asked(embedder):
    texts = ["car " * 100] * 40
    answers = iter([False, False, True])

    done = [
        i for batch in embedder.passage_batches(texts, lambda: next(answers)) for i in batch.indices
    ]

    assert 0 < len(done) < len(texts)


def test_a_preempted_batch_is_begun_anew_and_comes_out_the_same(embedder):
    texts = ["car limit " * 50] * 3
    asked, started = [], []

    def is_preempted():
        asked.append(len(started))
        return len(asked) == 5

    batches = embedder.passage_batches(texts, lambda: started.append(1), is_preempted)
    found = {row: vector for batch in batches for row, vector in zip(*_parts(batch), strict=True)}

    assert asked.count(1) == 5  # the first batch was dropped in its middle, ...
    assert asked.count(2) > 5  # ... computed again, once it was asked whether to stop, ...
    assert sorted(found) == [0, 1, 2]  # ... and none is missing
    expected = embedder.embed_passages(texts)
    assert all(np.array_equal(found[row], expected[row]) for row in found)
    answers = iter([False, True])
    assert not list(embedder.passage_batches(["car"], lambda: next(answers), lambda: True))


def _parts(batch):
    return batch.indices, batch.vectors


def test_queries_from_many_threads_agree(embedder):
    expected = embedder.embed_query("limit the memory of a pod")
    found = []

    def ask():
        found.extend(embedder.embed_query("limit the memory of a pod") for _ in range(20))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    embedder.embed_passages(TEXTS * 10)
    for thread in threads:
        thread.join()

    assert len(found) == 80
    assert all(np.array_equal(vector, expected) for vector in found)


def test_closed_model_says_so(tiny):
    path, description = tiny
    embedder = GgufEmbedder(path, description, threads=1)
    embedder.close()
    embedder.close()

    with pytest.raises(ModelError, match="closed"):
        embedder.embed_query("car")
    with pytest.raises(ModelError, match="closed"):
        embedder.embed_passages(["car"])


def test_fingerprint_follows_the_weights_and_the_prompts(tmp_path, tiny):
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


def test_missing_file_is_one_clear_sentence(tmp_path, tiny):
    with pytest.raises(ModelError, match="cannot be loaded"):
        GgufEmbedder(tmp_path / "absent.gguf", tiny[1])


@pytest.mark.parametrize(
    ("lengths", "limits", "batches"),
    [
        ([90, 10, 95, 12], (200, 2), [(1, 3), (0, 2)]),
        ([6, 6, 6], (12, 64), [(0, 1), (2,)]),
        ([500, 3], (100, 64), [(1,), (0,)]),
        ([], (10, 10), []),
    ],
)
def test_texts_of_like_length_share_a_batch_within_the_limits(lengths, limits, batches):
    most_tokens, most_texts = limits
    assert list(plan_batches(lengths, max_tokens=most_tokens, max_texts=most_texts)) == batches


@given(st.lists(st.integers(1, 50)), st.integers(50, 120), st.integers(1, 8))
def test_every_text_is_in_exactly_one_batch_within_the_limits(lengths, max_tokens, max_texts):
    batches = list(plan_batches(lengths, max_tokens=max_tokens, max_texts=max_texts))

    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    assert all(len(batch) <= max_texts for batch in batches)
    assert all(sum(lengths[index] for index in batch) <= max_tokens for batch in batches)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ｆｕｌｌ ｗｉｄｔｈ", "Full width"),
        ("ﬁne ①", "fine 1"),
        ("a\tb\r\nc\n\n d", "a b c d"),
        ("zero\u200bwidth\ufeff", "zero width"),
        ("bell\x07 nul\x00 del\x7f", "bell nul del"),
        ("e\u0301", "\u00e9"),
    ],
)
def test_text_is_brought_to_the_form_the_model_was_trained_on(text, expected):
    assert normalise(text) == expected


@given(st.text())
def test_normalised_text_stays_as_it_is(text):
    assert normalise(normalise(text)) == normalise(text)
