"""Descriptions of files by entries of a reference manager.

An entry is an embedded document that names other files (`DocumentMetadata.files`), such as an item
of a Zotero library. These files are indexed with its title, authors, tags and publication data.
"""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from twofold.engine.model.document import DocumentMetadata, content_digest
from twofold.engine.model.publication import known_publication, publication_of
from twofold.engine.model.reference import first_day
from twofold.engine.stores.catalog.rows import (
    NUMBERS,
    OLDER_READING,
    name_from_stored,
    stored_name,
    stored_text,
)

# The name of a file with entries. Entries in any other file, such as an archive, describe nothing.
REFERENCE_LIBRARY = "zotero.sqlite"
# Absolute, or relative to a directory that only the reference manager knows.
_ELSEWHERE = re.compile(r"/|[A-Za-z]:/|attachments:")
_MAX_PARTS = 8
_COLUMNS = "d.number, d.title, d.author, d.issued, d.publication"


@dataclass(frozen=True, slots=True)
class Description:
    """The data of an entry that applies to its files."""

    title: str
    author: str
    issued: str
    tags: tuple[str, ...]
    publication: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> bytes:
        """A hash of all values."""
        values = [self.title, self.author, self.issued, self.tags, self.publication]
        return content_digest(json.dumps(values).encode("ascii"))

    def applied_to(self, metadata: DocumentMetadata) -> DocumentMetadata:
        """Return the metadata of a file with the values of its entry, which are preferred."""
        published = publication_of(metadata) | known_publication(dict(self.publication))
        day = first_day(self.issued)
        return replace(
            metadata,
            title=self.title or metadata.title,
            author=self.author or metadata.author,
            issued=self.issued or metadata.issued,
            modified="" if day else metadata.modified,
            created=day or metadata.created,
            tags=tuple(dict.fromkeys((*self.tags, *metadata.tags))),
            **published,
        )


