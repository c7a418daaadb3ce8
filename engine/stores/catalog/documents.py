"""Rows of documents and their chunks, as one transaction writes and removes them."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from engine.core.document import Chunk, DocumentMetadata
from engine.core.file_state import FileState, day_of
from engine.core.identity import chunk_number, content_hash
from engine.core.request import TrustLevel
from engine.stores.catalog.embedding_text import embedding_text, title_to_embed
from engine.stores.catalog.members import IS_FILE
from engine.stores.catalog.moves import path_columns
from engine.stores.catalog.places import ranges_below
from engine.stores.catalog.rows import KnownFile, OutdatedFile
from engine.stores.catalog.stored_text import name_from_stored, stored_text

_TABLES_OF_A_DOCUMENT = ("file_tags", "tags", "opened", "members")
_FILE_COLUMNS = {
    "documents": "path, number, size, mtime_ns, inode, digest, '', chunker_version, changed_ns",
    "failures": "path, number, size, mtime_ns, inode, x'', reason, '', changed_ns",
}


def put_document_row(
    connection: sqlite3.Connection,
    place: tuple[int, int, str],
    state: FileState,
    metadata: DocumentMetadata,
    values: tuple[str, str, str, int],
) -> None:
    """Write the row of a document.

    `place` is its number, folder id and path; `values` are file type, time of indexing, chunker
    version and number of chunks.
    """
    number, folder, path = place
    file_type, indexed_at, chunker_version, chunk_count = values
    trust = (metadata.trust or TrustLevel.PRIMARY).rank
    row = (
        number,
        folder,
        *path_columns(path),
        stored_text(metadata.title),
        stored_text(metadata.author),
        file_type.lower(),
        metadata.lang.lower() or "und",
        trust,
        metadata.modified or metadata.created or day_of(state.mtime_ns),
        state.size,
        state.mtime_ns,
        state.inode,
        indexed_at,
        chunker_version,
        chunk_count,
        state.digest,
        trust,
        *(stored_text(value) for value in _publication(metadata)),
        state.changed_ns,
        stored_text(metadata.issued or metadata.created),
    )
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO documents VALUES ({marks})", row)


def known_files(connection: sqlite3.Connection, folder: str, below: str) -> dict[str, KnownFile]:
    """Return what is known of each file of a folder, by path: all, or `below` and below it.

    A file that failed although its former text is still searched is known as failed.
    """
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
                    EXISTS (SELECT 1 FROM documents d WHERE d.number = {table}.number),
                    EXISTS (
                    SELECT 1 FROM members m JOIN failures f ON f.number = m.document
                    JOIN documents d ON d.number = m.document WHERE m.file = {table}.number)
                FROM {table} WHERE folder = (SELECT id FROM folders WHERE name = ?)
                    AND {condition} AND {IS_FILE}""",
            (folder, *values),
        )
    }


def has_document(connection: sqlite3.Connection, number: int) -> bool:
    """Say whether there is a document of this number."""
    row = connection.execute("SELECT 1 FROM documents WHERE number = ?", (number,)).fetchone()
    return row is not None


def put_tags(connection: sqlite3.Connection, number: int, tags: Iterable[str]) -> None:
    """Replace the tags that a file gives itself."""
    connection.execute("DELETE FROM file_tags WHERE document = ?", (number,))
    connection.executemany(
        "INSERT OR IGNORE INTO file_tags VALUES (?, ?)",
        [(number, stored_text(tag)) for tag in tags if tag],
    )


def put_chunks(
    connection: sqlite3.Connection,
    document: int,
    title: str,
    chunks: Sequence[Chunk],
    chunker_version: str,
) -> set[int]:
    """Write the chunks of a document; `title` is the one to embed. Return their numbers."""
    rows = [_chunk_row(document, title, chunk, chunker_version) for chunk in chunks]
    marks = ", ".join("?" * 17)
    connection.executemany(f"INSERT INTO chunks VALUES ({marks})", rows)
    return {int(str(row[0])) for row in rows}


def title_of(metadata: DocumentMetadata, path: str) -> str:
    """Return the title that is embedded with every passage."""
    return stored_text(title_to_embed(metadata.title, path))


def text_hash(title: str, chunk: Chunk) -> bytes:
    """Identify what is embedded of a chunk."""
    return content_hash(text_to_embed(title, chunk))


def text_to_embed(title: str, chunk: Chunk) -> str:
    """Return what is embedded of a chunk; `title` as `title_of` gives it."""
    headings = tuple(stored_text(heading) for heading in chunk.heading_path)
    return embedding_text(title, headings, stored_text(chunk.text))


def chunk_numbers(connection: sqlite3.Connection, document: int) -> set[int]:
    """Return the numbers of a document's chunks."""
    rows = connection.execute("SELECT number FROM chunks WHERE document = ?", (document,))
    return {row[0] for row in rows}


def outdated_files(
    connection: sqlite3.Connection, chunker_version: str, after: int, limit: int
) -> tuple[OutdatedFile, ...]:
    """Return files with passages of another chunker version, by number, those above `after`."""
    rows = connection.execute(
        f"""SELECT d.number, f.name, d.path, d.size, d.mtime_ns, d.inode, d.digest
            FROM documents d JOIN folders f ON f.id = d.folder
            WHERE d.chunker_version <> ? AND d.number > ? AND d.{IS_FILE}
            ORDER BY d.number LIMIT ?""",
        (chunker_version, after, limit),
    )
    return tuple(
        OutdatedFile(
            row[0], row[1], name_from_stored(row[2]), FileState(row[3], row[4], row[5], row[6])
        )
        for row in rows
    )


def delete_chunks(connection: sqlite3.Connection, document: int) -> set[int]:
    """Remove a document's chunks; return their numbers."""
    numbers = chunk_numbers(connection, document)
    if numbers:
        connection.execute("DELETE FROM chunks WHERE document = ?", (document,))
    return numbers


def delete_document(connection: sqlite3.Connection, number: int) -> set[int]:
    """Remove a document; return the numbers of its chunks."""
    chunks = delete_chunks(connection, number)
    for table in _TABLES_OF_A_DOCUMENT:
        connection.execute(f"DELETE FROM {table} WHERE document = ?", (number,))
    connection.execute("DELETE FROM documents WHERE number = ?", (number,))
    return chunks


def delete_folder(connection: sqlite3.Connection, folder: int) -> None:
    """Remove a folder with all its documents and failures."""
    own = "IN (SELECT number FROM documents WHERE folder = ?)"
    for statement in (
        *(f"DELETE FROM {table} WHERE document {own}" for table in _TABLES_OF_A_DOCUMENT),
        f"DELETE FROM chunks WHERE document {own}",
        "DELETE FROM members WHERE document IN (SELECT number FROM failures WHERE folder = ?)",
        "DELETE FROM documents WHERE folder = ?",
        "DELETE FROM failures WHERE folder = ?",
        "DELETE FROM folders WHERE id = ?",
    ):
        connection.execute(statement, (folder,))


def _chunk_row(document: int, title: str, chunk: Chunk, chunker_version: str) -> tuple[object, ...]:
    headings = tuple(stored_text(heading) for heading in chunk.heading_path)
    return (
        chunk_number(document, chunker_version, chunk.position),
        document,
        chunk.position,
        text_hash(title, chunk),
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
    )


def _publication(metadata: DocumentMetadata) -> tuple[str, ...]:
    """Return what is known of where a document appeared."""
    return metadata.doi, metadata.isbn, metadata.url, metadata.publisher, metadata.container
