"""Small models with random weights of each supported architecture, and their results in numpy.

`write_random_gguf` writes a file as the converters of llama.cpp do. `RandomModel.hidden` computes
the same network with numpy from the same weights, without llama.cpp, so that a test can compare
both. Architectures: bert (also XLM-R, which llama.cpp runs as bert), nomic-bert, modern-bert,
gemma-embedding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import erf, sqrt
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

from tests.support.tiny_gguf import add_vocabulary, make_unigram, small_vocabulary

Array = NDArray[np.float32]

WIDTH, HEADS, LAYERS, HIDDEN = 32, 2, 4, 48
_HEAD = WIDTH // HEADS
CONTEXT = 64
WINDOW = 8  # of the layers with local attention: 4 tokens to each side
_PATTERN = 3  # each third layer has global attention
_BASE, _LOCAL_BASE = 160_000.0, 10_000.0
_EPS = 1e-5
_SPECIAL = 5  # see small_vocabulary


@dataclass(frozen=True)
class RandomModel:
    """The weights of a model, and its layout. `silu` replaces GELU in ModernBERT, as in Granite."""

    architecture: str
    tensors: dict[str, Array] = field(repr=False)
    silu: bool = False

    def hidden(self, tokens: NDArray[np.int32]) -> Array:
        """Return the hidden states (tokens, WIDTH) of the last layer."""
        states: Array = _NETWORKS[self.architecture](self, tokens)
        return states

    def pooled(self, tokens: NDArray[np.int32], pooling: str) -> Array:
        """Return the vector of a text: normalised, after Gemma's dense layers if there are any."""
        states = self.hidden(tokens)
        rows = {"mean": states.mean(axis=0), "cls": states[0], "last": states[-1]}
        vector = rows[pooling]
        for dense in ("dense_2.weight", "dense_3.weight"):
            if dense in self.tensors:
                vector = self.tensors[dense] @ vector
        unit: Array = vector / np.linalg.norm(vector)
        return unit

    def score(self, tokens: NDArray[np.int32]) -> float:
        """Return the relevance of a pair of texts, from 0 to 1."""
        states, get = self.hidden(tokens), self.tensors.get
        is_modern = self.architecture == "modern-bert"
        state = states.mean(axis=0) if is_modern else states[0]
        if (dense := get("cls.weight")) is not None:
            state = dense @ state + (0 if is_modern else self.tensors["cls.bias"])
            state = _gelu(state) if is_modern else np.tanh(state)
        if (norm := get("cls.norm.weight")) is not None:
            state = _layer_norm(state) * norm
        logit = self.tensors["cls.output.weight"] @ state + self.tensors["cls.output.bias"]
        return float(1 / (1 + np.exp(-logit[0])))


