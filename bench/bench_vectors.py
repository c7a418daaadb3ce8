"""Speed and recall of the vector index alone, each compared with the library calls that it uses.

    python -m bench.bench_vectors FOLDER [--passages N]

FOLDER is a vector index. A missing one is created first with N synthetic vectors (default 100,000)
and their graph, which takes minutes. CPU time is reported, because it can be compared on a busy
machine; for opening, wall time as well. A query resembles another passage of a document.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numkong
import numpy as np

from bench.print_times import print_times
from bench.synthetic_library import Floats, SyntheticVectors
from twofold.engine.stores.vectors.files import Sidecar, VectorFiles, read_sidecar
from twofold.engine.stores.vectors.graph import build
from twofold.engine.stores.vectors.index import VectorIndex

_DIMENSION = 384
_QUERIES = 50
_LIMIT = 100
_PASSAGES_A_DOCUMENT = 20
_DOCUMENTS_AT_ONCE = 2500
_SUBJECTS = 100
_SHARES_OF_DOCUMENTS = {"1 %": 0.01, "10 %": 0.1, "50 %": 0.5}


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--passages", type=int, default=100_000)
    options = parser.parse_args()
    if read_sidecar(options.folder) is None:
        _make(options.folder, options.passages)
        build(options.folder)
    sidecar = read_sidecar(options.folder)
    assert sidecar is not None
    opened, worked = time.monotonic(), time.process_time()
    index = VectorIndex.open(options.folder, sidecar.dimension, sidecar.fingerprint, read_only=True)
    print_times("open, wall time", [1000 * (time.monotonic() - opened)])
    print_times("open", [1000 * (time.process_time() - worked)])
    print(f"{index.count} vectors, {index.graph_rows} of them in the graph")
    _measure(index)


def _make(folder: Path, passages: int) -> None:
    """Write vectors. Documents are numbered by subject, so that filters select similar ones."""
    folder.mkdir(parents=True, exist_ok=True)
    files = VectorFiles(folder, Sidecar.empty("synthetic", _DIMENSION))
    made, order = SyntheticVectors(_DIMENSION), np.random.default_rng(0)
    documents = np.arange(passages // _PASSAGES_A_DOCUMENT)
    for first in range(0, len(documents), _DOCUMENTS_AT_ONCE):
        some = documents[first : first + _DOCUMENTS_AT_ONCE]
        subjects = some % _SUBJECTS
        vectors = made.of_documents(subjects.tolist(), _PASSAGES_A_DOCUMENT).astype("<f2")
        numbers = np.repeat(subjects * len(documents) + some, _PASSAGES_A_DOCUMENT)
        chunks = order.integers(2**62, size=len(vectors))
        files.append(vectors, np.stack([chunks, numbers], axis=1), first + 1)


def _measure(index: VectorIndex) -> None:
    matrix = VectorFiles.open_any(index.folder).matrix()
    queries = _queries(matrix)
    halves = [query.astype("<f2")[None, :] for query in queries]
    print_times(
        "raw: numkong over all", _times(lambda q: numkong.cdist(q, matrix, "angular"), halves)
    )
    graph = index._state.graph
    if graph is not None:
        fetched = 6 * _LIMIT + 64
        print_times(
            "raw: walk of the graph", _times(lambda q: graph.nearest(q[0], fetched), halves)
        )
    _compare(index, "all", queries, None)
    documents = np.unique(index._state.snapshot.documents)
    for name, share in _SHARES_OF_DOCUMENTS.items():
        # Adjacent numbers belong to the same subject.
        _compare(index, name, queries, documents[: max(1, int(share * len(documents)))])


def _compare(
    index: VectorIndex, name: str, queries: Sequence[Floats], allowed: np.ndarray | None
) -> None:
    """Print the times of the automatic plan and of an exact scan, and the recall of the plan."""
    found: dict[str, list[list[int]]] = {"exact": [], "auto": []}

    def search(plan: str, query: Floats) -> None:
        answer = index.search(query, _LIMIT, allowed, plan)  # type: ignore[arg-type]
        found[plan].append([candidate.chunk_number for candidate in answer.candidates])

    for plan, answers in found.items():
        search(plan, queries[0])  # warms up the caches
        answers.clear()
        print_times(f"{name}, {plan}", _times(partial(search, plan), queries))
    pairs = zip(found["exact"], found["auto"], strict=True)
    recall = statistics.mean(len({*best} & {*those}) / len(best) for best, those in pairs)
    print(f"{name}, recall@{_LIMIT} of auto: {recall:.4f}")


def _queries(matrix: np.ndarray) -> list[Floats]:
    """Return vectors near some rows, like those of other passages of the same documents."""
    order = np.random.default_rng(1)
    rows = matrix[np.sort(order.choice(len(matrix), _QUERIES, replace=False))].astype(np.float32)
    spread = matrix[:: max(1, len(matrix) // 5000)].astype(np.float32).std(axis=0)
    near = rows + 0.6 * spread * order.standard_normal(rows.shape, dtype=np.float32)
    return list(near / np.linalg.norm(near, axis=1, keepdims=True))


def _times(work: Callable[[Floats], object], on: Sequence[Floats]) -> list[float]:
    """Return the CPU time of each call in milliseconds."""
    times = []
    for one in on:
        began = time.process_time()
        work(one)
        times.append(1000 * (time.process_time() - began))
    return times


if __name__ == "__main__":
    main()
