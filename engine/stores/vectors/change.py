"""What a change of some chunks adds to the vector files, and which rows die by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.core.errors import IndexUnavailableError
from engine.stores.vectors.files import DELETED
from engine.stores.vectors.snapshot import Numbers, VectorSnapshot


@dataclass(frozen=True, slots=True, eq=False)
class VectorChange:
    """New rows: `vectors` (n, dimension) with the chunk and the document of each.

    `gone` are chunks that had a vector, `dead_rows` the rows of these and of those replaced.
    """

    vectors: NDArray[np.float16]
    chunks: Numbers
    documents: Numbers
    gone: Numbers
    dead_rows: Numbers

    @property
    def records(self) -> Numbers:
        """What is recorded of it: pairs of chunk and document (n, 2), see VectorFiles."""
        deleted = np.full(len(self.gone), DELETED, dtype=np.int64)
        return np.concatenate(
            [
                np.stack([self.gone, deleted], axis=1),
                np.stack([self.chunks, self.documents], axis=1),
            ]
        )


def change_of(
    before: VectorSnapshot,
    added: Sequence[tuple[int, int, bytes]],
    deleted: Sequence[int],
    dimension: int,
) -> VectorChange:
    """Return the change that puts vectors (chunk, document, little-endian f16) and removes chunks.

    Of a chunk that is put twice the last counts; what is there already is not written again. Raise
    IndexUnavailableError when a vector has other numbers than `dimension` finite ones.
    """
    vectors, chunks, documents = _as_arrays(added, dimension)
    rows = before.rows_of_chunks(chunks)
    is_new = ~_same_rows(before, rows, vectors, documents)
    gone = np.setdiff1d(np.array(deleted, dtype=np.int64), chunks)
    gone_rows = before.rows_of_chunks(gone)
    was_there = gone_rows >= 0
    replaced = rows[is_new & (rows >= 0)]
    return VectorChange(
        vectors[is_new],
        chunks[is_new],
        documents[is_new],
        gone[was_there],
        np.concatenate([replaced, gone_rows[was_there]]),
    )


def _as_arrays(
    added: Sequence[tuple[int, int, bytes]], dimension: int
) -> tuple[NDArray[np.float16], Numbers, Numbers]:
    latest = {chunk: (document, vector) for chunk, document, vector in added}
    if any(len(vector) != dimension * 2 for _, vector in latest.values()):
        raise IndexUnavailableError(f"A vector does not have {dimension} numbers.")
    vectors = np.frombuffer(b"".join(vector for _, vector in latest.values()), dtype="<f2")
    if not np.isfinite(vectors).all():
        raise IndexUnavailableError("A vector is not finite.")
    return (
        vectors.reshape(len(latest), dimension),
        np.array(list(latest), dtype=np.int64),
        np.array([document for document, _ in latest.values()], dtype=np.int64),
    )


def _same_rows(
    snapshot: VectorSnapshot, rows: Numbers, vectors: NDArray[np.float16], documents: Numbers
) -> NDArray[np.bool_]:
    same = np.zeros(len(rows), dtype=bool)
    there = np.flatnonzero(rows >= 0)
    if len(there):
        old = rows[there]
        equal = (snapshot.matrix[old] == vectors[there]).all(axis=1)
        same[there] = equal & (snapshot.documents[old] == documents[there])
    return same
