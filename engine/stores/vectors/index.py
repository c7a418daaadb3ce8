"""The vector index: chunks found by meaning, ranked by cosine.

The index is derived from the vectors in the catalog. It has separate files, so that scans use
mapped memory. Searches use an immutable snapshot and never wait for changes.
"""

from __future__ import annotations

import mmap
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Self

import numpy as np
from numpy.typing import NDArray

from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.hit import Background
from twofold.engine.model.localized import message, system_reason
from twofold.engine.ranking.chance import Chance
from twofold.engine.ranking.probes import PROBES_VERSION
from twofold.engine.stores.ports import (
    NO_FILTERS,
    CatalogRows,
    NearChunks,
    VectorAnswer,
    VectorPlan,
)
from twofold.engine.stores.vectors.files import VectorFiles, VectorTexts, read_probes, save_probes
from twofold.engine.stores.vectors.graph import (
    DEFAULT_COMMAND,
    GraphBuild,
    GraphDescription,
    HnswGraph,
    read_description,
)
from twofold.engine.stores.vectors.kernels import as_query, has_fast_kernel
from twofold.engine.stores.vectors.quantised import QuantisedDescription, QuantisedRows
from twofold.engine.stores.vectors.quantised import read_description as read_quantised_description
from twofold.engine.stores.vectors.scan import VectorScan, uses_graph, uses_graph_for
from twofold.engine.stores.vectors.snapshot import VectorSnapshot, change_of

_MAX_CANDIDATES = 10_000
_MIN_TO_BUILD = 1000
# Scanning this share takes as long as searching the graph. Saving a graph takes a minute for a
# million rows.
_TAIL_SHARE = 0.02


_Built = tuple[GraphDescription | None, QuantisedDescription | None]


@dataclass(frozen=True, slots=True)
class _State:
    snapshot: VectorSnapshot
    graph: HnswGraph | None = None
    quantised: QuantisedRows | None = None


