"""The vector index: chunks found by meaning, ranked by cosine.

Derived from the vectors that the catalog keeps, in files of its own so that a scan runs over mapped
memory. Searching never waits for a change: it works on an immutable snapshot.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from engine.core.errors import IndexUnavailableError
from engine.core.hit import Candidate
from engine.stores.vector_files import DELETED, VectorFiles
from engine.stores.vector_kernel import cosines, has_fast_kernel
from engine.stores.vector_snapshot import Numbers, VectorSnapshot

VectorPlan = Literal["auto", "exact", "hnsw"]

_MOST_CANDIDATES = 10_000
# Above this share of allowed rows, scoring all is cheaper than gathering some.
_GATHER_SHARE = 0.2
_DEAD_SHARE = 0.2
_DEAD_ROWS_KEPT = 1000


@dataclass(frozen=True, slots=True)
class VectorAnswer:
    """The ranking, how it was found, and how many of `searchable` chunks the filters left."""

    candidates: tuple[Candidate, ...]
    plan: str
    searchable: int
    allowed: int


class VectorIndex:
    """One folder with the vectors of one model.

    `search` is safe from any thread; `apply` and `close` are called by the one that writes.
    """

    def __init__(self, files: VectorFiles, *, read_only: bool, fast: bool) -> None:
        self._files = files
        self._read_only = read_only
        self._fast = fast
        self._changing = Lock()
        self._snapshot = VectorSnapshot.from_records(files.matrix(), files.records())

    @classmethod
    def open(
        cls,
        folder: Path,
        dimension: int,
        fingerprint: str,
        *,
        read_only: bool = False,
        fast: bool | None = None,
    ) -> Self:
        """Open the index in `folder`, an empty one when there is none.

        Raises IndexUnavailableError when the files are damaged or another model's: `discard` them
        and fill a new one from the catalog. `fast` is found out unless a test sets it.
        """
        files = VectorFiles.open(folder, fingerprint, dimension, read_only=read_only)
        use_kernel = has_fast_kernel() if fast is None else fast
        return cls(files, read_only=read_only, fast=use_kernel)

    @staticmethod
    def discard(folder: Path) -> None:
        """Remove an index that cannot be used."""
        shutil.rmtree(folder, ignore_errors=True)

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return self._files.folder

    @property
    def fingerprint(self) -> str:
        """Whose vectors these are."""
        return self._files.sidecar.fingerprint

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        return self._files.sidecar.dimension

    @property
    def version(self) -> str:
        """The version of the format and the model that made the vectors."""
        return f"flat{self._files.sidecar.format}-{self.fingerprint}"

    @property
    def generation(self) -> int:
        """The catalog generation that the index has reached; 0 when it was never filled."""
        return self._files.sidecar.generation

    @property
    def count(self) -> int:
        """How many chunks can be found."""
        return self._snapshot.count

    def apply(
        self, added: Iterable[tuple[int, int, bytes]], deleted: Iterable[int], generation: int
    ) -> None:
        """Add or replace vectors (chunk, document, little-endian f16), and remove chunks.

        Vectors that are there already are not written again. On any failure nothing has changed and
        IndexUnavailableError is raised; the same call may then be made again.
        """
        if self._read_only:
            raise IndexUnavailableError("The vector index is open for reading only.")
        with self._changing:
            try:
                self._write(list(added), list(deleted), generation)
                if self._is_due_for_compaction():
                    self._compact()
            except OSError as error:
                raise IndexUnavailableError(
                    f"The vector index cannot be written: {error.strerror}.",
                    "Free some space; nothing that was finished is lost.",
                ) from error

    def search(
        self,
        vector: NDArray[np.float32],
        limit: int,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> VectorAnswer:
        """Rank the chunks nearest to `vector` (dimension,), those of `allowed` documents only.

        Equal cosines (to 6 decimals) are ranked by ascending chunk number. Raises
        IndexUnavailableError when the vector does not fit.
        """
        query = self._checked(vector)
        wanted = max(1, min(limit, _MOST_CANDIDATES))
        snapshot = self._snapshot
        if allowed is None:
            return self._search_all(snapshot, query, wanted, plan)
        return self._search_allowed(snapshot, query, wanted, allowed)

    def close(self) -> None:
        """Let go of the mapped files."""
        empty = np.empty(0, dtype=np.int64)
        self._snapshot = VectorSnapshot(
            np.empty((0, self.dimension), dtype=np.float16), empty, empty, empty.astype(bool)
        )

    def _search_all(
        self, snapshot: VectorSnapshot, query: NDArray[np.float16], limit: int, plan: VectorPlan
    ) -> VectorAnswer:
        scores = cosines(query, snapshot.matrix, fast=self._fast)[snapshot.live]
        candidates = _best(scores, snapshot.chunks[snapshot.live], limit)
        words = f"exact scan of {snapshot.count} vectors"
        if plan == "hnsw":
            words += ", as there is no HNSW graph yet"
        return VectorAnswer(candidates, words, snapshot.count, snapshot.count)

    def _search_allowed(
        self,
        snapshot: VectorSnapshot,
        query: NDArray[np.float16],
        limit: int,
        allowed: NDArray[np.int64],
    ) -> VectorAnswer:
        rows = snapshot.rows_of_documents(allowed)
        if len(rows) > _GATHER_SHARE * len(snapshot.chunks):
            scores = cosines(query, snapshot.matrix, fast=self._fast)[rows]
        else:
            scores = cosines(query, snapshot.matrix[rows], fast=self._fast)
        candidates = _best(scores, snapshot.chunks[rows], limit)
        plan = f"exact scan of {len(rows)} filtered vectors"
        return VectorAnswer(candidates, plan, snapshot.count, len(rows))

    def _checked(self, vector: NDArray[np.float32]) -> NDArray[np.float16]:
        if vector.shape != (self.dimension,):
            raise IndexUnavailableError(
                f"The query has {vector.shape} numbers, the vectors have {self.dimension}."
            )
        query = vector.astype("<f2")
        if not np.isfinite(query).all():
            raise IndexUnavailableError("The query's vector is not finite.")
        return query

    def _write(
        self, added: list[tuple[int, int, bytes]], deleted: list[int], generation: int
    ) -> None:
        before = self._snapshot
        vectors, chunks, documents = self._as_arrays(added)
        rows = before.rows_of_chunks(chunks)
        is_new = ~_same_rows(before, rows, vectors, documents)
        gone = np.setdiff1d(np.array(deleted, dtype=np.int64), chunks)
        gone_rows = before.rows_of_chunks(gone)
        gone, gone_rows = gone[gone_rows >= 0], gone_rows[gone_rows >= 0]
        replaced = rows[is_new & (rows >= 0)]
        vectors, chunks, documents = vectors[is_new], chunks[is_new], documents[is_new]
        records = np.concatenate([_records(gone, DELETED), np.stack([chunks, documents], axis=1)])
        self._files.append(vectors, records, generation)
        if len(records):
            dead = np.concatenate([replaced, gone_rows])
            self._snapshot = before.followed_by(self._files.matrix(), chunks, documents, dead)

    def _as_arrays(
        self, added: list[tuple[int, int, bytes]]
    ) -> tuple[NDArray[np.float16], Numbers, Numbers]:
        latest = {chunk: (document, vector) for chunk, document, vector in added}
        if any(len(vector) != self.dimension * 2 for _, vector in latest.values()):
            raise IndexUnavailableError(f"A vector does not have {self.dimension} numbers.")
        vectors = np.frombuffer(b"".join(vector for _, vector in latest.values()), dtype="<f2")
        if not np.isfinite(vectors).all():
            raise IndexUnavailableError("A vector is not finite.")
        return (
            vectors.reshape(len(latest), self.dimension),
            np.array(list(latest), dtype=np.int64),
            np.array([document for document, _ in latest.values()], dtype=np.int64),
        )

    def _is_due_for_compaction(self) -> bool:
        dead = len(self._snapshot.chunks) - self._snapshot.count
        return dead > max(_DEAD_ROWS_KEPT, _DEAD_SHARE * len(self._snapshot.chunks))

    def _compact(self) -> None:
        before = self._snapshot
        rows = before.live_rows
        chunks, documents = before.chunks[rows], before.documents[rows]
        self._files.rewrite(before.matrix[rows], np.stack([chunks, documents], axis=1))
        live = np.ones(len(rows), dtype=bool)
        self._snapshot = VectorSnapshot(self._files.matrix(), chunks, documents, live)


def _best(scores: NDArray[np.float64], chunks: Numbers, limit: int) -> tuple[Candidate, ...]:
    """Rank by score, then chunk number; ties at the cut are decided by the same rule."""
    if len(scores) > limit:
        cut = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= cut)
        scores, chunks = scores[kept], chunks[kept]
    order = np.lexsort((chunks, -scores))[:limit]
    return tuple(
        Candidate(chunk, score, rank)
        for rank, (chunk, score) in enumerate(
            zip(chunks[order].tolist(), scores[order].tolist(), strict=True), start=1
        )
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


def _records(chunks: Numbers, document: int) -> Numbers:
    return np.stack([chunks, np.full(len(chunks), document, dtype=np.int64)], axis=1)
