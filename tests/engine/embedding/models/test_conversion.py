from __future__ import annotations

from dataclasses import replace

import gguf
import numpy as np
import pytest

from engine.embedding.catalogue import ModelDescription, PackagedWeights, SourceLayout
from engine.embedding.llama.embedder import GgufEmbedder
from engine.embedding.models.conversion import convert, read_bert, read_e5
from engine.embedding.models.gguf_header import check_header, read_header
from engine.model.errors import ModelError
from tests.engine.embedding.packaged_models import (
    DIMENSION,
    HIDDEN,
    POSITIONS,
    write_bert_safetensors,
    write_e5,
)

DESCRIPTION = ModelDescription(
    name="small", title="Small", languages="", pooling="mean", dimension=DIMENSION, license="MIT"
)
E5 = PackagedWeights("small", "small.bin", "", SourceLayout.E5_Q4)
BERT = PackagedWeights("small", "model.safetensors", "", SourceLayout.BERT_SAFETENSORS)


@pytest.fixture
def e5_gguf(tmp_path):
    write_e5(tmp_path / "small.bin")
    convert(tmp_path / "small.bin", E5, DESCRIPTION, tmp_path / "small.gguf")
    return tmp_path / "small.gguf"


@pytest.fixture
def bert_gguf(tmp_path):
    source = write_bert_safetensors(tmp_path / "bert")
    convert(source, BERT, DESCRIPTION, tmp_path / "bert.gguf")
    return tmp_path / "bert.gguf"


@pytest.fixture(params=["e5_gguf", "bert_gguf"])
def converted(request):
    return request.getfixturevalue(request.param)


def test_converted_model_is_a_sound_embedding_model(converted):
    header = read_header(converted)

    check_header(converted.name, header, replace(DESCRIPTION, pooling=""))
    assert header.whole("bert.context_length") == POSITIONS
    assert header.whole("bert.feed_forward_length") == HIDDEN
    assert header.text("general.name") == "Small"
    embedder = GgufEmbedder(converted, DESCRIPTION, threads=1)
    first, second = embedder.embed_passages(["hello", "hellos, hellos."])
    assert first.shape == (DIMENSION,)
    assert not np.allclose(first, second)
    embedder.close()


def test_conversion_gives_the_same_bytes_every_time(tmp_path, e5_gguf):
    convert(tmp_path / "small.bin", E5, DESCRIPTION, tmp_path / "again.gguf")

    assert (tmp_path / "again.gguf").read_bytes() == e5_gguf.read_bytes()


def test_four_bit_blocks_are_taken_over_byte_for_byte(tmp_path, e5_gguf):
    extent = read_header(e5_gguf).tensors["blk.0.ffn_down.weight"]
    block = e5_gguf.read_bytes()[extent.start : extent.end]

    assert extent.shape == (HIDDEN, DIMENSION)
    assert len(block) == HIDDEN // 32 * 18 * DIMENSION
    assert block in (tmp_path / "small.bin").read_bytes()


def test_unigram_vocabulary_is_filled_up_to_the_rows_of_the_table(tmp_path):
    write_e5(tmp_path / "small.bin", unused=5)

    model = read_e5(tmp_path / "small.bin")

    assert model.vocabulary.tokens[-6:] == ["<mask>", *(f"<unused{n}>" for n in range(5))]
    assert model.vocabulary.types[-6] == gguf.TokenType.CONTROL
    assert model.vocabulary.types[-1] == gguf.TokenType.UNUSED
    assert model.vocabulary.types[model.vocabulary.unknown] == gguf.TokenType.UNKNOWN
    assert len(model.vocabulary.scores) == len(model.vocabulary.tokens)
    assert model.tensors["token_embd.weight"].values.shape[0] == len(model.vocabulary.tokens)


def test_text_is_split_into_unigrams_between_begin_and_end(e5_gguf):
    embedder = GgufEmbedder(e5_gguf, DESCRIPTION, threads=1)

    tokens = embedder._tokens("", "ab", 100)

    assert tokens.tolist() == [0, 4, 5, 6, 2]
    embedder.close()


def test_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "small.bin").write_bytes(b"E5S2" + bytes(100))

    with pytest.raises(ModelError, match="kind E5S1"):
        read_e5(tmp_path / "small.bin")


def test_word_pieces_are_spelled_as_llama_cpp_spells_them(tmp_path):
    vocabulary = read_bert(write_bert_safetensors(tmp_path)).vocabulary

    assert vocabulary.tokens[2:] == [
        "[UNK]", "[CLS]", "[SEP]", "[MASK]", "\u2581hello", "s", "\u2581[", "\u2581]",
    ]  # fmt: skip
    assert (vocabulary.begin, vocabulary.end, vocabulary.padding) == (3, 4, 0)


def test_only_matrices_of_layers_and_words_are_quantised(tmp_path):
    tensors = read_bert(write_bert_safetensors(tmp_path)).tensors

    quantised = {name for name, tensor in tensors.items() if tensor.quantisation is not None}
    assert {"token_embd.weight", "blk.0.attn_q.weight", "blk.0.ffn_up.weight"} <= quantised
    assert not quantised & {"position_embd.weight", "token_types.weight", "blk.0.attn_q.bias"}
    assert not any("pooler" in name or "position_ids" in name for name in tensors)
