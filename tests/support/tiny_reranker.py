"""A tiny cross-encoder, made in milliseconds: real llama.cpp with rank pooling, no download.

Its first token sees the mean of all tokens of the pair, and its head looks for one word: the more
of a pair is 'dog' (or a synonym of it, see tiny_gguf), the higher the score.
"""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy as np

from tests.support import tiny_gguf
from tests.support.tiny_gguf import DIMENSION

LIKED = "dog"
_STRENGTH = 3.0


def tiny_reranker(folder: Path, *, labels: int = 1, broken: bool = False) -> Path:
    """Write `tiny-rank.gguf` into `folder` and return its path; a broken one scores nan."""
    path = folder / f"tiny-rank-{labels}{'-broken' if broken else ''}.gguf"
    tiny_gguf.write_tiny_gguf(
        path,
        pooling=gguf.PoolingType.RANK,
        changed=_tensors(labels, np.nan if broken else _STRENGTH),
        labels=tuple(f"LABEL_{number}" for number in range(labels)),
    )
    return path


def _tensors(labels: int, strength: float) -> dict[str, np.ndarray]:
    same, nothing = np.eye(DIMENSION), np.zeros((DIMENSION, DIMENSION))
    liked = tiny_gguf.token_vector(LIKED)
    return {
        "blk.0.attn_q.weight": nothing,
        "blk.0.attn_k.weight": nothing,
        "blk.0.attn_v.weight": same,
        "blk.0.attn_output.weight": same,
        "cls.output.weight": np.tile(liked / np.linalg.norm(liked) * strength, (labels, 1)),
        "cls.output.bias": np.zeros(labels),
    }
