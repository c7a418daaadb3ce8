import ctypes
import mmap
import sys

import numpy as np
import pytest

from engine.embedding.buffer_clearing import clear_without_filling
from engine.embedding.llama_context import LlamaContext
from engine.embedding.word_predictions import WordPredictions

TEXTS = ["the car is red " * 4, "my physician sleeps", "kubernetes pod limit " * 4]


@pytest.fixture
def context(embedder):
    made = LlamaContext(embedder._model, tokens=256, sequences=8, threads=1, pooling="mean")
    yield made
    made.close()


def pages_in_memory(start: int, size: int) -> int:
    """Count the whole pages of a stretch that take memory."""
    first = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE
    pages = (start + size - first) // mmap.PAGESIZE
    states = (ctypes.c_ubyte * pages)()
    mincore = ctypes.CDLL(None, use_errno=True).mincore
    mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
    if mincore(first, pages * mmap.PAGESIZE, states):
        pytest.skip("this system does not tell which pages are in memory")
    return sum(state & 1 for state in states)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux frees pages at once")
def test_the_room_for_predicted_words_takes_no_memory(embedder, context):
    sequences = [embedder._tokens("", text, 256) for text in TEXTS]
    context.embed(sequences)
    room = sum(map(len, sequences)) * embedder._model.words * 4
    assert room > 2 * mmap.PAGESIZE
    assert pages_in_memory(context._predictions.address, room) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux frees pages at once")
def test_the_room_for_predicted_words_never_takes_memory(embedder, context, monkeypatch):
    if not clear_without_filling():
        pytest.skip("this build of llama.cpp clears its buffers in its own way")
    monkeypatch.setattr(WordPredictions, "give_back", lambda *_: None)
    sequences = [embedder._tokens("", text, 256) for text in TEXTS]
    context.embed(sequences)
    room = sum(map(len, sequences)) * embedder._model.words * 4
    assert pages_in_memory(context._predictions.address, room) == 0


def test_vectors_are_the_same_after_the_room_was_given_back(embedder, context):
    sequences = [embedder._tokens("", text, 256) for text in TEXTS]
    first = context.embed(sequences)
    assert np.array_equal(context.embed(sequences), first)
    alone = [context.embed([sequence])[0] for sequence in sequences]
    assert np.allclose(alone, first, atol=1e-4)


def test_passages_have_a_context_when_first_one_is_embedded(embedder):
    embedder.embed_query("car")
    assert embedder._bulk_context is None
    embedder.embed_passages(["car"])
    assert embedder._bulk_context is not None
