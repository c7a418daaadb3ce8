from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.embedding.catalogue import ModelDescription, PackagedWeights, SourceLayout
from engine.embedding.llama.embedder import GgufEmbedder
from engine.embedding.models.conversion import convert, read_e5
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


def test_text_is_split_into_unigrams_between_begin_and_end(e5_gguf):
    embedder = GgufEmbedder(e5_gguf, DESCRIPTION, threads=1)

    assert embedder._tokens("", "ab", 100).tolist() == [0, 4, 5, 6, 2]
    embedder.close()


def test_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "small.bin").write_bytes(b"E5S2" + bytes(100))

    with pytest.raises(ModelError, match="kind E5S1"):
        read_e5(tmp_path / "small.bin")
