"""The three ways to rank vectors: scan all, scan those of some documents, or walk the graph.

With an int8 copy of the vectors a scan compares only the rows exactly that the copy cannot rule
out; the result is the same (see quantised.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numkong
import numpy as np
from numpy.typing import NDArray

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.hit import Background, Candidate
from twofold.engine.model.message import Message, message
from twofold.engine.ranking.chance import Chance
from twofold.engine.stores.ports import NearChunks, VectorAnswer, VectorPlan
from twofold.engine.stores.vectors.files import DELETED, last_of_each
from twofold.engine.stores.vectors.graph import HnswGraph
from twofold.engine.stores.vectors.quantised import QuantisedRows

Numbers = NDArray[np.int64]

_SAMPLE_ROWS = 4096
_DEAD_SHARE = 0.2
_DEAD_ROWS_KEPT = 1000


class VectorSnapshot:
    """Rows of a matrix with the chunk and document of each; dead rows stay until compaction.

    `by_chunk` are the live rows, by ascending chunk number.
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
        """Make the state from all records (n, 2) of the files."""
        none = np.empty(0, dtype=np.int64)
        return cls(matrix[:0], none, none, none.astype(bool), none).followed_by(matrix, records)

    def followed_by(self, matrix: NDArray[np.float16], records: Numbers) -> VectorSnapshot:
        """Return the next state: `matrix` holds the new rows, too, and `records` are what came."""
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
        """How many vectors can be found."""
        return len(self.by_chunk)

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
        return np.ascontiguousarray(self.matrix[self.by_chunk[:_SAMPLE_ROWS]])

    def rows_of_chunks(self, chunks: Numbers) -> Numbers:
        """Return the live row of each chunk, -1 where there is none."""
        if self.count == 0:
            return np.full(len(chunks), -1, dtype=np.int64)
        place = np.minimum(np.searchsorted(self._ordered_chunks, chunks), self.count - 1)
        return np.where(self._ordered_chunks[place] == chunks, self.by_chunk[place], -1)

    def rows_of_documents(self, allowed: Numbers) -> Numbers:
        """Return the live rows of documents (numbers ascending), ascending."""
        first, end = (
            np.searchsorted(self.documents, allowed, side, sorter=self._by_document)
            for side in ("left", "right")
        )
        counts = end - first
        # The places first[0], first[0] + 1, ... end[0] - 1, first[1], ... in the order by document.
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


# --- What a change adds to the files, and which rows it invalidates ---


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
    was_there = before.rows_of_chunks(gone) >= 0
    return VectorChange(vectors[is_new], chunks[is_new], documents[is_new], gone[was_there])


