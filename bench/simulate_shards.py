"""What searching many shards costs and loses: python -m bench.simulate_shards

A library too large for one machine is split into shards. Each returns its best passages, and these
are merged. Prints three tables, each for an increasing number of shards:

* Quality. Synthetic passages (`synthetic_library`) are split randomly, or by subject as if teams
  publish their own documents. The results are compared with one index: keywords with the statistics
  of each shard and with global statistics, meaning with one HNSW graph per shard, and both fused.
* Time. A shard answers after a log-normal time, and one answer in 200 takes ten times as long. The
  slowest shard decides, unless a replica is queried after the usual 95th percentile, or a deadline
  ends the wait.
* Size. The size of 10 million, 100 million and a billion passages, based on the bytes of one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from usearch.index import Index

from bench.synthetic_library import SyntheticVectors

_PASSAGES, _WORDS, _SUBJECTS, _DIMENSION = 40_000, 60, 100, 128
_QUERIES, _DEPTH, _SHOWN = 60, 100, 10
_SHARDS = (1, 4, 16, 64)
_RRF_K = 60
_K1, _B = 1.2, 0.75

_MEDIAN_MS, _SPREAD = 8.0, 0.4
_STRAGGLERS, _SLOWER = 0.005, 10.0
_TRIALS = 4000
_SHARDS_IN_TIME = (1, 4, 16, 64, 256)
_DEADLINE_MS = 40.0

# Bytes of one passage, measured on kdocs, rust-book and the judged sets
# (docs/internals/performance.md).
_TEXT, _FIELDS, _VECTOR, _TERMS = 800, 300, 384 * 2, 90 * 8
_LINKS = 2 * 16 * 4 * 1.1  # of HNSW with M = 16
_ROOM = 1.3  # for data being written, merged and copied

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Library:
    """Passages with words, subjects and vectors, and queries taken from them."""

    def __init__(self) -> None:
        order = np.random.default_rng(7)
        self.subject = np.repeat(np.arange(_PASSAGES // 20) % _SUBJECTS, 20)
        made = SyntheticVectors(_DIMENSION)
        self.vectors = made.of_documents(self.subject[::20].tolist(), 20)
        self.words = order.zipf(1.3, (_PASSAGES, _WORDS)).clip(max=30_000)
        of_subject = order.zipf(1.5, (_PASSAGES, _WORDS // 5)).clip(max=200)
        self.words[:, ::5] = 30_000 + 200 * self.subject[:, None] + of_subject
        self.lengths = order.integers(20, _WORDS, _PASSAGES, endpoint=True)
        self.words[np.arange(_WORDS) >= self.lengths[:, None]] = 0
        self.asked = order.choice(_PASSAGES, _QUERIES, replace=False)
        columns = (0, 1, 2, 5)
        self.queries = [np.unique(self.words[passage, columns]) for passage in self.asked]
        noise = order.normal(0, 0.04, (_QUERIES, _DIMENSION))
        self.query_vectors = (self.vectors[self.asked] + noise).astype(np.float32)
        self.counts = [
            np.stack([(self.words == word).sum(axis=1) for word in query]) for query in self.queries
        ]

    def keyword_scores(self, query: int, members: Ints, statistics: Ints) -> Floats:
        """Return the BM25 scores of `members`, with the document frequencies in `statistics`."""
        counts = self.counts[query]
        holding = (counts[:, statistics] > 0).sum(axis=1)
        rarity = np.log1p((len(statistics) - holding + 0.5) / (holding + 0.5))
        frequency = counts[:, members]
        norm = _K1 * (1 - _B + _B * self.lengths[members] / self.lengths.mean())
        scores: Floats = (rarity[:, None] * frequency * (_K1 + 1) / (frequency + norm)).sum(axis=0)
        return scores


def best(scores: Floats, members: Ints, most: int = _DEPTH) -> list[tuple[float, int]]:
    """Return (score, passage) of the best passages of a shard."""
    rows = np.lexsort((members, -scores))[:most]
    return [(float(scores[row]), int(members[row])) for row in rows if scores[row] > 0]


def merged(lists: list[list[tuple[float, int]]]) -> list[int]:
    """Return the passages of all shards, best first."""
    ranked = sorted((-score, passage) for one in lists for score, passage in one)
    return [passage for _, passage in ranked[:_DEPTH]]


def fused(keywords: list[int], meaning: list[int]) -> list[int]:
    """Return both lists fused by reciprocal rank (Cormack et al., SIGIR 2009)."""
    scores: dict[int, float] = {}
    for ranking in (keywords, meaning):
        for rank, passage in enumerate(ranking, start=1):
            scores[passage] = scores.get(passage, 0.0) + 1 / (_RRF_K + rank)
    return sorted(scores, key=lambda passage: (-scores[passage], passage))


def quality() -> None:
    """Print the fraction of the best ten that is still found, by the number of shards."""
    library = Library()
    everything = np.arange(_PASSAGES)
    by_chance = np.random.default_rng(1).permutation(_PASSAGES // 20).repeat(20)
    exact = [
        merged([best(library.vectors @ vector, everything)]) for vector in library.query_vectors
    ]
    words = [
        merged([best(library.keyword_scores(query, everything, everything), everything)])
        for query in range(_QUERIES)
    ]
    both = [fused(*pair) for pair in zip(words, exact, strict=True)]

    def kept(found: list[list[int]], wanted: list[list[int]]) -> float:
        pairs = zip(found, wanted, strict=True)
        return float(np.mean([len({*f[:_SHOWN]} & {*w[:_SHOWN]}) / _SHOWN for f, w in pairs]))

    print("Of the best ten of one index remain")
    print("split       shards  keywords, own statistics  keywords, all's  meaning, graphs   fused")
    for name, key in (("by chance", by_chance), ("by subject", library.subject)):
        for shards in _SHARDS:
            members = [everything[key % shards == shard] for shard in range(shards)]
            graphs = [graph(library.vectors, one) for one in members]
            own, shared, near = [], [], []
            for query, vector in enumerate(library.query_vectors):
                scores = library.keyword_scores
                own.append(merged([best(scores(query, m, m), m) for m in members]))
                shared.append(merged([best(scores(query, m, everything), m) for m in members]))
                near.append(merged([nearest(g, vector) for g in graphs]))
            fusion = [fused(*pair) for pair in zip(shared, near, strict=True)]
            figures = (kept(own, words), kept(shared, words), kept(near, exact), kept(fusion, both))
            print(f"{name:<11} {shards:>6}  " + "  ".join(f"{figure:>15.3f}" for figure in figures))


def graph(vectors: NDArray[np.float32], members: Ints) -> Index:
    """Return the HNSW graph of a shard, with Milvus's default parameters (M 16)."""
    index = Index(ndim=_DIMENSION, metric="ip", dtype="f16", connectivity=16, expansion_search=64)
    index.add(members.astype(np.uint64), vectors[members])
    return index


