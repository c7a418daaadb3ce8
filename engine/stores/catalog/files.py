"""The files of the library, for comparison with the disk: known, failed, to be read again."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping

from twofold.engine.model.document import FileState
from twofold.engine.model.failure import FailureReason
from twofold.engine.stores.catalog.annotations import ranges_below
from twofold.engine.stores.catalog.connections import CatalogConnections
from twofold.engine.stores.catalog.descriptions import DescribedFiles, described_files
from twofold.engine.stores.catalog.outbox import meta_text, set_meta_text
from twofold.engine.stores.catalog.rows import (
    OLDER_READING,
    IndexedFile,
    KnownFile,
    name_from_stored,
    stored_text,
)

_IS_FILE = "number NOT IN (SELECT document FROM members)"
_MAX_ALIKE = 300
_FILE_COLUMNS = {
    "documents": "path, number, size, mtime_ns, inode, digest, '', chunker_version, changed_ns",
    "failures": "path, number, size, mtime_ns, inode, x'', reason, '', changed_ns",
}

# A new version may extract more from a format (charts, margins, notes). Files of such formats are
# read again by the next scan. Their old passages are searched until then, and unchanged text keeps
# its vector. Maps each version of the parsers to the file types from which it extracts more than
# the previous one. Add a number when the output for a format changes.
READER_UPGRADES: Mapping[int, tuple[str, ...]] = {
    1: ("pdf",),
    2: (
        "pdf", "docx", "doc", "odt", "rtf", "pptx", "ppt", "odp", "xlsx", "xls", "ods", "html",
        "epub", "xml", "eml", "emlx", "mbox", "msg", "md", "tex", "org", "rst", "adoc",
    ),
    3: ("md", "canvas", "ics", "ical", "vcs", "vcf", "vcard"),
}  # fmt: skip
_READERS_KEY = "readers"

_OCR_KEY = "text_recognition"
_LIMITS_KEY = "reading_limits"
_SCANNED_KEY = "scanned "
# The failure reasons of files that exceed a limit, by setting.
_REASONS: Mapping[str, tuple[FailureReason, ...]] = {
    "indexing.max_file_mb": (FailureReason.TOO_LARGE,),
    "indexing.read_seconds": (FailureReason.TIMED_OUT,),
    "indexing.read_memory_mb": (FailureReason.OUT_OF_MEMORY, FailureReason.READER_CRASHED),
}


class Files:
    """The files of the library. Embedded documents are not files."""

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections

    def known_digests(self, digests: Iterable[bytes]) -> set[bytes]:
        """Return the digests of indexed files and of containers of indexed documents."""
        with self._connections.reading() as connection:
            find = "SELECT 1 FROM documents WHERE digest = ? LIMIT 1"
            return {one for one in digests if connection.execute(find, (one,)).fetchone()}

    def described(self, folder: str) -> DescribedFiles:
        """Return the reference libraries of a folder, and the files that they describe."""
        with self._connections.reading() as connection:
            return described_files(connection, folder)

    def known(self, folder: str, below: str = "") -> dict[str, KnownFile]:
        """Return the known files of a folder by path, all or at and below `below`.

        A file that failed although its previous text is still searched counts as failed.
        """
        with self._connections.reading_one_state() as connection:
            return {
                name_from_stored(row[0]): KnownFile(
                    row[1],
                    FileState(row[2], row[3], row[4], row[5], row[8]),
                    bool(row[6]),
                    row[7],
                    partly_failed=bool(row[9]),
                    reason=row[6],
                    has_text=bool(row[10]),
                    has_old_members=bool(row[11]),
                )
                for condition, values in ranges_below("path", below)
                for table, columns in _FILE_COLUMNS.items()
                for row in connection.execute(
                    f"""SELECT {columns}, EXISTS (
                            SELECT 1 FROM members m JOIN failures f ON f.number = m.document
                            WHERE m.file = {table}.number),
                            EXISTS (SELECT 1 FROM documents d WHERE d.number = {table}.number
                                AND d.chunker_version <> ''),
                            EXISTS (
                            SELECT 1 FROM members m JOIN failures f ON f.number = m.document
                            JOIN documents d ON d.number = m.document AND d.chunker_version <> ''
                            WHERE m.file = {table}.number)
                        FROM {table} WHERE folder = (SELECT id FROM folders WHERE name = ?)
                            AND {condition} AND {_IS_FILE}""",
                    (folder, *values),
                )
            }

    def note_scan(self, folder: str, at: str) -> None:
        """Record when a complete scan of a folder ended (RFC 3339)."""
        with self._connections.writing() as connection:
            set_meta_text(connection, f"{_SCANNED_KEY}{stored_text(folder)}", at)

    def last_scan(self, folder: str) -> str:
        """Return when the last complete scan of a folder ended, '' if there was none."""
        with self._connections.reading() as connection:
            return meta_text(connection, f"{_SCANNED_KEY}{stored_text(folder)}")

    def count_members(self, folder: str) -> int:
        """Return the number of searchable documents embedded in the files of a folder."""
        with self._connections.reading() as connection:
            row = connection.execute(
                """SELECT count(*) FROM members m JOIN documents d ON d.number = m.document
                   WHERE d.folder = (SELECT id FROM folders WHERE name = ?)
                       AND d.chunk_count > 0 AND d.chunker_version <> ''""",
                (stored_text(folder),),
            )
            return int(row.fetchone()[0])

    def like(self, state: FileState) -> tuple[IndexedFile, ...]:
        """Return at most a few hundred indexed files that may be the same as a file.

        They have the same size, and the same digest or the same inode and time.
        """
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"""SELECT f.name, f.root, d.path, d.title, d.size, d.mtime_ns, d.inode, d.digest,
                       d.chunker_version
                   FROM documents d JOIN folders f ON f.id = d.folder
                   -- Each half has an index; one condition for both reads all of the same size.
                   WHERE d.number IN (
                           SELECT number FROM documents WHERE size = :size AND mtime_ns = :mtime_ns
                               AND inode = :inode AND inode <> 0
                           UNION SELECT number FROM documents
                               WHERE digest = :digest AND size = :size AND digest <> x'')
                       AND d.{_IS_FILE} AND d.chunker_version <> ''
                   ORDER BY d.number LIMIT :most""",
                {
                    "size": state.size,
                    "inode": state.inode,
                    "mtime_ns": state.mtime_ns,
                    "digest": state.digest,
                    "most": _MAX_ALIKE,
                },
            )
            return tuple(
                IndexedFile(
                    row[0],
                    name_from_stored(row[1]),
                    name_from_stored(row[2]),
                    row[3],
                    FileState(row[4], row[5], row[6], row[7]),
                    row[8],
                )
                for row in rows
            )

    def has_size(self, size: int) -> bool:
        """Return whether an indexed file has this size in bytes."""
        with self._connections.reading() as connection:
            row = connection.execute(
                "SELECT 1 FROM documents WHERE size = ? LIMIT 1", (size,)
            ).fetchone()
            return row is not None

    def has_other_chunker(self, chunker_version: str) -> bool:
        """Return whether a document was split by another version of the chunker."""
        with self._connections.reading() as connection:
            found = connection.execute(
                "SELECT 1 FROM documents WHERE chunker_version NOT IN (?, '') LIMIT 1",
                (chunker_version,),
            )
            return found.fetchone() is not None

    def mark_outdated(self) -> int:
        """Mark files from which more can be extracted now, and their containers. Return how many.

        Files of types that could not be read before are deleted, so that the next scan reads them.
        """
        with self._connections.writing() as connection:
            known = int(meta_text(connection, _READERS_KEY) or 0)
            types = [
                kind
                for version, kinds in READER_UPGRADES.items()
                if version > known
                for kind in kinds
            ]
            if not types:
                return 0
            set_meta_text(connection, _READERS_KEY, str(max(READER_UPGRADES)))
            marks = ", ".join("?" * len(types))
            outdated = connection.execute(
                f"""UPDATE documents SET chunker_version = ? WHERE number IN (
                        SELECT coalesce(m.file, d.number) FROM documents d
                        LEFT JOIN members m ON m.document = d.number
                        WHERE d.file_type IN ({marks}) AND d.chunker_version <> '')""",
                (OLDER_READING, *types),
            ).rowcount
            return outdated + _mark_failed(connection, [reason.value for reason in FailureReason])

    def retry_where_raised(self, limits: Mapping[str, int], usual: Mapping[str, int]) -> int:
        """Mark files that failed because of a limit that is higher now. Return how many.

        `limits` are the current values of the settings by key, which are stored for the next call.
        `usual` are the previous values if the library has not stored any.
        """
        with self._connections.writing() as connection:
            before = {**usual, **json.loads(meta_text(connection, _LIMITS_KEY) or "{}")}
            raised = [key for key in _REASONS if limits[key] > before[key]]
            if any(limits[key] != before[key] for key in _REASONS):
                set_meta_text(
                    connection, _LIMITS_KEY, json.dumps({key: limits[key] for key in _REASONS})
                )
            reasons = [reason.value for key in raised for reason in _REASONS[key]]
            return _mark_failed(connection, reasons) if reasons else 0

    def retry_where_recognised(
        self, engine: str, without_text: Callable[[], Iterable[bytes]]
    ) -> int:
        """Mark files in which another OCR engine found no text. Return how many.

        `engine` is the current OCR engine, which is stored for the next call. `without_text`
        returns the digests of indexed files with pages without text.
        """
        with self._connections.writing() as connection:
            if engine == meta_text(connection, _OCR_KEY):
                return 0
            set_meta_text(connection, _OCR_KEY, engine)
            indexed = connection.executemany(
                "UPDATE documents SET chunker_version = ? WHERE digest = ?",
                [(OLDER_READING, digest) for digest in without_text()],
            ).rowcount
            return max(indexed, 0) + _mark_failed(connection, [FailureReason.NO_TEXT.value])


def forget_scan(connection: sqlite3.Connection, folder: str) -> None:
    """Delete the scan time recorded for this folder name.

    It may be the time of a former folder with the same name.
    """
    connection.execute("DELETE FROM meta WHERE key = ?", (f"{_SCANNED_KEY}{stored_text(folder)}",))


def reading_state(connection: sqlite3.Connection) -> str:
    """Return the versions of readers, limits and OCR with which the files were read."""
    return "\n".join(meta_text(connection, key) for key in (_READERS_KEY, _LIMITS_KEY, _OCR_KEY))


def _mark_failed(connection: sqlite3.Connection, reasons: list[str]) -> int:
    """Mark failed files as changed, and their containers as read by an older version."""
    marks = ", ".join("?" * len(reasons))
    holding = connection.execute(
        f"""UPDATE documents SET chunker_version = ? WHERE number IN (
                SELECT m.file FROM members m JOIN failures f ON f.number = m.document
                WHERE f.reason IN ({marks}))""",
        (OLDER_READING, *reasons),
    ).rowcount
    files = connection.execute(
        f"""UPDATE failures SET mtime_ns = -1
            WHERE reason IN ({marks}) AND number NOT IN (SELECT document FROM members)""",
        reasons,
    ).rowcount
    return holding + files
