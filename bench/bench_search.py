"""The speed of searches in an existing library, by stage, inside the engine.

    python -m bench.bench_search LIBRARY [--models DIR] [--rounds N] [--json]

LIBRARY is the folder of an indexed library. It is opened read-only; make a copy first if a program
is writing to it. Two kinds of requests are measured after a warm-up: ten hits, and the request of
the window. The last four letters of each query are typed one by one, with a search for each. Both
wall time and the CPU time of all threads are reported, in milliseconds. On a busy machine, only CPU
time can be compared between runs.
"""

from __future__ import annotations

import argparse
import json
import logging
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from twofold.engine.embedding.models.loading import load_model
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.model.search_request import SearchRequest
from twofold.engine.model.settings import Settings
from twofold.engine.search.pipeline import Searcher, open_searcher
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.vectors.index import VectorIndex

QUERIES = {
    "en": "why does a finalizer block namespace deletion",
    "en2": "limit the memory a pod may use",
    "en3": "kubectl",
    "de": "Arbeitsspeicher eines Containers begrenzen",
    "ja": "コンテナのメモリ上限を設定する",
    "ko": "파드의 메모리 제한 설정",
}
STAGES = ("parse", "embed", "lexical", "vector", "fuse", "build_hits", "facets")
KINDS: dict[str, Callable[[str], SearchRequest]] = {
    "limit=10": lambda query: SearchRequest(query, limit=10),
    "window": lambda query: SearchRequest(query, limit=100, prefix_last=True),
}
_TYPED_LETTERS = 4


@contextmanager
def opened(root: Path, models: Path, model: str) -> Iterator[Searcher]:
    """Open a library read-only, with its vectors and the model that computed them."""
    description = KnownModels(models).find(model)
    with ExitStack() as resources:
        catalog = Catalog.open(root / "catalog.sqlite", read_only=True)
        resources.callback(catalog.close)
        lexical = LexicalIndex.open(root / "lexical", read_only=True)
        resources.callback(lexical.close)
        path = provision(description, models, lambda _: None)
        embedder = load_model(path, description)
        resources.callback(embedder.close)
        vectors = VectorIndex.open(
            root / "vectors" / embedder.fingerprint.replace("@", "-"),
            embedder.dimension, embedder.fingerprint, read_only=True,
        )  # fmt: skip
        resources.callback(vectors.close)
        searcher = open_searcher(catalog, lexical, vectors, lambda: embedder, Settings())
        resources.callback(searcher.close)
        yield searcher


class Times:
    """The times of the searches for one query."""

    def __init__(self) -> None:
        self._wall: list[float] = []
        self._cpu: list[float] = []
        self._stages: dict[str, list[float]] = {}

    def measure(self, searcher: Searcher, request: SearchRequest) -> None:
        """Search once and record the times."""
        cpu, wall = time.process_time(), time.perf_counter()
        response = searcher.search(request)
        self._wall.append(1000 * (time.perf_counter() - wall))
        self._cpu.append(1000 * (time.process_time() - cpu))
        for stage, spent in response.trace.stage_ms.items():
            self._stages.setdefault(stage, []).append(spent)

    def summary(self) -> dict[str, float]:
        """Return p50 and p95 of the wall time, p50 of the CPU time, and p50 of each stage."""
        result = {
            "p50": statistics.median(self._wall),
            "p95": sorted(self._wall)[int(len(self._wall) * 0.95)],
            "cpu": statistics.median(self._cpu),
        }
        stages = {stage: statistics.median(self._stages.get(stage, [0.0])) for stage in STAGES}
        return result | stages


def measure(searcher: Searcher, rounds: int) -> dict[str, dict[str, float]]:
    """Return the times of every kind of request and every query, measured alternately."""
    times = {f"{kind} {name}": Times() for kind in KINDS for name in QUERIES}
    for turn in range(-1, rounds):
        for kind, request in KINDS.items():
            for name, query in QUERIES.items():
                typed = query[: len(query) - _TYPED_LETTERS + 1 + turn % _TYPED_LETTERS]
                if turn < 0:
                    searcher.search(request(query))
                else:
                    times[f"{kind} {name}"].measure(searcher, request(typed))
    return {name: spent.summary() for name, spent in times.items()}


def as_table(results: dict[str, dict[str, float]]) -> Sequence[str]:
    """Return the lines of a table."""
    columns = list(next(iter(results.values())))
    lines = [f"{'':12}" + "".join(f"{column:>9}" for column in columns)]
    for name, times in results.items():
        lines.append(f"{name:12}" + "".join(f"{times[column]:9.1f}" for column in columns))
    return lines


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--model", default="multilingual-e5-small")
    parser.add_argument("--models", type=Path, help="folder of converted models")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logging.getLogger("twofold.engine").setLevel(logging.WARNING)
    models = options.models or options.library.parent / "models"
    with opened(options.library, models, options.model) as searcher:
        results = measure(searcher, options.rounds)
    text = json.dumps(results, indent=1) if options.json else "\n".join(as_table(results))
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
