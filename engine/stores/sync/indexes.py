"""Keep the two derived indexes in sync with the catalog, even after crashes.

The catalog is written first. Each index then catches up using the outbox, and records the
generation it has reached in its own files (the lexical index in a marker document, the vector index
in its sidecar). Every step may be repeated: a changed chunk is written in its current state in the
catalog.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.localized import Message, joined, message
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.rows import NO_PASSAGES
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.lexical.storage import NOTHING_PRE_TOKENISED
from twofold.engine.stores.ports import PassagesInMemory, PreTokenised, VectorPlan
from twofold.engine.stores.sync.followers import (
    VECTOR_PREFIX,
    IndexFollower,
    LexicalFollower,
    VectorFollower,
)
from twofold.engine.stores.sync.opening import (
    ASIDE,
    BUILT_AGAIN,
    emptied_if_outdated,
    newer_than_catalog,
    open_lexical,
    open_or_reset,
    set_aside,
)

if TYPE_CHECKING:
    from twofold.engine.stores.vectors.index import VectorIndex

# ruff: noqa: PLC0415 - the vector modules import numpy, which libraries without vectors never need


def open_catalog(path: Path, vectors: Path | None = None) -> tuple[Catalog, tuple[Message, ...]]:
    """Open the catalog. If it is damaged, missing or too old, recover as much as possible.

    `vectors` is the folder of the vector indexes, by default the one next to the catalog. Return a
    sentence for the user if something was recovered; the folders must then be read again.
    """
    folder = vectors or path.with_name("vectors")
    return Catalog.open_or_recover(path, partial(_saved_vectors, folder))


def set_newer_aside(catalog: Catalog, folder: Path) -> tuple[Message, ...]:
    """Move vector indexes away that are newer than the catalog, which was replaced by an older one.

    Call it before anything is written, because afterwards they can no longer be recognised. Vectors
    that exist only in them are added to the catalog. A file at the path of `folder` is moved too,
    because it prevents creating an index. Return a sentence for each.
    """
    if folder.is_file():
        set_aside(folder)
        there = message("There was a file in place of the folder {name}.", name=folder.name)
        return (joined(there, BUILT_AGAIN),)
    newer = [place for place in _places_in(folder) if _generation_of(place) > catalog.generation]
    if newer:
        catalog.keep_vectors(partial(_saved_vectors, folder))
    for place in newer:
        set_aside(place)
    return tuple(joined(newer_than_catalog(place), BUILT_AGAIN) for place in newer)


def _saved_vectors(folder: Path) -> Iterable[tuple[str, Iterable[tuple[bytes, bytes]]]]:
    from twofold.engine.stores.vectors.files import saved_vectors

    return saved_vectors(folder)


def _places_in(folder: Path) -> Sequence[Path]:
    names = sorted(folder.iterdir()) if folder.is_dir() else []
    return [place for place in names if place.suffix != ASIDE]


def _generation_of(folder: Path) -> int:
    from twofold.engine.stores.vectors.files import read_sidecar

    try:
        sidecar = read_sidecar(folder)
    except (OSError, IndexUnavailableError):
        return 0  # it is repaired when it is used
    return sidecar.generation if sidecar else 0


def folder_of_model(folder: Path, fingerprint: str) -> Path:
    """Return the folder with the vectors of a model."""
    return folder / fingerprint.replace("@", "-")


def open_vectors(
    catalog: Catalog, folder: Path, fingerprint: str, dimension: int, repairs: list[Message]
) -> VectorIndex:
    """Open the vector index of a model. A sentence about a repair is added to `repairs`."""
    from twofold.engine.stores.vectors.index import VectorIndex

    def open_index() -> VectorIndex:
        return VectorIndex.open(folder, dimension, fingerprint, read_only=catalog.read_only)

    index = open_or_reset(open_index, folder, catalog, repairs)
    return emptied_if_outdated(
        index, VectorFollower(catalog, index), is_empty=index.count == 0, reopen=open_index
    )


# --- Size on disk ---


def disk_size(catalog: Path | None, folders: Iterable[Path]) -> int:
    """Return the size of a catalog, if given, with its side files and of all files in `folders`.

    Files that disappear in the meantime are ignored, because indexes replace their files.
    """
    files = [*catalog.parent.glob(f"{catalog.name}*")] if catalog is not None else []
    for folder in folders:
        files += folder.rglob("*")
    return sum(map(_bytes_of, files))


def _bytes_of(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size if path.is_file() else 0
    return 0


logger = logging.getLogger(__name__)


class Indexes:
    """The lexical and the vector index of one catalog. Used by the writing thread only.

    `vectors` is None if no model is known.
    """

    def __init__(
        self,
        catalog: Catalog,
        lexical: LexicalIndex,
        vectors: VectorIndex | None = None,
        *,
        graph_command: Sequence[str] = (),
        plan: VectorPlan = "auto",
    ) -> None:
        self._catalog = catalog
        self._graph_command = graph_command
        self._plan = plan
        self.lexical = lexical
        self.vectors = vectors

    @classmethod
    def open(
        cls,
        catalog: Catalog,
        lexical_folder: Path,
        vector_folder: Path | None = None,
        fingerprint: str = "",
        dimension: int = 0,
        *,
        graph_command: Sequence[str] = (),
        plan: VectorPlan = "auto",
    ) -> tuple[Indexes, tuple[Message, ...]]:
        """Open both indexes and repair them from the catalog if needed.

        `vector_folder` is the folder of this model, `graph_command` starts
        `engine.stores.vectors.graph`, which builds a graph if `plan` uses one. Return the
        up-to-date indexes and a sentence for each repair. A read-only catalog is not repaired:
        unusable indexes raise IndexUnavailableError.
        """
        repairs: list[Message] = []
        lexical = open_lexical(catalog, lexical_folder, repairs)
        indexes = cls(catalog, lexical, graph_command=graph_command, plan=plan)
        if vector_folder is not None:
            indexes.vectors = open_vectors(catalog, vector_folder, fingerprint, dimension, repairs)
        if not catalog.read_only:
            indexes.synchronise()
        return indexes, tuple(repairs)

    def use_model(
        self, folder: Path, fingerprint: str, dimension: int, *, is_loaded: bool = False
    ) -> tuple[Message, ...]:
        """Search with another model's vectors from now on, starting with the cached ones.

        The previous index stays open for running searches. If the model itself `is_loaded`, its
        dimension is certain: cached vectors that do not fit are deleted and computed again. Return
        a sentence for each repair.
        """
        repairs: list[Message] = []
        before = self.vectors
        self.vectors = open_vectors(self._catalog, folder, fingerprint, dimension, repairs)
        if before is not None:
            before.cancel_graph()
        if not self._catalog.read_only:
            self.synchronise()
            if is_loaded:
                repairs += self._drop_unusable(self.vectors)
        return tuple(repairs)

    def _drop_unusable(self, index: VectorIndex) -> Iterator[Message]:
        if index.count < self._catalog.counts(index.fingerprint).vectors:
            cache = self._catalog.vectors
            for folder in cache.drop_unusable(index.fingerprint, index.dimension):
                yield message(
                    "Vectors of the folder '{folder}' did not fit the model. "
                    "They are being recomputed.",
                    folder=folder,
                )

    def follow_model(self, folder: Path, fingerprint: str) -> tuple[Message, ...]:
        """Keep the vectors of a model that is not loaded up to date; see `use_model`.

        Do nothing if there is no readable index. A new one is filled once the model is loaded.
        """
        from twofold.engine.stores.vectors.files import read_sidecar

        try:
            sidecar = read_sidecar(folder)
        except (OSError, IndexUnavailableError):
            return ()
        if sidecar is None or sidecar.fingerprint != fingerprint:
            return ()
        return self.use_model(folder, fingerprint, sidecar.dimension)

    def synchronise(
        self,
        ready: PreTokenised = NOTHING_PRE_TOKENISED,
        in_memory: PassagesInMemory = NO_PASSAGES,
    ) -> int:
        """Bring both indexes up to date with the catalog. Return the number of steps.

        `ready` contains token streams that were computed earlier for the lexical index. Passages
        that are `in_memory` are not read from the catalog.

        If one index fails, the other is still updated before IndexUnavailableError is raised.
        Nothing is lost: the next call continues.
        """
        followers = self._followers(ready, in_memory)
        steps, failed = 0, None
        for follower in followers:
            try:
                steps += follower.catch_up()
            except IndexUnavailableError as error:
                logger.warning("%s cannot be updated: %s", follower.name, error.message)
                failed = failed or error
        if failed is not None:
            try:
                raise failed
            finally:
                # Breaks the reference cycle with the traceback, which keeps the failed index alive.
                del failed
        if steps and not self._awaits_vectors():
            self._catalog.outbox.prune([follower.name for follower in followers])
        return steps

    def purge_deletes(self) -> None:
        """Update the indexes and purge deleted chunks, so that equal libraries have equal results.

        Call it after a series of changes. Raise IndexUnavailableError as `synchronise` does;
        nothing is lost then.
        """
        self.synchronise()
        LexicalFollower(self._catalog, self.lexical).purge_deletes()

    def check(self) -> tuple[Message, ...]:
        """Compare the indexes with the catalog. Return the problems found.

        An index with more entries than the catalog that has not caught up yet is not a problem: it
        is updated when the library is next opened for writing.
        """
        problems = list(self._catalog.check())
        fingerprint = self.vectors.fingerprint if self.vectors else ""
        followers = self._followers()
        counts = self._catalog.counts(fingerprint)
        if _is_wrong(self.lexical.size, counts.chunks, followers[0]):
            problems.append(
                message(
                    "The keyword index contains {size} of {chunks} passages.",
                    size=self.lexical.size,
                    chunks=counts.chunks,
                )
            )
        if self.vectors and _is_wrong(self.vectors.count, counts.vectors, followers[-1]):
            problems.append(
                message(
                    "The vector index contains {count} of {vectors} vectors.",
                    count=self.vectors.count,
                    vectors=counts.vectors,
                )
            )
        return tuple(problems)

    def refresh(self) -> None:
        """Load the changes of other processes that write to this library."""
        self.lexical.refresh()
        if self.vectors is not None:
            self.vectors.refresh()

    @property
    def are_up_to_date(self) -> bool:
        """Whether both indexes, in their searched state, are up to date with the catalog."""
        return all(follower.is_up_to_date for follower in self._followers())

    def refresh_graph(self, *, more_follows: bool = False) -> None:
        """Start to rewrite the int8 copy and the HNSW graph if they are due. Call it when idle.

        With `more_follows`, more vectors will be added soon. Then the files are rewritten only if
        searches of this many vectors use a graph, because they would soon be due again.
        """
        if self.vectors is None or self._catalog.read_only:
            return
        from twofold.engine.stores.vectors.scan import uses_graph

        if uses_graph(self._plan, self.vectors.count) or not more_follows:
            self.vectors.refresh_graph(self._graph_command, self._plan)

    def close(self) -> None:
        """Close both indexes."""
        self.lexical.close()
        if self.vectors is not None:
            self.vectors.close()

    def _awaits_vectors(self) -> bool:
        """Return whether a vector index that is not open may continue from its recorded state."""
        names = self._catalog.outbox.names()
        return self.vectors is None and any(name.startswith(VECTOR_PREFIX) for name in names)

    def _followers(
        self,
        ready: PreTokenised = NOTHING_PRE_TOKENISED,
        in_memory: PassagesInMemory = NO_PASSAGES,
    ) -> tuple[IndexFollower, ...]:
        lexical = LexicalFollower(self._catalog, self.lexical, ready, in_memory)
        if self.vectors is None:
            return (lexical,)
        return lexical, VectorFollower(self._catalog, self.vectors)


def _is_wrong(held: int, wanted: int, follower: IndexFollower) -> bool:
    return held < wanted or (held != wanted and follower.is_up_to_date)