def write_random_gguf(
    path: Path,
    architecture: str,
    *,
    pooling: str = "mean",
    tokenizer: str = "bert",
    silu: bool = False,
    dense: bool = False,
    seed: int = 1,
    changed: dict[str, Array] | None = None,
    tokens: list[str] | None = None,
    real_architecture: str = "",
) -> RandomModel:
    """Write a model and return its weights.

    `tokenizer` is 'bert' (WordPiece), 't5' (Unigram, as in XLM-R), 'llama' (SentencePiece with
    bytes) or 'gpt2' (byte-level BPE). With `pooling` 'rank', the model has a head for pairs.
    `changed` replaces weights, `tokens` the vocabulary, `real_architecture` the declared one.
    """
    vocabulary = tokens or _VOCABULARIES[tokenizer]()
    random = np.random.default_rng(seed)
    tensors = _WEIGHTS[architecture](random, len(vocabulary))
    if pooling == "rank":
        tensors |= _head(architecture, random)
    if dense:
        tensors |= {"dense_2.weight": _noise(random, 40, WIDTH)}
        tensors |= {"dense_3.weight": _noise(random, WIDTH, 40)}
    tensors |= changed or {}
    writer = gguf.GGUFWriter(path, real_architecture or architecture)
    _add_parameters(writer, architecture, pooling, silu=silu, dense=dense)
    _add_tokenizer(writer, tokenizer, vocabulary)
    for name, values in tensors.items():
        writer.add_tensor(name, np.ascontiguousarray(values, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return RandomModel(architecture, tensors, silu)


def _add_parameters(
    writer: gguf.GGUFWriter, architecture: str, pooling: str, *, silu: bool, dense: bool
) -> None:
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_block_count(LAYERS)
    writer.add_head_count(HEADS)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType[pooling.upper()])
    if pooling == "rank":
        writer.add_classifier_output_labels(["LABEL_0"])
    if architecture == "gemma-embedding":
        writer.add_head_count_kv(1)
        writer.add_key_length(_HEAD)
        writer.add_value_length(_HEAD)
        writer.add_layer_norm_rms_eps(_EPS)
    else:
        writer.add_layer_norm_eps(_EPS)
    if architecture != "bert":
        writer.add_rope_freq_base(_BASE)
    if "bert" not in architecture or architecture == "modern-bert":
        writer.add_sliding_window(WINDOW)
        writer.add_sliding_window_pattern(_PATTERN)
        writer.add_rope_freq_base_swa(_LOCAL_BASE)
    if silu:
        writer.add_string(f"{writer.arch}.hidden_activation", "silu")
    if dense:
        writer.add_dense_features_dims("dense_2", WIDTH, 40)
        writer.add_dense_features_dims("dense_3", 40, WIDTH)


# Vocabularies


def _byte_vocabulary() -> list[str]:
    specials = ["<pad>", "<unk>", "<bos>", "<eos>", "<mask>"]
    return [*specials, *(f"<0x{byte:02X}>" for byte in range(256)), *small_vocabulary()[_SPECIAL:]]


def _bpe_vocabulary() -> list[str]:
    specials = ["<pad>", "<unk>", "<bos>", "<eos>", "<mask>"]
    return [*specials, *_BYTE_LETTERS, "th", "the", "\u0120th", "\u0120the"]


def _byte_letters() -> list[str]:
    """Return the letters that stand for the 256 bytes in byte-level BPE (GPT-2)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = iter(range(256, 512))
    return [chr(byte if byte in plain else next(others)) for byte in range(256)]


_BYTE_LETTERS = _byte_letters()
_VOCABULARIES: dict[str, Callable[[], list[str]]] = {
    "bert": small_vocabulary,
    "t5": small_vocabulary,
    "llama": _byte_vocabulary,
    "gpt2": _bpe_vocabulary,
}


def _add_tokenizer(writer: gguf.GGUFWriter, tokenizer: str, tokens: list[str]) -> None:
    if tokenizer in {"bert", "t5"}:
        add_vocabulary(writer, tokens)
        if tokenizer == "t5":
            make_unigram(writer, tokens)
        else:
            writer.add_tokenizer_model("bert")
        return
    kinds = [gguf.TokenType.NORMAL] * len(tokens)
    kinds[:_SPECIAL] = [gguf.TokenType.CONTROL] * _SPECIAL
    kinds[1] = gguf.TokenType.UNKNOWN
    writer.add_tokenizer_model(tokenizer)
    writer.add_token_list(tokens)
    if tokenizer == "llama":
        is_byte = [token.startswith("<0x") for token in tokens]
        kinds = [gguf.TokenType.BYTE if b else k for b, k in zip(is_byte, kinds, strict=True)]
        writer.add_token_scores([-float(number % 97) for number in range(len(tokens))])
        writer.add_add_space_prefix(True)
    else:
        writer.add_tokenizer_pre("gpt-2")
        writer.add_token_merges(["t h", "th e", "\u0120 th", "\u0120th e"])
        writer.add_add_sep_token(True)
    writer.add_token_types(kinds)
    writer.add_bos_token_id(2)
    writer.add_eos_token_id(3)
    writer.add_sep_token_id(3)
    writer.add_unk_token_id(1)
    writer.add_pad_token_id(0)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)


# Weights


def _noise(random: np.random.Generator, *shape: int) -> Array:
    return (random.standard_normal(shape) / sqrt(shape[-1])).astype(np.float32)


def _gain(random: np.random.Generator, size: int = WIDTH) -> Array:
    return (1 + 0.2 * random.standard_normal(size)).astype(np.float32)


def _bert_weights(random: np.random.Generator, words: int) -> dict[str, Array]:
    def affine(name: str, rows: int, columns: int) -> dict[str, Array]:
        return {
            f"{name}.weight": _noise(random, rows, columns),
            f"{name}.bias": _noise(random, rows),
        }

    def norm(name: str) -> dict[str, Array]:
        return {f"{name}.weight": _gain(random), f"{name}.bias": _noise(random, WIDTH)}

    tensors = {
        "token_embd.weight": _noise(random, words, WIDTH),
        "position_embd.weight": _noise(random, CONTEXT, WIDTH),
        "token_types.weight": _noise(random, 2, WIDTH),
        **norm("token_embd_norm"),
    }
    for layer in range(LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensors |= affine(f"blk.{layer}.{part}", WIDTH, WIDTH)
        tensors |= norm(f"blk.{layer}.attn_output_norm")
        tensors |= affine(f"blk.{layer}.ffn_up", HIDDEN, WIDTH)
        tensors |= affine(f"blk.{layer}.ffn_down", WIDTH, HIDDEN)
        tensors |= norm(f"blk.{layer}.layer_output_norm")
    return tensors


def _modern_bert_weights(random: np.random.Generator, words: int) -> dict[str, Array]:
    tensors = {
        "token_embd.weight": _noise(random, words, WIDTH),
        "token_embd_norm.weight": _gain(random),
        "output_norm.weight": _gain(random),
    }
    for layer in range(LAYERS):
        if layer:
            tensors[f"blk.{layer}.attn_norm.weight"] = _gain(random)
        tensors[f"blk.{layer}.attn_qkv.weight"] = _noise(random, 3 * WIDTH, WIDTH)
        tensors[f"blk.{layer}.attn_output.weight"] = _noise(random, WIDTH, WIDTH)
        tensors[f"blk.{layer}.ffn_norm.weight"] = _gain(random)
        tensors[f"blk.{layer}.ffn_up.weight"] = _noise(random, 2 * HIDDEN, WIDTH)
        tensors[f"blk.{layer}.ffn_down.weight"] = _noise(random, WIDTH, HIDDEN)
    return tensors


def _gemma_weights(random: np.random.Generator, words: int) -> dict[str, Array]:
    tensors = {
        "token_embd.weight": _noise(random, words, WIDTH),
        "output_norm.weight": _gain(random),
    }
    for layer in range(LAYERS):
        part = f"blk.{layer}."
        tensors[f"{part}attn_q.weight"] = _noise(random, WIDTH, WIDTH)
        for name in ("attn_k", "attn_v"):
            tensors[f"{part}{name}.weight"] = _noise(random, _HEAD, WIDTH)
        tensors[f"{part}attn_output.weight"] = _noise(random, WIDTH, WIDTH)
        for name in ("attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm"):
            tensors[f"{part}{name}.weight"] = _gain(random)
        for name in ("attn_q_norm", "attn_k_norm"):
            tensors[f"{part}{name}.weight"] = _gain(random, _HEAD)
        for name in ("ffn_gate", "ffn_up"):
            tensors[f"{part}{name}.weight"] = _noise(random, HIDDEN, WIDTH)
        tensors[f"{part}ffn_down.weight"] = _noise(random, WIDTH, HIDDEN)
    return tensors


def _nomic_weights(random: np.random.Generator, words: int) -> dict[str, Array]:
    """Return the weights of a BERT with rotary positions, gates and no biases but of the norms."""
    tensors = {
        name: values
        for name, values in _bert_weights(random, words).items()
        if name != "position_embd.weight" and (name.endswith(".weight") or "norm" in name)
    }
    for layer in range(LAYERS):
        tensors[f"blk.{layer}.ffn_gate.weight"] = _noise(random, HIDDEN, WIDTH)
    return tensors


_WEIGHTS = {
    "bert": _bert_weights,
    "nomic-bert": _nomic_weights,
    "modern-bert": _modern_bert_weights,
    "gemma-embedding": _gemma_weights,
}


def _head(architecture: str, random: np.random.Generator) -> dict[str, Array]:
    head = {
        "cls.weight": _noise(random, WIDTH, WIDTH),
        "cls.output.weight": 2 * _noise(random, 1, WIDTH),
        "cls.output.bias": _noise(random, 1),
    }
    if architecture == "modern-bert":
        return head | {"cls.norm.weight": _gain(random)}
    return head | {"cls.bias": _noise(random, WIDTH)}


# The networks in numpy


def _bert(model: RandomModel, tokens: NDArray[np.int32]) -> Array:
    weights = model.tensors
    states = weights["token_embd.weight"][tokens] + weights["token_types.weight"][0]
    is_nomic = model.architecture == "nomic-bert"
    if not is_nomic:
        states = states + weights["position_embd.weight"][: len(tokens)]
    states = _affine_norm(weights, "token_embd_norm", states)
    for layer in range(LAYERS):
        part = f"blk.{layer}."
        query, key, value = (
            _affine(weights, f"{part}attn_{name}", states) for name in ("q", "k", "v")
        )
        if is_nomic:
            query, key = _rotate(query, _BASE), _rotate(key, _BASE)
        read = _attend(query, key, value, None)
        states = states + _affine(weights, f"{part}attn_output", read)
        states = _affine_norm(weights, f"{part}attn_output_norm", states)
        inner = _affine(weights, f"{part}ffn_up", states)
        gate = _silu(_affine(weights, f"{part}ffn_gate", states)) if is_nomic else None
        inner = _gelu(inner) if gate is None else inner * gate
        states = states + _affine(weights, f"{part}ffn_down", inner)
        states = _affine_norm(weights, f"{part}layer_output_norm", states)
    return states


def _modern_bert(model: RandomModel, tokens: NDArray[np.int32]) -> Array:
    weights = model.tensors
    states = _layer_norm(weights["token_embd.weight"][tokens]) * weights["token_embd_norm.weight"]
    for layer in range(LAYERS):
        part, is_local = f"blk.{layer}.", layer % _PATTERN != 0
        read = states
        if layer:
            read = _layer_norm(states) * weights[f"{part}attn_norm.weight"]
        query, key, value = np.split(read @ weights[f"{part}attn_qkv.weight"].T, 3, axis=1)
        base = _LOCAL_BASE if is_local else _BASE
        query, key = _rotate(query, base), _rotate(key, base)
        attended = _attend(query, key, value, WINDOW // 2 if is_local else None)
        states = states + attended @ weights[f"{part}attn_output.weight"].T
        read = _layer_norm(states) * weights[f"{part}ffn_norm.weight"]
        gate, up = np.split(read @ weights[f"{part}ffn_up.weight"].T, 2, axis=1)
        gate = _silu(gate) if model.silu else _gelu(gate)
        states = states + (gate * up) @ weights[f"{part}ffn_down.weight"].T
    return _layer_norm(states) * weights["output_norm.weight"]


def _gemma(model: RandomModel, tokens: NDArray[np.int32]) -> Array:
    weights = model.tensors
    states = weights["token_embd.weight"][tokens] * np.float32(sqrt(WIDTH))

    def norm(name: str, values: Array) -> Array:
        size = np.sqrt((values**2).mean(axis=-1, keepdims=True) + _EPS)
        normed: Array = values / size * weights[f"{name}.weight"]
        return normed

    for layer in range(LAYERS):
        part, is_local = f"blk.{layer}.", layer % _PATTERN < _PATTERN - 1
        read = norm(f"{part}attn_norm", states)
        query, key, value = (read @ weights[f"{part}attn_{name}.weight"].T for name in "qkv")
        base = _LOCAL_BASE if is_local else _BASE
        query = norm(f"{part}attn_q_norm", query.reshape(len(tokens), HEADS, _HEAD))
        query = _rotate(query.reshape(len(tokens), WIDTH), base)
        key = np.tile(_rotate(norm(f"{part}attn_k_norm", key), base), HEADS)
        attended = _attend(query, key, np.tile(value, HEADS), WINDOW // 2 if is_local else None)
        attended = attended @ weights[f"{part}attn_output.weight"].T
        states = states + norm(f"{part}post_attention_norm", attended)
        read = norm(f"{part}ffn_norm", states)
        gate = _gelu(read @ weights[f"{part}ffn_gate.weight"].T)
        inner = gate * (read @ weights[f"{part}ffn_up.weight"].T)
        states = states + norm(f"{part}post_ffw_norm", inner @ weights[f"{part}ffn_down.weight"].T)
    return norm("output_norm", states)


def _affine(weights: dict[str, Array], name: str, values: Array) -> Array:
    return values @ weights[f"{name}.weight"].T + weights.get(f"{name}.bias", 0)


def _affine_norm(weights: dict[str, Array], name: str, values: Array) -> Array:
    return _layer_norm(values) * weights[f"{name}.weight"] + weights[f"{name}.bias"]


def _layer_norm(values: Array) -> Array:
    centred = values - values.mean(axis=-1, keepdims=True)
    normed: Array = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + _EPS)
    return normed


def _gelu(values: Array) -> Array:
    """Return the exact GELU. llama.cpp approximates it by a table of f16 numbers."""
    exact: Array = values * (1 + np.vectorize(erf)(values / sqrt(2))) / 2
    return exact


def _silu(values: Array) -> Array:
    smooth: Array = values / (1 + np.exp(-values))
    return smooth


def _attend(query: Array, key: Array, value: Array, reach: int | None) -> Array:
    """Return the attention of all heads; tokens further away than `reach` are ignored."""
    length = len(query)
    distance = np.abs(np.subtract.outer(np.arange(length), np.arange(length)))
    parts = []
    for head in range(HEADS):
        columns = slice(head * _HEAD, (head + 1) * _HEAD)
        scores = query[:, columns] @ key[:, columns].T / sqrt(_HEAD)
        if reach is not None:
            scores = np.where(distance <= reach, scores, -np.inf)
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        parts.append(shares / shares.sum(axis=1, keepdims=True) @ value[:, columns])
    return np.hstack(parts)


def _rotate(values: Array, base: float) -> Array:
    """Return each head's values with rotary positions, halves paired as in GPT-NeoX."""
    heads = values.reshape(len(values), -1, _HEAD)
    frequencies = base ** (-np.arange(0, _HEAD, 2) / _HEAD)
    angles = np.outer(np.arange(len(values)), frequencies)[:, None, :]
    first, second = np.split(heads, 2, axis=2)
    cosine, sine = np.cos(angles), np.sin(angles)
    turned = np.concatenate(
        [first * cosine - second * sine, second * cosine + first * sine], axis=2
    )
    return turned.reshape(len(values), -1).astype(np.float32)


_NETWORKS = {
    "bert": _bert,
    "nomic-bert": _bert,
    "modern-bert": _modern_bert,
    "gemma-embedding": _gemma,
}