def _as_arrays(
    added: Sequence[tuple[int, int, bytes]], dimension: int
) -> tuple[NDArray[np.float16], Numbers, Numbers]:
    latest = {chunk: (document, vector) for chunk, document, vector in added}
    if any(len(vector) != dimension * 2 for _, vector in latest.values()):
        raise IndexUnavailableError(
            message("A vector does not have {dimension} numbers.", dimension=dimension)
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


# --- Cosines of half-precision vectors ---
#
# numkong scores f16 rows in place with SIMD (4 ms for 40,000 rows of 384). Without SIMD its serial
# kernel is 40 times slower than numpy's float32 product, which then does the work.


Half = NDArray[np.float16]
Floats = NDArray[np.float32]
Scores = NDArray[np.float64]

SCORE_DECIMALS = 6
_ROWS_PER_BLOCK = 16_384
# Capabilities that bring a fast f16 kernel; 'serial' is always there.
_FAST = ("haswell", "skylake", "icelake", "genoa", "sapphire", "neonhalf", "neon", "sve")


def has_fast_kernel() -> bool:
    """Whether numkong has a SIMD kernel for this processor."""
    capabilities = numkong.get_capabilities()
    return any(capabilities.get(name, False) for name in _FAST)


def as_query(vector: NDArray[np.float32], dimension: int) -> Half:
    """Return a vector (dimension,) in half precision; IndexUnavailableError when it does not fit.

    So it is when it has another number of numbers, or one that is not finite.
    """
    if vector.shape != (dimension,):
        raise IndexUnavailableError(
            message(
                "The query has {shape} numbers, the vectors have {dimension}.",
                shape=str(vector.shape),
                dimension=dimension,
            )
        )
    query = vector.astype("<f2")
    if not np.isfinite(query).all():
        raise IndexUnavailableError(message("The query's vector is not finite."))
    return query


def cosines(query: Half, rows: Half, *, fast: bool) -> Scores:
    """Return the cosine of `query` (d,) with each of `rows` (n, d), rounded to 6 decimals."""
    if len(rows) == 0:
        return np.empty(0)
    scores = _simd(query, rows) if fast else _plain(query, rows)
    rounded: Scores = np.round(scores, SCORE_DECIMALS)
    return rounded


def _simd(query: Half, rows: Half) -> Scores:
    distances = np.asarray(numkong.cdist(query[None, :], rows, "angular"), dtype=np.float64)
    scores: Scores = 1.0 - distances[0]
    return scores


def _plain(query: Half, rows: Half) -> Scores:
    # Block by block, so that the float32 copy stays small.
    wanted = query.astype(np.float32)
    parts = []
    for start in range(0, len(rows), _ROWS_PER_BLOCK):
        block = rows[start : start + _ROWS_PER_BLOCK].astype(np.float32)
        lengths = np.linalg.norm(block, axis=1) * np.linalg.norm(wanted)
        parts.append((block @ wanted) / np.maximum(lengths, np.finfo(np.float32).tiny))
    return np.concatenate(parts).astype(np.float64)


# Below this, an exact scan takes no longer than embedding the query (with the int8 copy 14 ms for
# 300,000 rows of 384) and finds everything; no graph is built.
_EXACT_BELOW = 300_000
# Above this share of allowed rows, scoring all is cheaper than gathering some.
_GATHER_SHARE = 0.2
# The graph is asked for more than is wanted: that is HNSW's effort (ef), and so many find 98 % of
# the best. Some are dead.
_CANDIDATES_PER_HIT = 6
_SPARE_CANDIDATES = 64
# With fewer than this part of them left by a filter, what it leaves lies elsewhere, and the graph
# misses much of it (of the best 100 in a million 20 to 60 %); with as many, hardly a tenth.
_LEFT_BY_FILTER = 0.75
# To find a candidate in the graph takes as long as to score so many rows of a filter.
_ROWS_PER_CANDIDATE = 20
# Of so many the graph says which are near enough to be counted: more would take longer than a scan.
_NEAR_IN_GRAPH = 1000
# Fewer rows are compared exactly at once.
_MIN_TO_RULE_OUT = 4000
# By so much a cosine of vectors in half precision may be wrong.
_HALF_PRECISION = 0.002


class VectorScan:
    """Ranks the rows of a snapshot.

    `fast` is whether numkong has a kernel for this machine; `quantised` is the int8 copy of the
    vectors, which is used only then.
    """

    def __init__(self, *, fast: bool, quantised: QuantisedRows | None = None) -> None:
        self._fast = fast
        self._quantised = quantised if fast else None

    def background(
        self, snapshot: VectorSnapshot, query: Half, chance: Chance | None
    ) -> Background:
        """Return how near the library as a whole is to a query; the filters do not matter."""
        scores = cosines(query, snapshot.sample, fast=self._fast)
        if len(scores) == 0:
            return Background(0.0, 0.0, 0)
        usual = chance.usual if chance is not None else 0.0
        return Background(float(scores.mean()), float(scores.std()), len(scores), usual)

    def cosines_of(
        self, snapshot: VectorSnapshot, query: Half, chunks: Numbers
    ) -> dict[int, float]:
        """Score some chunks; those without a vector are left out."""
        rows = snapshot.rows_of_chunks(chunks)
        known = rows >= 0
        scores = cosines(query, snapshot.matrix[rows[known]], fast=self._fast)
        return dict(zip(chunks[known].tolist(), scores.tolist(), strict=True))

    def deviations_of(
        self, snapshot: VectorSnapshot, query: Floats, chunks: Numbers, chance: Chance
    ) -> dict[int, float]:
        """Return how much nearer than by chance those of `chunks` are that have a vector."""
        rows = snapshot.rows_of_chunks(chunks)
        known = rows >= 0
        found = chance.deviations(query, snapshot.matrix[rows[known]].astype(np.float32))
        return dict(zip(chunks[known].tolist(), found.tolist(), strict=True))

    def search_all(
        self, snapshot: VectorSnapshot, query: Half, limit: int, *, misses_graph: bool = False
    ) -> VectorAnswer:
        """Score every vector; `misses_graph` where a graph was wished for and is not there."""
        candidates = self._best_of(snapshot, query, limit, snapshot.live_rows)
        plan = message("exact scan of {count}", count=_vectors(snapshot.count))
        if misses_graph:
            plan = message(
                "exact scan of {count}, as there is no HNSW graph yet",
                count=_vectors(snapshot.count),
            )
        return VectorAnswer(candidates, plan, snapshot.count, snapshot.count)

    def search_allowed(
        self, snapshot: VectorSnapshot, query: Half, limit: int, rows: Numbers
    ) -> VectorAnswer:
        """Score the vectors of some rows."""
        candidates = self._best_of(snapshot, query, limit, rows)
        plan = message("exact scan of {rows} left by the filters", rows=_vectors(len(rows)))
        return VectorAnswer(candidates, plan, snapshot.count, len(rows))

    def search_graph(
        self,
        snapshot: VectorSnapshot,
        graph: HnswGraph,
        query: Half,
        limit: int,
        allowed: Numbers | None = None,
    ) -> VectorAnswer | None:
        """Walk the graph, scan what is newer than it, and score both with the vectors themselves.

        Of the nearest those of `allowed` rows are kept. None where too few are left to trust that
        the best are among them, and where much is newer.
        """
        if len(snapshot.chunks) - graph.rows > _GATHER_SHARE * len(snapshot.chunks):
            return None
        searched = snapshot.count if allowed is None else len(allowed)
        fetched = _candidates_to_fetch(limit, searched, snapshot.count)
        found, newer = _candidate_rows(snapshot, graph, query, fetched)
        passes = snapshot.live
        if allowed is not None:
            passes = np.zeros(len(snapshot.live), dtype=bool)
            passes[allowed] = True
        found, newer = found[passes[found]], newer[passes[newer]]
        rows = np.concatenate([found, newer])
        wanted = limit if allowed is None else int(_LEFT_BY_FILTER * _CANDIDATES_PER_HIT * limit)
        if len(rows) < min(wanted, searched):
            return None
        scores = cosines(query, snapshot.matrix[rows], fast=self._fast)
        candidates = _best(scores, snapshot.chunks[rows], limit)
        plan = message(
            "HNSW graph of {rows} vectors, {found} of them scored again exactly",
            rows=graph.rows,
            found=len(found),
        )
        if len(newer):
            plan = message(
                "HNSW graph of {rows} vectors, {found} of them scored again exactly, "
                "and of what is newer {newer} by exact scan",
                rows=graph.rows,
                found=len(found),
                newer=len(newer),
            )
        return VectorAnswer(candidates, plan, snapshot.count, searched)

    def near(
        self,
        snapshot: VectorSnapshot,
        query: Half,
        least: float,
        allowed: Numbers | None,
        graph: HnswGraph | None,
    ) -> NearChunks:
        """Return the chunks that score at least `least`.

        Without `allowed` documents and with a `graph` only the nearest are looked at.
        """
        rows = _rows_to_count(snapshot, query, allowed, graph)
        rows = self._at_least(query, least, rows)
        scores = self._scores(snapshot, query, rows)
        is_near = scores >= least
        near = rows[is_near]
        return NearChunks(snapshot.chunks[near], snapshot.documents[near], scores[is_near])

    def above_chance(
        self,
        snapshot: VectorSnapshot,
        query: Floats,
        least: float,
        allowed: Numbers | None,
        *,
        graph: HnswGraph | None,
        chance: Chance,
    ) -> NearChunks:
        """Return the chunks that are nearer than by chance by at least `least` deviations.

        One product with each vector rules most of them out.
        """
        rows = _rows_to_count(snapshot, query.astype(np.float16), allowed, graph)
        direction = chance.direction(query)
        needed = chance.least_product(query, least) / max(float(np.linalg.norm(direction)), 1e-6)
        needed -= _HALF_PRECISION
        half = direction.astype(np.float16)
        rows = self._at_least(half, needed, rows)
        rows = rows[self._scores(snapshot, half, rows) >= needed]
        deviations = chance.deviations(query, snapshot.matrix[rows].astype(np.float32))
        is_near = deviations >= least
        rows = rows[is_near]
        return NearChunks(snapshot.chunks[rows], snapshot.documents[rows], deviations[is_near])

    def _best_of(
        self, snapshot: VectorSnapshot, query: Half, limit: int, rows: Numbers
    ) -> tuple[Candidate, ...]:
        if self._quantised is not None and len(rows) >= _MIN_TO_RULE_OUT:
            rows = self._quantised.contenders(query, limit, rows)
        return _best(self._scores(snapshot, query, rows), snapshot.chunks[rows], limit)

    def _at_least(self, query: Half, least: float, rows: Numbers) -> Numbers:
        """Leave out rows whose cosine is certainly less than `least`."""
        if self._quantised is None or len(rows) < _MIN_TO_RULE_OUT:
            return rows
        return self._quantised.at_least(query, least, rows)

    def _scores(self, snapshot: VectorSnapshot, query: Half, rows: Numbers) -> Scores:
        if len(rows) > _GATHER_SHARE * len(snapshot.chunks):
            return cosines(query, snapshot.matrix, fast=self._fast)[rows]
        return cosines(query, snapshot.matrix[rows], fast=self._fast)


def _rows_to_count(
    snapshot: VectorSnapshot, query: Half, allowed: Numbers | None, graph: HnswGraph | None
) -> Numbers:
    if allowed is not None:
        return snapshot.rows_of_documents(allowed)
    if graph is None:
        return np.flatnonzero(snapshot.live)
    rows = np.sort(np.concatenate(_candidate_rows(snapshot, graph, query, _NEAR_IN_GRAPH)))
    return rows[snapshot.live[rows]]


def _candidate_rows(
    snapshot: VectorSnapshot, graph: HnswGraph, query: Half, count: int
) -> tuple[Numbers, Numbers]:
    """Return the rows that a graph finds, and those that are newer than it."""
    return graph.nearest(query, count), np.arange(graph.rows, len(snapshot.chunks))


def _best(
    scores: NDArray[np.float64], chunks: NDArray[np.int64], limit: int
) -> tuple[Candidate, ...]:
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


def graph_pays(plan: VectorPlan, count: int) -> bool:
    """Whether so many vectors are searched through a graph, if there is one."""
    return plan == "hnsw" or (plan == "auto" and count >= _EXACT_BELOW)


def graph_pays_for(rows: int, of: int, limit: int) -> bool:
    """Whether the best `limit` of so many rows that a filter leaves are sought in the graph."""
    walked = _candidates_to_fetch(limit, rows, of) * _ROWS_PER_CANDIDATE
    return rows >= _EXACT_BELOW and walked < min(rows, _GATHER_SHARE * of)


def _candidates_to_fetch(limit: int, rows: int, of: int) -> int:
    """Return how many of all vectors to find, so that the best of `rows` are among them."""
    return _CANDIDATES_PER_HIT * limit * of // max(1, rows) + _SPARE_CANDIDATES


def _vectors(count: int) -> Message:
    return message("%Ln vectors", "", count, one="1 vector")
