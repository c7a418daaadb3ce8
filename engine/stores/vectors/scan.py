"""Three ways to rank vectors: scan all, scan only those of some documents, or search the graph.

With an int8 copy of the vectors, a scan compares exactly only the rows that the copy cannot rule
out; the result is the same (see quantised.py).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from twofold.engine.model.hit import Background, Candidate
from twofold.engine.model.localized import Message, message
from twofold.engine.ranking.chance import Chance
from twofold.engine.stores.ports import NearChunks, VectorAnswer, VectorPlan
from twofold.engine.stores.vectors.graph import HnswGraph
from twofold.engine.stores.vectors.kernels import Floats, Half, Scores, cosines
from twofold.engine.stores.vectors.quantised import QuantisedRows
from twofold.engine.stores.vectors.snapshot import Numbers, VectorSnapshot

# Below this, an exact scan takes no longer than embedding the query (with the int8 copy 14 ms for
# 300,000 rows of 384) and finds everything, so no graph is built.
_EXACT_BELOW = 300_000
# Above this share of allowed rows, scoring all is cheaper than gathering some.
_GATHER_SHARE = 0.2
# The graph is asked for more candidates than needed (HNSW's ef), so that 98 % of the best are
# found. Some are deleted.
_CANDIDATES_PER_HIT = 6
_SPARE_CANDIDATES = 64
# If a filter leaves fewer than this part of the candidates, its matches are elsewhere and the graph
# misses many of them (20 to 60 % of the best 100 in a million); otherwise hardly a tenth.
_LEFT_BY_FILTER = 0.75
# Finding a candidate in the graph takes as long as scoring this many filtered rows.
_ROWS_PER_CANDIDATE = 20
# Number of candidates in the graph that are counted as near; more would take longer than a scan.
_NEAR_IN_GRAPH = 1000
# Fewer rows are compared exactly right away.
_MIN_TO_RULE_OUT = 4000
# Maximum error of a cosine in half precision.
_HALF_PRECISION = 0.002


class VectorScan:
    """Ranks the rows of a snapshot.

    `fast`: whether numkong has a SIMD kernel for this machine. `quantised` is the int8 copy of the
    vectors, which is used only with such a kernel.
    """

    def __init__(self, *, fast: bool, quantised: QuantisedRows | None = None) -> None:
        self._fast = fast
        self._quantised = quantised if fast else None

    def background(
        self, snapshot: VectorSnapshot, query: Half, chance: Chance | None
    ) -> Background:
        """Return how near the library as a whole is to a query, ignoring filters."""
        scores = cosines(query, snapshot.sample, fast=self._fast)
        if len(scores) == 0:
            return Background(0.0, 0.0, 0)
        usual = chance.usual if chance is not None else 0.0
        return Background(float(scores.mean()), float(scores.std()), len(scores), usual)

    def cosines_of(
        self, snapshot: VectorSnapshot, query: Half, chunks: Numbers
    ) -> dict[int, float]:
        """Score some chunks, leaving out those without a vector."""
        rows = snapshot.rows_of_chunks(chunks)
        known = rows >= 0
        scores = cosines(query, snapshot.matrix[rows[known]], fast=self._fast)
        return dict(zip(chunks[known].tolist(), scores.tolist(), strict=True))

    def deviations_of(
        self, snapshot: VectorSnapshot, query: Floats, chunks: Numbers, chance: Chance
    ) -> dict[int, float]:
        """Return how much nearer than by chance each of `chunks` with a vector is."""
        rows = snapshot.rows_of_chunks(chunks)
        known = rows >= 0
        found = chance.deviations(query, snapshot.matrix[rows[known]].astype(np.float32))
        return dict(zip(chunks[known].tolist(), found.tolist(), strict=True))

    def search_all(
        self, snapshot: VectorSnapshot, query: Half, limit: int, *, misses_graph: bool = False
    ) -> VectorAnswer:
        """Score every vector; with `misses_graph`, a graph was requested but does not exist."""
        candidates = self._best_of(snapshot, query, limit, snapshot.live_rows)
        plan = message("exact scan of {count}", count=_vectors(snapshot.count))
        if misses_graph:
            plan = message(
                "exact scan of {count} because there is no HNSW graph yet",
                count=_vectors(snapshot.count),
            )
        return VectorAnswer(candidates, plan, snapshot.count, snapshot.count)

    def search_allowed(
        self, snapshot: VectorSnapshot, query: Half, limit: int, rows: Numbers
    ) -> VectorAnswer:
        """Score the vectors of some rows."""
        candidates = self._best_of(snapshot, query, limit, rows)
        plan = message("exact scan of {rows} that match the filters", rows=_vectors(len(rows)))
        return VectorAnswer(candidates, plan, snapshot.count, len(rows))

    def search_graph(
        self,
        snapshot: VectorSnapshot,
        graph: HnswGraph,
        query: Half,
        limit: int,
        allowed: Numbers | None = None,
    ) -> VectorAnswer | None:
        """Search the graph, scan newer rows, and score both with the original vectors.

        Of the nearest rows, the `allowed` ones are kept. Return None if too few are left to be
        reliable, or if many rows are newer than the graph.
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
            "HNSW graph of {rows} vectors, {found} of them scored exactly",
            rows=graph.rows,
            found=len(found),
        )
        if len(newer):
            plan = message(
                "HNSW graph of {rows} vectors, {found} of them scored exactly, "
                "and exact scan of {newer} newer vectors",
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
        """Return the chunks with a score of at least `least`.

        With a `graph` and without `allowed` documents, only the nearest are examined.
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

        One product with each vector rules out most of them.
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
        """Drop rows whose cosine is certainly less than `least`."""
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
    """Return the rows found by the graph, and all rows that are newer than the graph."""
    return graph.nearest(query, count), np.arange(graph.rows, len(snapshot.chunks))


def _best(
    scores: NDArray[np.float64], chunks: NDArray[np.int64], limit: int
) -> tuple[Candidate, ...]:
    """Rank by score, then chunk number, including ties at the limit."""
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


def uses_graph(plan: VectorPlan, count: int) -> bool:
    """Return whether this many vectors are searched with a graph, if there is one."""
    return plan == "hnsw" or (plan == "auto" and count >= _EXACT_BELOW)


def uses_graph_for(rows: int, of: int, limit: int) -> bool:
    """Return whether to search the graph for the best `limit` of filtered rows.

    `rows` of all `of` rows match the filter.
    """
    walked = _candidates_to_fetch(limit, rows, of) * _ROWS_PER_CANDIDATE
    return rows >= _EXACT_BELOW and walked < min(rows, _GATHER_SHARE * of)


def _candidates_to_fetch(limit: int, rows: int, of: int) -> int:
    """Return how many candidates of `of` vectors to fetch to find the best of `rows`."""
    return _CANDIDATES_PER_HIT * limit * of // max(1, rows) + _SPARE_CANDIDATES


def _vectors(count: int) -> Message:
    return message("%Ln vectors", "", count, one="1 vector")
