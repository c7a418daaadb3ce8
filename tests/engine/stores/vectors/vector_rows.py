"""Vectors for tests of the vector index, and its results."""

import numpy as np

from twofold.engine.stores.vectors.index import VectorIndex

DIMENSION = 16
MODEL = "model"


def unit_rows(count, seed=0):
    rows = np.random.default_rng(seed).standard_normal((count, DIMENSION))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f2")


def entries(rows, first_chunk=1, chunks_per_document=3):
    return [
        (first_chunk + i, (first_chunk + i) // chunks_per_document, row.tobytes())
        for i, row in enumerate(rows)
    ]


def numbers(answer):
    return [candidate.chunk_number for candidate in answer.candidates]


def reopened(index):
    return VectorIndex.open(index.folder, DIMENSION, MODEL)
