from __future__ import annotations

from dataclasses import replace

import pytest

from engine.embedding.catalogue import ModelDescription
from engine.embedding.models.gguf_header import GgufHeader, TensorExtent, check_header
from engine.model.errors import ModelError

ANY = ModelDescription(name="any", title="Any", languages="")
VALUES = {
    "general.architecture": "bert",
    "bert.pooling_type": 1,
    "bert.embedding_length": 64,
    "bert.block_count": 1,
    "bert.context_length": 128,
    "bert.attention.head_count": 2,
    "tokenizer.ggml.eos_token_id": 3,
}
HEADER = GgufHeader(
    values=VALUES,
    arrays={"tokenizer.ggml.tokens": 100},
    tensors={"token_embd.weight": TensorExtent("token_embd.weight", (64, 100), 0, 25_600)},
)


def without(key: str) -> GgufHeader:
    return replace(HEADER, values={name: value for name, value in VALUES.items() if name != key})


def test_embedding_model_passes():
    check_header("model.gguf", HEADER, ANY)


def test_model_without_pooling_passes_when_its_description_knows_the_pooling():
    check_header("model.gguf", without("bert.pooling_type"), replace(ANY, pooling="cls"))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"general.architecture": ""}, "holds no model"),
        ({"general.type": "adapter"}, "holds no model of its own"),
        ({"split.count": 3}, "one part of a model"),
        ({"bert.pooling_type": 4}, "re-ranking model"),
        ({"bert.pooling_type": 0}, "kind bert, which is not an embedding model"),
        ({"general.architecture": "llama"}, "kind llama, which is not an embedding model"),
        ({"bert.embedding_length": 0}, "its embedding_length is 0"),
        ({"bert.block_count": 2**31}, "its block_count is 2147483648"),
        ({"bert.context_length": "long"}, "its context_length is None"),
        ({"bert.attention.head_count": 0}, "0 attention heads"),
        ({"tokenizer.ggml.eos_token_id": 100}, "eos_token_id is outside its vocabulary"),
    ],
)
def test_other_models_are_refused_in_one_sentence(changed, sentence):
    with pytest.raises(ModelError, match=sentence) as caught:
        check_header("model.gguf", replace(HEADER, values=VALUES | changed), ANY)

    assert caught.value.message.startswith(("model.gguf", "The model file model.gguf"))
    assert caught.value.hint


@pytest.mark.parametrize("tokens", [0, 99, 101])
def test_vocabulary_must_fit_the_weights(tokens):
    with pytest.raises(ModelError, match="do not belong together"):
        check_header("m.gguf", replace(HEADER, arrays={"tokenizer.ggml.tokens": tokens}), ANY)


def test_vocabulary_without_all_its_scores_is_refused():
    arrays = {"tokenizer.ggml.tokens": 100, "tokenizer.ggml.scores": 50}

    with pytest.raises(ModelError, match="incomplete"):
        check_header("m.gguf", replace(HEADER, arrays=arrays), ANY)
