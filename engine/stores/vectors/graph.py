"""The HNSW graph: a USearch snapshot over the first rows of the flat vector file.

The searching process never writes a graph file: USearch holds the GIL while saving, saves in place,
and would destroy a file that is being viewed (measured). The builder process adds new rows to a
copy of the graph in memory, and writes a new file and then a description with its size and hash. A
damaged graph crashes the process, so a file is hashed before use, unless it is large and older than
its description. Keys are row numbers of the flat file. The graph stores 8-bit vectors, which makes
it smaller and faster; the caller scores the rows again with the original vectors. Deleted rows stay
in the graph, and are found needlessly, until the vectors are rewritten.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import usearch
from numpy.typing import NDArray
from usearch.index import Index

from twofold.engine.durable_files import replace_file, sync_file, sync_folder
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.localized import message
from twofold.engine.processes.children import module_command, start_child
from twofold.engine.processes.this_process import lower_priority, make_new_files_private
from twofold.engine.stores.library_files import checksum, remove_others
from twofold.engine.stores.vectors.derived_file import verified_file
from twofold.engine.stores.vectors.files import Sidecar, VectorFiles, live_rows_of
from twofold.engine.stores.vectors.quantised import write_quantised

DESCRIPTION = "graph.json"
CONNECTIVITY = 16
_NUMBERS = "i8"
_EXPANSION_ADD = 128
# Not stored in the file, but set at each opening.
_EXPANSION_SEARCH = 256
_ROWS_AT_ONCE = 10_000
# Number of rows added before the graph is saved, so that quitting loses at most two minutes of
# work.
_MAX_ADDED = 100_000


@dataclass(frozen=True, slots=True)
class GraphDescription:
    """Describes a graph file.

    The graph contains rows among the first `rows` rows of vector file `epoch`. `nodes` is their
    number; all of them were live when they were added.
    """

    usearch: str
    fingerprint: str
    dimension: int
    epoch: int
    rows: int
    nodes: int
    size: int
    checksum: str
    numbers: str

    @property
    def file_name(self) -> str:
        """Name of the graph file."""
        return f"graph-{self.epoch}-{self.rows}.usearch"

    def fits(self, vectors: Sidecar) -> bool:
        """Return whether this is a graph of these vectors in a readable version."""
        found = (self.usearch, self.numbers, self.fingerprint, self.dimension, self.epoch)
        return self.rows <= vectors.rows and found == (
            str(usearch.__version__),
            _NUMBERS,
            vectors.fingerprint,
            vectors.dimension,
            vectors.epoch,
        )


class HnswGraph:
    """A verified graph, viewed from disk. Searching is thread-safe."""

    def __init__(
        self, index: Index, description: GraphDescription, viewed: str | memoryview = ""
    ) -> None:
        self._index = index
        self._viewed = viewed  # USearch does not keep a reference to memory passed to it.
        self.description = description

    @classmethod
    def open(cls, folder: Path, vectors: Sidecar, *, may_write: bool = False) -> HnswGraph | None:
        """Open the graph of these vectors; None if there is none that can be trusted.

        With `may_write`, a graph with more rows than the vector file is discarded: these rows are
        lost, and new rows will take their numbers.
        """
        description = read_description(folder)
        try:
            path = verified_file(description, folder / DESCRIPTION, vectors, may_write=may_write)
            if description is None or path is None:
                return None
            index = _new_index(vectors.dimension, looks_up_keys=False)
            viewed = _mapped(path)
            index.view(viewed)
        except (RuntimeError, ValueError, OSError):
            return None
        return cls(index, description, viewed)

    @property
    def expansion_search(self) -> int:
        """The number of candidates in a search of the graph (HNSW's ef)."""
        return int(self._index.expansion_search)

    @property
    def rows(self) -> int:
        """The number of rows of the vector file in the graph. Later rows are scanned."""
        return self.description.rows

    def nearest(self, query: NDArray[np.float16], count: int) -> NDArray[np.int64]:
        """Return about `count` rows near to `query` (dimension,), not necessarily the nearest."""
        wanted = min(count, self.description.nodes)
        if wanted == 0:
            return np.empty(0, dtype=np.int64)
        matches = self._index.search(query, wanted)
        return np.asarray(matches.keys).astype(np.int64)


def write_graph(
    folder: Path,
    matrix: NDArray[np.float16],
    live_rows: NDArray[np.int64],
    vectors: Sidecar,
    *,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Build or extend the graph, save and describe it. Runs in the builder process.

    At most 100,000 rows are added; call it again for more. A single thread makes the result
    reproducible. `check` raises if the graph is no longer wanted.
    """
    index, known = _graph_to_grow(folder, vectors)
    if known == len(matrix):
        return
    added = live_rows[live_rows >= known]
    covered = len(matrix) if len(added) <= _MAX_ADDED else int(added[_MAX_ADDED])
    added = added[:_MAX_ADDED]
    for first in range(0, len(added), _ROWS_AT_ONCE):
        rows = added[first : first + _ROWS_AT_ONCE]
        index.add(rows.astype(np.uint64), matrix[rows], threads=1)
    temporary = folder / f"graph-{os.getpid()}.tmp"
    try:
        _save(index, temporary)
        sync_file(temporary)
        description = GraphDescription(
            usearch=str(usearch.__version__),
            fingerprint=vectors.fingerprint,
            dimension=vectors.dimension,
            epoch=vectors.epoch,
            rows=covered,
            nodes=len(index),
            size=temporary.stat().st_size,
            checksum=checksum(temporary),
            numbers=_NUMBERS,
        )
        check()
        temporary.replace(folder / description.file_name)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(folder)
    replace_file(folder / DESCRIPTION, json.dumps(asdict(description), sort_keys=True).encode())
    remove_others(folder / description.file_name, "graph-*.usearch", "graph-*.tmp")


def _graph_to_grow(folder: Path, vectors: Sidecar) -> tuple[Index, int]:
    """Load the graph, or create an empty one. Also return the number of rows in it."""
    index, description = _new_index(vectors.dimension), read_description(folder)
    if description is None or not description.fits(vectors):
        return index, 0
    path = folder / description.file_name
    with contextlib.suppress(RuntimeError, ValueError, OSError):
        if checksum(path) == description.checksum:
            index.load(_mapped(path))
            return index, description.rows
    return _new_index(vectors.dimension), 0


def _new_index(dimension: int, *, looks_up_keys: bool = True) -> Index:
    return Index(
        ndim=dimension,
        metric="cos",
        dtype=_NUMBERS,
        connectivity=CONNECTIVITY,
        expansion_add=_EXPANSION_ADD,
        expansion_search=_EXPANSION_SEARCH,
        enable_key_lookups=looks_up_keys,
    )


def _mapped(path: Path) -> str | memoryview:
    """Return the file in a form USearch can map; on Windows it opens only ASCII names."""
    if str(path).isascii():
        return str(path)
    with path.open("rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _save(index: Index, path: Path) -> None:
    if str(path).isascii():
        index.save(str(path))
    else:
        path.write_bytes(index.save() or b"")


def read_description(folder: Path) -> GraphDescription | None:
    """Read the description of the newest graph in `folder`; None if there is none."""
    try:
        return GraphDescription(**json.loads((folder / DESCRIPTION).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


DEFAULT_COMMAND = module_command("twofold.engine.stores.vectors.graph")
_NICENESS = 10
_WITHOUT_GRAPH = "--without-graph"


class GraphBuild:
    """The int8 copy and the graph, being written in a child process.

    `on_end(succeeded)` is called on a thread.
    """

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        on_end: Callable[[bool], None],
        *,
        with_graph: bool,
    ) -> None:
        self._on_end = on_end
        wanted = () if with_graph else (_WITHOUT_GRAPH,)
        self._process = start_child((*command, str(folder.absolute()), *wanted))
        self._waiter = threading.Thread(target=self._wait, name="graph-build")
        self._waiter.start()

    @property
    def is_running(self) -> bool:
        """Whether the end has not been reported yet."""
        return self._waiter.is_alive()

    def wait(self) -> None:
        """Wait for the end."""
        self._waiter.join()

    def cancel(self) -> None:
        """Cancel, and return when the process has ended."""
        self._process.kill()
        self._waiter.join()

    def _wait(self) -> None:
        self._on_end(self._process.wait() == 0)


def build(folder: Path, *, with_graph: bool = True) -> None:
    """Write the int8 copy of the current vectors, and build or extend the graph.

    Raise IndexUnavailableError if there are no vectors, or if they were replaced in the meantime:
    the indexer may have been killed, and the next one may have recreated the index.
    """
    files = VectorFiles.open_any(folder)
    live_rows = live_rows_of(files.records())
    if len(live_rows) == 0:
        raise IndexUnavailableError(message("There are no vectors."))

    def check() -> None:
        if not files.are_unchanged():
            raise IndexUnavailableError(message("The vectors were replaced during the build."))

    matrix = files.matrix()
    write_quantised(folder, matrix, files.sidecar, check=check)
    if with_graph:
        write_graph(folder, matrix, live_rows, files.sidecar, check=check)


def main(arguments: Sequence[str]) -> int:
    """Run the builder process."""
    make_new_files_private()
    lower_priority(_NICENESS)
    try:
        build(Path(arguments[0]), with_graph=_WITHOUT_GRAPH not in arguments[1:])
    except IndexUnavailableError as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
