"""The HNSW graph: a USearch snapshot over the first rows of the flat vector file.

A graph file is never written by the process that searches: USearch holds the GIL while it saves,
saves in place, and would destroy a file that is being viewed (measured). The builder process makes
a new file and then a description with its size and hash; both are verified before `view`, as a
damaged graph crashes the process. Keys are row numbers of the flat file; the caller scores the
found rows again with the vectors themselves.
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
from hashlib import blake2b
from pathlib import Path

import numpy as np
import usearch
from numpy.typing import NDArray
from usearch.index import Index

from engine.model.errors import IndexUnavailableError
from engine.model.message import message
from engine.processes.children import module_command, start_child
from engine.processes.this_process import lower_priority, make_new_files_private
from engine.stores.library_files import replace_file, sync_file, sync_folder
from engine.stores.vectors.files import Sidecar, VectorFiles, live_of

DESCRIPTION = "graph.json"
CONNECTIVITY = 16
EXPANSION_ADD = 128
# Not kept in the file: given at each opening.
EXPANSION_SEARCH = 256
_BLOCK = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class GraphDescription:
    """What a graph file holds: the live ones of the first `rows` rows of vector file `epoch`."""

    usearch: str
    fingerprint: str
    dimension: int
    epoch: int
    rows: int
    nodes: int
    size: int
    checksum: str

    @property
    def file_name(self) -> str:
        """Name of the graph file."""
        return f"graph-{self.epoch}-{self.rows}.usearch"


class HnswGraph:
    """A verified graph, viewed from disk. Searching is safe from any thread."""

    def __init__(
        self, index: Index, description: GraphDescription, viewed: str | memoryview = ""
    ) -> None:
        self._index = index
        self._viewed = viewed  # USearch does not hold on to memory that it was given.
        self.description = description

    @classmethod
    def open(cls, folder: Path, vectors: Sidecar, *, may_forget: bool = False) -> HnswGraph | None:
        """Open the graph of these vectors; None when there is none that can be trusted.

        One of more rows than there are is forgotten where that is allowed: they are lost, and what
        takes their place would be taken for them.
        """
        description = read_description(folder)
        if description is None or description.rows > vectors.rows:
            if may_forget:
                (folder / DESCRIPTION).unlink(missing_ok=True)
            return None
        dimension = vectors.dimension
        wanted = (str(usearch.__version__), vectors.fingerprint, dimension, vectors.epoch)
        found = (description.usearch, description.fingerprint, description.dimension)
        path = folder / description.file_name
        if (*found, description.epoch) != wanted or not _is_intact(path, description):
            return None
        index = Index(
            ndim=dimension,
            metric="cos",
            dtype="f16",
            connectivity=CONNECTIVITY,
            expansion_search=EXPANSION_SEARCH,
        )
        try:
            viewed = _to_view(path)
            index.view(viewed)
        except (RuntimeError, ValueError, OSError):
            return None
        return cls(index, description, viewed)

    @property
    def expansion_search(self) -> int:
        """How many candidates a search of the graph keeps (HNSW's ef)."""
        return int(self._index.expansion_search)

    @property
    def rows(self) -> int:
        """How many rows of the vector file the graph knows; later ones are scanned."""
        return self.description.rows

    def nearest(self, query: NDArray[np.float16], count: int) -> NDArray[np.int64]:
        """Return about `count` rows near to `query` (dimension,), not necessarily all of them."""
        wanted = min(count, self.description.nodes)
        if wanted == 0:
            return np.empty(0, dtype=np.int64)
        matches = self._index.search(query, wanted)
        return np.asarray(matches.keys).astype(np.int64)


def write_graph(
    folder: Path,
    matrix: NDArray[np.float16],
    live_rows: NDArray[np.int64],
    fingerprint: str,
    epoch: int,
    *,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Build, save and describe a graph. Only the builder process calls this.

    One thread builds, so that the same vectors give the same graph. `check` raises when it is not
    to be put in place any more.
    """
    index = Index(
        ndim=matrix.shape[1],
        metric="cos",
        dtype="f16",
        connectivity=CONNECTIVITY,
        expansion_add=EXPANSION_ADD,
    )
    index.add(live_rows.astype(np.uint64), matrix[live_rows], threads=1)
    temporary = folder / f"graph-{os.getpid()}.tmp"
    try:
        _save(index, temporary)
        sync_file(temporary)
        description = GraphDescription(
            usearch=str(usearch.__version__),
            fingerprint=fingerprint,
            dimension=matrix.shape[1],
            epoch=epoch,
            rows=len(matrix),
            nodes=len(live_rows),
            size=temporary.stat().st_size,
            checksum=_hash(temporary),
        )
        check()
        temporary.replace(folder / description.file_name)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(folder)
    replace_file(folder / DESCRIPTION, json.dumps(asdict(description), sort_keys=True).encode())
    _remove_others(folder, description.file_name)


def _to_view(path: Path) -> str | memoryview:
    """Return the file as USearch can view it: on Windows it opens only names in ASCII."""
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
    """Read what the newest graph in `folder` says of itself; None when there is none."""
    try:
        return GraphDescription(**json.loads((folder / DESCRIPTION).read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def _is_intact(path: Path, description: GraphDescription) -> bool:
    try:
        return path.stat().st_size == description.size and _hash(path) == description.checksum
    except OSError:
        return False


def _hash(path: Path) -> str:
    digest = blake2b(digest_size=16)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _remove_others(folder: Path, kept: str) -> None:
    for path in (*folder.glob("graph-*.usearch"), *folder.glob("graph-*.tmp")):
        if path.name != kept:
            # Windows keeps a file that is still viewed; the next build removes it.
            with contextlib.suppress(OSError):
                path.unlink()


DEFAULT_COMMAND = module_command("engine.stores.vectors.graph")
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
        raise IndexUnavailableError(message("There are no vectors."))

    def check() -> None:
        if not files.are_still_there():
            raise IndexUnavailableError(message("The vectors were replaced meanwhile."))

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
