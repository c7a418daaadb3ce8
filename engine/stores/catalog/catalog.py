"""The catalog: everything the library knows, in one SQLite file. The indexes derive from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Self

from engine.model.folder_rules import FolderRules
from engine.stores.catalog import bookkeeping, personal, vector_cache
from engine.stores.catalog.change import CatalogChange
from engine.stores.catalog.connections import CatalogConnections, DamagedCatalogError
from engine.stores.catalog.reader import CatalogReader
from engine.stores.catalog.recovery import (
    finish_recovery,
    keep_vectors,
    recover_catalog,
    restore_catalog,
)
from engine.stores.catalog.rows import (
    Folder,
    IndexRecord,
    OutboxRow,
    mounts_as_stored,
    rules_as_stored,
    stored_text,
)
from engine.stores.catalog.schema import OlderCatalogError
from engine.stores.ports import SavedVectors


class Catalog(CatalogReader):
    """The library's truth. Thread-safe: one change at a time, readers never wait for it.

    A reader sees the last committed change. Every method raises CatalogError when the file
    cannot be read or written.
    """

    def __init__(self, connections: CatalogConnections) -> None:
        super().__init__(connections)
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

    # --- Folders and files ---

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

        No change of the library: what searches have at hand stays true.
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


def _name_of(root: Path) -> str:
    return stored_text(root.name) or "Folder"