def nearest(index: Index, vector: NDArray[np.float32]) -> list[tuple[float, int]]:
    """Return (inner product, passage) of the nearest passages of a shard."""
    found = index.search(vector, _DEPTH)
    return [(1 - float(d), int(k)) for k, d in zip(found.keys, found.distances, strict=True)]


def times() -> None:
    """Print the time of an answer, by the number of shards."""
    order = np.random.default_rng(3)

    def drawn(shards: int) -> Floats:
        usual = _MEDIAN_MS * np.exp(_SPREAD * order.standard_normal((_TRIALS, shards)))
        return np.where(order.random((_TRIALS, shards)) < _STRAGGLERS, usual * _SLOWER, usual)

    second_after = float(np.quantile(drawn(1), 0.95))

    def hedged(shards: int) -> Floats:
        first, second = drawn(shards), drawn(shards) + second_after
        return np.where(first > second_after, np.minimum(first, second), first)

    print(f"\nMilliseconds of an answer, p50 / p95 / p99; a shard alone: median {_MEDIAN_MS:.0f}")
    print(f"shards  all are awaited     a second copy after {second_after:.0f} ms"
          f"  within {_DEADLINE_MS:.0f} ms: answers, passages missed")  # fmt: skip
    percentiles: Callable[[Floats], str] = lambda taken: " / ".join(  # noqa: E731
        f"{value:>4.0f}" for value in np.quantile(taken, (0.5, 0.95, 0.99))
    )
    for shards in _SHARDS_IN_TIME:
        late = drawn(shards) > _DEADLINE_MS
        print(
            f"{shards:>6}  {percentiles(drawn(shards).max(axis=1))}  "
            f"{percentiles(hedged(shards).max(axis=1)):>24}"
            f"{(late.any(axis=1).mean()):>26.1%}{late.mean():>12.2%}"
        )


def sizes() -> None:
    """Print the size of a library in memory and on disk, in GB."""
    print("\nGB, with room for writing and merging        10 million   100 million     1 billion")
    rows = {
        "memory, HNSW of f16, terms in memory": _VECTOR + _LINKS + _TERMS,
        "memory, HNSW of f16, terms mapped": _VECTOR + _LINKS + _TERMS / 10,
        "memory, IVF_SQ8, terms mapped": _VECTOR / 2 + _TERMS / 10,
        "memory, DISKANN, terms mapped": _VECTOR / 8 + _TERMS / 10,
        "fast disk of query nodes, DISKANN": 2 * _VECTOR + 4 * 56 + _TERMS,
        "object store": (_TEXT + _FIELDS + _VECTOR + _TERMS) * 2,
    }
    for name, one in rows.items():
        figures = (one * _ROOM * millions / 1e3 for millions in (10, 100, 1000))
        print(f"{name:<42}" + "".join(f"{figure:>14,.0f}" for figure in figures))


if __name__ == "__main__":
    quality()
    times()
    sizes()
