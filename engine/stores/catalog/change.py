"""A transaction of the catalog: all writes of the indexing thread.

Every change to a chunk adds a row to the outbox, so that the indexes can catch up.
"""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from twofold.engine.model.citation import CollectedPassage
from twofold.engine.model.document import (
    Chunk,
    DocumentMetadata,
    FileState,
    LocatorKind,
    PassageKind,
    day_of,
    document_number,
)
from twofold.engine.model.document_limits import MAX_FILE_TYPE_LENGTH
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.failure import FailureReason, is_part_left_out
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import Message, message
from twofold.engine.model.personal_copy import PersonalCopy
from twofold.engine.stores.catalog import documents
from twofold.engine.stores.catalog.annotations import (
    add_collected,
    add_collections,
    add_copy,
    documents_below,
    move_marks,
    set_tags,
    set_trust,
    storable_note,
    update_annotations,
)
from twofold.engine.stores.catalog.descriptions import Descriptions
from twofold.engine.stores.catalog.documents import move_rows
from twofold.engine.stores.catalog.families import Families
from twofold.engine.stores.catalog.files import forget_scan, reading_state
from twofold.engine.stores.catalog.folder_copy import copy_folder, copy_vectors
from twofold.engine.stores.catalog.home import FolderCounts
from twofold.engine.stores.catalog.outbox import meta_number, raise_passages
from twofold.engine.stores.catalog.rows import (
    mounts_as_stored,
    publication_as_stored,
    rules_as_stored,
    stored_name,
    stored_text,
)
from twofold.engine.stores.catalog.vector_cache import drop_orphans, title_to_embed


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document as written to the catalog, with all its chunks.

    `path` is relative to the folder (POSIX), `indexed_at` is an RFC 3339 date-time. For an embedded
    document, `file_path` is the path of the file that contains it. `signature` is that of its text
    (`engine.ranking.signatures`). `digest` is that of an entry or a description
    (`descriptions`).
    """

    folder: str
    path: str
    state: FileState
    metadata: DocumentMetadata
    file_type: str
    chunks: Sequence[Chunk]
    chunker_version: str
    indexed_at: str
    file_path: str = ""
    signature: bytes = b""
    digest: bytes = b""


class CatalogChange:
    """An open transaction, created by `Catalog.change` only and used by one thread.

    `is_personal` is True if user data has changed.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._generation = meta_number(connection, "generation") + 1
        self._rows_before = connection.total_changes
        self._rows_of_vectors = 0
        self._folder_ids: dict[str, int] = {}
        self.is_personal = False  # whether user data has changed
        self._families = Families(connection)
        self.descriptions = Descriptions(connection)
        self._folder_counts = FolderCounts(connection)

    def put_document(self, record: DocumentRecord) -> int:
        """Insert or replace a document with all its chunks. Return its number.

        A failure recorded for the document is deleted; the user's tags are kept.
        """
        if not record.file_path:
            number = document_number(record.folder, record.path)
            folder = self._folder_id(record.folder)
            self._folder_counts.count_put(folder, number, record.state.digest)
        number = self._put_rows(record)
        documents.delete_failure(self._connection, number)
        self._record_member(number, record.folder, record.file_path)
        return number

    def _put_rows(self, record: DocumentRecord) -> int:
        folder, path = record.folder, record.path
        state, metadata = record.state, record.metadata
        number = document_number(folder, path)
        old = documents.delete_chunks(self._connection, number)
        trust = (metadata.trust or TrustLevel.PRIMARY).rank
        row = (
            number,
            self._folder_id(folder),
            *documents.path_columns(path),
            stored_text(metadata.title),
            stored_text(metadata.author),
            record.file_type.lower(),
            metadata.lang.lower() or "und",
            trust,
            metadata.modified or metadata.created or day_of(state.mtime_ns),
            state.size,
            state.mtime_ns,
            state.inode,
            record.indexed_at,
            record.chunker_version,
            len(record.chunks),
            state.digest,
            trust,
            publication_as_stored(metadata),
            state.changed_ns,
            stored_text(metadata.issued or metadata.created),
        )
        marks = ", ".join("?" * len(row))
        self._connection.execute(f"INSERT OR REPLACE INTO documents VALUES ({marks})", row)
        self._connection.execute("DELETE FROM file_tags WHERE document = ?", (number,))
        self._connection.executemany(
            "INSERT OR IGNORE INTO file_tags VALUES (?, ?)",
            [(number, stored_text(tag)) for tag in metadata.tags if tag],
        )
        update_annotations(self._connection, number)
        title = stored_text(title_to_embed(metadata.title, path))
        new = documents.put_chunks(
            self._connection, number, title, record.chunks, record.chunker_version
        )
        self._announce("delete", old - new)
        self._announce("put", new)
        self._families.put(number, path, record.signature)
        self.descriptions.put(number, record.file_path, metadata.files)
        self.descriptions.set_digest(number, record.digest)
        return number

    def put_signatures(self, signatures: Mapping[int, tuple[str, bytes]]) -> None:
        """Store the signatures of documents (path and signature by number) that had none."""
        for number, (path, signature) in signatures.items():
            self._families.put(number, path, signature)

    def put_failure(  # noqa: PLR0917 - one row
        self,
        folder_name: str,
        path: str,
        state: FileState,
        reason: FailureReason,
        detail: Message,
        since: str,
        file_path: str = "",
    ) -> int:
        """Record that a document cannot be indexed, and replace its indexed text.

        The indexed text is kept if the reason does not depend on the content
        (FailureReason.may_pass). Return the document's number. For an embedded document,
        `file_path` is the path of the file that contains it.
        """
        number = document_number(folder_name, path)
        if not (reason.may_pass and self.has_text(number)):
            if not file_path:
                self._delete_members(number)
            if is_part_left_out(path):
                self._delete_document(number)
            else:
                self._put_name(folder_name, path, state, since)
        self._connection.execute(
            """INSERT INTO failures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (number) DO UPDATE SET size = excluded.size, inode = excluded.inode,
                   mtime_ns = excluded.mtime_ns, detail = excluded.detail,
                   changed_ns = excluded.changed_ns,
                   since = CASE reason WHEN excluded.reason THEN since ELSE excluded.since END,
                   reason = excluded.reason""",
            (
                number,
                self._folder_id(folder_name),
                stored_name(path),
                state.size,
                state.mtime_ns,
                state.inode,
                reason.value,
                stored_text(detail.to_text()),
                since,
                state.changed_ns,
            ),
        )
        self._record_member(number, folder_name, file_path)
        return number

    def _put_name(self, folder_name: str, path: str, state: FileState, now: str) -> None:
        """Index the name of a document that cannot be read."""
        known = self._connection.execute(
            """UPDATE documents SET size = ?, mtime_ns = ?, inode = ?, changed_ns = ?
               WHERE number = ? AND chunker_version = ''""",
            (
                state.size,
                state.mtime_ns,
                state.inode,
                state.changed_ns,
                document_number(folder_name, path),
            ),
        )
        if not known.rowcount:
            file = PurePosixPath(path)
            file_type = stored_text(file.suffix[1:][:MAX_FILE_TYPE_LENGTH])
            text, unread = stored_text(file.name), replace(state, digest=b"")
            name = Chunk(0, text, 0, len(text), LocatorKind.LINE, 1, 1, kind=PassageKind.NAME)
            self._put_rows(
                DocumentRecord(
                    folder_name, path, unread, DocumentMetadata(), file_type, (name,), "", now
                )
            )

    def has_text(self, number: int) -> bool:
        """Return whether text is indexed under this number, including changes so far."""
        found = self._connection.execute(
            "SELECT 1 FROM documents WHERE number = ? AND chunker_version <> ''", (number,)
        )
        return found.fetchone() is not None

    def keep_members(self, folder_name: str, path: str, members: Set[int]) -> int:
        """Delete all embedded documents and failures of a file except those in `members`.

        Return how many were deleted.
        """
        return self._delete_members(document_number(folder_name, path), members)

    def delete_file(self, folder_name: str, path: str) -> None:
        """Delete a file and its embedded documents. Cached vectors and user tags are kept."""
        number = document_number(folder_name, path)
        self._folder_counts.count_removed(number)
        self._delete_members(number)
        self._delete_document(number)
        documents.delete_failure(self._connection, number)

    def forget_failure(self, folder_name: str, path: str) -> None:
        """Delete the failure of a document."""
        documents.delete_failure(self._connection, document_number(folder_name, path))

    def keep_document(self, number: int, state: FileState) -> None:
        """Record the state of the file that contains an unchanged embedded document."""
        self._connection.execute(
            "UPDATE documents SET size = ?, mtime_ns = ?, inode = ?, changed_ns = ?"
            " WHERE number = ?",
            (state.size, state.mtime_ns, state.inode, state.changed_ns, number),
        )
        documents.delete_failure(self._connection, number)

    def put_vectors(self, fingerprint: str, vectors: Iterable[tuple[bytes, bytes]]) -> None:
        """Store the vectors of texts: (content hash, little-endian f16 bytes)."""
        before = self._connection.total_changes
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
        self._rows_of_vectors += self._connection.total_changes - before

    def put_vectors_of(self, fingerprint: str, vectors: Iterable[tuple[int, bytes]]) -> None:
        """Store vectors computed elsewhere: (chunk number, little-endian f16 bytes).

        Existing vectors are kept, because the text may also occur in the user's own passages.
        """
        before = self._connection.total_changes
        model = self._model_id(fingerprint)
        self._connection.executemany(
            """INSERT INTO vectors (model, content_hash, vector)
               SELECT ?, content_hash, ? FROM chunks WHERE number = ?
               ON CONFLICT (model, content_hash) DO NOTHING""",
            [(model, vector, number) for number, vector in vectors],
        )
        self._rows_of_vectors += self._connection.total_changes - before

    def confirm_file(self, folder_name: str, path: str, state: FileState) -> None:
        """Record a new state of a file whose content is unchanged."""
        number = document_number(folder_name, path)
        self._connection.execute(
            """UPDATE documents SET size = ?, mtime_ns = ?, inode = ?, digest = ?, changed_ns = ?
               WHERE number = ?""",
            (
                state.size,
                state.mtime_ns,
                state.inode,
                state.digest,
                state.changed_ns,
                number,
            ),
        )
        self._families.note_new_date(number)
        for table in ("documents", "failures"):
            self._connection.execute(
                f"""UPDATE {table} SET size = ?, mtime_ns = ?, inode = ?, changed_ns = ?
                    WHERE number IN (SELECT document FROM members WHERE file = ?)""",
                (state.size, state.mtime_ns, state.inode, state.changed_ns, number),
            )

    def move_file(
        self, former: tuple[str, str], folder_name: str, path: str, state: FileState
    ) -> None:
        """Keep the index data of a file that was moved from `former` (folder name and path).

        Embedded documents, tags and trust move with it. The content must be unchanged.
        """
        file = document_number(*former)
        self.delete_file(folder_name, path)
        failures = documents.member_failures(self._connection, file)
        self._move_document(former, folder_name, path, state)
        documents.delete_failure(self._connection, file)  # this version was read
        for member in documents.member_paths(self._connection, file):
            moved = path + member.removeprefix(former[1])
            self._move_document((former[0], member), folder_name, moved, state)
            self._record_member(document_number(folder_name, moved), folder_name, path)
        for member, reason, detail, since in failures:
            moved = path + member.removeprefix(former[1])
            documents.delete_failure(self._connection, document_number(former[0], member))
            why = FailureReason(reason), Message.from_text(detail), since
            self.put_failure(folder_name, moved, state, *why, path)
        self._delete_members(file)

    def add_folder(self, name: str, root: str) -> None:
        """Record a folder."""
        self._connection.execute(
            "INSERT INTO folders (name, root) VALUES (?, ?)", (name, stored_name(root))
        )
        forget_scan(self._connection, name)
        self.is_personal = True

    def put_back(self, source: sqlite3.Connection, former: str, name: str, read_by: str) -> None:
        """Copy the index data of the removed folder `former` into the new folder `name`.

        If the name or the `reading_state` differs, only vectors are copied.
        """
        if former != name or read_by != reading_state(self._connection):
            copy_vectors(source, self._connection, former)
            return
        copy_folder(source, self._connection, name)
        numbers = self._connection.execute(
            "SELECT number FROM documents WHERE folder = ?", (self._folder_id(name),)
        ).fetchall()
        for (number,) in numbers:
            update_annotations(self._connection, number)
            self._announce("put", documents.chunk_numbers(self._connection, number))

    def move_folder(self, name: str, root: str) -> None:
        """Record the new path of a folder. Raise BadRequestError if it does not exist."""
        self._set_folder_column(name, "root", stored_name(root))
        self.set_mounts(name, {})
        self.is_personal = True

    def restore_personal(self, copy: PersonalCopy) -> None:
        """Add the content of a checked copy. Existing data is kept."""
        add_copy(self._connection, copy)
        for (name,) in self._connection.execute("SELECT name FROM folders").fetchall():
            self._update_annotations_below(name)

    def set_folder_rules(self, name: str, rules: FolderRules) -> None:
        """Record the rules of a folder. Raise BadRequestError if it does not exist."""
        self._set_folder_column(name, "rules", rules_as_stored(rules))
        self.is_personal = True

    def set_mounts(self, name: str, mounts: Mapping[str, int]) -> None:
        """Record which directories of a folder are mount points (with device numbers)."""
        self._set_folder_column(name, "mounts", mounts_as_stored(mounts))

    def remove_folder(self, name: str) -> None:
        """Remove a folder and all data derived from it."""
        folder = self._folder_id(name)
        self._connection.execute(
            """INSERT INTO outbox (generation, op, chunk) SELECT ?, 'delete', c.number
               FROM chunks c JOIN documents d ON d.number = c.document WHERE d.folder = ?""",
            (self._generation, folder),
        )
        self._families.delete_folder(folder)
        self._connection.execute("DELETE FROM folder_changes WHERE folder = ?", (folder,))
        documents.delete_folder(self._connection, folder)
        drop_orphans(self._connection)
        self._folder_ids.clear()
        self.is_personal = True

    def move_marks(self, former: str, place: str) -> None:
        """Transfer the tags and trust of a moved file or directory; see `annotations`."""
        if move_marks(self._connection, former, place):
            self._update_annotations_below(place)

    def set_user_tags(self, place: str, tags: Iterable[str]) -> int:
        """Replace the user's tags of a file or directory. Return how many documents changed."""
        set_tags(self._connection, place, tags)
        return self._update_annotations_below(place)

    def set_user_trust(self, place: str, level: TrustLevel | None) -> int:
        """Replace the user's trust of a file or directory. Return how many documents changed."""
        set_trust(self._connection, place, level)
        return self._update_annotations_below(place)

    def collect(self, passages: Sequence[CollectedPassage]) -> int:
        """Add passages to the collections they name. Return how many are new."""
        self.is_personal = True
        return add_collected(self._connection, passages)

    def annotate_collected(self, collection: str, identity: str, note: str) -> None:
        """Replace the note of a passage of a collection."""
        self.is_personal = True
        self._connection.execute(
            "UPDATE collected SET note = ? WHERE collection = ? AND id = ?",
            (storable_note(note), collection, identity),
        )

    def order_collected(self, collection: str, identities: Sequence[str]) -> None:
        """Set the order of a collection."""
        self.is_personal = True
        self._connection.executemany(
            "UPDATE collected SET position = ? WHERE collection = ? AND id = ?",
            [(number, collection, one) for number, one in enumerate(identities, start=1)],
        )

    def drop_collected(self, collection: str, identity: str) -> None:
        """Remove a passage from a collection."""
        self.is_personal = True
        self._connection.execute(
            "DELETE FROM collected WHERE collection = ? AND id = ?", (collection, identity)
        )

    def create_collection(self, name: str) -> None:
        """Create an empty collection."""
        self.is_personal = True
        add_collections(self._connection, [name])

    def rename_collection(self, old: str, new: str) -> None:
        """Rename a collection that is not the default one."""
        self.is_personal = True
        for table, column in (("collections", "name"), ("collected", "collection")):
            self._connection.execute(
                f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (stored_text(new), old)
            )

    def delete_collection(self, name: str) -> None:
        """Delete a collection with its passages and notes; the default one is only emptied."""
        self.is_personal = True
        for table, column in (("collections", "name"), ("collected", "collection")):
            self._connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (name,))

    def finish(self) -> None:
        """Increase the generation; called once, just before the commit.

        The generation of passages and documents increases too, unless only vectors were stored.
        """
        self._families.update()
        self._folder_counts.save()
        if self._connection.total_changes - self._rows_before != self._rows_of_vectors:
            raise_passages(self._connection, self._generation)
        self._connection.execute(
            "UPDATE meta SET value = ? WHERE key = 'generation'", (self._generation,)
        )

    def _move_document(
        self, former: tuple[str, str], folder_name: str, path: str, state: FileState
    ) -> None:
        old, new = document_number(*former), document_number(folder_name, path)
        self.move_marks("/".join(former), f"{folder_name}/{path}")
        folder = self._folder_id(folder_name)
        before, after = move_rows(self._connection, old, new, folder, path, state)
        titles = (PurePosixPath(former[1]).stem, PurePosixPath(path).stem)
        if titles[0] != titles[1]:  # a title that is the file name changes with it
            documents.replace_title(self._connection, new, *map(stored_text, titles))
        self._families.move(old, new, path)
        update_annotations(self._connection, new)
        self._announce("delete", before)
        self._announce("put", after)

    def _update_annotations_below(self, place: str) -> int:
        self.is_personal = True
        changed = [
            number
            for number in documents_below(self._connection, place)
            if update_annotations(self._connection, number)
        ]
        for number in changed:
            self._announce("put", documents.chunk_numbers(self._connection, number))
        return len(changed)

    def _announce(self, op: str, numbers: set[int]) -> None:
        self._connection.executemany(
            "INSERT INTO outbox (generation, op, chunk) VALUES (?, ?, ?)",
            [(self._generation, op, number) for number in sorted(numbers)],
        )

    def _record_member(self, number: int, folder_name: str, file_path: str) -> None:
        if file_path:
            file = document_number(folder_name, file_path)
            row = (number, file, stored_name(file_path))
            self._connection.execute("INSERT OR REPLACE INTO members VALUES (?, ?, ?)", row)
        else:
            self._connection.execute("DELETE FROM members WHERE document = ?", (number,))

    def _delete_members(self, file: int, kept: Set[int] = frozenset()) -> int:
        gone = documents.member_numbers(self._connection, file) - kept
        for number in gone:
            self._delete_document(number)
            documents.delete_failure(self._connection, number)
        return len(gone)

    def _delete_document(self, number: int) -> None:
        self._families.delete(number)
        self._announce("delete", documents.delete_document(self._connection, number))

    def _set_folder_column(self, name: str, column: str, value: str | bytes) -> None:
        self._connection.execute(
            f"UPDATE folders SET {column} = ? WHERE id = ?", (value, self._folder_id(name))
        )

    def _folder_id(self, name: str) -> int:
        if name not in self._folder_ids:
            row = self._connection.execute(
                "SELECT id FROM folders WHERE name = ?", (stored_text(name),)
            ).fetchone()
            if row is None:
                raise BadRequestError(message("The library has no folder '{name}'.", name=name))
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
