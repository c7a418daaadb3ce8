from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from twofold.engine.embedding.catalogue import ModelDescription
from twofold.engine.embedding.models.gguf_header import (
    ArrayExtent,
    GgufHeader,
    TensorExtent,
    check_header,
    read_header,
)
from twofold.engine.model.errors import ModelError

HEADER_BYTES = 60_000


@pytest.mark.parametrize("kept", [5, 24, 5_000, -64])
def test_file_truncated_anywhere_is_rejected(tiny, tiny_copy, kept):
    tiny_copy.write_bytes(tiny[0].read_bytes()[:kept])

    with pytest.raises(ModelError, match=r"model\.gguf is damaged|end of the file is missing"):
        read_header(tiny_copy)


@pytest.mark.parametrize("content", [b"", b"GG", b"PK\x03\x04" + b"x" * 100])
def test_file_in_another_format_is_rejected(tmp_path, content):
    path = tmp_path / "model.gguf"
    path.write_bytes(content)

    with pytest.raises(ModelError, match=r"model\.gguf is not a GGUF model file"):
        read_header(path)
    with pytest.raises(ModelError, match="cannot be read"):
        read_header(tmp_path)


# A key is followed by its type (4 bytes) and value, a tensor's name by the number of
# dimensions, their lengths, its type and its offset.
TOKENS, BLOCKS, TENSOR = b"tokenizer.ggml.tokens", b"bert.block_count", b"blk.0.attn_q.weight"
# There is no entry with this name, so one of nearly the same length is replaced.
ALIGNMENT = b"general.alignment"


@pytest.mark.parametrize(
    ("after", "place", "layout", "value", "reported"),
    [
        (b"GGUF", 0, "I", 1, "format version"),
        (b"GGUF", 4, "Q", 2**63, "claims to contain"),
        (b"GGUF", 12, "Q", 2**63, "claims to contain"),
        (TOKENS, 8, "Q", 2**64 - 1, "damaged"),
        (BLOCKS, 0, "I", 9, "damaged"),
        (BLOCKS, 0, "I", 13, "damaged"),
        (ALIGNMENT, 4, "I", 0, "alignment"),
        (ALIGNMENT, 4, "I", 2**31 + 1, "alignment"),
        (TENSOR, 0, "I", 0, "0 dimensions"),
        (TENSOR, 4, "Q", 0, "invalid tensor shape"),
        (TENSOR, 4, "Q", 2**62, "invalid tensor shape"),
        (TENSOR, 4, "Q", 2**30, "end of the file is missing"),
        (TENSOR, 20, "I", 4, "unknown tensor format 4"),
        (TENSOR, 20, "I", 10, "incomplete tensor blocks"),
        (TENSOR, 24, "Q", 1, "end of the file is missing"),
    ],
)
def test_impossible_numbers_are_rejected(tiny_copy, forge, after, place, layout, value, reported):
    data = tiny_copy.read_bytes()
    if after == ALIGNMENT:
        entry = b"\x10\0\0\0\0\0\0\0" + BLOCKS
        tiny_copy.write_bytes(data.replace(entry, b"\x11\0\0\0\0\0\0\0" + ALIGNMENT))
    forge(tiny_copy, after, place, layout, value)
    with pytest.raises(ModelError, match=reported):
        read_header(tiny_copy)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(position=st.integers(4, HEADER_BYTES), value=st.integers(0, 255))
def test_flipped_byte_never_causes_a_crash(tiny, tiny_copy, position, value):
    data = bytearray(tiny[0].read_bytes())
    data[position] = value
    tiny_copy.write_bytes(data)

    with suppress(ModelError):
        assert read_header(tiny_copy).tensors


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
    arrays={"tokenizer.ggml.tokens": ArrayExtent(8, 100, 0)},
    tensors={"token_embd.weight": TensorExtent("token_embd.weight", (64, 100), 0, 25_600)},
)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"general.architecture": ""}, "not contain a complete model"),
        ({"split.count": 3}, "part of a model"),
        ({"bert.pooling_type": 4}, "reranking model"),
        ({"general.architecture": "llama"}, "type llama, which is not a semantic model"),
        ({"bert.block_count": 2**31}, "its block_count is 2147483648"),
        ({"bert.context_length": "long"}, "its context_length is None"),
        ({"bert.attention.head_count": 0}, "0 attention heads"),
        ({"tokenizer.ggml.eos_token_id": 100}, "eos_token_id is outside its vocabulary"),
    ],
)
def test_unsupported_models_are_rejected_in_one_sentence(changed, sentence):
    with pytest.raises(ModelError, match=sentence) as caught:
        check_header("model.gguf", replace(HEADER, values=VALUES | changed), ANY)

    assert caught.value.message.startswith(("model.gguf", "The model file model.gguf"))
    assert caught.value.hint


@pytest.mark.parametrize("tokens", [0, 99, 101])
def test_vocabulary_must_fit_the_weights(tokens):
    arrays = {"tokenizer.ggml.tokens": ArrayExtent(8, tokens, 0)}
    with pytest.raises(ModelError, match="does not match its weights"):
        check_header("m.gguf", replace(HEADER, arrays=arrays), ANY)
    arrays = {**HEADER.arrays, "tokenizer.ggml.scores": ArrayExtent(6, 50, 0)}
    with pytest.raises(ModelError, match="incomplete"):
        check_header("m.gguf", replace(HEADER, arrays=arrays), ANY)


def test_embedding_model_is_accepted_if_only_its_description_declares_the_pooling():
    values = {name: value for name, value in VALUES.items() if name != "bert.pooling_type"}
    check_header("model.gguf", replace(HEADER, values=values), replace(ANY, pooling="cls"))
