"""The vectors at one moment, and the effect of a change on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.localized import message
from twofold.engine.stores.vectors.files import DELETED, last_of_each

Numbers = NDArray[np.int64]

_SAMPLE_ROWS = 4096
_DELETED_SHARE = 0.2
_MAX_DELETED_ROWS = 1000


class VectorSnapshot:
    """Rows of a matrix with their chunks and documents; deleted rows stay until compaction.

    `by_chunk` are the live rows, ordered by chunk number.
    """

    def __init__(
        self,
        matrix: NDArray[np.float16],
        chunks: Numbers,
        documents: Numbers,
        live: NDArray[np.bool_],
        by_chunk: Numbers,
    ) -> None:
        self.matrix = matrix
        self.chunks = chunks
        self.documents = documents
        self.live = live
        self.by_chunk = by_chunk

    @classmethod
    def from_records(cls, matrix: NDArray[np.float16], records: Numbers) -> VectorSnapshot:
        """Build the state from all records (n, 2) of the files."""
        none = np.empty(0, dtype=np.int64)
        return cls(matrix[:0], none, none, none.astype(bool), none).followed_by(matrix, records)

    def followed_by(self, matrix: NDArray[np.float16], records: Numbers) -> VectorSnapshot:
        """Return the next state: `matrix` includes the new rows, `records` are the new records."""
        is_put = records[:, 1] != DELETED
        row_of_record = len(self.chunks) + np.cumsum(is_put) - 1
        chunks = np.concatenate([self.chunks, records[is_put, 0]])
        touched, last = last_of_each(records[:, 0])
        replaced = self.rows_of_chunks(touched)
        new_rows = row_of_record[last[is_put[last]]]
        live = np.zeros(len(chunks), dtype=bool)
        live[: len(self.live)] = self.live
        live[replaced[replaced >= 0]] = False
        kept = self.by_chunk[live[self.by_chunk]]
        live[new_rows] = True
        places = np.searchsorted(chunks[kept], chunks[new_rows])
        return VectorSnapshot(
            matrix,
            chunks,
            np.concatenate([self.documents, records[is_put, 1]]),
            live,
            np.insert(kept, places, new_rows),
        )

    @property
    def count(self) -> int:
        """The number of searchable vectors."""
        return len(self.by_chunk)

    @property
    def is_due_for_compaction(self) -> bool:
        """Whether there are enough deleted rows for a compaction."""
        rows = len(self.chunks)
        return rows - self.count > max(_MAX_DELETED_ROWS, _DELETED_SHARE * rows)

    @cached_property
    def live_rows(self) -> Numbers:
        """The searchable rows, ascending."""
        return np.flatnonzero(self.live)

    @cached_property
    def sample(self) -> NDArray[np.float16]:
        """A sample of at most 4,096 vectors, always the same ones for the same chunks.

        Chunk numbers are hashes, so the chunks with the lowest numbers are a random sample.
        """
        return np.ascontiguousarray(self.matrix[self.by_chunk[:_SAMPLE_ROWS]])

    def rows_of_chunks(self, chunks: Numbers) -> Numbers:
        """Return the live row of each chunk, -1 if there is none."""
        if self.count == 0:
            return np.full(len(chunks), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(self._ordered_chunks, chunks), self.count - 1)
        return np.where(self._ordered_chunks[place] == chunks, self.by_chunk[place], -1)

    def rows_of_documents(self, allowed: Numbers) -> Numbers:
        """Return the live rows of documents (ascending numbers), ascending."""
        first, end = (
            np.searchsorted(self.documents, allowed, side, sorter=self._by_document)
            for side in ("left", "right")
        )
        counts = end - first
        # The positions first[0], first[0] + 1, ... end[0] - 1, first[1], ... in the order by
        # document.
        places = np.arange(counts.sum()) + np.repeat(first - np.cumsum(counts) + counts, counts)
        wanted = np.zeros(len(self.documents), dtype=bool)
        wanted[self._by_document[places]] = True
        return np.flatnonzero(wanted & self.live)

    @cached_property
    def _ordered_chunks(self) -> Numbers:
        return self.chunks[self.by_chunk]

    @cached_property
    def _by_document(self) -> Numbers:
        return np.argsort(self.documents)


@dataclass(frozen=True, slots=True, eq=False)
class VectorChange:
    """New rows: `vectors` (n, dimension) with the chunk and the document of each.

    `gone` are chunks that had a vector.
    """

    vectors: NDArray[np.float16]
    chunks: Numbers
    documents: Numbers
    gone: Numbers

    @property
    def records(self) -> Numbers:
        """The records of the change: pairs of chunk and document (n, 2), see VectorFiles."""
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
    """Return the change that adds vectors (chunk, document, little-endian f16) and removes chunks.

    If a chunk is added twice, the last one counts. Unchanged vectors are left out. Raise
    IndexUnavailableError if a vector does not consist of `dimension` finite numbers.
    """
    vectors, chunks, documents = _as_arrays(added, dimension)
    rows = before.rows_of_chunks(chunks)
    is_new = ~_same_rows(before, rows, vectors, documents)
    gone = np.setdiff1d(np.array(deleted, dtype=np.int64), chunks)
    was_there = before.rows_of_chunks(gone) >= 0
    return VectorChange(vectors[is_new], chunks[is_new], documents[is_new], gone[was_there])


def _as_arrays(
    added: Sequence[tuple[int, int, bytes]], dimension: int
) -> tuple[NDArray[np.float16], Numbers, Numbers]:
    latest = {chunk: (document, vector) for chunk, document, vector in added}
    if any(len(vector) != dimension * 2 for _, vector in latest.values()):
        raise IndexUnavailableError(
            message("A vector does not have {dimension} dimensions.", dimension=dimension)
        )
    vectors = np.frombuffer(b"".join(vector for _, vector in latest.values()), dtype="<f2")
    if not np.isfinite(vectors).all():
        raise IndexUnavailableError(message("A vector is not finite."))
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
