"""Rows of documents, embedded documents and chunks: insert, find, move, delete."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import PurePosixPath

from twofold.engine.model.document import (
    Chunk,
    FileState,
    chunk_number,
    content_hash,
)
from twofold.engine.stores.catalog.rows import (
    name_from_stored,
    stored_name,
    stored_text,
)
from twofold.engine.stores.catalog.vector_cache import embedding_text

# --- Embedded documents ---
#
# A member is a document or a failure like any other, whose path starts with the path of its file.
# The table `members` records this; everything else is stored as for files.


def member_numbers(connection: sqlite3.Connection, file: int) -> set[int]:
    """Return the numbers of the documents and failures in a file."""
    rows = connection.execute("SELECT document FROM members WHERE file = ?", (file,))
    return {row[0] for row in rows}


def member_paths(connection: sqlite3.Connection, file: int) -> tuple[str, ...]:
    """Return the paths of the indexed documents in a file."""
    rows = connection.execute(
        """SELECT d.path FROM members m JOIN documents d ON d.number = m.document
           WHERE m.file = ? ORDER BY d.path""",
        (file,),
    )
    return tuple(name_from_stored(row[0]) for row in rows)


def member_failures(
    connection: sqlite3.Connection, file: int
) -> tuple[tuple[str, str, str, str], ...]:
    """Return path, reason, detail and time of the failures in a file."""
    rows = connection.execute(
        """SELECT x.path, x.reason, x.detail, x.since FROM members m
           JOIN failures x ON x.number = m.document WHERE m.file = ? ORDER BY x.path""",
        (file,),
    )
    return tuple((name_from_stored(row[0]), *row[1:]) for row in rows)


def delete_failure(connection: sqlite3.Connection, number: int) -> None:
    """Delete the failure of a file or an embedded document."""
    connection.execute("DELETE FROM failures WHERE number = ?", (number,))
    connection.execute(
        "DELETE FROM members WHERE document = ?1"
        " AND NOT EXISTS (SELECT 1 FROM documents WHERE number = ?1)",
        (number,),
    )


_DOCUMENT_TABLES = ("file_tags", "tags", "opened", "members", "described", "descriptions")
_FILE_COLUMNS = {
    "documents": "path, number, size, mtime_ns, inode, digest, '', chunker_version, changed_ns",
    "failures": "path, number, size, mtime_ns, inode, x'', reason, '', changed_ns",
}


def put_chunks(
    connection: sqlite3.Connection,
    document: int,
    title: str,
    chunks: Sequence[Chunk],
    chunker_version: str,
) -> set[int]:
    """Insert the chunks of a document. Return their numbers.

    `title` is the title that is embedded with the text of each chunk.
    """
    marks = ", ".join("?" * 19)
    numbers = [chunk_number(document, chunker_version, chunk.position) for chunk in chunks]
    connection.executemany(
        f"INSERT INTO chunks VALUES ({marks})",
        (
            _chunk_row(number, document, title, chunk)
            for number, chunk in zip(numbers, chunks, strict=True)
        ),
    )
    return set(numbers)


def chunk_numbers(connection: sqlite3.Connection, document: int) -> set[int]:
    """Return the numbers of a document's chunks."""
    rows = connection.execute("SELECT number FROM chunks WHERE document = ?", (document,))
    return {row[0] for row in rows}


def delete_chunks(connection: sqlite3.Connection, document: int) -> set[int]:
    """Delete a document's chunks. Return their numbers."""
    numbers = chunk_numbers(connection, document)
    if numbers:
        connection.execute("DELETE FROM chunks WHERE document = ?", (document,))
    return numbers


def delete_document(connection: sqlite3.Connection, number: int) -> set[int]:
    """Delete a document. Return the numbers of its chunks."""
    chunks = delete_chunks(connection, number)
    for table in _DOCUMENT_TABLES:
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (number,))
    connection.execute("DELETE FROM documents WHERE number = ?", (number,))
    return chunks


def delete_folder(connection: sqlite3.Connection, folder: int) -> None:
    """Delete a folder with all its documents and failures."""
    own = "IN (SELECT number FROM documents WHERE folder = ?)"
    for statement in (
        *(f"DELETE FROM {table} WHERE document {own}" for table in _DOCUMENT_TABLES),
        f"DELETE FROM chunks WHERE document {own}",
        "DELETE FROM members WHERE document IN (SELECT number FROM failures WHERE folder = ?)",
        "DELETE FROM documents WHERE folder = ?",
        "DELETE FROM failures WHERE folder = ?",
        "DELETE FROM folders WHERE id = ?",
    ):
        connection.execute(statement, (folder,))


def _chunk_row(number: int, document: int, title: str, chunk: Chunk) -> tuple[object, ...]:
    headings = tuple(stored_text(heading) for heading in chunk.heading_path)
    return (
        number,
        document,
        chunk.position,
        content_hash(embedding_text(title, headings, stored_text(chunk.text))),
        chunk.start,
        chunk.end,
        chunk.place_kind.value,
        chunk.place_start,
        chunk.place_end,
        chunk.start_column,
        chunk.end_column,
        json.dumps(headings, ensure_ascii=False) if headings else "[]",
        chunk.lang.lower(),
        chunk.is_code,
        stored_text(chunk.text),
        stored_text(chunk.place_label),
        stored_text(chunk.symbol),
        json.dumps(chunk.region) if chunk.region else "",
        chunk.kind.value,
    )


# --- Moves ---


_MAX_ALIKE = 300
_KEPT = """author, file_type, lang, trust, date, :size, :mtime_ns, :inode, indexed_at,
    chunker_version, chunk_count, :digest, own_trust, publication, :changed_ns, issued"""


def path_columns(path: str) -> tuple[str | bytes, str | bytes]:
    """Return a path and its directory in their stored form."""
    directory = str(PurePosixPath(path).parent)
    return stored_name(path), stored_name("" if directory == "." else directory)


def move_rows(  # noqa: PLR0917 - from, to, and what it is there
    connection: sqlite3.Connection, old: int, new: int, folder: int, path: str, state: FileState
) -> tuple[set[int], set[int]]:
    """Move document `old` to a new number and path. Return its chunks' old and new numbers.

    No document may have the number `new`.
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
    for table in _DOCUMENT_TABLES:
        connection.execute(
            f"UPDATE OR REPLACE {table} SET document = ? WHERE document = ?", (new, old)
        )
    connection.execute("DELETE FROM documents WHERE number = ?", (old,))
    return set(numbers), set(numbers.values())


def replace_title(connection: sqlite3.Connection, number: int, former: str, title: str) -> None:
    """Replace the title of a document if it is `former`."""
    connection.execute(
        "UPDATE documents SET title = ? WHERE number = ? AND title = ?", (title, number, former)
    )


def _new_numbers(connection: sqlite3.Connection, old: int, new: int) -> dict[int, int]:
    rows = connection.execute(
        """SELECT c.number, d.chunker_version, c.position FROM chunks c
           JOIN documents d ON d.number = c.document WHERE c.document = ?""",
        (old,),
    )
    return {number: chunk_number(new, version, position) for number, version, position in rows}
