"""The time to index a folder, and the time of searches as a front end sees them.

    python -m bench.bench_library FOLDER LIBRARY

FOLDER is indexed into a new library in the folder LIBRARY, which is kept for other benchmarks.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from threading import Condition

from bench.tree_memory import TreeMemory
from twofold.app.compose import open_engine
from twofold.app.paths import LibraryPaths, default_paths
from twofold.engine.api import (
    AddFolder,
    Engine,
    EngineError,
    Event,
    LibraryStatus,
    Notice,
    RequestFailed,
    SearchMode,
    SearchRequest,
    Settings,
    StatusChanged,
)

_QUERIES = (
    "why does a finalizer block namespace deletion",
    "limit the memory a pod may use",
    "Arbeitsspeicher begrenzen",
    "メモリの上限",
    "error E-4471",
    "restore the catalogue from a backup",
)
_ROUNDS = 20


class Bench:
    """A new library. Every method waits until its measurement is complete."""

    def __init__(self, folder: Path, models: Path | None = None) -> None:
        self._changed = Condition()
        self._status = LibraryStatus()
        self._answers: dict[int, Event] = {}
        paths = LibraryPaths(folder, models or default_paths().library.models)
        self._engine: Engine = open_engine(
            paths, Settings(), self._on_event, maintain=True, wait_for_model=True
        )

    def index(self, documents: Path) -> None:
        """Measure the time until all documents can be found by keywords, and then by meaning."""
        started = time.perf_counter()
        self._ask(AddFolder(documents))
        by_keywords = time.perf_counter() - started
        with self._changed:
            self._changed.wait_for(self._is_embedded)
            status = self._status
        by_meaning = time.perf_counter() - started
        print(f"files, passages            {status.documents_indexed:,}, {status.chunks:,}")
        print(f"all found by keywords      {by_keywords:.1f} s")
        print(f"all found by meaning       {by_meaning:.1f} s")
        print(f"library on disk            {status.size_bytes / 1e6:.1f} MB")

    def search(self) -> None:
        """Measure warm searches of each mode, as a front end sees them."""
        for mode in (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID):
            times = sorted(
                self._time(SearchRequest(query, mode=mode))
                for _round in range(_ROUNDS)
                for query in _QUERIES
            )
            p95 = times[int(len(times) * 0.95)]
            median = statistics.median(times)
            print(f"{mode.value:<8} p50, p95          {median:.1f} ms, {p95:.1f} ms")

    def close(self) -> None:
        """Close the engine."""
        self._engine.close()

    def _time(self, request: SearchRequest) -> float:
        started = time.perf_counter()
        self._ask(request)
        return (time.perf_counter() - started) * 1000

    def _ask(self, request: AddFolder | SearchRequest) -> None:
        wanted = self._engine.submit(request)
        with self._changed:
            self._changed.wait_for(lambda: wanted in self._answers)
            answer = self._answers.pop(wanted)
        if isinstance(answer, RequestFailed):
            raise EngineError(answer.message)

    def _is_embedded(self) -> bool:
        model = self._status.model
        if model.problem:
            raise EngineError(model.problem)
        return model.ready and not self._status.vectors_pending

    def _on_event(self, event: Event) -> None:
        with self._changed:
            if isinstance(event, StatusChanged):
                self._status = event.status
            elif not isinstance(event, Notice):
                self._answers[event.request_id] = event
            self._changed.notify_all()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("library", metavar="LIBRARY", type=Path)
    options = parser.parse_args()
    bench = Bench(options.library)
    try:
        with TreeMemory() as memory:
            bench.index(options.folder.resolve())
        memory.print_peaks()
        bench.search()
    finally:
        bench.close()


if __name__ == "__main__":
    main()
