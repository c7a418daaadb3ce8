"""One transaction of the catalog: what the indexing thread writes.

Whatever changes a chunk leaves a row in the outbox, so that the indexes can follow.
"""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import PurePosixPath

from engine.core.document import Chunk, DocumentMetadata, FailureReason, FileState
from engine.core.errors import BadRequestError
from engine.core.identity import chunk_number, content_hash, document_number
from engine.core.request import TrustLevel
from engine.stores.catalog_vectors import drop_orphans
from engine.stores.embedding_text import embedding_text, title_to_embed
from engine.stores.stored_text import stored_name, stored_text


class CatalogChange:
    """The open transaction. Only `Catalog.change` makes one; it is used by one thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        row = connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
        self._before = int(row[0])
        self._generation = self._before + 1
        self._folder_ids: dict[str, int] = {}

    def put_document(  # noqa: PLR0917 - one row and what stands in it
        self,
        folder_name: str,
        path: str,
        state: FileState,
        metadata: DocumentMetadata,
        file_type: str,
        chunks: Sequence[Chunk],
        chunker_version: str,
        indexed_at: str,
    ) -> int:
        """Insert or replace a document with all its chunks; return its number.

        `path` is relative to the folder (POSIX), `indexed_at` an RFC 3339 date-time. A failure
        recorded for the file is forgotten; tags the person gave stay.
        """
        number = document_number(folder_name, path)
        old = self._delete_chunks(number)
        self._put_document_row(
            number,
            (self._folder_id(folder_name), *_path_columns(path)),
            (
                stored_text(metadata.title),
                stored_text(metadata.author),
                file_type.lower(),
                metadata.lang.lower() or "und",
                (metadata.trust or TrustLevel.PRIMARY).rank,
                metadata.modified or metadata.created or _day(state.mtime_ns),
                state.size,
                state.mtime_ns,
                state.inode,
                indexed_at,
                chunker_version,
                len(chunks),
            ),
        )
        self._put_tags(number, metadata.tags)
        new = self._put_chunks(number, path, metadata, chunks, chunker_version)
        self._connection.execute("DELETE FROM failures WHERE number = ?", (number,))
        self._announce("delete", old - new)
        self._announce("put", new)
        return number

    def put_failure(  # noqa: PLR0917 - one row
        self,
        folder_name: str,
        path: str,
        state: FileState,
        reason: FailureReason | str,
        detail: str,
        since: str,
    ) -> None:
        """Record that a file cannot be indexed, in place of what was indexed of it."""
        number = document_number(folder_name, path)
        self._delete_document(number)
        self._connection.execute(
            "INSERT OR REPLACE INTO failures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                self._folder_id(folder_name),
                stored_name(path),
                state.size,
                state.mtime_ns,
                state.inode,
                FailureReason(reason).value,
                stored_text(detail),
                since,
            ),
        )

    def delete_file(self, folder_name: str, path: str) -> None:
        """Forget a file; its cached vectors and the tags the person gave stay."""
        number = document_number(folder_name, path)
        self._delete_document(number)
        self._connection.execute("DELETE FROM failures WHERE number = ?", (number,))

    def put_vectors(self, fingerprint: str, vectors: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep the vectors of texts: (content hash, little-endian f16 bytes)."""
        model = self._model_id(fingerprint)
        rows = [(model, text_hash, vector) for text_hash, vector in vectors]
        self._connection.executemany(
            """INSERT INTO vectors (model, content_hash, vector) VALUES (?, ?, ?)
               ON CONFLICT (model, content_hash) DO UPDATE SET vector = excluded.vector""",
            rows,
        )
        self._connection.executemany(
            """INSERT INTO outbox (generation, op, chunk)
               SELECT ?, 'vector', number FROM chunks WHERE content_hash = ?""",
            [(self._generation, text_hash) for _, text_hash, _ in rows],
        )

    def set_user_tags(self, number: int, tags: Iterable[str]) -> None:
        """Replace the tags the person gave to a document."""
        self._connection.execute("DELETE FROM user_tags WHERE document = ?", (number,))
        self._connection.executemany(
            "INSERT OR IGNORE INTO user_tags VALUES (?, ?)",
            [(number, stored_text(tag)) for tag in tags],
        )
        chunks = self._connection.execute("SELECT number FROM chunks WHERE document = ?", (number,))
        self._announce("put", {row[0] for row in chunks})

    def add_folder(self, name: str, root: str) -> None:
        """Record a folder."""
        self._connection.execute(
            "INSERT INTO folders (name, root) VALUES (?, ?)", (name, stored_name(root))
        )

    def remove_folder(self, name: str) -> None:
        """Forget a folder and everything computed of it."""
        folder = self._folder_id(name)
        self._connection.execute(
            """INSERT INTO outbox (generation, op, chunk) SELECT ?, 'delete', c.number
               FROM chunks c JOIN documents d ON d.number = c.document WHERE d.folder = ?""",
            (self._generation, folder),
        )
        own = "IN (SELECT number FROM documents WHERE folder = ?)"
        for statement in (
            f"DELETE FROM file_tags WHERE document {own}",
            f"DELETE FROM chunks WHERE document {own}",
            "DELETE FROM documents WHERE folder = ?",
            "DELETE FROM failures WHERE folder = ?",
            "DELETE FROM folders WHERE id = ?",
        ):
            self._connection.execute(statement, (folder,))
        drop_orphans(self._connection)
        self._folder_ids.clear()

    def finish(self) -> None:
        """Raise the generation; called once, just before the commit."""
        self._connection.execute(
            "UPDATE meta SET value = ? WHERE key = 'generation'", (self._generation,)
        )

    def _put_document_row(
        self, number: int, place: tuple[object, ...], values: tuple[object, ...]
    ) -> None:
        row = (number, *place, *values)
        marks = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT OR REPLACE INTO documents VALUES ({marks})", row)

    def _put_tags(self, number: int, tags: Iterable[str]) -> None:
        self._connection.execute("DELETE FROM file_tags WHERE document = ?", (number,))
        self._connection.executemany(
            "INSERT OR IGNORE INTO file_tags VALUES (?, ?)",
            [(number, stored_text(tag)) for tag in tags if tag],
        )

    def _put_chunks(
        self,
        document: int,
        path: str,
        metadata: DocumentMetadata,
        chunks: Sequence[Chunk],
        chunker_version: str,
    ) -> set[int]:
        title = stored_text(title_to_embed(metadata.title, path))
        rows = [_chunk_row(document, title, chunk, chunker_version) for chunk in chunks]
        marks = ", ".join("?" * 15)
        self._connection.executemany(f"INSERT INTO chunks VALUES ({marks})", rows)
        return {int(str(row[0])) for row in rows}

    def _delete_document(self, number: int) -> None:
        self._announce("delete", self._delete_chunks(number))
        self._connection.execute("DELETE FROM file_tags WHERE document = ?", (number,))
        self._connection.execute("DELETE FROM documents WHERE number = ?", (number,))

    def _delete_chunks(self, document: int) -> set[int]:
        rows = self._connection.execute("SELECT number FROM chunks WHERE document = ?", (document,))
        numbers = {row[0] for row in rows}
        if numbers:
            self._connection.execute("DELETE FROM chunks WHERE document = ?", (document,))
        return numbers

    def _announce(self, op: str, numbers: set[int]) -> None:
        self._connection.executemany(
            "INSERT INTO outbox (generation, op, chunk) VALUES (?, ?, ?)",
            [(self._generation, op, number) for number in sorted(numbers)],
        )

    def _folder_id(self, name: str) -> int:
        if name not in self._folder_ids:
            row = self._connection.execute(
                "SELECT id FROM folders WHERE name = ?", (name,)
            ).fetchone()
            if row is None:
                raise BadRequestError(f"The library has no folder '{name}'.")
            self._folder_ids[name] = row[0]
        return self._folder_ids[name]

    def _model_id(self, fingerprint: str) -> int:
        self._connection.execute(
            "INSERT OR IGNORE INTO models (fingerprint) VALUES (?)", (fingerprint,)
        )
        row = self._connection.execute(
            "SELECT id FROM models WHERE fingerprint = ?", (fingerprint,)
        ).fetchone()
        return int(row[0])


def _chunk_row(document: int, title: str, chunk: Chunk, chunker_version: str) -> tuple[object, ...]:
    text = stored_text(chunk.text)
    headings = tuple(stored_text(heading) for heading in chunk.heading_path)
    return (
        chunk_number(document, chunker_version, chunk.position),
        document,
        chunk.position,
        content_hash(embedding_text(title, headings, text)),
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
        text,
    )


def _path_columns(path: str) -> tuple[str | bytes, str | bytes]:
    directory = str(PurePosixPath(path).parent)
    return stored_name(path), stored_name("" if directory == "." else directory)


def _day(mtime_ns: int) -> str:
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).date().isoformat()
    except (OverflowError, ValueError, OSError):
        return ""
