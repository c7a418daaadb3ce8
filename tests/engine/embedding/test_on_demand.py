"""A model is in memory only while something is being embedded."""

from __future__ import annotations

import json
import sys
from contextlib import suppress

import numpy as np
import pytest

from tests.support.tiny_gguf import CONTEXT_TOKENS, DIMENSION, tiny_model
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.models.loading import load_on_demand
from twofold.engine.embedding.models.probe import ModelTrial
from twofold.engine.embedding.on_demand import EmbedderFacts, OnDemandEmbedder
from twofold.engine.model.errors import ModelError

ANSWER = json.dumps({"dimension": DIMENSION, "context_tokens": CONTEXT_TOKENS})
FINDS_IT_GOOD = ModelTrial((sys.executable, "-c", f"print({ANSWER!r})"))


class ModelLoader:
    """Loads real models and stores them, so that tests can see which were closed."""

    def __init__(self, model):
        self.model, self.loaded = model, []

    def create(self):
        self.loaded.append(GgufEmbedder(*self.model, threads=2, batch_tokens=CONTEXT_TOKENS))
        return self.loaded[-1]

    @property
    def in_memory(self):
        found = []
        for number, one in enumerate(self.loaded):
            with suppress(ModelError):
                one.embed_query("car")
                found.append(number)
        return found


@pytest.fixture
def created(tiny):
    return ModelLoader(tiny)


@pytest.fixture
def on_demand(created, embedder):
    facts = EmbedderFacts(
        embedder.dimension, embedder.fingerprint, embedder.max_tokens, embedder.near_cosine
    )
    on_demand = OnDemandEmbedder(facts, created.create)
    yield on_demand
    on_demand.close()


def test_checked_file_and_its_embedder_report_the_same_properties(tiny_copy, tiny, embedder):
    on_demand = load_on_demand(tiny_copy, tiny[1], threads=1, trial=FINDS_IT_GOOD)
    for fact in ("fingerprint", "dimension", "max_tokens", "near_cosine"):
        assert getattr(on_demand, fact) == getattr(embedder, fact)
    assert np.array_equal(on_demand.embed_query("car"), embedder.embed_query("car"))
    on_demand.close()


def test_nothing_is_loaded_before_a_text_is_embedded(created, on_demand, embedder):
    on_demand.limit_threads(1)
    on_demand.unload()
    assert created.loaded == []
    vectors = on_demand.embed_passages(["car", "dog"])
    assert np.array_equal(vectors, embedder.embed_passages(["car", "dog"]))
    on_demand.embed_query("car")
    assert created.in_memory == [0]


def test_unloaded_model_is_loaded_again_for_the_next_text(created, on_demand):
    before = on_demand.embed_query("car")
    on_demand.unload()
    assert created.in_memory == []
    assert np.array_equal(on_demand.embed_query("car"), before)
    assert created.in_memory == [1]
    on_demand.close()
    on_demand.close()
    with pytest.raises(ModelError, match="closed"):
        on_demand.embed_query("car")
    assert len(created.loaded) == 2


def test_model_is_not_unloaded_between_two_batches(created, on_demand):
    texts = [f"the doctor has {number} dogs " * 5 for number in range(8)]
    batches = on_demand.passage_batches(texts)
    done = [next(batches)]
    on_demand.unload()
    done += batches
    assert sorted(index for batch in done for index in batch.indices) == list(range(8))
    assert created.in_memory == [0]
    on_demand.unload()
    assert created.in_memory == []


def test_file_replaced_in_the_meantime_is_rejected(tmp_path, created, on_demand):
    on_demand.load()
    on_demand.unload()
    created.model = tiny_model(tmp_path, seed=8)
    with pytest.raises(ModelError, match="replaced"):
        on_demand.embed_query("car")
    assert created.in_memory == []
