"""The process that builds the HNSW graph: `python -m engine.stores.graph_builder FOLDER`.

It reads the vector files, which only ever grow, and writes graph files beside them. Exit status 0
means that a new graph is in place, 1 that there is nothing to build from (said on stderr).
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import engine
from engine.core.errors import IndexUnavailableError
from engine.stores.hnsw_graph import write_graph
from engine.stores.vector_files import VectorFiles
from engine.stores.vector_snapshot import VectorSnapshot

DEFAULT_COMMAND = (sys.executable, "-m", "engine.stores.graph_builder")
_NICENESS = 10
_SECONDS_BETWEEN_LOOKS = 0.2


def build_in_child(
    folder: Path,
    should_stop: Callable[[], bool] = lambda: False,
    command: Sequence[str] = DEFAULT_COMMAND,
) -> bool:
    """Build a graph in a process of its own; return whether there is a new one.

    `should_stop` is asked a few times a second; the build is then given up.
    """
    root = Path(next(iter(engine.__path__))).parent
    with subprocess.Popen(
        [*command, str(folder.absolute())],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            while process.poll() is None:
                if should_stop():
                    return False
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(_SECONDS_BETWEEN_LOOKS)
        finally:
            process.kill()
    return process.returncode == 0


def build(folder: Path) -> None:
    """Build a graph over what the vector files hold now."""
    files = VectorFiles.open_any(folder)
    matrix = files.matrix()
    live_rows = VectorSnapshot.from_records(matrix, files.records()).live_rows
    if len(live_rows) == 0:
        raise IndexUnavailableError("There are no vectors.")
    write_graph(folder, matrix, live_rows, files.sidecar.fingerprint, files.sidecar.epoch)


def main(arguments: Sequence[str]) -> int:
    """Run the builder process."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    try:
        build(Path(arguments[0]))
    except IndexUnavailableError as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
