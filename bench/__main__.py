"""Run all benchmarks, each in its own process: python -m bench [FOLDER] [--json].

Without a FOLDER, the sample library is measured, which shows the fixed costs. A folder with
thousands of files shows the throughput. A temporary library is used and deleted afterwards.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from twofold.app.paths import default_paths, sample_library

_SECONDS_OF_TYPING = "20"


def main() -> None:
    """Run all benchmarks. Exit with the first one that fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=sample_library())
    parser.add_argument("--json", action="store_true", help="one object: title -> printed lines")
    arguments = parser.parse_args()
    folder = str(arguments.folder.resolve())
    reports: dict[str, list[str]] = {}

    def run(title: str, module: str, *words: str) -> None:
        """Run one benchmark and print its report below a headline, or store it for --json."""
        command = [sys.executable, "-m", f"bench.{module}", *words]
        if arguments.json:
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            reports[title] = done.stdout.splitlines()
            return
        print(f"\n{title}", flush=True)
        subprocess.run(command, check=True)

    models = ("--models", str(default_paths().library.models))
    with tempfile.TemporaryDirectory() as scratch:
        library = str(Path(scratch) / "library")
        run("Indexing for keywords", "bench_keywords", folder)
        run("Indexing, and searching through the engine", "bench_library", folder, library)
        run("Searching, stage by stage, in ms", "bench_search", library, *models)
        run("Literal text, in ms, with the index and without", "bench_literal", library)
        run("Embedding", "bench_embedding", *models)
        run("The window while it indexes", "bench_responsiveness", folder, _SECONDS_OF_TYPING)
        run("What holds the window, in ms", "bench_actions")
        run("A list of ten thousand hits", "bench_result_list")
        vectors = str(Path(scratch) / "vectors")
        run("Twenty thousand vectors", "bench_vectors", vectors, "--passages", "20000")
        run("Exporting ten thousand hits", "bench_export")
        synthetic = str(Path(scratch) / "synthetic")
        run("Start, with 10,000 passages", "bench_startup", synthetic, "--passages", "10000")
    if arguments.json:
        print(json.dumps(reports, ensure_ascii=False, indent=2))


if __name__ == "__main__":
    main()
