"""The catalog: all data of the library in one SQLite file. The indexes are derived from it."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Self

from twofold.engine.model.document import StoredChunk, StoredDocument
from twofold.engine.model.failure import WITHOUT_TEXT
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.home import Home
from twofold.engine.model.localized import Message, message
from twofold.engine.stores.catalog import filters as catalog_filters
from twofold.engine.stores.catalog import outbox
from twofold.engine.stores.catalog.annotations import Annotations
from twofold.engine.stores.catalog.change import CatalogChange
from twofold.engine.stores.catalog.checked_folder import checked_copy
from twofold.engine.stores.catalog.connections import CatalogConnections, DamagedCatalogError
from twofold.engine.stores.catalog.failures import Failures
from twofold.engine.stores.catalog.files import Files
from twofold.engine.stores.catalog.filters import AllowedDocuments
from twofold.engine.stores.catalog.home import read_home
from twofold.engine.stores.catalog.outbox import Outbox
from twofold.engine.stores.catalog.rows import (
    NO_PASSAGES,
    NUMBERS,
    Listed,
    as_json_array,
    chunk_numbers_of,
    name_from_stored,
    read_chunks,
    read_documents,
    read_folders,
    stored_text,
)
from twofold.engine.stores.catalog.schema import OlderCatalogError
from twofold.engine.stores.catalog.vector_cache import VectorCache, has_every_vector
from twofold.engine.stores.library_folder import Folder, is_present
from twofold.engine.stores.literal_text import MAX_PART, folded_literal, plain_part
from twofold.engine.stores.ports import PassagesInMemory, SavedVectors
from twofold.engine.stores.shards import DocumentFacets

if TYPE_CHECKING:
    from twofold.engine.model.status import FolderStatus
    from twofold.engine.stores.catalog.facets import FacetTable

_MAX_CACHED_RESULTS = 64
_MAX_FOLDED_LENGTH = 3  # case folding turns one character into at most this many

# As values of an SQL list.
_WITHOUT_TEXT = ", ".join(f"'{reason}'" for reason in sorted(WITHOUT_TEXT))
# Documents are counted whether they are files or embedded; an archive itself has no text. Each is
# counted once. A document that could not be read again counts as failed, because it is listed among
# the failures, although its previous text is still searched.
_INDEXED = "chunk_count > 0 AND number NOT IN (SELECT number FROM failures)"


@dataclass(frozen=True, slots=True)
class CatalogCounts:
    """The number of chunks in a library, and the number of chunks with a vector."""

    chunks: int
    vectors: int


class Catalog:
    """The primary data of the library. Thread-safe: one writer at a time, readers never wait.

    A reader sees the last committed change. All methods, including the methods of its parts (such
    as `files`), raise CatalogError if the file cannot be read or written.
    """

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections
        # Keyed by generation, so that results expire as soon as any document changes.
        self._resolve = lru_cache(_MAX_CACHED_RESULTS)(self._resolve_at)
        self._facet_table = lru_cache(1)(self._facet_table_at)
        self.files = Files(connections)
        self.outbox = Outbox(connections)
        self.failures = Failures(connections)
        self.annotations = Annotations(connections)
        self.vectors = VectorCache(connections)

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Open the catalog file, creating it if missing. Raise CatalogError if it is damaged."""
        return cls(CatalogConnections(path, read_only=read_only))

    @classmethod
    def open_or_recover(
        cls, path: Path, saved_vectors: SavedVectors = lambda: ()
    ) -> tuple[Self, tuple[Message, ...]]:
        """Open the catalog. If it is damaged, missing or too old, recover as much as possible.

        `saved_vectors` yields the vectors in the vector indexes. Return a sentence for the user if
        something was recovered; the folders must then be read again.
        """
        from twofold.engine.stores.catalog import recovery  # noqa: PLC0415 (rarely needed, imports numpy)

        sentences: tuple[Message, ...] = recovery.finish_recovery(path)
        if not path.is_file() or path.stat().st_size == 0:
            sentences = recovery.restore_catalog(path, saved_vectors)
        try:
            catalog = cls.open(path)
        except (DamagedCatalogError, OlderCatalogError):
            sentences = (recovery.recover_catalog(path, saved_vectors),)
            catalog = cls.open(path)
        catalog.annotations.save_copy()
        return catalog, sentences

    def close(self, patience: float = -1) -> bool:
        """Close all connections; see `CatalogConnections.close`."""
        return self._connections.close(patience)

    @property
    def connections(self) -> CatalogConnections:
        """The connections to the file, for modules that copy from it."""
        return self._connections

    @property
    def read_only(self) -> bool:
        """Whether changes are rejected."""
        return self._connections.read_only

    # --- Folders, documents and passages ---

    def folders(self) -> tuple[Folder, ...]:
        """Return all folders, by name."""
        with self._connections.reading() as connection:
            return read_folders(connection)

    def chunks(
        self, numbers: Iterable[int], in_memory: PassagesInMemory = NO_PASSAGES
    ) -> dict[int, StoredChunk]:
        """Return the existing chunks with their documents, without reading those `in_memory`."""
        with self._connections.reading() as connection:
            return read_chunks(connection, as_json_array(numbers), in_memory)

    def document_chunks(self, number: int) -> tuple[StoredChunk, ...]:
        """Return the chunks of a document in order; empty if it does not exist."""
        with self._connections.reading() as connection:
            numbers = chunk_numbers_of(connection, number)
            chunks = read_chunks(connection, as_json_array(numbers))
        return tuple(chunks[chunk] for chunk in numbers if chunk in chunks)

    def document(self, number: int) -> StoredDocument | None:
        """Return a document, or None if it does not exist."""
        with self._connections.reading() as connection:
            return read_documents(connection, as_json_array([number])).get(number)

    def documents(self, numbers: Iterable[int]) -> dict[int, StoredDocument]:
        """Return the existing documents."""
        with self._connections.reading() as connection:
            return read_documents(connection, as_json_array(numbers))

    def documents_named(self, name: str) -> tuple[StoredDocument, ...]:
        """Return the documents whose file has this name, in any directory."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT number FROM documents"
                " WHERE substr('/' || path, -length(?1) - 1) = '/' || ?1",
                (stored_text(name),),
            )
            found = read_documents(connection, as_json_array([number for (number,) in rows]))
        return tuple(found.values())

    def documents_without_signature(self, limit: int) -> dict[int, tuple[str, str]]:
        """Return path and file type of documents that were never compared with others."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT number, path, file_type FROM documents d WHERE NOT EXISTS
                       (SELECT 1 FROM versions v WHERE v.document = d.number) LIMIT ?""",
                (limit,),
            )
            return {number: (name_from_stored(path), kind) for number, path, kind in rows}

    def versions_of(self, document: int) -> tuple[int, ...]:
        """Return the numbers of all versions of a document, newest first; () without others."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT document FROM versions WHERE family <> 0 AND family =
                       (SELECT family FROM versions WHERE document = ?) ORDER BY place""",
                (document,),
            )
            return tuple(row[0] for row in rows)

    def home(self, since: str, limit: int) -> Home:
        """Return recent documents, and the changes of folders since a date-time (UTC)."""
        with self._connections.reading_one_state() as connection:
            return read_home(connection, since, limit)

    def documents_of(self, folder: str) -> tuple[StoredDocument, ...]:
        """Return all documents of a folder."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT d.number FROM documents d JOIN folders f ON f.id = d.folder
                   WHERE f.name = ?""",
                (folder,),
            )
            numbers = [row[0] for row in rows]
        return tuple(self.documents(numbers).values())

    def chunk_numbers(self) -> list[int]:
        """Return all chunk numbers in ascending order."""
        with self._connections.reading() as connection:
            rows = connection.execute("SELECT number FROM chunks ORDER BY number")
            return [row[0] for row in rows]

    def spread_chunks(self, count: int) -> tuple[StoredChunk, ...]:
        """Return at most `count` chunks spread over the library, always the same ones.

        Chunk numbers are hashes: the lowest number in each of `count` equal ranges is used.
        """
        starts = range(0, 1 << 63, -(-(1 << 63) // count))
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT (SELECT number FROM chunks WHERE number >= value ORDER BY number LIMIT 1)
                   FROM json_each(?)""",
                (as_json_array(starts),),
            )
            numbers = list(dict.fromkeys(row[0] for row in rows if row[0] is not None))
            chunks = read_chunks(connection, as_json_array(numbers))
        return tuple(chunks[number] for number in numbers)

    def substring(
        self,
        query: str,
        filters: SearchFilters | None = None,
        limit: int = 100,
        *,
        candidates: Iterable[int] | None = None,
        first: int | None = None,
    ) -> list[int]:
        """Find chunks that contain `query` as exact text, ignoring case; lowest numbers first.

        If given, only the chunks in `candidates`, or the `first` chunks of the library (a number),
        are read.
        """
        folded = folded_literal(query)
        if not folded:
            return []
        allowed = self.resolve(filters) if filters else None
        test, values = _literal_test(folded)
        conditions = [test]
        documents = None if allowed is None else allowed.numbers.tolist()
        for column, numbers in (("document", documents), ("number", candidates)):
            if numbers is not None:
                conditions.append(f"{column} IN {NUMBERS}")
                values.append(as_json_array(numbers))
        source = "chunks"
        if first is not None:
            source = "(SELECT number, document, text FROM chunks ORDER BY number LIMIT ?)"
            values.insert(0, first)
        query = f"""SELECT number FROM {source} WHERE {" AND ".join(conditions)}
                    ORDER BY number LIMIT ?"""
        with self._connections.reading() as connection:
            return [row[0] for row in connection.execute(query, [*values, limit])]

    def resolve(self, filters: SearchFilters) -> AllowedDocuments | None:
        """Return the documents that match the filters; None without filters."""
        return None if filters.is_empty else self._resolve(self.passages_generation, filters)

    def facet_table(self, others: Sequence[DocumentFacets] = ()) -> FacetTable:
        """Return the filterable attributes of all documents. Cached until a document changes.

        `others` are documents of other libraries.
        """
        return self._read_facets(others) if others else self._facet_table(self.passages_generation)

    def newest(self, documents: Sequence[int], limit: int) -> tuple[Listed, ...]:
        """Return the `limit` newest of the documents, each with its first passage of text.

        Documents of the same day are ordered by folder and path. Chunks are looked up only for the
        documents in the result.
        """
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"""SELECT newest.number, (SELECT c.number FROM chunks c
                           WHERE c.document = newest.number
                           ORDER BY c.kind <> 'text', c.position LIMIT 1)
                    FROM (SELECT d.number FROM documents d JOIN folders f ON f.id = d.folder
                          WHERE d.number IN {NUMBERS}
                          ORDER BY d.date DESC, f.name, d.path LIMIT ?) AS newest""",
                (as_json_array(documents), limit),
            )
            return tuple(Listed(*row) for row in rows if row[1] is not None)

    def counts(self, fingerprint: str) -> CatalogCounts:
        """Count all chunks, and the chunks with a vector of the model."""
        with self._connections.reading_one_state() as connection:
            chunks = connection.execute("SELECT count(*) FROM chunks").fetchone()[0]
            return CatalogCounts(chunks, sum(_vectors(connection, fingerprint).values()))

    @property
    def copies(self) -> Path:
        """The folder below which copies of shared libraries have their roots, without files."""
        return self._connections.path.with_name("shared")

    def is_copy(self, root: str) -> bool:
        """Return whether the folder at `root` is a copy of a shared library."""
        return Path(root).is_relative_to(self.copies)

    def folder_statuses(self, fingerprint: str) -> tuple[FolderStatus, ...]:
        """Return the numbers of documents, failures and passages of each folder, ordered by name.

        `pending` is 0, because the catalog does not know files that are not indexed yet.
        """
        from twofold.engine.model.status import FolderStatus  # noqa: PLC0415 (not needed to search)

        with self._connections.reading_one_state() as connection:
            vectors = _vectors(connection, fingerprint)
            counts = connection.execute(
                f"""SELECT f.id,
                       (SELECT count(*) FROM documents d WHERE d.folder = f.id AND {_INDEXED}),
                       (SELECT count(*) FROM failures x WHERE x.folder = f.id
                        AND x.reason NOT IN ({_WITHOUT_TEXT})),
                       (SELECT count(*) FROM failures x WHERE x.folder = f.id
                        AND x.reason IN ({_WITHOUT_TEXT})),
                       (SELECT coalesce(sum(d.chunk_count), 0) FROM documents d
                        WHERE d.folder = f.id)
                   FROM folders f ORDER BY f.name"""
            ).fetchall()
            folders = read_folders(connection)
        present = [is_present(folder) for folder in folders]
        return tuple(
            FolderStatus(
                name=folder.name,
                root=folder.root,
                documents=documents,
                failed=failed,
                without_text=without_text,
                pending=0,
                chunks=chunks,
                vectors=vectors.get(number, 0),
                available=available,
                is_copy=self.is_copy(folder.root),
                rules=folder.rules,
                # A scan records the file system of the folder, or why the folder could not be read.
                is_counted=bool(folder.mounts or documents or failed or not available),
            )
            for folder, available, (number, documents, failed, without_text, chunks) in zip(
                folders, present, counts, strict=True
            )
        )

    # --- Maintenance ---

    @property
    def identity(self) -> str:
        """The unique identity of this library."""
        with self._connections.reading() as connection:
            return outbox.meta_text(connection, "library")

    @property
    def generation(self) -> int:
        """The total number of changes."""
        with self._connections.reading() as connection:
            return outbox.meta_number(connection, "generation")

    @property
    def passages_generation(self) -> int:
        """The last generation that changed passages or documents. Vectors change neither."""
        with self._connections.reading() as connection:
            return outbox.passages_generation(connection)

    def check(self) -> tuple[Message, ...]:
        """Check the file with SQLite's checks and with our own. Return the problems found."""
        with self._connections.reading() as connection:
            checked = connection.execute("PRAGMA integrity_check(20)")
            problems = [row[0] for row in checked if row[0] != "ok"]
            problems += [
                message("A row of {row} refers to a missing {row2}.", row=row[0], row2=row[2])
                for row in connection.execute("PRAGMA foreign_key_check")
            ]
            wrong = connection.execute(
                """SELECT count(*) FROM documents d WHERE chunk_count <>
                   (SELECT count(*) FROM chunks c WHERE c.document = d.number)"""
            ).fetchone()[0]
        if wrong:
            problems.append(
                message("Documents with a wrong number of passages: {wrong}.", wrong=wrong)
            )
        return tuple(problems)

    # --- Changing: folders and user data ---

    def add_folder(
        self,
        root: Path,
        name: str = "",
        rules: FolderRules | None = None,
        *,
        fill: Callable[[CatalogChange, str], None] | None = None,
    ) -> Folder:
        """Add a folder under a unique name: 'Notes', or 'Notes 2' if that is taken.

        `name` replaces the directory name. `rules` are set in the same transaction, because
        excluded files would otherwise be read after a crash. `fill` adds known data of the folder,
        given its new name, in the same transaction.
        """
        place = str(root)
        for folder in self.folders():
            if folder.root == place:
                if rules is None:
                    return folder
                self.set_folder_rules(folder.name, rules)
                return replace(folder, rules=rules)
        free = self._free_name(stored_text(name).replace("/", " ").strip() or _name_of(root))
        with self.change() as change:
            change.add_folder(free, place)
            if fill is not None:
                fill(change, free)
            if rules is not None:
                change.set_folder_rules(free, rules)
        return next(folder for folder in self.folders() if folder.name == free)

    def remove_folder(self, name: str) -> None:
        """Remove a folder and all data derived from it. Raise BadRequestError if it does not exist.

        Vectors of texts that also occur in other folders are kept.
        """
        with self.change() as change:
            change.remove_folder(name)
        self._connections.empty_log()

    def move_folder(self, name: str, root: Path) -> None:
        """Record the new path of a folder. Raise BadRequestError if it does not exist."""
        with self.change() as change:
            change.move_folder(name, str(root))

    def restore_personal(self, copy: str) -> None:
        """Add the content of a backup, or raise BadRequestError and change nothing."""
        checked = checked_copy(copy, self.folders())
        with self.change() as change:
            change.restore_personal(checked)

    def set_folder_rules(self, name: str, rules: FolderRules) -> None:
        """Record the rules of a folder. Raise BadRequestError if it does not exist."""
        with self.change() as change:
            change.set_folder_rules(name, rules)

    def keep_vectors(self, saved_vectors: SavedVectors) -> None:
        """Add vectors that exist in the vector indexes only."""
        from twofold.engine.stores.catalog import recovery  # noqa: PLC0415 (as above)

        with self._connections.writing() as connection:
            recovery.keep_vectors(connection, saved_vectors)

    # --- Changes ---

    @contextmanager
    def change(self) -> Iterator[CatalogChange]:
        """Open a transaction. It is committed at the end of the block, or rolled back on errors.

        Reads through the catalog inside the block see the state before the transaction.
        """
        with self._connections.writing() as connection:
            change = CatalogChange(connection)
            yield change
            change.finish()
        if change.is_personal:
            self.annotations.save_copy()

    def _free_name(self, wanted: str) -> str:
        taken = {folder.name for folder in self.folders()}
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted} {number}"
        return name

    def _resolve_at(self, _generation: int, filters: SearchFilters) -> AllowedDocuments:
        with self._connections.reading() as connection:
            return catalog_filters.resolve(connection, filters)

    def _facet_table_at(self, _generation: int) -> FacetTable:
        return self._read_facets(())

    def _read_facets(self, others: Sequence[DocumentFacets]) -> FacetTable:
        from twofold.engine.stores.catalog.facets import FacetTable  # noqa: PLC0415 (with numpy)

        with self._connections.reading_one_state() as connection:
            return FacetTable.read(connection, others)


