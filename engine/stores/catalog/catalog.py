"""The catalog: everything the library knows, in one SQLite file. The indexes derive from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine.model.citation import CollectedPassage
from engine.model.document import DocumentFailure, FileState, StoredChunk, StoredDocument
from engine.model.filters import SearchFilters, TrustLevel
from engine.model.hit import Facets
from engine.model.messages import FolderStatus
from engine.model.request import FolderRules
from engine.stores.catalog import bookkeeping, personal, vector_cache
from engine.stores.catalog import documents as catalog_documents
from engine.stores.catalog import filters as catalog_filters
from engine.stores.catalog import rows as catalog_rows
from engine.stores.catalog.bookkeeping import CatalogCounts
from engine.stores.catalog.change import CatalogChange
from engine.stores.catalog.connections import CatalogConnections, DamagedCatalogError
from engine.stores.catalog.filters import AllowedDocuments
from engine.stores.catalog.recovery import (
    finish_recovery,
    keep_vectors,
    recover_catalog,
    restore_catalog,
)
from engine.stores.catalog.rows import (
    Folder,
    IndexedFile,
    IndexRecord,
    KnownFile,
    Listed,
    OutboxRow,
    PendingEmbedding,
    as_json_array,
    mounts_as_stored,
    rules_as_stored,
    stored_text,
)
from engine.stores.catalog.schema import OlderCatalogError
from engine.stores.literal_text import folded_literal
from engine.stores.ports import SavedVectors, VectorRow

_REMEMBERED_ANSWERS = 64


class Catalog:
    """The library's truth. Thread-safe: one change at a time, readers never wait for it.

    A reader sees the last committed change. Every method raises CatalogError when the file
    cannot be read or written.
    """

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections
        # Keyed by generation, so that an answer is forgotten as soon as any document changes.
        self._resolve = lru_cache(_REMEMBERED_ANSWERS)(self._resolve_at)
        self._facets = lru_cache(_REMEMBERED_ANSWERS)(self._facets_at)
        self._saving_copy = Lock()  # an older state may not be written over a newer one

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Self:
        """Open the catalog file, making it when there is none; CatalogError when it is damaged."""
        return cls(CatalogConnections(path, read_only=read_only))

    @classmethod
    def open_or_recover(
        cls, path: Path, saved_vectors: SavedVectors = lambda: ()
    ) -> tuple[Self, tuple[str, ...]]:
        """Open the catalog; when it is damaged, lost or too old, go on with what can be saved.

        `saved_vectors` yields those of the vector indexes. Returns a sentence for the person when
        something was saved; the folders are then to be read again.
        """
        sentences = finish_recovery(path)
        if not path.is_file() or path.stat().st_size == 0:
            sentences = restore_catalog(path, saved_vectors)
        try:
            catalog = cls.open(path)
        except (DamagedCatalogError, OlderCatalogError):
            sentences = (recover_catalog(path, saved_vectors),)
            catalog = cls.open(path)
        catalog.save_personal_data()
        return catalog, sentences

    def close(self) -> None:
        """Close every connection."""
        self._connections.close()

    @property
    def read_only(self) -> bool:
        """Whether changes are refused."""
        return self._connections.read_only

    # --- Reading: folders and files ---

    def folders(self) -> tuple[Folder, ...]:
        """Every folder, by name."""
        with self._connections.reading() as connection:
            return catalog_rows.read_folders(connection)

    def known_files(self, folder_name: str, below: str = "") -> dict[str, KnownFile]:
        """Return what is known of each file of a folder, by path: all, or `below` and below it.

        Documents inside files are no files.
        """
        with self._connections.reading_one_state() as connection:
            return catalog_documents.known_files(connection, folder_name, below)

    def files_like(self, state: FileState) -> tuple[IndexedFile, ...]:
        """Return indexed files with the same inode, size and time, or the same size and digest."""
        with self._connections.reading() as connection:
            return catalog_documents.files_like(connection, state)

    def has_file_of_size(self, size: int) -> bool:
        """Say whether an indexed file has so many bytes."""
        with self._connections.reading() as connection:
            return catalog_documents.has_size(connection, size)

    def has_other_chunker(self, chunker_version: str) -> bool:
        """Say whether a document was cut into passages by another version of the chunker."""
        with self._connections.reading() as connection:
            return catalog_documents.has_other_chunker(connection, chunker_version)

    # --- What the person said ---

    def user_tags(self, place: str) -> tuple[str, ...]:
        """Return the tags given to just this place ('Notes', 'Notes/2026/plan.md')."""
        with self._connections.reading() as connection:
            return personal.tags_of(connection, place)

    def tags_given(self, place: str) -> tuple[str, ...]:
        """Return the tags given to a place or to one above it."""
        with self._connections.reading() as connection:
            return personal.tags_given(connection, place)

    def user_trust(self, place: str) -> TrustLevel | None:
        """Return the trust given to just this place."""
        with self._connections.reading() as connection:
            return personal.trust_of(connection, place)

    # --- Documents and passages ---

    def chunks(self, numbers: Iterable[int]) -> dict[int, StoredChunk]:
        """Return the chunks that exist, with their documents."""
        with self._connections.reading() as connection:
            return catalog_rows.read_chunks(connection, as_json_array(numbers))

    def collection(self) -> tuple[CollectedPassage, ...]:
        """Return the passages the person put aside, in order."""
        with self._connections.reading() as connection:
            return personal.read_collection(connection)

    def document_chunks(self, number: int) -> tuple[StoredChunk, ...]:
        """Return the chunks of a document in its order; nothing when it is gone."""
        with self._connections.reading() as connection:
            numbers = catalog_rows.chunk_numbers_of(connection, number)
            chunks = catalog_rows.read_chunks(connection, as_json_array(numbers))
        return tuple(chunks[chunk] for chunk in numbers if chunk in chunks)

    def document(self, number: int) -> StoredDocument | None:
        """Return a document, or None when it is gone."""
        with self._connections.reading() as connection:
            return catalog_rows.read_documents(connection, as_json_array([number])).get(number)

    def chunk_numbers(self) -> NDArray[np.int64]:
        """Every chunk number, ascending."""
        with self._connections.reading() as connection:
            rows = connection.execute("SELECT number FROM chunks ORDER BY number").fetchall()
        return np.fromiter((row[0] for row in rows), dtype=np.int64, count=len(rows))

    def substring(
        self,
        query: str,
        filters: SearchFilters | None = None,
        limit: int = 100,
        *,
        candidates: Iterable[int] | None = None,
        first: int | None = None,
    ) -> list[int]:
        """Find chunks whose text holds `query` literally, in either case; lowest numbers first.

        Only `candidates`, or the `first` chunks of the library, are read where these are given.
        """
        folded = folded_literal(query)
        if not folded:
            return []
        allowed = self.resolve(filters) if filters else None
        documents = None if allowed is None else as_json_array(allowed.numbers.tolist())
        chunks = None if candidates is None else as_json_array(candidates)
        within = catalog_documents.Range(documents, chunks, first)
        with self._connections.reading() as connection:
            return catalog_documents.literal_holders(connection, folded, within, limit)

    def changed_after(self, index: str, marker: int, limit: int) -> tuple[int, ...] | None:
        """Return the chunks written since an index whose files name `marker` followed.

        None when that is no longer known, or more than `limit` changes tell.
        """
        with self._connections.reading_one_state() as connection:
            record = bookkeeping.recorded(connection, index)
            is_recorded = record is not None and record.marker == marker
            reached = record.generation if record is not None and is_recorded else marker
            if reached < bookkeeping.meta_number(connection, "pruned"):
                return None
            return bookkeeping.changed_after(connection, reached, limit)

    def resolve(self, filters: SearchFilters) -> AllowedDocuments | None:
        """Return the documents that filters leave; None when nothing is filtered."""
        return None if filters.is_empty else self._resolve(self.passages_generation, filters)

    def facets(self, allowed: AllowedDocuments | None = None) -> Facets:
        """Count documents, the allowed ones or all, per folder, tag, language and type."""
        documents = None if allowed is None else as_json_array(allowed.numbers.tolist())
        return self._facets(self.passages_generation, documents)

    def newest(self, documents: Sequence[int], limit: int) -> tuple[Listed, ...]:
        """Return the `limit` newest of some documents, each with its first chunk."""
        with self._connections.reading() as connection:
            return catalog_documents.newest(connection, as_json_array(documents), limit)

    def counts(self, fingerprint: str) -> CatalogCounts:
        """Count documents, failures, chunks and the chunks with a vector of the model."""
        with self._connections.reading_one_state() as connection:
            return bookkeeping.count(connection, fingerprint)

    def folder_statuses(self, fingerprint: str) -> tuple[FolderStatus, ...]:
        """Count per folder; `pending` is 0, as the catalog does not know files not yet indexed."""
        with self._connections.reading_one_state() as connection:
            return bookkeeping.folder_statuses(connection, fingerprint)

    def failures(self) -> tuple[DocumentFailure, ...]:
        """Every file that is not indexed; its path begins with the folder's name."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT f.name, x.path, x.reason, x.detail, x.since, d.indexed_at, m.file_path
                   FROM failures x JOIN folders f ON f.id = x.folder
                   LEFT JOIN members m ON m.document = x.number
                   LEFT JOIN documents d ON d.number = x.number ORDER BY f.name, x.path"""
            ).fetchall()
        return tuple(catalog_rows.failure(row) for row in rows)

    def pending_embeddings(self, fingerprint: str, limit: int) -> tuple[PendingEmbedding, ...]:
        """Return texts without a vector of the model, each once: opened documents, then the newest.

        A call walks over what is done already (~1 us a chunk): ask for hundreds at a time.
        """
        with self._connections.reading() as connection:
            return vector_cache.pending(connection, fingerprint, limit)

    def vectors_for(self, fingerprint: str, chunk_numbers: Iterable[int]) -> tuple[VectorRow, ...]:
        """Return the cached vectors of chunks; chunks that have none or are gone are left out."""
        with self._connections.reading() as connection:
            return vector_cache.cached(connection, fingerprint, as_json_array(chunk_numbers))

    # --- Care ---

    @property
    def generation(self) -> int:
        """The number of changes ever made."""
        with self._connections.reading() as connection:
            return bookkeeping.meta_number(connection, "generation")

    @property
    def passages_generation(self) -> int:
        """The generation that changed passages or documents last; vectors change neither."""
        with self._connections.reading() as connection:
            return bookkeeping.passages_generation(connection)

    def check(self) -> tuple[str, ...]:
        """Check the whole file; return what is wrong, nothing when all is well."""
        with self._connections.reading() as connection:
            return bookkeeping.integrity_problems(connection)

    # --- Changing: folders and what the person said ---

    def add_folder(self, root: Path, name: str = "", rules: FolderRules | None = None) -> Folder:
        """Add a folder under a name of its own: 'Notes', or 'Notes 2' when that is taken.

        `name` takes the place of what the folder is called on the disk. With `rules` it is never
        there without them: what they leave out would be read after a crash.
        """
        place = str(root)
        for folder in self.folders():
            if folder.root == place:
                return self._with_rules(folder, rules)
        free = self._free_name(stored_text(name).replace("/", " ").strip() or _name_of(root))
        with self.change() as change:
            change.add_folder(free, place)
            if rules is not None:
                change.set_folder_rules(free, rules_as_stored(rules))
        return Folder(free, place, rules or FolderRules())

    def remove_folder(self, name: str) -> None:
        """Forget a folder and all that was computed of it; BadRequestError when there is none.

        Vectors of texts that another folder holds too stay.
        """
        with self.change() as change:
            change.remove_folder(name)
        self._connections.empty_log()

    def set_folder_rules(self, name: str, rules: FolderRules) -> None:
        """Record which files of a folder are wanted; BadRequestError when there is none."""
        with self.change() as change:
            change.set_folder_rules(name, rules_as_stored(rules))

    def set_mounts(self, name: str, mounts: Mapping[str, int]) -> None:
        """Record which directories of a folder are file systems of their own (device numbers)."""
        with self.change() as change:
            change.set_mounts(name, mounts_as_stored(mounts))

    def save_personal_data(self) -> None:
        """Copy folders, tags and trust beside the catalog when the copy differs."""
        with self._saving_copy, self._connections.reading() as connection:
            personal.save_copy(connection, self._connections.path)

    def keep_vectors(self, saved_vectors: SavedVectors) -> None:
        """Add the vectors that only the vector indexes hold."""
        with self._connections.writing() as connection:
            keep_vectors(connection, saved_vectors)

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
        if change.is_personal:
            self.save_personal_data()

    # --- The indexes' bookkeeping ---

    @property
    def pruned_generation(self) -> int:
        """An index older than this cannot follow the outbox and must be rebuilt."""
        with self._connections.reading() as connection:
            return bookkeeping.meta_number(connection, "pruned")

    def outbox_after(self, generation: int, limit: int | None = None) -> tuple[OutboxRow, ...]:
        """Return the changes after a generation, oldest first."""
        with self._connections.reading() as connection:
            return bookkeeping.rows_after(connection, generation, limit)

    def recorded_generation(self, index: str) -> IndexRecord | None:
        """Return how far an index is recorded to have followed."""
        with self._connections.reading() as connection:
            return bookkeeping.recorded(connection, index)

    def record_generation(self, index: str, record: IndexRecord) -> None:
        """Record that an index holds everything up to a generation."""
        with self._connections.writing() as connection:
            bookkeeping.record(connection, index, record)

    def note_opened(self, document: int) -> None:
        """Remember that the person has opened a document just now: its texts are embedded first.

        The generation stays the same, as no answer of a search changes.
        """
        with self._connections.writing() as connection:
            vector_cache.note_opened(connection, document)

    def mark_outdated_readings(self) -> int:
        """Have files read again of which this version reads more; return how many there are."""
        with self._connections.writing() as connection:
            return bookkeeping.mark_outdated(connection)

    def try_again_where_raised(self, limits: Mapping[str, int], usual: Mapping[str, int]) -> int:
        """Have files read again that failed by a limit that is higher now; return how many.

        `limits` and `usual` are values of settings, by key: those of now, and the defaults.
        """
        with self._connections.writing() as connection:
            return bookkeeping.try_again_where_raised(connection, limits, usual)

    @property
    def answering_model(self) -> str:
        """The fingerprint of the model whose vectors answer; '' when none ever did."""
        with self._connections.reading() as connection:
            return bookkeeping.meta_text(connection, "answering_model")

    def set_answering_model(self, fingerprint: str) -> None:
        """Record the model whose vectors answer."""
        with self._connections.writing() as connection:
            bookkeeping.set_meta_text(connection, "answering_model", fingerprint)

    def embedding_rate(self, fingerprint: str) -> float:
        """Return how many passages a second a model embedded here; 0.0 while nobody knows."""
        with self._connections.reading() as connection:
            return float(bookkeeping.meta_text(connection, f"embedding_rate:{fingerprint}") or 0.0)

    def keep_embedding_rate(self, fingerprint: str, rate: float) -> None:
        """Keep how many passages a second a model embeds here."""
        with self._connections.writing() as connection:
            bookkeeping.set_meta_text(connection, f"embedding_rate:{fingerprint}", f"{rate:.3f}")

    def recorded_indexes(self) -> tuple[str, ...]:
        """Return the names of every index that was ever recorded."""
        with self._connections.reading() as connection:
            return bookkeeping.recorded_names(connection)

    def prune_outbox(self, indexes: Sequence[str]) -> None:
        """Drop the changes that every one of these indexes has."""
        with self._connections.writing() as connection:
            bookkeeping.prune(connection, indexes)

    def _with_rules(self, folder: Folder, rules: FolderRules | None) -> Folder:
        if rules is None:
            return folder
        self.set_folder_rules(folder.name, rules)
        return replace(folder, rules=rules)

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

    def _facets_at(self, _generation: int, documents: str | None) -> Facets:
        with self._connections.reading() as connection:
            return catalog_filters.count_facets(connection, documents)


def _name_of(root: Path) -> str:
    return stored_text(root.name) or "Folder"
