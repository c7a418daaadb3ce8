"""One immutable state of the vectors, scanned by any number of threads while the next is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.model.errors import IndexUnavailableError
from engine.stores.vectors.files import DELETED, live_of

Numbers = NDArray[np.int64]

_SAMPLE_ROWS = 4096
_DEAD_SHARE = 0.2
_DEAD_ROWS_KEPT = 1000


class VectorSnapshot:
    """Rows of a matrix with the chunk and document of each; dead rows stay until compaction."""

    def __init__(
        self,
        matrix: NDArray[np.float16],
        chunks: Numbers,
        documents: Numbers,
        live: NDArray[np.bool_],
    ) -> None:
        self.matrix = matrix
        self.chunks = chunks
        self.documents = documents
        self.live = live

    @classmethod
    def from_records(cls, matrix: NDArray[np.float16], records: Numbers) -> VectorSnapshot:
        """Make the state from the records (n, 2) of the files."""
        rows = records[records[:, 1] != DELETED]
        chunks, documents = np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, 1])
        return cls(matrix, chunks, documents, live_of(records))

    def followed_by(
        self, matrix: NDArray[np.float16], chunks: Numbers, documents: Numbers, dead: Numbers
    ) -> VectorSnapshot:
        """Return the next state: `matrix` holds the new rows, `dead` are rows that died."""
        live = np.concatenate([self.live, np.ones(len(chunks), dtype=bool)])
        live[dead] = False
        return VectorSnapshot(
            matrix,
            np.concatenate([self.chunks, chunks]),
            np.concatenate([self.documents, documents]),
            live,
        )

    @cached_property
    def count(self) -> int:
        """How many vectors can be found."""
        return int(np.count_nonzero(self.live))

    @property
    def is_due_for_compaction(self) -> bool:
        """Whether so many rows are dead that the others should be written anew."""
        rows = len(self.chunks)
        return rows - self.count > max(_DEAD_ROWS_KEPT, _DEAD_SHARE * rows)

    @cached_property
    def live_rows(self) -> Numbers:
        """The rows that can be found, ascending."""
        return np.flatnonzero(self.live)

    @cached_property
    def sample(self) -> NDArray[np.float16]:
        """At most 4,096 vectors that stand for all, always the same ones of the same chunks.

        Chunk numbers are hashes, so those with the least numbers are chosen at random.
        """
        rows = self.live_rows
        if len(rows) > _SAMPLE_ROWS:
            rows = rows[np.argpartition(self.chunks[rows], _SAMPLE_ROWS)[:_SAMPLE_ROWS]]
        return np.ascontiguousarray(self.matrix[rows[np.argsort(self.chunks[rows])]])

    def rows_of_chunks(self, chunks: Numbers) -> Numbers:
        """Return the live row of each chunk, -1 where there is none."""
        ordered, rows = self._by_chunk
        if len(ordered) == 0:
            return np.full(len(chunks), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(ordered, chunks), len(ordered) - 1)
        return np.where(ordered[place] == chunks, rows[place], -1)

    def rows_of_documents(self, allowed: Numbers) -> Numbers:
        """Return the live rows of documents (numbers ascending), ascending."""
        documents, group_of_row = self._by_document
        if len(allowed) == 0 or len(documents) == 0:
            return np.empty(0, dtype=np.int64)
        place = np.minimum(np.searchsorted(allowed, documents), len(allowed) - 1)
        wanted = allowed[place] == documents
        return np.flatnonzero(wanted[group_of_row] & self.live)

    @cached_property
    def _by_chunk(self) -> tuple[Numbers, Numbers]:
        chunks = self.chunks[self.live_rows]
        order = np.argsort(chunks)
        return chunks[order], self.live_rows[order]

    @cached_property
    def _by_document(self) -> tuple[Numbers, Numbers]:
        documents, groups = np.unique(self.documents, return_inverse=True)
        return documents, groups


# --- What a change adds to the files, and which rows it invalidates ---


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
