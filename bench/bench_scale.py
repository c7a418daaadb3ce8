"""Searches, opening, memory and size of synthetic libraries from 1,000 to 1,000,000 passages.

    python -m bench.bench_scale FOLDER [--passages N ...] [--queries N]
    python -m bench.bench_scale FOLDER --picture PICTURE.svg

Each size is a library in FOLDER. Missing ones are created first; a million passages take an hour,
mostly for the graph. The measurements are those of `twofold bench` and are written to N.json next
to the library. The picture shows all sizes that were measured. The real model embeds each query,
but the search uses a vector near that of some passage, because synthetic texts have no meaning.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from bench.curves import curves
from bench.synthetic_library import Floats, build, words
from twofold.app.paths import default_paths
from twofold.engine.embedding.models.loading import load_model
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.embedding.ports import Embedder
from twofold.engine.evaluation.speed import measure_library
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.settings import Settings
from twofold.engine.stores.sync.indexes import folder_of_model
from twofold.engine.stores.vectors.files import VectorFiles

_SIZES = (1_000, 10_000, 100_000, 1_000_000)
_MODEL = "multilingual-e5-small"
# Every passage contains some of them. The engine detects words of a real language.
_STOP_WORDS = frozenset(map(words, range(100)))
# Documents of a subject share a tag, so some tags contain similar documents.
FILTERS: Mapping[str, SearchFilters] = {
    "no filter": SearchFilters(),
    "wide, 25 %": SearchFilters(langs=("en",)),
    "alike, 10 %": SearchFilters(tags_any=tuple(f"tag-{n}" for n in range(10))),
    "alike, 1 %": SearchFilters(tags_any=("tag-7",)),
}


class NearEmbedder:
    """The real model, but with query vectors replaced by vectors near those of passages."""

    def __init__(self, embedder: Embedder, vectors: Path) -> None:
        self._embedder = embedder
        self._matrix = VectorFiles.open_any(folder_of_model(vectors, embedder.fingerprint)).matrix()
        sample = self._matrix[:: max(1, len(self._matrix) // 5000)]
        self._spread = sample.astype(np.float32).std(axis=0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    def embed_query(self, text: str) -> Floats:
        """Embed the text, so that the time counts, but return a fixed vector near a passage."""
        self._embedder.embed_query(text)
        number = crc32(text.encode())
        row = self._matrix[number % len(self._matrix)].astype(np.float32)
        drawn = np.random.default_rng(number).standard_normal(len(row), dtype=np.float32)
        near: Floats = row + 0.6 * self._spread * drawn
        return near / np.linalg.norm(near)


def main() -> None:
    """Measure each size in a separate process, or draw the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--passages", type=int, nargs="+", default=_SIZES)
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--picture", type=Path)
    options = parser.parse_args()
    if options.picture:
        found = [json.loads(path.read_text()) for path in options.folder.glob("*.json")]
        options.picture.write_text(_picture(sorted(found, key=lambda one: one["passages"])))
        return
    if len(options.passages) == 1:
        report = _measure(options.folder, options.passages[0], options.queries)
        (options.folder / f"{options.passages[0]}.json").write_text(json.dumps(report, indent=1))
        return
    for size in options.passages:
        command = [sys.executable, "-m", "bench.bench_scale", str(options.folder)]
        words = ["--passages", str(size), "--queries", str(options.queries)]
        subprocess.run([*command, *words], check=True)


def model() -> Embedder:
    models = default_paths().library.models
    description = KnownModels(models).find(_MODEL)
    return load_model(provision(description, models, lambda _: None), description)


def _measure(folder: Path, passages: int, queries: int) -> dict[str, Any]:
    root = folder / str(passages)
    if not (root / "catalog.sqlite").exists():
        build(root, passages, model())
    vectors = root / "vectors"
    report: dict[str, Any] = {}
    for name, filters in FILTERS.items():
        measured = asdict(
            measure_library(
                Settings(),
                queries,
                catalog_file=root / "catalog.sqlite",
                lexical_folder=root / "lexical",
                vectors_folder=vectors,
                load_embedder=lambda _: NearEmbedder(model(), vectors),
                filters=filters,
                skipped_words=_STOP_WORDS,
            )
        )
        report = report or {**measured, "filters": {}}
        hybrid = next(mode for mode in measured["modes"] if mode["mode"] == "hybrid")
        report["filters"][name] = hybrid
        print(passages, name, json.dumps(hybrid), flush=True)
    return report


def _picture(reports: list[dict[str, Any]]) -> str:
    """Return a chart of the median and the 95th percentile of each mode and of filters, by size."""
    sizes = [report["passages"] for report in reports]
    lines: dict[str, list[float]] = {}
    for report in reports:
        for mode in report["modes"]:
            for percentile in ("p50", "p95"):
                name = f"{mode['mode']} {percentile}"
                lines.setdefault(name, []).append(mode["total"][percentile])
        lines.setdefault("limit of hybrid p50", []).append(report["modes"][0]["limit"]["p50"])
    return curves("milliseconds a search, by passages in the library", sizes, lines)


if __name__ == "__main__":
    main()
