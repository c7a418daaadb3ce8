"""How fast files become searchable by keywords, compared with the lower bound.

    python -m bench.bench_keywords FOLDER [FOLDER ...] [--json]

Indexes like `twofold index --no-vectors`, in a temporary library. The lower bound is the work that
cannot be avoided, measured in the same run: reading the bytes of the files, and indexing the same
passages in one commit with Tantivy and its own tokenizer. CPU seconds are reported as well, because
wall time is not meaningful on a busy machine.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Condition

import tantivy

from bench.tree_memory import TreeMemory
from twofold.app.compose import open_engine
from twofold.app.paths import LibraryPaths
from twofold.engine.api import (
    AddFolder,
    Event,
    LibraryStatus,
    Notice,
    RequestFailed,
    Settings,
    StatusChanged,
)
from twofold.engine.model.errors import EngineError
from twofold.engine.stores.catalog.catalog import Catalog

_PASSAGES_AT_ONCE = 2000


class Timer:
    """The wall time and CPU time of blocks, including finished child processes, in seconds."""

    def __init__(self) -> None:
        self.wall = 0.0
        self.processor = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Add the time of a block to the total."""
        wall, processor = time.perf_counter(), _processor_seconds()
        yield
        self.wall += time.perf_counter() - wall
        self.processor += _processor_seconds() - processor


def _processor_seconds() -> float:
    return sum(os.times()[:4])


class _Answers:
    """Waits for the answer to a request."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._answers: dict[int, Event] = {}
        self.status = LibraryStatus()

    def on_event(self, event: Event) -> None:
        with self._changed:
            if isinstance(event, StatusChanged):
                self.status = event.status
            elif not isinstance(event, Notice):
                self._answers[event.request_id] = event
            self._changed.notify_all()

    def wait_for(self, request: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: request in self._answers)
            answer = self._answers[request]
        if isinstance(answer, RequestFailed):
            raise EngineError(answer.message)


def index(folders: Sequence[Path], library: LibraryPaths) -> tuple[Timer, LibraryStatus]:
    """Index folders for keywords into a new library."""
    timer, answers = Timer(), _Answers()
    with timer.running():
        engine = open_engine(library, Settings(), answers.on_event, loads_model=False)
        for folder in folders:
            answers.wait_for(engine.submit(AddFolder(folder)))
        status = answers.status
        engine.close()
    return timer, status


def read_bytes(folders: Sequence[Path]) -> Timer:
    """Read all files again. They are in the system's cache by now."""
    timer = Timer()
    with timer.running():
        for folder in folders:
            for path in folder.rglob("*"):
                if path.is_file():
                    path.read_bytes()
    return timer


def raw_tantivy(catalog: Path) -> Timer:
    """Index the passages of a library with Tantivy's own tokenizer, in one commit."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body")
    schema = builder.build()
    timer = Timer()
    texts = list(_passages(catalog))
    with tempfile.TemporaryDirectory() as folder, timer.running():
        writer = tantivy.Index(schema, path=folder).writer(heap_size=64_000_000, num_threads=1)
        for text in texts:
            writer.add_document(tantivy.Document(body=text))
        writer.commit()
        writer.wait_merging_threads()
    return timer


def _passages(catalog: Path) -> Iterator[str]:
    opened = Catalog.open(catalog, read_only=True)
    numbers = opened.chunk_numbers()
    for start in range(0, len(numbers), _PASSAGES_AT_ONCE):
        found = opened.chunks(numbers[start : start + _PASSAGES_AT_ONCE])
        yield from (stored.chunk.text for stored in found.values())
    opened.close()


def measure(folders: Sequence[Path]) -> dict[str, float]:
    """Return all measurements."""
    with tempfile.TemporaryDirectory() as scratch:
        library = LibraryPaths(Path(scratch, "library"), Path(scratch, "models"))
        with TreeMemory() as memory:
            ours, status = index(folders, library)
        files = status.documents_indexed + status.documents_failed
        tantivy_alone = raw_tantivy(library.catalog)
        reading = read_bytes(folders)
        return {
            "files": files,
            "passages": status.chunks,
            "seconds": ours.wall,
            "files_per_second": files / ours.wall,
            "processor_seconds": ours.processor,
            "files_per_processor_second": files / ours.processor,
            "peak_pss_mb": memory.peak_pss,
            "peak_rss_mb": memory.peak_rss,
            "raw_reading_seconds": reading.wall,
            "raw_tantivy_seconds": tantivy_alone.wall,
            "raw_processor_seconds": reading.processor + tantivy_alone.processor,
            "processor_times_the_limit": ours.processor
            / (reading.processor + tantivy_alone.processor),
            "library_mb": status.size_bytes / 1e6,
        }


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", metavar="FOLDER", nargs="+", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    numbers = measure([folder.resolve() for folder in options.folders])
    if options.json:
        print(json.dumps(numbers))
        return
    for name, value in numbers.items():
        print(f"{name:28} {value:12,.2f}")


if __name__ == "__main__":
    main()
