"""How soon the window appears and the first search is answered, with a large library.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_startup LIBRARY [--passages N]

LIBRARY is the folder of a library. A missing one is created first with N passages (default
100,000), which takes minutes. Times are in seconds from the start of the process until the window
is painted, and until the hits of a search typed at that moment are painted. The first round reads
uncached files and compiles the program, as after an installation, so it is reported separately.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.print_times import print_times
from bench.synthetic_library import build, words
from twofold.app.paths import default_paths
from twofold.engine.embedding.models.loading import load_model
from twofold.engine.embedding.models.provisioning import provision
from twofold.engine.embedding.models.registry import KnownModels

_MODEL = "multilingual-e5-small"
_QUERY = f"{words(50)} {words(400)}"


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", metavar="LIBRARY", type=Path)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not (options.library / "catalog.sqlite").exists():
        _make(options.library, options.passages)
    with tempfile.TemporaryDirectory() as compiled:
        rounds = [_start(options.library, compiled) for _ in range(options.rounds)]
    for stage in rounds[0]:
        print_times(f"{stage}, first round", [rounds[0][stage]], "s")
        print_times(f"{stage}, later rounds", [taken[stage] for taken in rounds[1:]], "s")


def _make(library: Path, passages: int) -> None:
    models = default_paths().library.models
    description = KnownModels(models).find(_MODEL)
    path = provision(description, models, lambda _: None)
    embedder = load_model(path, description)
    build(library, passages, embedder)
    embedder.close()


def _start(library: Path, compiled: str) -> dict[str, float]:
    """Start the program once. Return the seconds until each stage, in wall time and CPU time.

    `compiled` is a folder for Python's compiled modules, which an installed program has.
    """
    command = [sys.executable, "-m", "bench.timed_start", str(library), _QUERY]
    started = time.monotonic()
    environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    stages = [line.split() for line in done.stdout.splitlines()]
    wall = {stage: float(moment) - started for stage, moment, _ in stages}
    return wall | {f"  processor time, {stage}": float(worked) for stage, _, worked in stages}


if __name__ == "__main__":
    main()
