"""The catalog: everything the library knows, in one SQLite file. The indexes derive from it."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.core.document import DocumentFailure, FileState, StoredChunk, StoredDocument
from engine.core.events import FolderStatus
from engine.core.hit import Facets
from engine.core.request import SearchFilters
from engine.stores import (
    catalog_coverage,
    catalog_filters,
    catalog_outbox,
    catalog_rows,
    catalog_vectors,
)
from engine.stores.catalog_change import CatalogChange
from engine.stores.catalog_connections import CatalogConnections, DamagedCatalogError
from engine.stores.catalog_coverage import CatalogCounts
from engine.stores.catalog_filters import AllowedDocuments
from engine.stores.catalog_recovery import recover_catalog
from engine.stores.catalog_rows import (
    NUMBERS,
    Folder,
    IndexRecord,
    KnownFile,
    OutboxRow,
    PendingEmbedding,
    VectorRow,
    as_json_array,
)
from engine.stores.facet_table import FacetTable
from engine.stores.stored_text import name_from_stored, stored_text

_REMEMBERED_ANSWERS = 64


class Catalog:
    """The library's truth. Thread-safe: one change at a time, readers never wait for it.

    A reader sees the last committed change. Every method raises CatalogError when the file
    cannot be read or written.
    """

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections
        # Keyed by generation, so that an answer is forgotten as soon as anything changes.
        self._resolve = lru_cache(_REMEMBERED_ANSWERS)(self._resolve_at)
        self._facets = lru_cache(_REMEMBERED_ANSWERS)(self._facets_at)
        self._facet_table = FacetTable()

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Open the catalog file, making it when there is none; CatalogError when it is damaged."""
        return cls(CatalogConnections(path, read_only=read_only))

    @classmethod
    def open_or_recover(cls, path: Path) -> tuple[Self, tuple[str, ...]]:
        """Open the catalog; when it is damaged, go on with what can be saved of it.

        Returns a sentence for the person when that was so; the folders are then to be read again.
        """
        try:
            return cls.open(path), ()
        except DamagedCatalogError:
            sentence = recover_catalog(path)
            return cls.open(path), (sentence,)

    def close(self) -> None:
        """Close every connection."""
        self._connections.close()

    @property
    def read_only(self) -> bool:
        """Whether changes are refused."""
        return self._connections.read_only

    # --- Folders and files ---

    def add_folder(self, root: Path) -> Folder:
        """Add a folder under a name of its own: 'Notes', or 'Notes 2' when that is taken."""
        place = str(root)
        for folder in self.folders():
            if folder.root == place:
                return folder
        name = self._free_name(_name_of(root))
        with self.change() as change:
            change.add_folder(name, place)
        return Folder(name, place)

    def remove_folder(self, name: str) -> None:
        """Forget a folder and all that was computed of it; BadRequestError when there is none.

        Vectors of texts that another folder holds too stay.
        """
        with self.change() as change:
            change.remove_folder(name)

    def folders(self) -> tuple[Folder, ...]:
        """Every folder, by name."""
        with self._connections.reading() as connection:
            rows = connection.execute("SELECT name, root FROM folders ORDER BY name").fetchall()
        return tuple(Folder(row[0], name_from_stored(row[1])) for row in rows)

    def known_files(self, folder_name: str) -> dict[str, KnownFile]:
        """Return what is known of each file of a folder, by path."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT d.path, d.number, d.size, d.mtime_ns, d.inode, 0, d.chunker_version
                   FROM documents d JOIN folders f ON f.id = d.folder WHERE f.name = ?1
                   UNION ALL
                   SELECT x.path, x.number, x.size, x.mtime_ns, x.inode, 1, ''
                   FROM failures x JOIN folders f ON f.id = x.folder WHERE f.name = ?1""",
                (folder_name,),
            ).fetchall()
        return {
            name_from_stored(row[0]): KnownFile(
                row[1], FileState(row[2], row[3], row[4]), bool(row[5]), row[6]
            )
            for row in rows
        }

    # --- Changes ---

    @contextmanager
    def change(self) -> Iterator[CatalogChange]:
        """Open the one transaction: all that is done inside is durable at the end, or undone.

        Reads through the catalog inside the block see the state before it.
        """
        with self._connections.writing() as connection:
            change = CatalogChange(connection)
            yield change
            change.finish()

    # --- Reading ---

    def chunks(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        """Return the chunks that exist, with their documents."""
        with self._connections.reading() as connection:
            return catalog_rows.read_chunks(connection, as_json_array(numbers))

    def document(self, number: int) -> StoredDocument | None:
        """Return a document, or None when it is gone."""
        with self._connections.reading() as connection:
            return catalog_rows.read_documents(connection, as_json_array([number])).get(number)

    def count_documents(self, chunk_numbers: Iterable[int]) -> int:
        """Count the documents that these chunks are of."""
        with self._connections.reading() as connection:
            row = connection.execute(
                f"SELECT count(DISTINCT document) FROM chunks WHERE number IN {NUMBERS}",
                (as_json_array(chunk_numbers),),
            ).fetchone()
        return int(row[0])

    def chunk_numbers(self) -> NDArray[np.int64]:
        """Every chunk number, ascending."""
        with self._connections.reading() as connection:
            rows = connection.execute("SELECT number FROM chunks ORDER BY number").fetchall()
        return np.fromiter((row[0] for row in rows), dtype=np.int64, count=len(rows))

    def substring(
        self, query: str, filters: SearchFilters | None = None, limit: int = 100
    ) -> list[int]:
        """Find chunks whose text holds `query` literally, in either case; lowest numbers first."""
        needle = query.strip().casefold()
        if not needle:
            return []
        # SQLite's own lower() knows ASCII only, but is many times faster.
        fold = "lower" if needle.isascii() or needle == needle.upper() else "casefold"
        allowed = self.resolve(filters) if filters else None
        condition = "" if allowed is None else f"AND document IN {NUMBERS}"
        values = [] if allowed is None else [as_json_array(allowed.numbers.tolist())]
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"""SELECT number FROM chunks WHERE instr({fold}(text), ?) > 0 {condition}
                    ORDER BY number LIMIT ?""",
                [needle, *values, limit],
            ).fetchall()
        return [row[0] for row in rows]

    def resolve(self, filters: SearchFilters) -> AllowedDocuments | None:
        """Return the documents that filters leave; None when nothing is filtered."""
        return None if filters.is_empty else self._resolve(self.generation, filters)

    def facets(
        self, chunk_numbers: Iterable[int] | None = None, allowed: AllowedDocuments | None = None
    ) -> Facets:
        """Count passages per folder, tag, language and type, most first.

        Over the chunks when given, else over the allowed documents, else over the library.
        """
        generation = self.generation
        if chunk_numbers is not None:
            with self._connections.reading() as connection:
                chunks = as_json_array(chunk_numbers)
                return self._facet_table.count(connection, generation, chunks)
        documents = None if allowed is None else as_json_array(allowed.numbers.tolist())
        return self._facets(generation, documents)

    def counts(self, fingerprint: str) -> CatalogCounts:
        """Count documents, failures, chunks and the chunks with a vector of the model."""
        with self._connections.reading() as connection:
            return catalog_coverage.count(connection, fingerprint)

    def folder_statuses(self, fingerprint: str) -> tuple[FolderStatus, ...]:
        """Count per folder; `pending` is 0, as the catalog does not know unread files."""
        with self._connections.reading() as connection:
            return catalog_coverage.folder_statuses(connection, fingerprint)

    def failures(self) -> tuple[DocumentFailure, ...]:
        """Every file that is not indexed; its path begins with the folder's name."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT f.name, x.path, x.reason, x.detail, x.since FROM failures x
                   JOIN folders f ON f.id = x.folder ORDER BY f.name, x.path"""
            ).fetchall()
        return tuple(catalog_rows.failure(row) for row in rows)

    # --- Vectors ---

    def pending_embeddings(self, fingerprint: str, limit: int) -> tuple[PendingEmbedding, ...]:
        """Return texts without a vector of the model, newest documents first, each text once.

        A call walks over what is done already (~1 us a chunk): ask for hundreds at a time.
        """
        with self._connections.reading() as connection:
            return catalog_vectors.pending(connection, fingerprint, limit)

    def vectors_for(self, fingerprint: str, chunk_numbers: Iterable[int]) -> tuple[VectorRow, ...]:
        """Return the cached vectors of chunks; chunks that have none or are gone are left out."""
        with self._connections.reading() as connection:
            return catalog_vectors.cached(connection, fingerprint, as_json_array(chunk_numbers))

    # --- The indexes' bookkeeping ---

    @property
    def generation(self) -> int:
        """The number of changes ever made."""
        with self._connections.reading() as connection:
            return catalog_outbox.meta_number(connection, "generation")

    @property
    def pruned_generation(self) -> int:
        """An index older than this cannot follow the outbox and must be rebuilt."""
        with self._connections.reading() as connection:
            return catalog_outbox.meta_number(connection, "pruned")

    def outbox_after(self, generation: int, limit: int | None = None) -> tuple[OutboxRow, ...]:
        """Return the changes after a generation, oldest first."""
        with self._connections.reading() as connection:
            return catalog_outbox.rows_after(connection, generation, limit)

    def recorded_generation(self, index: str) -> IndexRecord | None:
        """Return how far an index is recorded to have followed."""
        with self._connections.reading() as connection:
            return catalog_outbox.recorded(connection, index)

    def record_generation(self, index: str, record: IndexRecord) -> None:
        """Record that an index holds everything up to a generation."""
        with self._connections.writing() as connection:
            catalog_outbox.record(connection, index, record)

    def recorded_indexes(self) -> tuple[str, ...]:
        """Return the names of every index that was ever recorded."""
        with self._connections.reading() as connection:
            return catalog_outbox.recorded_names(connection)

    def prune_outbox(self, indexes: Sequence[str]) -> None:
        """Drop the changes that every one of these indexes has."""
        with self._connections.writing() as connection:
            catalog_outbox.prune(connection, indexes)

    # --- Care ---

    @property
    def size_bytes(self) -> int:
        """Size of the catalog's files on disk."""
        path = self._connections.path
        files = (path, path.with_name(f"{path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def check(self) -> tuple[str, ...]:
        """Check the whole file; return what is wrong, nothing when all is well."""
        with self._connections.reading() as connection:
            return catalog_outbox.integrity_problems(connection)

    def _resolve_at(self, _generation: int, filters: SearchFilters) -> AllowedDocuments:
        with self._connections.reading() as connection:
            return catalog_filters.resolve(connection, filters)

    def _facets_at(self, _generation: int, documents: str | None) -> Facets:
        with self._connections.reading() as connection:
            return catalog_filters.count_facets(connection, documents)

    def _free_name(self, wanted: str) -> str:
        taken = {folder.name for folder in self.folders()}
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted} {number}"
        return name


def _name_of(root: Path) -> str:
    return stored_text(root.name) or "Folder"
