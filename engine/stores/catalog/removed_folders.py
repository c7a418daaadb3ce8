"""The index data of removed folders, kept for 30 days so that they can be added again quickly.

The data is stored in a separate file with the tables of a catalog. It cannot be found, counted,
exported or backed up, because no query of the library opens this file. It is only a cache: if the
file is damaged or belongs to another version, it is deleted and the folders are read again.
"""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from twofold.engine.model.errors import CatalogError
from twofold.engine.model.status import RemovedFolder
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.change import CatalogChange
from twofold.engine.stores.catalog.connections import CatalogConnections, DamagedCatalogError
from twofold.engine.stores.catalog.documents import delete_folder
from twofold.engine.stores.catalog.files import reading_state
from twofold.engine.stores.catalog.folder_copy import copy_folder
from twofold.engine.stores.catalog.outbox import meta_text, set_meta_text
from twofold.engine.stores.catalog.rows import read_folders, stored_name
from twofold.engine.stores.catalog.schema import ForeignCatalogError, OlderCatalogError
from twofold.engine.stores.catalog.vector_cache import drop_orphans
from twofold.engine.stores.library_folder import Folder

logger = logging.getLogger(__name__)

KEPT = timedelta(days=30)

# Keys in the table `meta`, each followed by the name of the folder.
_REMOVED_AT, _READ_BY = "removed_at:", "read_by:"


class RemovedFolders:
    """The removed folders of one library. Indexing thread only, except for `kept`.

    Of two folders with the same name or path, only the one removed last is kept. `now` returns the
    time in seconds since the epoch.
    """

    def __init__(
        self, path: Path, catalog: Catalog, *, now: Callable[[], float] = time.time
    ) -> None:
        self._path, self._catalog, self._now = path, catalog, now
        self.kept: tuple[RemovedFolder, ...] = ()
        if not catalog.read_only and path.is_file():
            # If a crash happened while a folder was being added again, it is in both files.
            in_use = {folder.root for folder in catalog.folders()}
            self._change(lambda connection: self._drop_outdated(connection, in_use))

    def keep(self, name: str) -> None:
        """Copy the index data of a folder before it is removed from the library.

        If that fails, for example because the disk is full, the folder is not kept.
        """
        folder = next((one for one in self._catalog.folders() if one.name == name), None)
        if folder is None:
            return

        def copy(connection: sqlite3.Connection) -> None:
            _drop(connection, "name = ? OR root = ?", (name, stored_name(folder.root)))
            with self._catalog.connections.reading_one_state() as source:
                connection.execute(
                    "INSERT INTO folders (name, root, rules, mounts) VALUES (?, ?, '{}', '{}')",
                    (name, stored_name(folder.root)),
                )
                copy_folder(source, connection, name)
                set_meta_text(connection, f"{_REMOVED_AT}{name}", str(self._now()))
                set_meta_text(connection, f"{_READ_BY}{name}", reading_state(source))

        self._change(copy)

    def add_again(self, root: Path, name: str, add: Callable[..., Folder]) -> Folder:
        """Add a folder with `add`, a method like `Catalog.add_folder`, and restore its data.

        Documents are restored only under the same name and if the same version of the parsers has
        read them; vectors are always restored.
        """
        kept = next((one for one in self.kept if one.root == str(root)), None)
        if kept is None:
            return add(root, name)
        connections = self._open()
        if connections is None:
            return add(root, name)
        try:
            with connections.reading() as source:
                read_by = meta_text(source, f"{_READ_BY}{kept.name}")

                def fill(change: CatalogChange, new_name: str) -> None:
                    change.put_back(source, kept.name, new_name, read_by)

                folder = add(root, name or kept.name, fill=fill)
        finally:
            connections.close()
        self.delete(kept.name)
        return folder

    def delete(self, name: str) -> None:
        """Delete the kept data of a folder, so that nothing remains on the disk."""
        if any(one.name == name for one in self.kept):
            self._change(lambda connection: _drop(connection, "name = ?", (name,)))

    def delete_all(self) -> None:
        """Delete the kept data of all folders."""
        if self.kept:
            self._change(lambda connection: _drop(connection, "TRUE", ()))

    def delete_outdated(self) -> None:
        """Delete data older than 30 days."""
        if any(one.until <= self._now() for one in self.kept):
            self._change(lambda connection: self._drop_outdated(connection, ()))

    def known_digests(self, digests: Iterable[bytes]) -> set[bytes]:
        """Return the digests that belong to a kept file."""
        if not self.kept or (connections := self._open()) is None:
            return set()
        try:
            with connections.reading() as connection:
                find = "SELECT 1 FROM documents WHERE digest = ? LIMIT 1"
                return {one for one in digests if connection.execute(find, (one,)).fetchone()}
        finally:
            connections.close()

    def _drop_outdated(self, connection: sqlite3.Connection, roots: Iterable[str]) -> None:
        for one in self._read(connection):
            if one.until <= self._now() or one.root in roots:
                _drop(connection, "name = ?", (one.name,))

    def _change(self, change: Callable[[sqlite3.Connection], None]) -> None:
        """Make a change in one transaction. Delete the file if it is empty afterwards."""
        if (connections := self._open()) is None:
            return
        try:
            with connections.writing() as connection:
                change(connection)
                kept = self._read(connection)
            self.kept = kept
            connections.empty_log()
        except CatalogError as error:
            logger.warning("a removed folder cannot be kept or deleted: %s", error.message)
        finally:
            connections.close()
        if not self.kept:
            self._delete_file()

    def _read(self, connection: sqlite3.Connection) -> tuple[RemovedFolder, ...]:
        return tuple(
            RemovedFolder(
                folder.name,
                folder.root,
                float(meta_text(connection, f"{_REMOVED_AT}{folder.name}") or 0.0)
                + KEPT.total_seconds(),
            )
            for folder in read_folders(connection)
        )

    def _open(self) -> CatalogConnections | None:
        """Open the file, replacing an unusable one. Return None if that fails."""
        for _ in range(2):
            try:
                return CatalogConnections(self._path)
            except (DamagedCatalogError, OlderCatalogError, ForeignCatalogError) as error:
                logger.warning("removed folders are forgotten: %s", error.message)
                self._delete_file()
            except CatalogError as error:
                logger.warning("removed folders cannot be used: %s", error.message)
                break
        return None

    def _delete_file(self) -> None:
        self.kept = ()
        for file in self._path.parent.glob(f"{self._path.name}*"):
            with suppress(OSError):
                file.unlink()


def _drop(connection: sqlite3.Connection, condition: str, values: tuple[object, ...]) -> None:
    rows = connection.execute(f"SELECT id, name FROM folders WHERE {condition}", values).fetchall()
    for number, name in rows:
        delete_folder(connection, number)
        connection.execute(
            "DELETE FROM meta WHERE key IN (?, ?)", (f"{_REMOVED_AT}{name}", f"{_READ_BY}{name}")
        )
    if rows:
        drop_orphans(connection)