class VectorIndex:
    """A folder with the vectors of one model.

    `search` is thread-safe; `apply` and `close` are called by the writing thread.
    """

    def __init__(self, files: VectorFiles, *, read_only: bool, fast: bool) -> None:
        self._files = files
        self._read_only = read_only
        self._fast = fast
        self._changing = Lock()
        self._graph_build: GraphBuild | None = None
        self._last_build: tuple[int, int] | None = None
        self._seen_built: tuple[_Built, int, int] | None = None
        self._probes = read_probes(files.folder, PROBES_VERSION, files.sidecar.dimension)
        self._chance: tuple[VectorSnapshot, Chance | None] | None = None
        snapshot = VectorSnapshot.from_records(files.matrix(), files.records())
        # A single attribute, replaced as a whole, so that a search sees a snapshot with its
        # matching graph.
        self._state = _State(snapshot, self._open_graph(), self._open_quantised())

    @classmethod
    def open(
        cls,
        folder: Path,
        dimension: int,
        fingerprint: str,
        *,
        read_only: bool = False,
        fast: bool | None = None,
    ) -> Self:
        """Open the index in `folder`, an empty one if there is none.

        Raise IndexUnavailableError if the files are damaged or belong to another model. Then
        `discard` them and fill a new index from the catalog. `fast` is detected unless given for
        tests.
        """
        files = VectorFiles.open(folder, fingerprint, dimension, read_only=read_only)
        use_kernel = has_fast_kernel() if fast is None else fast
        return cls(files, read_only=read_only, fast=use_kernel)

    @staticmethod
    def discard(folder: Path) -> None:
        """Remove an unusable index."""
        shutil.rmtree(folder, ignore_errors=True)

    @property
    def folder(self) -> Path:
        """The folder of the files."""
        return self._files.folder

    @property
    def fingerprint(self) -> str:
        """The model of the vectors."""
        return self._files.sidecar.fingerprint

    @property
    def dimension(self) -> int:
        """The dimension of the vectors."""
        return self._files.sidecar.dimension

    @property
    def version(self) -> str:
        """The version of the format and the model of the vectors."""
        return f"flat{self._files.sidecar.format}-{self.fingerprint}"

    @property
    def generation(self) -> int:
        """The catalog generation that the index has reached; 0 if it was never filled."""
        return self._files.sidecar.generation

    @property
    def count(self) -> int:
        """The number of searchable chunks."""
        return self._state.snapshot.count

    def apply(
        self, added: Iterable[tuple[int, int, bytes]], deleted: Iterable[int], generation: int
    ) -> None:
        """Add or replace vectors (chunk, document, little-endian f16), and remove chunks.

        Unchanged vectors are not written again. On failure nothing is changed and
        IndexUnavailableError is raised; the same call may be repeated.
        """
        if self._read_only:
            raise IndexUnavailableError(message("The library is currently read-only."))
        with self._changing, _written():
            self._write(list(added), list(deleted), generation)
            if self._state.snapshot.is_due_for_compaction:
                self._compact()

    def note_texts(self, catalog_rows: CatalogRows) -> None:
        """Record the texts of the vectors. The index must be up to date with the catalog."""
        if not self._read_only:
            rows = self._state.snapshot
            texts = VectorTexts(self.folder, self._files.sidecar)
            texts.note(rows.chunks, rows.matrix, catalog_rows)

    def refresh(self) -> None:
        """Load the changes of other processes. Cheap if there are none.

        Raise IndexUnavailableError if the files cannot be read at the moment. The old state then
        stays searchable.
        """
        with self._changing:
            try:
                self._load_changes()
            except OSError as error:
                # Files of a former epoch may be removed while they are being opened.
                problem = message(
                    "The vector index cannot be read: {strerror}.", strerror=system_reason(error)
                )
                hint = message("It will be read again shortly.")
                raise IndexUnavailableError(*disk_first(error, problem, hint)) from error

    def search(
        self,
        vector: NDArray[np.float32],
        limit: int,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
        filters: SearchFilters = NO_FILTERS,  # noqa: ARG002 (already applied in `allowed`)
    ) -> VectorAnswer:
        """Rank the chunks nearest to `vector` (dimension,), in `allowed` documents only.

        Equal cosines (to 6 decimals) are ordered by chunk number. Raise IndexUnavailableError if
        the vector does not fit.
        """
        query = as_query(vector, self.dimension)
        wanted = max(1, min(limit, _MAX_CANDIDATES))
        state = self._state
        scan = self._scan(state)
        snapshot, answer, rows = state.snapshot, None, None
        pays = uses_graph(plan, snapshot.count)
        if allowed is not None:
            rows = snapshot.rows_of_documents(allowed)
            pays = pays and uses_graph_for(len(rows), snapshot.count, wanted)
        if state.graph is not None and pays:
            answer = scan.search_graph(snapshot, state.graph, query, wanted, rows)
        if answer is None and rows is not None:
            answer = scan.search_allowed(snapshot, query, wanted, rows)
        return answer or scan.search_all(snapshot, query, wanted, misses_graph=plan == "hnsw")

    def near(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Return the chunks whose cosine with `vector` is at least `least`.

        Only chunks in `allowed` documents are returned. With a graph, only the nearest 1,000 are
        examined.
        """
        query, state = as_query(vector, self.dimension), self._state
        scan = self._scan(state)
        graph = state.graph if uses_graph(plan, state.snapshot.count) else None
        return scan.near(state.snapshot, query, least, allowed, graph)

    def background(self, vector: NDArray[np.float32]) -> Background:
        """Return how near the passages of the library are to `vector` (dimension,) on the whole."""
        snapshot = self._state.snapshot
        query = as_query(vector, self.dimension)
        return VectorScan(fast=self._fast).background(snapshot, query, self._chance_in(snapshot))

    def cosines_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return the cosine of `vector` with each of `chunks` that has a vector."""
        numbers = np.fromiter(chunks, dtype=np.int64)
        scan = VectorScan(fast=self._fast)
        return scan.cosines_of(self._state.snapshot, as_query(vector, self.dimension), numbers)

    def deviations_of(self, vector: NDArray[np.float32], chunks: Iterable[int]) -> dict[int, float]:
        """Return how much nearer than by chance each of `chunks` with a vector is.

        The result is empty unless `is_calibrated`.
        """
        snapshot = self._state.snapshot
        chance = self._chance_in(snapshot)
        if chance is None:
            return {}
        numbers = np.fromiter(chunks, dtype=np.int64)
        return VectorScan(fast=self._fast).deviations_of(snapshot, vector, numbers, chance)

    def above_chance(
        self,
        vector: NDArray[np.float32],
        least: float,
        allowed: NDArray[np.int64] | None = None,
        plan: VectorPlan = "auto",
    ) -> NearChunks:
        """Return the chunks nearer to `vector` than by chance, by at least `least` deviations.

        The other arguments are those of `near`. Raise IndexUnavailableError unless `is_calibrated`.
        """
        state = self._state
        chance = self._chance_in(state.snapshot)
        if chance is None:
            raise IndexUnavailableError(message("The vectors of random queries are missing."))
        graph = state.graph if uses_graph(plan, state.snapshot.count) else None
        return self._scan(state).above_chance(
            state.snapshot, vector, least, allowed, graph=graph, chance=chance
        )

    def _scan(self, state: _State) -> VectorScan:
        return VectorScan(fast=self._fast, quantised=state.quantised)

    @property
    def is_calibrated(self) -> bool:
        """Whether the random queries of the model are embedded."""
        return self._probes is not None

    def calibrate(self, probes: NDArray[np.float32]) -> None:
        """Store the vectors (n, dimension) of random queries. Raise the same errors as `apply`."""
        if not self._read_only:
            with self._changing, _written():
                save_probes(self.folder, PROBES_VERSION, probes.astype(np.float16))
            self._read_probes()

    def _read_probes(self) -> None:
        self._probes = read_probes(self.folder, PROBES_VERSION, self.dimension)
        self._chance = None

    def _chance_in(self, snapshot: VectorSnapshot) -> Chance | None:
        """Return the chance model for this state of the library. Cached."""
        cached = self._chance
        if cached is None or cached[0] is not snapshot:
            chance = None
            if self._probes is not None and snapshot.count:
                sample = snapshot.sample.astype(np.float32)
                chance = Chance(self._probes.astype(np.float32), sample)
            cached = self._chance = (snapshot, chance)
        return cached[1]

    def vector_of(self, chunk: int) -> NDArray[np.float32] | None:
        """Return the vector (dimension,) of a chunk; None if it has none."""
        snapshot = self._state.snapshot
        row = int(snapshot.rows_of_chunks(np.array([chunk], dtype=np.int64))[0])
        return None if row < 0 else snapshot.matrix[row].astype(np.float32)

    @property
    def graph_rows(self) -> int:
        """The number of rows in the HNSW graph; 0 without one."""
        graph = self._state.graph
        return graph.rows if graph else 0

    def build_is_due(self, plan: VectorPlan = "auto") -> bool:
        """Return whether the int8 copy or the graph lacks too many of the rows.

        The graph is considered only if `plan` uses a graph for this many vectors.
        """
        rows, quantised = len(self._state.snapshot.chunks), self._state.quantised
        known = quantised.rows if quantised else 0
        if uses_graph(plan, self.count):
            known = min(known, self.graph_rows)
        return rows - known > max(_MIN_TO_BUILD, _TAIL_SHARE * rows)

    def refresh_graph(self, command: Sequence[str] = (), plan: VectorPlan = "auto") -> None:
        """Start to rewrite the int8 copy and the HNSW graph if they are due. Returns immediately.

        `command` starts `engine.stores.vectors.graph`, by default with this interpreter.

        A child process takes about a second for 2,000 new vectors in a graph, and ends after
        100,000; the copy takes a second for 100,000. When it has finished, searches use the new
        files. Searches and changes continue in the meantime.
        """
        rows = (len(self._state.snapshot.chunks), self.graph_rows)
        busy = self._graph_build is not None and self._graph_build.is_running
        # After a failure, it is repeated only if something has changed.
        if self._read_only or busy or not self.build_is_due(plan) or rows == self._last_build:
            return
        self._last_build = rows
        self._graph_build = GraphBuild(
            self.folder,
            command or DEFAULT_COMMAND,
            self._use_new_graph,
            with_graph=uses_graph(plan, self.count),
        )

    def wait_for_graph(self) -> None:
        """Wait until no graph is being built."""
        if self._graph_build is not None:
            self._graph_build.wait()

    def cancel_graph(self) -> None:
        """Cancel the build of a graph."""
        if self._graph_build is not None:
            self._graph_build.cancel()

    def release_pages(self) -> None:
        """Release the memory pages of vectors read by searches. The next search maps some again.

        The int8 copy stays mapped, because each scan needs all of it, and mapping it takes as long
        as scanning it.
        """
        mapped = self._state.snapshot.matrix.base
        while isinstance(mapped, np.ndarray):
            mapped = mapped.base
        if sys.platform != "win32" and isinstance(mapped, mmap.mmap):
            mapped.madvise(mmap.MADV_DONTNEED)

    def close(self) -> None:
        """Cancel the build of a graph, and unmap the files."""
        self.cancel_graph()
        nothing = np.empty((0, self.dimension), dtype=np.float16)
        records = np.empty((0, 2), dtype=np.int64)
        self._state = _State(VectorSnapshot.from_records(nothing, records))

    def _load_changes(self) -> None:
        if self._probes is None:
            self._read_probes()
        snapshot, changed = self._state.snapshot, VectorFiles.open_changed(self._files)
        if changed is not None:
            files, is_continued = changed
            known = self._files.sidecar.records
            if not is_continued:
                snapshot = VectorSnapshot.from_records(files.matrix(), files.records())
            elif files.sidecar.records > known:
                snapshot = snapshot.followed_by(files.matrix(), files.records(known))
            self._files = files
        self._state = self._with_built_files(snapshot)

    def _with_built_files(self, snapshot: VectorSnapshot) -> _State:
        """Return the state with the current graph and int8 copy.

        Opening may read a whole file, so it is done only for new files.
        """
        known, before = self._files.sidecar, self._state
        newest: _Built = read_description(self.folder), read_quantised_description(self.folder)
        if (newest, known.epoch, known.rows) == self._seen_built:
            return replace(before, snapshot=snapshot)
        self._seen_built = newest, known.epoch, known.rows
        graph, quantised = before.graph, before.quantised
        if not _is_current(graph, newest[0], known.epoch):
            graph = self._open_graph()
        if not _is_current(quantised, newest[1], known.epoch):
            quantised = self._open_quantised()
        return _State(snapshot, graph, quantised)

    def _use_new_graph(self, succeeded: bool) -> None:  # noqa: FBT001 - a callback's argument
        if not succeeded:
            return
        with self._changing:
            self._state = replace(
                self._state, graph=self._open_graph(), quantised=self._open_quantised()
            )

    def _open_graph(self) -> HnswGraph | None:
        return HnswGraph.open(self.folder, self._files.sidecar, may_write=not self._read_only)

    def _open_quantised(self) -> QuantisedRows | None:
        return QuantisedRows.open(self.folder, self._files.sidecar, may_write=not self._read_only)

    def _write(
        self, added: list[tuple[int, int, bytes]], deleted: list[int], generation: int
    ) -> None:
        before = self._state.snapshot
        change = change_of(before, added, deleted, self.dimension)
        self._files.append(change.vectors, change.records, generation)
        if len(change.records):
            after = before.followed_by(self._files.matrix(), change.records)
            self._state = replace(self._state, snapshot=after)

    def _compact(self) -> None:
        before = self._state.snapshot
        rows = before.live_rows
        records = np.stack([before.chunks[rows], before.documents[rows]], axis=1)
        self._files.rewrite(before.matrix[rows], records)
        after = VectorSnapshot.from_records(self._files.matrix(), records)
        # The row numbers of graph and int8 copy are invalid in the new file.
        self._state = _State(after)


def _is_current(
    opened: HnswGraph | QuantisedRows | None,
    newest: GraphDescription | QuantisedDescription | None,
    epoch: int,
) -> bool:
    return opened is not None and opened.description == newest and opened.description.epoch == epoch


@contextmanager
def _written() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = message(
            "The vector index cannot be written: {strerror}.", strerror=system_reason(error)
        )
        hint = message("It will be tried again. Finished work is not lost.")
        raise IndexUnavailableError(*disk_first(error, problem, hint)) from error
