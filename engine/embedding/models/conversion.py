"""From a packaged model to a GGUF file."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from engine.embedding.catalogue import ModelDescription, PackagedWeights, SourceLayout
from engine.model.errors import ModelError

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


_Q4_0 = gguf.GGMLQuantizationType.Q4_0
_BLOCK_VALUES, _BLOCK_BYTES = 32, 18
_QUANTISED = 1
_PLAIN_MATRICES = ("emb.pos", "emb.type")

_E5_EMBEDDING_NAMES = {
    "emb.word": "token_embd.weight",
    "emb.pos": "position_embd.weight",
    "emb.type": "token_types.weight",
    "emb.ln.w": "token_embd_norm.weight",
    "emb.ln.b": "token_embd_norm.bias",
}
_E5_LAYER_NAMES = {
    "q": "attn_q",
    "k": "attn_k",
    "v": "attn_v",
    "ao": "attn_output",
    "aln": "attn_output_norm",
    "fi": "ffn_up",
    "fo": "ffn_down",
    "oln": "layer_output_norm",
}
_PART_NAMES = {"w": "weight", "b": "bias"}


class _Reader:
    """Reads one field after another."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self.data = data
        self.position = 0

    def fields(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + layout, self.data.data, self.position)
        self.position += struct.calcsize("<" + layout)
        return values

    def raw(self, count: int) -> bytes:
        self.position += count
        return bytes(self.data[self.position - count : self.position])


def read_e5(path: Path) -> BertModel:
    """Return the model in `path`, its weights mapped, not copied; the hash is checked before."""
    reader = _Reader(np.memmap(path, dtype=np.uint8, mode="r"))
    if reader.raw(4) != b"E5S1" or reader.fields("I") != (1,):
        raise ModelError(f"{path.name} is not a model of the kind E5S1 version 1.")
    dimension, blocks, heads, hidden, words, positions, token_types = reader.fields("7i")
    epsilon = float(reader.fields("f")[0])
    reader.fields("i")  # the block size, 32 in version 1
    vocabulary = _e5_vocabulary(reader, words)
    _, map_length = reader.fields("iI")
    reader.raw(map_length)
    shape = BertShape(blocks, heads, dimension, hidden, positions, token_types, epsilon)
    tensors = _e5_tensors(reader, dimension, hidden)
    return BertModel(shape, vocabulary, tensors, gguf.LlamaFileType.MOSTLY_Q4_0)


def _e5_vocabulary(reader: _Reader, words: int) -> Vocabulary:
    """Return the pieces, filled up to the rows of the embedding table with unused ids."""
    pieces, begin, end, padding, unknown, length = reader.fields("5iQ")
    offsets = reader.fields(f"{pieces + 1}I")
    scores = reader.fields(f"{pieces}f")
    text = reader.raw(length)
    tokens = [text[a:b].decode() for a, b in pairwise(offsets)]
    mask = tokens.index("<mask>")
    types = [gguf.TokenType.NORMAL] * pieces
    for control in (begin, end, padding, mask):
        types[control] = gguf.TokenType.CONTROL
    types[unknown] = gguf.TokenType.UNKNOWN
    unused = words - pieces
    return Vocabulary(
        kind=TokenizerKind.UNIGRAM,
        tokens=[*tokens, *(f"<unused{number}>" for number in range(unused))],
        types=[*types, *[gguf.TokenType.UNUSED] * unused],
        scores=[*scores, *[0.0] * unused],
        begin=begin,
        end=end,
        padding=padding,
        unknown=unknown,
        mask=mask,
    )


