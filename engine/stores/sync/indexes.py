"""Keeping the two derived indexes in step with the catalog, whatever happened in between.

The catalog is written first; each index then follows the outbox and says, in its own files, which
generation it has reached (the lexical index in a marker document, the vector index in its sidecar).
Every step may be repeated: a chunk that was touched is written as the catalog has it now.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.message import Message, joined, message
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
    emptied_when_left_behind,
    newer_than_catalog,
    open_lexical,
    open_or_reset,
    set_aside,
)

if TYPE_CHECKING:
    from twofold.engine.stores.vectors.index import VectorIndex

# ruff: noqa: PLC0415 - the modules of vectors import numpy, which a library without any never needs


def open_catalog(path: Path, vectors: Path | None = None) -> tuple[Catalog, tuple[Message, ...]]:
    """Open the catalog; when it is damaged, lost or too old, go on with what can be saved of it.

    `vectors` is the folder of the vector indexes, unless it is called that and lies beside the
    catalog. Returns a sentence for the person when something was saved; the folders are then to be
    read again.
    """
    folder = vectors or path.with_name("vectors")
    return Catalog.open_or_recover(path, partial(_saved_vectors, folder))


def set_newer_aside(catalog: Catalog, folder: Path) -> tuple[Message, ...]:
    """Move vector indexes of `folder` away that have seen more than the catalog, a former one.

    Call it before anything is written: once the catalog has gone on, nobody could tell. Vectors
    that only they hold are kept. So is a file in the place of `folder`, in which no index could be
    made. Returns a sentence for each.
    """
    if folder.is_file():
        set_aside(folder)
        there = message("In the place of the folder {name} there was a file.", name=folder.name)
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
    """Return where the vectors of a model lie in the folder of all."""
    return folder / fingerprint.replace("@", "-")


def open_vectors(
    catalog: Catalog, folder: Path, fingerprint: str, dimension: int, repairs: list[Message]
) -> VectorIndex:
    """Open the vector index of a model; a sentence for a repair is added to `repairs`."""
    from twofold.engine.stores.vectors.index import VectorIndex

    def open_index() -> VectorIndex:
        return VectorIndex.open(folder, dimension, fingerprint, read_only=catalog.read_only)

    index = open_or_reset(open_index, folder, catalog, repairs)
    return emptied_when_left_behind(
        index, VectorFollower(catalog, index), is_empty=index.count == 0, reopen=open_index
    )


# --- Size on disk ---


def disk_size(catalog: Path | None, folders: Iterable[Path]) -> int:
    """Return the bytes of a catalog, if given, with its side files and of all files in `folders`.

    A file that goes meanwhile, as the indexes replace theirs, counts nothing.
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
    """The lexical and the vector index of one catalog. Used by the one thread that writes.

    `vectors` is None while no model is known.
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
        """Open both indexes, and repair what cannot be used from the catalog.

        `vector_folder` is the folder of this model alone, `graph_command` what starts
        `engine.stores.vectors.graph`, which builds a graph where `plan` uses it. Returns the
        indexes, in step with the catalog, and a sentence for each repair. With a catalog open for
        reading only nothing is repaired: an index that cannot be used raises IndexUnavailableError.
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
        """Search with another model's vectors from now on, beginning with those that are cached.

        The former index is left open, for searches that still use it. If the model itself
        `is_loaded`, its dimension is beyond doubt: cached vectors that do not fit it are deleted,
        and so computed again. Returns a sentence for each repair that was needed.
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
                    "Vectors in the folder '{folder}' did not fit the model. "
                    "They are computed again.",
                    folder=folder,
                )

    def follow_model(self, folder: Path, fingerprint: str) -> tuple[Message, ...]:
        """Keep the vectors of a model in step, of which only the index is there; see `use_model`.

        Without an index, or when it cannot be read, nothing is done: the model fills a new one.
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
        """Bring both indexes up to the catalog's present generation; return the steps it took.

        For the lexical index, TokenStreams that are `ready` are not made again, and passages that
        are `in_memory` are not read from the catalog.

        When one index fails, the other still follows, and then IndexUnavailableError is raised.
        Nothing is lost: the next call goes on.
        """
        followers = self._followers(ready, in_memory)
        steps, failed = 0, None
        for follower in followers:
            try:
                steps += follower.bring_up()
            except IndexUnavailableError as error:
                logger.warning("%s does not follow: %s", follower.name, error.message)
                failed = failed or error
        if failed is not None:
            try:
                raise failed
            finally:
                # Breaks the cycle with the traceback, which holds on to what failed.
                del failed
        if steps and not self._awaits_vectors():
            self._catalog.outbox.prune([follower.name for follower in followers])
        return steps

    def settle(self) -> None:
        """Make equal libraries answer equally, however they came to be; after a round of changes.

        Raises IndexUnavailableError as `synchronise` does; nothing is lost then.
        """
        self.synchronise()
        LexicalFollower(self._catalog, self.lexical).settle()

    def check(self) -> tuple[Message, ...]:
        """Compare what the indexes hold with the catalog; return what is wrong.

        One that holds more than the catalog and has still to follow is not wrong: it does so when
        the library is next opened for writing.
        """
        problems = list(self._catalog.check())
        fingerprint = self.vectors.fingerprint if self.vectors else ""
        followers = self._followers()
        counts = self._catalog.counts(fingerprint)
        if _is_wrong(self.lexical.size, counts.chunks, followers[0]):
            problems.append(
                message(
                    "The keyword index holds {size} of {chunks} passages.",
                    size=self.lexical.size,
                    chunks=counts.chunks,
                )
            )
        if self.vectors and _is_wrong(self.vectors.count, counts.vectors, followers[-1]):
            problems.append(
                message(
                    "The vector index holds {count} of {vectors} vectors.",
                    count=self.vectors.count,
                    vectors=counts.vectors,
                )
            )
        return tuple(problems)

    def refresh(self) -> None:
        """Search what another process, which writes to this library, has added meanwhile."""
        self.lexical.refresh()
        if self.vectors is not None:
            self.vectors.refresh()

    @property
    def are_in_step(self) -> bool:
        """Whether both indexes, as they are searched now, hold what the catalog holds."""
        return all(follower.is_in_step for follower in self._followers())

    def refresh_graph(self, *, more_follows: bool = False) -> None:
        """Start writing int8 copy and HNSW graph again when that is due; for idle moments.

        While `more_follows`, only if searches of so many vectors use a graph: they are soon due
        again.
        """
        if self.vectors is None or self._catalog.read_only:
            return
        from twofold.engine.stores.vectors.scan import graph_pays

        if graph_pays(self._plan, self.vectors.count) or not more_follows:
            self.vectors.refresh_graph(self._graph_command, self._plan)

    def close(self) -> None:
        """Close both indexes."""
        self.lexical.close()
        if self.vectors is not None:
            self.vectors.close()

    def _awaits_vectors(self) -> bool:
        """Whether a vector index may be opened later that wants to follow from where it is."""
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
    return held < wanted or (held != wanted and follower.is_in_step)
