"""A tiny BERT model, created in milliseconds: real llama.cpp without a download.

Its vectors resemble a bag of word pieces (single letters and pairs of letters): texts that share
words are similar. The words of a group in `SYNONYMS` have the same token vector, so that a query
can match by meaning without sharing a word. The seed and all bytes are fixed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from string import ascii_lowercase, digits, punctuation

import gguf
import numpy as np

from twofold.engine.embedding.catalogue import ModelDescription

DIMENSION = 64
CONTEXT_TOKENS = 128
_HIDDEN = 64
_NOISE = 0.01

SYNONYMS = (
    ("car", "automobile", "vehicle"),
    ("doctor", "physician", "arzt", "医"),
    ("memory", "ram", "speicher"),
    ("limit", "restrict", "begrenzen"),
    ("dog", "hound", "hund", "犬"),
    ("buy", "purchase", "kaufen"),
)

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_PAD, _UNK, _CLS, _SEP, _MASK = range(len(_SPECIAL))
_SCRIPTS = ((0x300, 0x36F), (0x3B1, 0x3C9), (0x430, 0x44F), (0x3041, 0x30FE), (0x1100, 0x11C2))


def tiny_model(
    folder: Path, *, dimension: int = DIMENSION, seed: int = 7
) -> tuple[Path, ModelDescription]:
    """Write `tiny.gguf` into `folder`. Return its path and description.

    Another `seed` or `dimension` creates another model with another fingerprint.
    """
    description = ModelDescription(
        name="tiny",
        title="Tiny test model",
        languages="all",
        pooling="mean",
        dimension=dimension,
        context_tokens=CONTEXT_TOKENS,
        license="none",
        near_cosine=0.5,
    )
    path = folder / description.file_name
    # Two processes may create the same model, but each sees a complete file.
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    write_tiny_gguf(partial, dimension=dimension, seed=seed)
    partial.replace(path)
    return path, description


def write_tiny_gguf(
    path: Path,
    *,
    dimension: int = DIMENSION,
    seed: int = 7,
    pooling: gguf.PoolingType = gguf.PoolingType.MEAN,
    changed: dict[str, np.ndarray] | None = None,
    labels: tuple[str, ...] = (),
    unigram: bool = False,
    table: gguf.GGMLQuantizationType = gguf.GGMLQuantizationType.F32,
    extra: Callable[[gguf.GGUFWriter], None] = lambda _: None,
) -> None:
    """Write the model as GGUF version 3. Tensors in `changed` are replaced or added.

    All tensors are float32 except for the token `table`. The tokenizer is WordPiece, or
    SentencePiece with `unigram`. `extra` adds metadata values.
    """
    tokens = small_vocabulary()
    writer = gguf.GGUFWriter(path, "bert")
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT_TOKENS)
    writer.add_embedding_length(dimension)
    writer.add_feed_forward_length(_HIDDEN)
    writer.add_block_count(1)
    writer.add_head_count(2)
    writer.add_layer_norm_eps(1e-12)
    writer.add_causal_attention(False)
    writer.add_pooling_type(pooling)
    if labels:
        writer.add_classifier_output_labels(labels)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    add_vocabulary(writer, tokens)
    if unigram:
        make_unigram(writer, tokens)
    else:
        writer.add_tokenizer_model("bert")
    extra(writer)
    tensors = _tensors(tokens, dimension, np.random.default_rng(seed)) | (changed or {})
    for name, values in tensors.items():
        kind = table if name == "token_embd.weight" else gguf.GGMLQuantizationType.F32
        writer.add_tensor(name, gguf.quants.quantize(values, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def tiny_reranker(folder: Path, *, labels: int = 1, broken: bool = False) -> Path:
    """Write a tiny cross-encoder into `folder` and return its path. A broken one returns nan.

    Its first token attends to the mean of all tokens of the pair, and its head detects one word:
    the larger the share of 'dog' (or a synonym) in the pair, the higher the score.
    """
    path = folder / f"tiny-rank-{labels}{'-broken' if broken else ''}.gguf"
    write_tiny_gguf(
        path,
        pooling=gguf.PoolingType.RANK,
        changed=_head(labels, np.nan if broken else 3.0),
        labels=tuple(f"LABEL_{number}" for number in range(labels)),
    )
    return path


def _head(labels: int, strength: float) -> dict[str, np.ndarray]:
    same, nothing = np.eye(DIMENSION), np.zeros((DIMENSION, DIMENSION))
    tokens = small_vocabulary()
    vectors = _token_vectors(tokens, DIMENSION, np.random.default_rng(7))
    liked = vectors[tokens.index("\u2581dog")]
    return {
        "blk.0.attn_q.weight": nothing,
        "blk.0.attn_k.weight": nothing,
        "blk.0.attn_v.weight": same,
        "blk.0.attn_output.weight": same,
        "cls.output.weight": np.tile(liked / np.linalg.norm(liked) * strength, (labels, 1)),
        "cls.output.bias": np.zeros(labels),
    }


def small_vocabulary() -> list[str]:
    letters = [*ascii_lowercase, *digits, *punctuation]
    letters += [chr(code) for first, last in _SCRIPTS for code in range(first, last + 1)]
    pairs = ["".join(pair) for pair in product(ascii_lowercase, repeat=2)]
    pieces = [*letters, *pairs]
    words = [word for group in SYNONYMS for word in group]
    starts = dict.fromkeys("\u2581" + piece for piece in [*pieces, *words])
    return [*_SPECIAL, *starts, *pieces]


def add_vocabulary(writer: gguf.GGUFWriter, tokens: list[str]) -> None:
    kinds = [gguf.TokenType.NORMAL] * len(tokens)
    kinds[: len(_SPECIAL)] = [gguf.TokenType.CONTROL] * len(_SPECIAL)
    kinds[_UNK] = gguf.TokenType.UNKNOWN
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_type_count(2)
    writer.add_bos_token_id(_CLS)
    writer.add_eos_token_id(_SEP)
    writer.add_unk_token_id(_UNK)
    writer.add_sep_token_id(_SEP)
    writer.add_pad_token_id(_PAD)
    writer.add_mask_token_id(_MASK)


def make_unigram(writer: gguf.GGUFWriter, tokens: list[str]) -> None:
    writer.add_tokenizer_model("t5")
    scores = -2 - 8 * np.random.default_rng(3).random(len(tokens), dtype=np.float32)
    writer.add_token_scores(scores.tolist())
    writer.add_add_space_prefix(True)
    writer.add_remove_extra_whitespaces(True)
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)


def _tensors(
    tokens: list[str], dimension: int, random: np.random.Generator
) -> dict[str, np.ndarray]:
    def noise(*shape: int) -> np.ndarray:
        return random.standard_normal(shape) * _NOISE

    def norm(name: str) -> dict[str, np.ndarray]:
        return {f"{name}.weight": np.ones(dimension), f"{name}.bias": np.zeros(dimension)}

    def layer(name: str, wide: int, deep: int) -> dict[str, np.ndarray]:
        return {f"{name}.weight": noise(wide, deep), f"{name}.bias": np.zeros(wide)}

    tensors = {
        "token_embd.weight": _token_vectors(tokens, dimension, random),
        "position_embd.weight": noise(CONTEXT_TOKENS, dimension),
        "token_types.weight": noise(2, dimension),
        **norm("token_embd_norm"),
    }
    for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
        tensors |= layer(f"blk.0.{part}", dimension, dimension)
    tensors |= norm("blk.0.attn_output_norm")
    tensors |= layer("blk.0.ffn_up", _HIDDEN, dimension)
    tensors |= layer("blk.0.ffn_down", dimension, _HIDDEN)
    return tensors | norm("blk.0.layer_output_norm")


def _token_vectors(tokens: list[str], dimension: int, random: np.random.Generator) -> np.ndarray:
    vectors = random.standard_normal((len(tokens), dimension))
    vectors[_SEP] = -vectors[_CLS]  # so that the two tokens of every text cancel out in the mean
    number = {token: row for row, token in enumerate(tokens)}
    for group in SYNONYMS:
        for word in group[1:]:
            vectors[number["\u2581" + word]] = vectors[number["\u2581" + group[0]]]
    return vectors