def _e5_tensors(reader: _Reader, dimension: int, hidden: int) -> dict[str, Tensor]:
    tensors = {}
    (count,) = reader.fields("i")
    for _ in range(count):
        (name_length,) = reader.fields("H")
        name = reader.raw(name_length).decode()
        kind, _, offset, length = reader.fields("BIQQ")
        data = reader.data[offset : offset + length]
        if kind == _QUANTISED:
            row = hidden if name.endswith(".fo.w") else dimension
            tensor = Tensor(data.reshape(-1, row // _BLOCK_VALUES * _BLOCK_BYTES), _Q4_0)
        else:
            shape = (-1, dimension) if name in _PLAIN_MATRICES else (-1,)
            tensor = Tensor(data.view(np.float32).reshape(shape))
        tensors[_e5_gguf_name(name)] = tensor
    return tensors


def _e5_gguf_name(name: str) -> str:
    """Return the GGUF name of 'emb.word' or 'l3.q.w'."""
    if name in _E5_EMBEDDING_NAMES:
        return _E5_EMBEDDING_NAMES[name]
    layer, part, kind = name.split(".")
    return f"blk.{int(layer[1:])}.{_E5_LAYER_NAMES[part]}.{_PART_NAMES[kind]}"


_Q8_0 = gguf.GGMLQuantizationType.Q8_0

_EMBEDDING_NAMES = {
    "embeddings.word_embeddings": "token_embd",
    "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types",
    "embeddings.LayerNorm": "token_embd_norm",
}
_LAYER_NAMES = {
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}
_NOT_CONVERTED = ("embeddings.position_ids", "pooler.")  # neither takes part in mean pooling
_KEPT_EXACT = ("position_embd.weight", "token_types.weight")


def read_bert(weights: Path) -> BertModel:
    """Return the model of the folder that holds `weights`: matrices as Q8_0, the rest float32."""
    config = json.loads((weights.parent / "config.json").read_text(encoding="utf-8"))
    shape = BertShape(
        blocks=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        dimension=config["hidden_size"],
        hidden=config["intermediate_size"],
        positions=config["max_position_embeddings"],
        token_types=config["type_vocab_size"],
        epsilon=config["layer_norm_eps"],
    )
    tensors = {
        _gguf_name(name): _tensor(_gguf_name(name), values)
        for name, values in _read_safetensors(weights).items()
        if not name.startswith(_NOT_CONVERTED)
    }
    vocabulary = _vocabulary(weights.parent / "vocab.txt")
    return BertModel(shape, vocabulary, tensors, gguf.LlamaFileType.MOSTLY_Q8_0)


def _read_safetensors(path: Path) -> dict[str, NDArray[np.float32]]:
    """Return the float32 tensors of a safetensors file, mapped, not copied."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    (header_length,) = struct.unpack_from("<Q", data.data)
    header = json.loads(bytes(data[8 : 8 + header_length]))
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, last = (8 + header_length + offset for offset in entry["data_offsets"])
            tensors[name] = data[first:last].view(np.float32).reshape(entry["shape"])
    return tensors


def _tensor(name: str, values: NDArray[np.float32]) -> Tensor:
    if values.ndim == 1 or name in _KEPT_EXACT:
        return Tensor(values)
    return Tensor(gguf.quants.quantize(values, _Q8_0), _Q8_0)


def _gguf_name(name: str) -> str:
    """Return the GGUF name of 'encoder.layer.3.output.dense.bias'."""
    module, _, kind = name.rpartition(".")
    if module in _EMBEDDING_NAMES:
        return f"{_EMBEDDING_NAMES[module]}.{kind}"
    _, _, layer, part = module.split(".", 3)
    return f"blk.{int(layer)}.{_LAYER_NAMES[part]}.{kind}"


def _vocabulary(path: Path) -> Vocabulary:
    words = path.read_text(encoding="utf-8").splitlines()
    number = {word: row for row, word in enumerate(words)}
    unknown = number["[UNK]"]
    types = [gguf.TokenType.CONTROL if _is_control(w) else gguf.TokenType.NORMAL for w in words]
    types[unknown] = gguf.TokenType.UNKNOWN
    return Vocabulary(
        kind=TokenizerKind.WORD_PIECE,
        tokens=[_llama_token(word) for word in words],
        types=types,
        scores=(),
        begin=number["[CLS]"],
        end=number["[SEP]"],
        padding=number["[PAD]"],
        unknown=unknown,
        mask=number["[MASK]"],
    )


def _is_control(word: str) -> bool:
    return len(word) > 2 and word.startswith("[") and word.endswith("]")


def _llama_token(word: str) -> str:
    """Return a WordPiece as llama.cpp spells it: the start of a word is marked, not its rest."""
    if _is_control(word):
        return word
    return word[2:] if word.startswith("##") else WORD_START + word


_READERS: Mapping[SourceLayout, Callable[[Path], BertModel]] = {
    SourceLayout.E5_Q4: read_e5,
    SourceLayout.BERT_SAFETENSORS: read_bert,
}


def convert(
    source: Path, weights: PackagedWeights, description: ModelDescription, target: Path
) -> None:
    """Write the weights in `source`, whose hash has been checked, to `target` as GGUF."""
    write_bert_gguf(target, _READERS[weights.layout](source), description)