class Descriptions:
    """The described files, in a transaction of the catalog."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def put(self, entry: int, file_path: str, files: Iterable[str]) -> None:
        """Record the files that an entry in the file at `file_path` describes.

        Paths outside of its directory are only accepted from a file at the top of a library folder,
        which the user has chosen. Otherwise, any file among downloads could describe all documents.
        """
        self._connection.execute("DELETE FROM described WHERE document = ?", (entry,))
        library = PurePosixPath(file_path)
        is_chosen = library.parent == PurePosixPath()
        paths = []
        for file in files if library.name == REFERENCE_LIBRARY else ():
            path = file.replace("\\", "/")
            if not _ELSEWHERE.match(path):
                paths.append(str(library.parent / path))
            elif is_chosen:
                paths.append(path)
        self._connection.executemany(
            "INSERT OR IGNORE INTO described VALUES (?, ?)",
            [(entry, stored_text(path)) for path in paths],
        )

    def of_file(self, folder: str, path: str) -> Description | None:
        """Return the description of a file; None if no entry names it."""
        root = self._connection.execute(
            "SELECT root FROM folders WHERE name = ?", (stored_text(folder),)
        ).fetchone()
        absolute = _absolute(name_from_stored(root[0]) if root else "", path)
        row = self._connection.execute(
            f"""SELECT {_COLUMNS} FROM described x
                JOIN documents d ON d.number = x.document
                JOIN folders f ON f.id = d.folder
                WHERE x.path = ? AND f.name = ? OR x.path IN {NUMBERS}
                ORDER BY d.number LIMIT 1""",
            (stored_name(path), stored_text(folder), json.dumps(list(_names_elsewhere(absolute)))),
        ).fetchone()
        if row is None:
            return None
        number, title, author, issued, publication = row
        tags = self._connection.execute(
            "SELECT tag FROM file_tags WHERE document = ? ORDER BY tag", (number,)
        )
        published = tuple(sorted(json.loads(publication).items()))
        return Description(title, author, issued, tuple(row[0] for row in tags), published)

    def is_known(self, number: int, digest: bytes) -> bool:
        """Return whether a document was indexed with this digest."""
        found = self._connection.execute(
            """SELECT 1 FROM descriptions x JOIN documents d ON d.number = x.document
               WHERE x.document = ? AND x.digest = ?""",
            (number, digest),
        )
        return found.fetchone() is not None

    def set_digest(self, number: int, digest: bytes) -> None:
        """Record the digest with which a document is indexed, empty for none."""
        self._connection.execute("DELETE FROM descriptions WHERE document = ?", (number,))
        if digest:
            self._connection.execute("INSERT INTO descriptions VALUES (?, ?)", (number, digest))

    def mark_outdated(self) -> None:
        """Mark the files whose description has changed, so that the next scan reads them again."""
        outdated = [number for number in self._described_files() if self._is_outdated(number)]
        self._connection.executemany(
            "UPDATE documents SET chunker_version = ? WHERE number = ? AND chunker_version <> ''",
            [(OLDER_READING, number) for number in outdated],
        )

    def _described_files(self) -> set[int]:
        """Return the files that are or were described."""
        numbers = {
            row[0]
            for row in self._connection.execute(
                """SELECT document FROM descriptions
                   WHERE document NOT IN (SELECT document FROM members)
                   UNION SELECT d.number FROM described x JOIN documents e ON e.number = x.document
                   JOIN documents d ON d.folder = e.folder AND d.path = x.path"""
            )
        }
        elsewhere = {
            row[0]
            for row in self._connection.execute("SELECT path FROM described").fetchall()
            if _ELSEWHERE.match(row[0])
        }
        if elsewhere:
            for number, root, path in self._connection.execute(
                """SELECT d.number, f.root, d.path FROM documents d
                   JOIN folders f ON f.id = d.folder
                   WHERE d.number NOT IN (SELECT document FROM members)"""
            ):
                absolute = _absolute(name_from_stored(root), name_from_stored(path))
                if not elsewhere.isdisjoint(_names_elsewhere(absolute)):
                    numbers.add(number)
        return numbers

    def _is_outdated(self, number: int) -> bool:
        row = self._connection.execute(
            """SELECT f.name, d.path, x.digest FROM documents d JOIN folders f ON f.id = d.folder
               LEFT JOIN descriptions x ON x.document = d.number WHERE d.number = ?""",
            (number,),
        ).fetchone()
        if row is None:
            return False
        description = self.of_file(row[0], name_from_stored(row[1]))
        digest: bytes | None = row[2]
        return (description.digest if description else None) != digest


def _absolute(root: str, path: str) -> str:
    return f"{root}/{path}".replace("\\", "/")


def _names_elsewhere(absolute: str) -> Iterator[str]:
    """Yield the names that an entry may have for a file in another directory.

    A name relative to an unknown directory must include a directory: there are many 'paper.pdf'.
    """
    yield absolute
    parts = absolute.split("/")
    for count in range(2, min(_MAX_PARTS, len(parts)) + 1):
        yield f"attachments:{'/'.join(parts[-count:])}"


@dataclass(frozen=True, slots=True)
class DescribedFiles:
    """The reference libraries of a folder, and the files that their entries describe.

    `read` are the libraries that could be read completely, even if they have no entries.
    """

    libraries: frozenset[str]
    read: frozenset[str]
    files: frozenset[str]


def described_files(connection: sqlite3.Connection, folder: str) -> DescribedFiles:
    """Return the described files of a folder."""
    own = {"folder": stored_text(folder), "name": REFERENCE_LIBRARY}
    is_own = "folder = (SELECT id FROM folders WHERE name = :folder)"
    entries = f"""SELECT DISTINCT m.file_path, m.file FROM descriptions x
        JOIN members m ON m.document = x.document JOIN documents d ON d.number = x.document
        WHERE d.{is_own}"""
    failed = f"FROM failures WHERE {is_own} AND (path = :name OR path LIKE '%/' || :name)"

    def paths(query: str) -> frozenset[str]:
        return frozenset(name_from_stored(row[0]) for row in connection.execute(query, own))

    complete = f"""SELECT file_path FROM ({entries}) e WHERE NOT EXISTS
        (SELECT 1 FROM members m JOIN failures f ON f.number = m.document
         WHERE m.file = e.file AND f.reason = 'too-large')"""
    return DescribedFiles(
        paths(f"SELECT file_path FROM ({entries}) UNION SELECT path {failed}"),
        paths(f"{complete} UNION SELECT path {failed} AND reason = 'no-text'"),
        paths(
            f"""SELECT path FROM described WHERE document IN
                (SELECT number FROM documents WHERE {is_own})"""
        ),
    )
