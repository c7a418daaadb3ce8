"""Extraction and keyword indexing compared with Recoll: wall time, CPU time and index size.

    python -m bench.bench_recoll FOLDER [--rounds N]

Both programs index FOLDER from scratch, alternately, with their default settings and at the same
priority. Python may cache compiled code, as for an installed program. Requires `recollindex`
(Debian: recollcmd).
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple


class Cost(NamedTuple):
    """The cost of indexing once. The CPU time includes all child processes."""

    seconds: float
    processor_seconds: float
    megabytes: float


# Without cached bytecode, half of the startup time is compilation.
_KEEP_COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
_PR_SET_CHILD_SUBREAPER = 36


def cost_of(command: Sequence[str], place: Path | None, environment: Mapping[str, str]) -> Cost:
    """Run a command and return its cost, with the size of the index below `place`.

    The system adds the CPU time of a child only to the process that waits for it. The extraction
    worker is killed at the end without a wait, so this process adopts it and waits for it (Linux
    only).
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    before, started = _processor_seconds(), time.perf_counter()
    variables = {**os.environ, **_KEEP_COMPILED, **environment}
    subprocess.run(command, env=variables, check=True, capture_output=True)
    seconds = time.perf_counter() - started
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    files = place.rglob("*") if place is not None else ()
    size = sum(path.stat().st_size for path in files if path.is_file())
    return Cost(seconds, _processor_seconds() - before, size / 1e6)


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def twofold(folder: Path, place: Path) -> Cost:
    """Index for keywords only, in a separate home folder."""
    command = (sys.executable, "-m", "twofold", "folder", "add", "--no-vectors", str(folder))
    return cost_of(command, place, {"TWOFOLD_HOME": str(place)})


def recoll(folder: Path, place: Path) -> Cost:
    """Index with a configuration that only names the folder."""
    (place / "recoll.conf").write_text(f"topdirs = {folder}\n", "utf-8")
    return cost_of(("recollindex", "-c", str(place), "-z"), place, {})


def main() -> None:
    """Run both programs alternately and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if shutil.which("recollindex") is None:
        sys.exit("recollindex is not installed")
    costs: dict[str, list[Cost]] = {"recoll": [], "twofold": []}
    for _ in range(options.rounds):
        for index in (recoll, twofold):
            with TemporaryDirectory() as place:
                costs[index.__name__].append(index(options.folder.resolve(), Path(place)))
    print(f"{'':20}{'Recoll':>10}{'Twofold':>10}{'ratio':>10}")
    for name in Cost._fields:
        theirs, ours = (median(getattr(one, name) for one in all_) for all_ in costs.values())
        print(f"{name:20}{theirs:10.1f}{ours:10.1f}{theirs / ours:10.2f}")


if __name__ == "__main__":
    main()
