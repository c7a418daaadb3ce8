"""Giving a document another place: all that was computed of it stays, under new numbers."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3
from pathlib import PurePosixPath

from engine.core.file_state import FileState
from engine.core.identity import chunk_number
from engine.stores.catalog.members import IS_FILE
from engine.stores.catalog.rows import IndexedFile
from engine.stores.catalog.stored_text import name_from_stored, stored_name

_MOST_ALIKE = 300
_KEPT = """author, file_type, lang, trust, date, :size, :mtime_ns, :inode, indexed_at,
    chunker_version, chunk_count, :digest, own_trust, doi, isbn, url, publisher, container,
    :changed_ns, issued"""


def path_columns(path: str) -> tuple[str | bytes, str | bytes]:
    """Return a path and its directory as they are stored."""
    directory = str(PurePosixPath(path).parent)
    return stored_name(path), stored_name("" if directory == "." else directory)


def files_like(connection: sqlite3.Connection, state: FileState) -> tuple[IndexedFile, ...]:
    """Return indexed files of this size with the same inode and time, or the same digest.

    A few hundred at most; documents inside files are none.
    """
    rows = connection.execute(
        f"""SELECT f.name, f.root, d.path, d.title, d.size, d.mtime_ns, d.inode, d.digest,
               d.chunker_version
           FROM documents d JOIN folders f ON f.id = d.folder
           -- Each half has an index of its own; one condition for both reads all of the same size.
           WHERE d.number IN (
                   SELECT number FROM documents WHERE size = :size AND mtime_ns = :mtime_ns
                       AND inode = :inode AND inode <> 0
                   UNION SELECT number FROM documents
                       WHERE digest = :digest AND size = :size AND digest <> x'')
               AND d.{IS_FILE}
           ORDER BY d.number LIMIT :most""",
        {
            "size": state.size,
            "inode": state.inode,
            "mtime_ns": state.mtime_ns,
            "digest": state.digest,
            "most": _MOST_ALIKE,
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


def has_size(connection: sqlite3.Connection, size: int) -> bool:
    """Say whether an indexed file has so many bytes."""
    row = connection.execute("SELECT 1 FROM documents WHERE size = ? LIMIT 1", (size,)).fetchone()
    return row is not None


def move_rows(  # noqa: PLR0917 - from, to, and what it is there
    connection: sqlite3.Connection, old: int, new: int, folder: int, path: str, state: FileState
) -> tuple[set[int], set[int]]:
    """Give document `old` the number `new` and a place; return its chunks' old and new numbers.

    No document has the number `new`.
    """
    stored_path, directory = path_columns(path)
    connection.execute(
        f"""INSERT INTO documents SELECT :new, :folder, :path, :directory, title, {_KEPT}
            FROM documents WHERE number = :old""",
        {
            "old": old,
            "new": new,
            "folder": folder,
            "path": stored_path,
            "directory": directory,
            "size": state.size,
            "mtime_ns": state.mtime_ns,
            "inode": state.inode,
            "digest": state.digest,
            "changed_ns": state.changed_ns,
        },
    )
    numbers = _new_numbers(connection, old, new)
    connection.executemany(
        "UPDATE chunks SET number = ?, document = ? WHERE number = ?",
        [(after, new, before) for before, after in numbers.items()],
    )
    for table in ("file_tags", "tags", "opened", "members"):
        connection.execute(
            f"UPDATE OR REPLACE {table} SET document = ? WHERE document = ?", (new, old)
        )
    connection.execute("DELETE FROM documents WHERE number = ?", (old,))
    return set(numbers), set(numbers.values())


def _new_numbers(connection: sqlite3.Connection, old: int, new: int) -> dict[int, int]:
    rows = connection.execute(
        """SELECT c.number, d.chunker_version, c.position FROM chunks c
           JOIN documents d ON d.number = c.document WHERE c.document = ?""",
        (old,),
    )
    return {number: chunk_number(new, version, position) for number, version, position in rows}
