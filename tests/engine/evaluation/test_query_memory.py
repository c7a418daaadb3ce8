"""A query is embedded once, however many ways it is searched."""

import numpy as np

from engine.evaluation.query_memory import QueryMemory


class Counting:
    """Counts what the real model is asked."""

    def __init__(self, embedder):
        self.embedder, self.queries = embedder, []

    def embed_query(self, text):
        self.queries.append(text)
        return self.embedder.embed_query(text)

    def __getattr__(self, name):
        return getattr(self.embedder, name)


def test_the_same_query_is_embedded_once(embedder):
    counting = Counting(embedder)
    memory = QueryMemory(counting)
    first = memory.embed_query("car")
    assert np.array_equal(memory.embed_query("car"), first)
    assert not np.array_equal(memory.embed_query("dog"), first)
    assert counting.queries == ["car", "dog"]
    assert (memory.fingerprint, memory.dimension) == (embedder.fingerprint, embedder.dimension)


def test_an_evaluation_embeds_each_query_once(evaluate, judged, embedder):
    counting = Counting(embedder)
    evaluate(judged, embedder=counting)
    assert counting.queries == ["car", "dog", "doctor"]
