"""Documents inside files: which file each lies in, and what happens to them when it changes.

A member is a document or a failure like any other, whose path begins with that of its file. The
table `members` says so; everything else is kept where it is for files.
"""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3

from engine.core.file_state import FileState
from engine.stores.catalog.stored_text import name_from_stored, stored_name

TABLES = """
-- document: the number of a document or a failure inside a file; file: that of the file itself
CREATE TABLE members (
    document INTEGER PRIMARY KEY, file INTEGER NOT NULL, file_path NOT NULL
);
CREATE INDEX members_of_file ON members (file)
"""
IS_FILE = "number NOT IN (SELECT document FROM members)"


def record(connection: sqlite3.Connection, document: int, file: int, file_path: str) -> None:
    """Record that a document or failure lies in a file."""
    connection.execute(
        "INSERT OR REPLACE INTO members VALUES (?, ?, ?)", (document, file, stored_name(file_path))
    )


def forget(connection: sqlite3.Connection, document: int) -> None:
    """Record that a document or failure is a file of its own."""
    connection.execute("DELETE FROM members WHERE document = ?", (document,))


def numbers(connection: sqlite3.Connection, file: int) -> set[int]:
    """Return the numbers of the documents and failures in a file."""
    rows = connection.execute("SELECT document FROM members WHERE file = ?", (file,))
    return {row[0] for row in rows}


def documents(connection: sqlite3.Connection, file: int) -> tuple[str, ...]:
    """Return the paths of the indexed documents in a file."""
    rows = connection.execute(
        """SELECT d.path FROM members m JOIN documents d ON d.number = m.document
           WHERE m.file = ? ORDER BY d.path""",
        (file,),
    )
    return tuple(name_from_stored(row[0]) for row in rows)


def failures(connection: sqlite3.Connection, file: int) -> tuple[tuple[str, str, str, str], ...]:
    """Return path, reason, detail and time of the failures in a file."""
    rows = connection.execute(
        """SELECT x.path, x.reason, x.detail, x.since FROM members m
           JOIN failures x ON x.number = m.document WHERE m.file = ? ORDER BY x.path""",
        (file,),
    )
    return tuple((name_from_stored(row[0]), *row[1:]) for row in rows)


def delete_failure(connection: sqlite3.Connection, number: int) -> None:
    """Forget a failure, of a file or of a member."""
    connection.execute("DELETE FROM failures WHERE number = ?", (number,))
    connection.execute(
        "DELETE FROM members WHERE document = ?1"
        " AND NOT EXISTS (SELECT 1 FROM documents WHERE number = ?1)",
        (number,),
    )


def confirm(connection: sqlite3.Connection, file: int, state: FileState) -> None:
    """Give the members of a file that was only touched its new state."""
    for table in ("documents", "failures"):
        connection.execute(
            f"""UPDATE {table} SET size = ?, mtime_ns = ?, inode = ?, changed_ns = ?
                WHERE number IN (SELECT document FROM members WHERE file = ?)""",
            (state.size, state.mtime_ns, state.inode, state.changed_ns, file),
        )
