"""Recent documents and the number of changed files, for the start page."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import PurePosixPath

from twofold.engine.model.document import StoredDocument, as_id, date_time_now, day_of
from twofold.engine.model.home import FolderNews, Home, HomeDocument
from twofold.engine.stores.catalog.rows import as_json_array, read_documents

_KINDS = ("added", "changed", "removed")
_MINUTE = len("2026-11-28T21:05")
# Minutes with changes that are kept, of each folder.
_MAX_MINUTES = 5000


class FolderCounts:
    """Counts the files that one transaction adds, changes and removes."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._counts: Counter[tuple[int, str]] = Counter()

    def count_put(self, folder: int, number: int, digest: bytes) -> None:
        """Count a file that is about to be written; unchanged content does not count."""
        known = self._connection.execute(
            "SELECT digest FROM documents WHERE number = ?", (number,)
        ).fetchone()
        if known is None:
            self._counts[folder, "added"] += 1
        elif not digest or known[0] != digest:
            self._counts[folder, "changed"] += 1

    def count_removed(self, number: int) -> None:
        """Count a file that is about to be deleted, if it is in the catalog."""
        known = self._connection.execute(
            "SELECT folder FROM documents WHERE number = ?", (number,)
        ).fetchone()
        if known is not None:
            self._counts[known[0], "removed"] += 1

    def save(self) -> None:
        """Add the counts to those of this minute."""
        minute = date_time_now()[:_MINUTE]
        for folder in {folder for folder, _ in self._counts}:
            row = (folder, minute, *(self._counts[folder, kind] for kind in _KINDS))
            self._connection.execute(
                """INSERT INTO folder_changes VALUES (?, ?, ?, ?, ?)
                   ON CONFLICT (folder, minute) DO UPDATE SET added = added + excluded.added,
                       changed = changed + excluded.changed,
                       removed = removed + excluded.removed""",
                row,
            )
            self._connection.execute(
                """DELETE FROM folder_changes WHERE folder = ?1 AND minute <=
                       (SELECT minute FROM folder_changes WHERE folder = ?1
                        ORDER BY minute DESC LIMIT 1 OFFSET ?2)""",
                (folder, _MAX_MINUTES),
            )


def read_home(connection: sqlite3.Connection, since: str, limit: int) -> Home:
    """Return at most `limit` documents of each kind, and the changes since a minute.

    `since` is an RFC 3339 date-time in UTC; with '', no changes are returned.
    """
    opened = _numbers(connection, "SELECT document FROM opened ORDER BY at DESC LIMIT ?", limit)
    changed = _numbers(
        connection, "SELECT number FROM documents ORDER BY mtime_ns DESC, number LIMIT ?", limit
    )
    documents = read_documents(connection, as_json_array({*opened, *changed}))
    rows = connection.execute(
        """SELECT f.name, sum(c.added), sum(c.changed), sum(c.removed)
           FROM folder_changes c JOIN folders f ON f.id = c.folder
           WHERE c.minute >= ? GROUP BY f.id
           ORDER BY sum(c.added + c.changed + c.removed) DESC, f.name""",
        (since[:_MINUTE],),
    )
    return Home(
        tuple(_document(documents[number]) for number in opened if number in documents),
        tuple(_document(documents[number]) for number in changed if number in documents),
        tuple(FolderNews(*row) for row in rows) if since else (),
    )


def _numbers(connection: sqlite3.Connection, query: str, limit: int) -> list[int]:
    return [row[0] for row in connection.execute(query, (limit,))]


def _document(document: StoredDocument) -> HomeDocument:
    return HomeDocument(
        as_id(document.number),
        document.title or PurePosixPath(document.path).stem,
        document.file_type,
        document.folder,
        document.path,
        day_of(document.state.mtime_ns),
    )
