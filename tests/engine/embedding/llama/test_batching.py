from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.embedding.llama.embedder import plan_batches


def test_texts_of_like_length_share_a_batch():
    batches = list(plan_batches([90, 10, 95, 12], max_tokens=200, max_texts=2))

    assert batches == [(1, 3), (0, 2)]


def test_batch_is_closed_before_its_tokens_overflow():
    assert list(plan_batches([6, 6, 6], max_tokens=12, max_texts=64)) == [(0, 1), (2,)]


def test_text_longer_than_a_batch_is_alone():
    assert list(plan_batches([500, 3], max_tokens=100, max_texts=64)) == [(1,), (0,)]


def test_no_texts_make_no_batches():
    assert list(plan_batches([], max_tokens=10, max_texts=10)) == []


@given(st.lists(st.integers(1, 50)), st.integers(50, 120), st.integers(1, 8))
def test_every_text_is_in_exactly_one_batch_within_the_limits(lengths, max_tokens, max_texts):
    batches = list(plan_batches(lengths, max_tokens=max_tokens, max_texts=max_texts))

    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    assert all(len(batch) <= max_texts for batch in batches)
    assert all(sum(lengths[index] for index in batch) <= max_tokens for batch in batches)
