"""Reading a BERT in the layout of Hugging Face: config.json, tokenizer.json, model.safetensors."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from engine.embedding.bert_gguf import (
    WORD_START,
    BertModel,
    BertShape,
    Tensor,
    TokenizerKind,
    Vocabulary,
)

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
