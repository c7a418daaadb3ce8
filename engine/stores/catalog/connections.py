"""SQLite connections to one catalog: one writer, and one reader per reading thread."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from threading import Lock
from urllib.parse import quote

from twofold.engine.model.author_names import is_author
from twofold.engine.model.disk_errors import disk_error, disk_first
from twofold.engine.model.errors import CatalogError
from twofold.engine.model.localized import EMPTY, joined, message, system_reason
from twofold.engine.stores.catalog import schema
from twofold.engine.stores.literal_text import holds_folded

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 10.0
_FOLDING_MS = 500
_PAGE_CACHE_KIB = 16 * 1024
_ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024
_DAMAGED_HINT = message(
    "Restart Twofold. It recovers as much as possible and reads the documents again."
)
# Python raises this error itself, without an SQLite code: a text is not UTF-8.
_UNREADABLE_TEXT = "UTF-8"


class DamagedCatalogError(CatalogError):
    """The catalog file is damaged. `engine.stores.catalog.recovery` recovers what it can."""


class CatalogConnections:
    """The connections to one catalog file.

    Only one thread at a time can use `writing`; `reading` never waits (WAL). All methods raise
    CatalogError for errors of SQLite.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self._lock = Lock()
        self._write_lock = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        self._writer: sqlite3.Connection | None = None
        try:
            with translated_errors(path):
                self._open_checked()
        except schema.ForeignCatalogError as error:
            # A log of another database was next to the file and has overwritten it.
            if not copy_beside(path).is_file():
                raise
            raise DamagedCatalogError(error.message, _DAMAGED_HINT) from error
        except OSError as error:
            problem = message(
                "{path} cannot be opened: {strerror}.", path=path, strerror=system_reason(error)
            )
            raise CatalogError(*disk_first(error, problem, EMPTY)) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Provide a connection that sees the last committed state."""
        with translated_errors(self.path):
            connection = self._take_reader()
            try:
                yield connection
            finally:
                self._give_back(connection)

    @contextmanager
    def reading_one_state(self) -> Iterator[sqlite3.Connection]:
        """Provide a connection that sees the same state in all its statements."""
        with self.reading() as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                # SQLite ends the transaction itself if the file can no longer be read.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Provide the writer in a transaction: committed at the end, rolled back on errors."""
        with self._write_lock, translated_errors(self.path):
            if self._writer is None:
                raise CatalogError(
                    message("The library is currently read-only."),
                    message("Close the other Twofold process."),
                )
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
            except BaseException:
                # SQLite has already rolled back after a full disk.
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def empty_log(self) -> None:
        """Write the write-ahead log into the file, because the log contains copies of deleted data.

        While another process reads, the log is left unchanged until the library is closed.
        """
        with self._write_lock:
            if self._writer is not None:
                _fold_log(self._writer)

    def close(self, patience: float = -1) -> bool:
        """Close all connections and write the write-ahead log into the file.

        With a `patience` in seconds, return False if a change takes longer than that.

        SQLite itself writes the log when the last connection closes. However, that connection may
        be a reader in another process, which may not write. A remaining log would look as if this
        process had crashed, and the whole file would be checked at the next start.
        """
        if not self._write_lock.acquire(timeout=patience):
            return False
        try:
            with self._lock:
                self._closed = True
                for connection in self._idle:
                    connection.close()
                self._idle.clear()
            if self._writer is not None:
                _fold_log(self._writer)
                self._writer.close()
                self._writer = None
        finally:
            self._write_lock.release()
        return True

    def _open_checked(self) -> None:
        # A remaining log means that the last writer did not close the file.
        log = self.path.with_name(self.path.name + "-wal")
        suspect = _suspect_mark(self.path)
        unclean = suspect.exists() or (log.exists() and log.stat().st_size > 0)
        if self.read_only:
            if not self.path.is_file():
                raise CatalogError(
                    message("There is no library at {path}.", path=self.path),
                    message("Add a folder first."),
                )
            if suspect.exists():
                raise DamagedCatalogError(
                    message("The library file {path} is damaged.", path=self.path)
                )
            first = self._take_reader()
            try:
                schema.check_version(first, self.path)
            finally:
                self._give_back(first)
            return
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._writer = _connect(self.path, "rwc")
        try:
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")
            # Data that the user removes is overwritten, not only marked as free. FAST would keep it
            # in unused pages. The default differs between builds of SQLite.
            self._writer.execute("PRAGMA secure_delete = ON")
            if unclean or self.path.stat().st_size <= _ALWAYS_CHECKED_BYTES:
                _quick_check(self._writer, self.path)
                if suspect.exists():
                    _check_texts(self._writer)
                suspect.unlink(missing_ok=True)
            schema.prepare(self._writer, self.path)
        except BaseException:
            self._writer.close()
            self._writer = None
            raise

    def _take_reader(self) -> sqlite3.Connection:
        with self._lock:
            if self._closed:
                raise CatalogError(message("The library is closed."))
            if self._idle:
                return self._idle.pop()
        return _connect(self.path, "ro")

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()


@contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Translate SQLite's exceptions into CatalogError."""
    try:
        yield
    except sqlite3.Error as error:
        # The message is not logged, because it quotes texts that are not UTF-8.
        logger.warning("SQLite: %s", getattr(error, "sqlite_errorname", type(error).__name__))
        translated = _as_catalog_error(error, path)
        if isinstance(translated, DamagedCatalogError):
            # Large files are not checked at every start. This one is checked at the next start.
            with suppress(OSError):
                _suspect_mark(path).touch()
        raise translated from error


def _fold_log(writer: sqlite3.Connection) -> None:
    """Empty the write-ahead log, unless it is being read."""
    with suppress(sqlite3.Error):
        writer.execute(f"PRAGMA busy_timeout = {_FOLDING_MS}")
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        writer.execute(f"PRAGMA busy_timeout = {int(_WAIT_SECONDS * 1000)}")


def copy_beside(catalog: Path) -> Path:
    """Return the path of the copy of the user data, see `annotations`."""
    return catalog.with_name("personal.json")


def _suspect_mark(path: Path) -> Path:
    return path.with_name(f"{path.name}.suspect")


def _as_catalog_error(error: sqlite3.Error, path: Path) -> CatalogError:
    name = str(getattr(error, "sqlite_errorname", ""))
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or _UNREADABLE_TEXT in str(error):
        return DamagedCatalogError(
            message("The library file {path} is damaged.", path=path), _DAMAGED_HINT
        )
    if (disk := disk_error(error)) is not None:
        written = message("{path} cannot be written.", path=path)
        return CatalogError(joined(disk.problem, written), disk.hint)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return CatalogError(
            message("{path} is being written by another program.", path=path),
            message("Close it and try again."),
        )
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
        return CatalogError(
            message("{path} cannot be opened.", path=path),
            message("Check the folder and its permissions."),
        )
    return CatalogError(
        message("The library file {path} cannot be used: {error}.", path=path, error=str(error))
    )


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{uri_of(path.absolute())}?mode={mode}{_immutable(path, mode)}",
        uri=True,
        timeout=_WAIT_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute(f"PRAGMA cache_size = -{_PAGE_CACHE_KIB}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.create_function("holds_folded", 2, holds_folded, deterministic=True)
    connection.create_function("is_author", 2, is_author, deterministic=True)
    return connection


def uri_of(path: PurePath) -> str:
    """Return an absolute path as an SQLite URI (sqlite.org/uri.html).

    Paths on Windows drives and network shares are supported.
    """
    name = path.as_posix()
    slash = "" if name.startswith("/") else "/"
    return f"file://{slash}{quote(os.fsencode(name), safe='/:')}"


def _immutable(path: Path, mode: str) -> str:
    """Return the URI parameter for reading a catalog in a folder that cannot be written.

    SQLite cannot create its shared memory file there. Return '' if the parameter is not needed.
    """
    is_protected = mode == "ro" and not os.access(path.parent, os.W_OK)
    shared = path.with_name(f"{path.name}-shm")
    return "&immutable=1" if is_protected and not shared.exists() else ""


def _quick_check(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        logger.warning("quick_check of %s: %s", path, found)
        raise DamagedCatalogError(
            message("The library file {path} is damaged.", path=path), _DAMAGED_HINT
        )


def _check_texts(connection: sqlite3.Connection) -> None:
    """Read all texts, because quick_check does not check whether they are UTF-8."""
    for table in ("documents", "chunks", "failures"):
        for _ in connection.execute(f"SELECT * FROM {table}"):  # noqa: S608 - constants only
            pass
