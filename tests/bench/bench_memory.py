"""The memory of all processes while a folder is indexed and embedded, as a person starts it.

    python -m tests.bench.bench_memory FOLDER --models DIR [--seconds 60] [--window]

Runs `twofold index FOLDER` with a scratch library for so many seconds, and with `--window` then the
window on this library, offscreen, which goes on with it. DIR holds a converted model. Looked at a
hundred times a second: what is taken for a tenth of a second counts, too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil

from tests.bench.tree_memory import TreeMemory

_SECONDS_BETWEEN_LOOKS = 0.01


def peak_of(arguments: list[str], home: Path, seconds: float) -> TreeMemory:
    """Run the program for so many seconds, or until it ends, and return what it took."""
    environment = {**os.environ, "TWOFOLD_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, "-m", "app", *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as program:
        memory = TreeMemory(program.pid, _SECONDS_BETWEEN_LOOKS)
        with memory, suppress(subprocess.TimeoutExpired):
            program.wait(seconds)
        _end(program)
    return memory


def _end(program: subprocess.Popen[bytes]) -> None:
    with suppress(psutil.NoSuchProcess):
        tree = psutil.Process(program.pid).children(recursive=True)
        program.kill()
        for child in tree:
            with suppress(psutil.NoSuchProcess):
                child.kill()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--models", type=Path, required=True, help="folder of converted models")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--window", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        shutil.copytree(options.models, home / "models")
        print("twofold index")
        peak_of(["index", str(options.folder.resolve())], home, options.seconds).tell()
        if options.window:
            print("the window")
            peak_of([], home, options.seconds).tell()


if __name__ == "__main__":
    main()
