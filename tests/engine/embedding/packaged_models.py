"""Small models in the layouts that the packaged ones come in."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from string import ascii_lowercase

import gguf
import numpy as np

DIMENSION, HIDDEN, POSITIONS, WORDS = 64, 96, 32, 64
_LINEAR = ("q", "k", "v", "ao")


def write_e5(path: Path) -> None:
    """Write an E5S1 file: one layer, a unigram vocabulary of letters, three rows beyond it."""
    unused = 3
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "\u2581", *ascii_lowercase, ",", ".", "<mask>"]
    blob = "".join(pieces).encode()
    offsets = np.cumsum([0, *(len(piece.encode()) for piece in pieces)]).astype("<u4")
    scores = np.array([0.0] * 4 + [-2.0] * (len(pieces) - 5) + [0.0], dtype="<f4")
    character_map = struct.pack("<IBI", 0xFF41, 1, 0x61)
    shape = (DIMENSION, 1, 2, HIDDEN, len(pieces) + unused, POSITIONS, 2)
    head = struct.pack("<4sI7ifi", b"E5S1", 1, *shape, 1e-12, 32)
    head += struct.pack("<5iQ", len(pieces), 0, 2, 1, 3, len(blob))
    head += offsets.tobytes() + scores.tobytes() + blob
    head += struct.pack("<iI", 1, len(character_map)) + character_map
    tensors = _e5_tensors(len(pieces) + unused)
    path.write_bytes(head + _e5_directory(tensors, len(head)))


def _e5_tensors(words: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)

    def values(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) * 0.1).astype("<f4")

    tensors = {
        "emb.word": values(words, DIMENSION),
        "emb.pos": values(POSITIONS, DIMENSION),
        "emb.type": values(2, DIMENSION),
        "emb.ln.w": np.ones(DIMENSION, dtype="<f4"),
        "emb.ln.b": values(DIMENSION),
    }
    for part in _LINEAR:
        tensors |= {f"l0.{part}.w": values(DIMENSION, DIMENSION), f"l0.{part}.b": values(DIMENSION)}
    tensors |= {"l0.fi.w": values(HIDDEN, DIMENSION), "l0.fi.b": values(HIDDEN)}
    tensors |= {"l0.fo.w": values(DIMENSION, HIDDEN), "l0.fo.b": values(DIMENSION)}
    for norm in ("aln", "oln"):
        ones = np.ones(DIMENSION, dtype="<f4")
        tensors |= {f"l0.{norm}.w": ones, f"l0.{norm}.b": values(DIMENSION)}
    return tensors


def _e5_directory(tensors: dict[str, np.ndarray], start: int) -> bytes:
    """Return the directory and the data of the tensors, for a file that is `start` bytes long."""
    blobs = {}
    for name, values in tensors.items():
        is_quantised = values.ndim == 2 and name not in ("emb.pos", "emb.type")
        kind = gguf.GGMLQuantizationType.Q4_0
        data = gguf.quants.quantize(values, kind) if is_quantised else values
        blobs[name] = (int(is_quantised), values.size, data.tobytes())
    length = 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name in blobs)
    offset = -(-(start + length) // 8) * 8
    directory, body = struct.pack("<i", len(blobs)), b"\0" * (offset - start - length)
    for name, (kind_code, count, data) in blobs.items():
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind_code, count, offset, len(data))
        body += data
        offset += len(data)
    return directory + body


def write_bert_safetensors(folder: Path) -> Path:
    """Write config.json, vocab.txt and model.safetensors; return the path of the last."""
    folder.mkdir(parents=True, exist_ok=True)
    words = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "##s", "[", "]"]
    config = {
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "hidden_size": DIMENSION,
        "intermediate_size": HIDDEN,
        "max_position_embeddings": POSITIONS,
        "type_vocab_size": 2,
        "layer_norm_eps": 1e-12,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    path = folder / "model.safetensors"
    path.write_bytes(_safetensors(_bert_tensors(len(words))))
    return path


def _bert_tensors(words: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(4)

    def module(name: str, *shape: int) -> dict[str, np.ndarray]:
        weight = (random.standard_normal(shape) * 0.1).astype("<f4")
        return {f"{name}.weight": weight, f"{name}.bias": np.zeros(shape[0], dtype="<f4")}

    layer = "encoder.layer.0."
    tensors = {"embeddings.position_ids": np.arange(POSITIONS, dtype="<i8")}
    for name, rows in (("word", words), ("position", POSITIONS), ("token_type", 2)):
        key = f"embeddings.{name}_embeddings.weight"
        tensors[key] = module("x", rows, DIMENSION)["x.weight"]
    tensors |= module("embeddings.LayerNorm", DIMENSION)
    for part in ("attention.self.query", "attention.self.key", "attention.self.value"):
        tensors |= module(layer + part, DIMENSION, DIMENSION)
    tensors |= module(layer + "attention.output.dense", DIMENSION, DIMENSION)
    tensors |= module(layer + "attention.output.LayerNorm", DIMENSION)
    tensors |= module(layer + "intermediate.dense", HIDDEN, DIMENSION)
    tensors |= module(layer + "output.dense", DIMENSION, HIDDEN)
    tensors |= module(layer + "output.LayerNorm", DIMENSION)
    return tensors | module("pooler.dense", DIMENSION, DIMENSION)


def _safetensors(tensors: dict[str, np.ndarray]) -> bytes:
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, values in tensors.items():
        kind = "F32" if values.dtype == np.dtype("<f4") else "I64"
        span = [len(body), len(body) + values.nbytes]
        header[name] = {"dtype": kind, "shape": values.shape, "data_offsets": span}
        body += values.tobytes()
    encoded = json.dumps(header).encode()
    encoded += b" " * (-len(encoded) % 8)
    return struct.pack("<Q", len(encoded)) + encoded + body
