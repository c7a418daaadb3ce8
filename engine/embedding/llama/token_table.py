"""The embedding table of a model, whose rows are read from its file on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from twofold.engine.embedding.llama.light_form import TableExtent
from twofold.engine.embedding.llama.tokenizers import Tokens
from twofold.engine.embedding.ports import Vectors


class TokenTable:
    """Rows of a table in a memory-mapped file, as the float32 numbers that llama.cpp computes."""

    def __init__(self, path: Path, extent: TableExtent) -> None:
        shape = (extent.rows, extent.row_bytes)
        self._rows = np.memmap(path, dtype=np.uint8, mode="r", offset=extent.start, shape=shape)
        self._kind = extent.kind
        self._scale = np.float32(extent.scale)
        self._floats = _DEQUANTISERS.get(extent.kind, self._by_gguf)

    def rows(self, tokens: Tokens) -> Vectors:
        """Return the rows of these tokens, (len(tokens), dimension)."""
        floats = self._floats(np.asarray(self._rows[tokens]))
        scaled: Vectors = floats if self._scale == 1 else floats * self._scale
        return scaled

    def _by_gguf(self, rows: NDArray[np.uint8]) -> Vectors:
        import gguf.quants  # noqa: PLC0415 (takes 0.2 s, only needed for rare formats)

        kind = gguf.GGMLQuantizationType(self._kind)
        numbers: Vectors = gguf.quants.dequantize(rows, kind)
        return numbers


def _from_f32(rows: NDArray[np.uint8]) -> Vectors:
    return rows.view(np.float32)


def _from_f16(rows: NDArray[np.uint8]) -> Vectors:
    return rows.view(np.float16).astype(np.float32)


def _from_q4_0(rows: NDArray[np.uint8]) -> Vectors:
    """Decode blocks of an f16 scale and 32 4-bit numbers, low halves first (ggml-common.h)."""
    blocks = rows.reshape(len(rows), -1, 18)
    halves = blocks[:, :, 2:]
    numbers = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.int8) - np.int8(8)
    return (numbers * _scales(blocks)).reshape(len(rows), -1)


def _from_q8_0(rows: NDArray[np.uint8]) -> Vectors:
    """Decode blocks of an f16 scale and 32 8-bit numbers (ggml-common.h)."""
    blocks = rows.reshape(len(rows), -1, 34)
    numbers = blocks[:, :, 2:].view(np.int8)
    return (numbers * _scales(blocks)).reshape(len(rows), -1)


def _scales(blocks: NDArray[np.uint8]) -> Vectors:
    return np.ascontiguousarray(blocks[:, :, :2]).view(np.float16).astype(np.float32)


# Keys are type numbers of ggml.h. Other types are decoded by gguf, whose import takes longer than a
# query.
_DEQUANTISERS: Mapping[int, Callable[[NDArray[np.uint8]], Vectors]] = {
    0: _from_f32,
    1: _from_f16,
    2: _from_q4_0,
    8: _from_q8_0,
}
