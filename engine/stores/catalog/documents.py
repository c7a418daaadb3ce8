"""Rows of documents, of what lies inside files, and of chunks: written, found, moved, removed."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.model.document import (
    Chunk,
    DocumentMetadata,
    FileState,
    chunk_number,
    content_hash,
    day_of,
)
from engine.model.filters import TrustLevel
from engine.stores.catalog.personal import ranges_below
from engine.stores.catalog.rows import (
    NUMBERS,
    IndexedFile,
    KnownFile,
    Listed,
    name_from_stored,
    publication_as_stored,
    stored_name,
    stored_text,
)
from engine.stores.catalog.vector_cache import embedding_text, title_to_embed
from engine.stores.literal_text import LONGEST_PART, plain_part

# --- Documents inside files ---
#
# A member is a document or a failure like any other, whose path begins with that of its file. The
# table `members` says so; everything else is kept where it is for files.


IS_FILE = "number NOT IN (SELECT document FROM members)"


def record_member(connection: sqlite3.Connection, document: int, file: int, file_path: str) -> None:
    """Record that a document or failure lies in a file."""
    connection.execute(
        "INSERT OR REPLACE INTO members VALUES (?, ?, ?)", (document, file, stored_name(file_path))
    )


def forget_member(connection: sqlite3.Connection, document: int) -> None:
    """Record that a document or failure is a file of its own."""
    connection.execute("DELETE FROM members WHERE document = ?", (document,))


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
    """Forget a failure, of a file or of a member."""
    connection.execute("DELETE FROM failures WHERE number = ?", (number,))
    connection.execute(
        "DELETE FROM members WHERE document = ?1"
        " AND NOT EXISTS (SELECT 1 FROM documents WHERE number = ?1)",
        (number,),
    )


def confirm_members(connection: sqlite3.Connection, file: int, state: FileState) -> None:
    """Give the members of a file that was only touched its new state."""
    for table in ("documents", "failures"):
        connection.execute(
            f"""UPDATE {table} SET size = ?, mtime_ns = ?, inode = ?, changed_ns = ?
                WHERE number IN (SELECT document FROM members WHERE file = ?)""",
            (state.size, state.mtime_ns, state.inode, state.changed_ns, file),
        )


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
        publication_as_stored(metadata),
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


def has_other_chunker(connection: sqlite3.Connection, chunker_version: str) -> bool:
    """Say whether a document was cut into passages by another version of the chunker."""
    found = connection.execute(
        "SELECT 1 FROM documents WHERE chunker_version <> ? LIMIT 1", (chunker_version,)
    )
    return found.fetchone() is not None


def newest(connection: sqlite3.Connection, documents: str, limit: int) -> tuple[Listed, ...]:
    """Return the `limit` newest of `documents` (a JSON array of numbers).

    Those of one day come by folder and path. SQLite keeps no more than `limit` rows while it sorts,
    and looks for the chunks of those alone.
    """
    rows = connection.execute(
        f"""SELECT newest.number, (SELECT c.number FROM chunks c
                   WHERE c.document = newest.number ORDER BY c.position LIMIT 1)
            FROM (SELECT d.number FROM documents d JOIN folders f ON f.id = d.folder
                  WHERE d.number IN {NUMBERS} ORDER BY d.date DESC, f.name, d.path LIMIT ?
                 ) AS newest""",
        (documents, limit),
    )
    return tuple(Listed(*row) for row in rows if row[1] is not None)


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


# --- Moves ---


_MOST_ALIKE = 300
_KEPT = """author, file_type, lang, trust, date, :size, :mtime_ns, :inode, indexed_at,
    chunker_version, chunk_count, :digest, own_trust, publication, :changed_ns, issued"""


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


# --- Literal text ---


_MOST_OF_ONE = 3  # letters that case folding makes of one


@dataclass(frozen=True, slots=True)
class Range:
    """Which chunks are read: of these documents, these chunks (JSON arrays), the first so many."""

    documents: str | None = None
    chunks: str | None = None
    first: int | None = None


def literal_holders(
    connection: sqlite3.Connection, folded: str, within: Range, limit: int
) -> list[int]:
    """Return the lowest numbers of chunks in a range that hold a case-folded text."""
    test, values = _literal_test(folded)
    conditions = [test]
    for column, numbers in (("document", within.documents), ("number", within.chunks)):
        if numbers is not None:
            conditions.append(f"{column} IN {NUMBERS}")
            values.append(numbers)
    source = "chunks"
    if within.first is not None:
        source = "(SELECT number, document, text FROM chunks ORDER BY number LIMIT ?)"
        values.insert(0, within.first)
    rows = connection.execute(
        f"SELECT number FROM {source} WHERE {' AND '.join(conditions)} ORDER BY number LIMIT ?",
        [*values, limit],
    )
    return [row[0] for row in rows]


def _literal_test(folded: str) -> tuple[str, list[object]]:
    """Return what tells whether `text` holds a case-folded text, with its values."""
    test = "holds_folded(text, ?)"
    values: list[object] = [folded]
    part = plain_part(folded)
    if part:
        # SQLite's own lower() knows ASCII only, but costs half.
        test = f"CASE WHEN instr(lower(text), ?) > 0 THEN {test} END"
        values.insert(0, part)
    if len(folded) > LONGEST_PART:
        # Handing a text of 100,000 letters over costs more than reading a passage.
        test = f"CASE WHEN length(CAST(text AS BLOB)) >= ? THEN {test} END"
        values.insert(0, len(folded) // _MOST_OF_ONE)
    return test, values
