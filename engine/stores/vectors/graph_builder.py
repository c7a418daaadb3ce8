"""The process that builds the HNSW graph: `python -m engine.stores.vectors.graph_builder FOLDER`.

It reads the vector files, which only ever grow, and writes graph files beside them. Exit status 0
means that a new graph is in place, 1 that there is nothing to build from (said on stderr).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from engine.model.errors import IndexUnavailableError
from engine.processes.children import module_command, start_child
from engine.processes.this_process import lower_priority, make_new_files_private
from engine.stores.vectors.files import VectorFiles, live_of
from engine.stores.vectors.graph import write_graph

DEFAULT_COMMAND = module_command("engine.stores.vectors.graph_builder")
_NICENESS = 10


class GraphBuild:
    """A graph being built in a process of its own. `on_end(succeeded)` is called on a thread."""

    def __init__(
        self, folder: Path, command: Sequence[str], on_end: Callable[[bool], None]
    ) -> None:
        self._on_end = on_end
        self._process = start_child((*command, str(folder.absolute())))
        self._waiter = threading.Thread(target=self._wait, name="graph-build")
        self._waiter.start()

    @property
    def is_running(self) -> bool:
        """Whether the end has not been reported yet."""
        return self._waiter.is_alive()

    def wait(self) -> None:
        """Return when it has ended."""
        self._waiter.join()

    def cancel(self) -> None:
        """Give up, and return when the process is gone."""
        self._process.kill()
        self._waiter.join()

    def _wait(self) -> None:
        self._on_end(self._process.wait() == 0)


def build(folder: Path) -> None:
    """Build a graph over what the vector files hold now.

    Raises IndexUnavailableError when they hold nothing, or when others are in their place at the
    end: an indexer may have been killed, and the next one have made the index anew.
    """
    files = VectorFiles.open_any(folder)
    live_rows = np.flatnonzero(live_of(files.records()))
    if len(live_rows) == 0:
        raise IndexUnavailableError("There are no vectors.")

    def check() -> None:
        if not files.are_still_there():
            raise IndexUnavailableError("The vectors were replaced meanwhile.")

    known = files.sidecar
    write_graph(folder, files.matrix(), live_rows, known.fingerprint, known.epoch, check=check)


def main(arguments: Sequence[str]) -> int:
    """Run the builder process."""
    make_new_files_private()
    lower_priority(_NICENESS)
    try:
        build(Path(arguments[0]))
    except IndexUnavailableError as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
