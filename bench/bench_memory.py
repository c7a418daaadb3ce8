"""The memory of all processes while a folder is indexed and embedded.

    python -m bench.bench_memory FOLDER --models DIR [--seconds 60] [--window] [--reading]

Runs `twofold folder add FOLDER` on a temporary library for the given time. With `--window`, the
window then continues on this library, offscreen. With `--reading`, the window indexes the whole
folder into its own library, however long that takes, and then embeds for the given time. DIR
contains a converted model. Memory is sampled a hundred times per second, so that a peak of a tenth
of a second is noticed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from bench.tree_memory import TreeMemory

_SECONDS_BETWEEN_LOOKS = 0.01
_MAX_SECONDS = 3600.0


def peak_of(words: list[str], home: Path, seconds: float) -> TreeMemory:
    """Run a module for the given time, or until it exits, and return its memory."""
    environment = {**os.environ, "TWOFOLD_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as program:
        memory = TreeMemory(program.pid, _SECONDS_BETWEEN_LOOKS)
        with memory, suppress(subprocess.TimeoutExpired):
            program.wait(seconds)
        _end(program)
    return memory


@contextmanager
def _scratch_home(models: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(models, Path(folder, "models"))
        yield Path(folder)


def _end(program: subprocess.Popen[bytes]) -> None:
    with suppress(psutil.NoSuchProcess):
        tree = psutil.Process(program.pid).children(recursive=True)
        program.kill()
        for child in tree:
            with suppress(psutil.NoSuchProcess):
                child.kill()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--models", type=Path, required=True, help="folder of converted models")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--reading", action="store_true")
    options = parser.parse_args()
    folder, seconds = str(options.folder.resolve()), options.seconds
    with _scratch_home(options.models) as home:
        print("twofold index")
        peak_of(["app", "folder", "add", folder], home, seconds).print_peaks()
        if options.window:
            print("the window")
            peak_of(["app"], home, seconds).print_peaks()
    if options.reading:
        with _scratch_home(options.models) as home:
            print("the window, which reads the folder for the first time")
            words = ["bench.window_reading", folder, str(seconds)]
            peak_of(words, home, _MAX_SECONDS).print_peaks()


if __name__ == "__main__":
    main()