def _name_of(root: Path) -> str:
    return stored_text(root.name) or "Folder"


def _vectors(connection: sqlite3.Connection, fingerprint: str) -> dict[int, int]:
    """Count the chunks with a vector of the model, by folder number."""
    if has_every_vector(connection, fingerprint):
        return dict(connection.execute("SELECT folder, sum(chunk_count) FROM documents GROUP BY 1"))
    rows = connection.execute(
        # CROSS JOIN enforces this order, in which every step reads only an index.
        """SELECT d.folder, count(*) FROM documents d
           CROSS JOIN chunks c ON c.document = d.number
           CROSS JOIN vectors v ON v.content_hash = c.content_hash
               AND v.model = (SELECT id FROM models WHERE fingerprint = ?)
           GROUP BY d.folder""",
        (fingerprint,),
    )
    return dict(rows.fetchall())


def _literal_test(folded: str) -> tuple[str, list[object]]:
    """Return an SQL test whether `text` contains a case-folded text, with its values."""
    test = "holds_folded(text, ?)"
    values: list[object] = [folded]
    part = plain_part(folded)
    if part:
        # SQLite's own lower() handles ASCII only, but costs half as much. Other texts may contain
        # the part in different characters, or hyphenated at the end of a line.
        test = f"""CASE WHEN instr(lower(text), ?) > 0 OR instr(text, '-' || char(10)) > 0
                        OR length(text) < length(CAST(text AS BLOB)) THEN {test} END"""
        values.insert(0, part)
    if len(folded) > MAX_PART:
        # Passing a text of 100,000 characters costs more than reading a passage.
        test = f"CASE WHEN length(CAST(text AS BLOB)) >= ? THEN {test} END"
        values.insert(0, len(folded) // _MAX_FOLDED_LENGTH)
    return test, values
