"""A cache of OCR results by page content, so that no page is recognised twice.

The cache is a separate file, because recognition takes seconds per page and the results should
survive a rebuild of the catalog. A damaged cache is discarded.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.document import OcrLine, OcrText
from twofold.engine.model.errors import CatalogError
from twofold.engine.model.localized import message

_WAIT_SECONDS = 10.0
_NOT_ALLOWED = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")
# digest: of the content of a document; lines: JSON, rows of a text and its region
# file: digest of the file that the document is, or is inside as `member`
_TABLES = """
PRAGMA journal_mode = WAL;
CREATE TABLE IF NOT EXISTS pages (
    digest BLOB NOT NULL, page INTEGER NOT NULL, engine TEXT NOT NULL, lines TEXT NOT NULL,
    PRIMARY KEY (digest, page)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS documents (
    file BLOB NOT NULL, member TEXT NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (file, member)
) WITHOUT ROWID;
"""


class OcrCache:
    """The recognised pages of a library. Reading is thread-safe; one thread writes.

    `engine` is the name of the OCR engine: pages in which another engine found no text are tried
    again. Raise CatalogError if the file cannot be written.
    """

    def __init__(self, path: Path, engine: str, *, read_only: bool = False) -> None:
        self._path = path
        self._engine = engine
        if not read_only:
            self._prepare()

    def pages(self, digest: bytes) -> dict[int, tuple[OcrLine, ...]]:
        """Return the known pages of a document with this content."""
        if not self._path.is_file():
            return {}
        with suppress(CatalogError), self._connection() as connection:
            rows = connection.execute(
                """SELECT page, lines FROM pages
                   WHERE digest = ? AND (engine = ? OR lines <> '[]')""",
                (digest, self._engine),
            )
            return {page: _lines(stored) for page, stored in rows}
        return {}

    def of_document(self, file: bytes, member: str = "") -> OcrText | None:
        """Return the OCR text of a document, or None.

        `file` is the digest of its file. `member` is the name of an embedded document in that file.
        """
        if not self._path.is_file():
            return None
        with suppress(CatalogError), self._connection() as connection:
            row = connection.execute(
                "SELECT digest FROM documents WHERE file = ? AND member = ?",
                (file, _stored_member(member)),
            ).fetchone()
            return OcrText(row[0], self.pages(row[0])) if row else None
        return None

    def files_to_retry(self) -> tuple[bytes, ...]:
        """Return the digests of files with pages in which another engine found no text."""
        with self._connection() as connection:
            rows = connection.execute(
                """SELECT DISTINCT file FROM documents JOIN pages USING (digest)
                   WHERE lines = '[]' AND engine <> ?""",
                (self._engine,),
            )
            return tuple(row[0] for row in rows)

    def put_page(self, digest: bytes, page: int, lines: Sequence[OcrLine]) -> None:
        """Store the text of a page."""
        stored = json.dumps([(line.text, line.region) for line in lines])
        with self._connection() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?)",
                (digest, page, self._engine, stored),
            )

    def note_document(self, file: bytes, member: str, digest: bytes) -> None:
        """Record the content digest of a file or an embedded document."""
        with self._connection() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO documents VALUES (?, ?, ?)",
                (file, _stored_member(member), digest),
            )

    def forget_others(self, known: Callable[[Sequence[bytes]], set[bytes]]) -> None:
        """Delete the text of files whose digests are not in the result of `known`.

        Results without text are kept, because such files are not documents of the library.
        """
        with self._connection() as connection:
            connection.execute("PRAGMA secure_delete = ON")
            files = [row[0] for row in connection.execute("SELECT DISTINCT file FROM documents")]
            gone = set(files) - known(files)
            connection.executemany(
                "DELETE FROM documents WHERE file = ?", [(file,) for file in gone]
            )
            connection.execute(
                """DELETE FROM pages WHERE lines <> '[]'
                   AND digest NOT IN (SELECT digest FROM documents)"""
            )

    def _prepare(self) -> None:
        try:
            try:
                self._make_tables()
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):  # disk full, or no permission
                    raise
                self._path.unlink(missing_ok=True)
                self._make_tables()
        except (sqlite3.Error, OSError) as error:
            raise _unusable(self._path, error) from error

    def _make_tables(self) -> None:
        with closing(sqlite3.connect(self._path, timeout=_WAIT_SECONDS)) as connection:
            connection.executescript(_TABLES)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """Provide a connection whose changes are committed at the end."""
        try:
            with (
                closing(sqlite3.connect(self._path, timeout=_WAIT_SECONDS)) as connection,
                connection,
            ):
                yield connection
        except sqlite3.Error as error:
            raise _unusable(self._path, error) from error


def _stored_member(name: str) -> str:
    """Return a name in a form that SQLite accepts: file names may have lone surrogates."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _lines(stored: str) -> tuple[OcrLine, ...]:
    return tuple(OcrLine(text, tuple(region)) for text, region in json.loads(stored))


def _unusable(path: Path, error: sqlite3.Error | OSError) -> CatalogError:
    problem = message("{path} cannot be read or written.", path=path)
    hint = message("It is only a cache of recognised text and can be deleted.")
    name = str(getattr(error, "sqlite_errorname", ""))
    if isinstance(error, OSError) or name.startswith(_NOT_ALLOWED):
        hint = message("Check the folder and its permissions.")
    elif name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        hint = message("Close it and try again.")
        problem = message("{path} is being written by another program.", path=path)
    return CatalogError(*disk_first(error, problem, hint))
