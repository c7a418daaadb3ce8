"""One immutable state of the vectors, scanned by any number of threads while the next is made."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.stores.vectors.files import DELETED

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
        """Read the history: of each chunk only its last record counts."""
        is_row = records[:, 1] != DELETED
        last = np.zeros(len(records), dtype=bool)
        backwards = np.unique(records[::-1, 0], return_index=True)[1]
        last[len(records) - 1 - backwards] = True
        rows = records[is_row]
        return cls(
            matrix, np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, 1]), last[is_row]
        )

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
