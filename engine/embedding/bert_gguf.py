"""A BERT embedding model and how it is written as a GGUF file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from engine.embedding.catalogue import ModelDescription

WORD_START = "\u2581"
CONVERTER_VERSION = "1"

_POOLING = {
    "mean": gguf.PoolingType.MEAN,
    "cls": gguf.PoolingType.CLS,
    "last": gguf.PoolingType.LAST,
}


class TokenizerKind(StrEnum):
    """The tokenizers of llama.cpp that BERT models come with."""

    WORD_PIECE = "bert"
    UNIGRAM = "t5"


@dataclass(frozen=True, slots=True)
class BertShape:
    """The numbers of a BERT: `hidden` is the width of its feed-forward layers."""

    blocks: int
    heads: int
    dimension: int
    hidden: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Tokens in id order, with scores where the tokenizer is a unigram one."""

    kind: TokenizerKind
    tokens: Sequence[str]
    types: Sequence[gguf.TokenType]
    scores: Sequence[float]
    begin: int
    end: int
    padding: int
    unknown: int
    mask: int


@dataclass(frozen=True, slots=True)
class Tensor:
    """Values as float32, or the bytes of quantised rows (rows, bytes a row) with their format."""

    values: NDArray[np.float32] | NDArray[np.uint8]
    quantisation: gguf.GGMLQuantizationType | None = None


@dataclass(frozen=True, slots=True)
class BertModel:
    """Everything a GGUF file of a BERT holds; `tensors` are named as GGUF names them."""

    shape: BertShape
    vocabulary: Vocabulary
    tensors: Mapping[str, Tensor]
    file_type: gguf.LlamaFileType


def write_bert_gguf(path: Path, model: BertModel, description: ModelDescription) -> None:
    """Write `model` to `path`. The same model always gives the same bytes."""
    writer = gguf.GGUFWriter(path, "bert")
    try:
        _add_description(writer, model, description)
        _add_vocabulary(writer, model.vocabulary)
        for name, tensor in model.tensors.items():
            writer.add_tensor(name, tensor.values, raw_dtype=tensor.quantisation)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
    finally:
        writer.close()


def _add_description(
    writer: gguf.GGUFWriter, model: BertModel, description: ModelDescription
) -> None:
    writer.add_name(description.title)
    writer.add_license(description.license)
    writer.add_string("twofold.converter", CONVERTER_VERSION)
    writer.add_file_type(model.file_type)
    writer.add_block_count(model.shape.blocks)
    writer.add_context_length(model.shape.positions)
    writer.add_embedding_length(model.shape.dimension)
    writer.add_feed_forward_length(model.shape.hidden)
    writer.add_head_count(model.shape.heads)
    writer.add_layer_norm_eps(model.shape.epsilon)
    writer.add_causal_attention(False)
    writer.add_pooling_type(_POOLING[description.pooling])
    writer.add_token_type_count(model.shape.token_types)


def _add_vocabulary(writer: gguf.GGUFWriter, vocabulary: Vocabulary) -> None:
    writer.add_tokenizer_model(vocabulary.kind.value)
    writer.add_token_list(vocabulary.tokens)
    writer.add_token_types(vocabulary.types)
    if vocabulary.kind is TokenizerKind.UNIGRAM:
        writer.add_token_scores(vocabulary.scores)
        writer.add_add_space_prefix(True)
        writer.add_remove_extra_whitespaces(True)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)
    writer.add_bos_token_id(vocabulary.begin)
    writer.add_eos_token_id(vocabulary.end)
    writer.add_sep_token_id(vocabulary.end)
    writer.add_pad_token_id(vocabulary.padding)
    writer.add_unk_token_id(vocabulary.unknown)
    writer.add_mask_token_id(vocabulary.mask)
