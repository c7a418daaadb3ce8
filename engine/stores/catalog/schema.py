"""The catalog's tables, and migrations from older versions.

`PRAGMA user_version` is the schema version. Before a migration the whole file is backed up, because
the user's tags exist nowhere else.
"""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from twofold.engine.model.errors import CatalogError
from twofold.engine.model.localized import message

SCHEMA_VERSION = 13
APPLICATION_ID = 0x3254464C  # '2TFL' in the file header identifies a catalog
_HEADER_BYTES = 100

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

-- rules: JSON, see rows; mounts: JSON, directories of it on file systems of their own
CREATE TABLE folders (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    root NOT NULL UNIQUE,
    rules TEXT NOT NULL DEFAULT '{}',
    mounts TEXT NOT NULL DEFAULT '{}'
);

-- number: engine.model.document.document_number; path and directory: see stored_text
-- trust: effective; own_trust: declared by the file; digest: of its bytes, or empty
-- changed_ns: see FileState; 0 if unknown; publication: JSON, see rows
-- chunker_version: empty if the file could not be read and only its name is searched
CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL REFERENCES folders (id),
    path NOT NULL,
    directory NOT NULL,
    title TEXT NOT NULL,
    author TEXT NOT NULL,
    file_type TEXT NOT NULL,
    lang TEXT NOT NULL,
    trust INTEGER NOT NULL,
    date TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    indexed_at TEXT NOT NULL,
    chunker_version TEXT NOT NULL,
    chunk_count INTEGER NOT NULL,
    digest BLOB NOT NULL DEFAULT x'',
    own_trust INTEGER NOT NULL DEFAULT 0,
    publication TEXT NOT NULL DEFAULT '{}',
    changed_ns INTEGER NOT NULL DEFAULT 0,
    issued TEXT NOT NULL DEFAULT '',
    UNIQUE (folder, path)
);
CREATE INDEX documents_newest ON documents (mtime_ns DESC, number);
CREATE INDEX documents_by_version ON documents (size, mtime_ns);
CREATE INDEX documents_by_digest ON documents (digest, size);

-- number: engine.model.document.chunk_number; heading_path: JSON array; region: JSON array or ''
-- kind: see PassageKind
CREATE TABLE chunks (
    number INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (number),
    position INTEGER NOT NULL,
    content_hash BLOB NOT NULL,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    place_kind TEXT NOT NULL,
    place_start INTEGER NOT NULL,
    place_end INTEGER NOT NULL,
    start_column INTEGER,
    end_column INTEGER,
    heading_path TEXT NOT NULL,
    lang TEXT NOT NULL,
    is_code INTEGER NOT NULL,
    text TEXT NOT NULL,
    place_label TEXT NOT NULL DEFAULT '',
    symbol TEXT NOT NULL DEFAULT '',
    region TEXT NOT NULL DEFAULT '',
    kind TEXT NOT NULL DEFAULT 'text'
);
CREATE INDEX chunks_of_document ON chunks (document, position, content_hash);
CREATE INDEX chunks_by_content ON chunks (content_hash);

CREATE TABLE file_tags (
    document INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (document, tag)
) WITHOUT ROWID;
-- User data of places ('Notes', 'Notes/2026', 'Notes/2026/a.md'), which applies to all below.
-- Kept when a file disappears, because it may reappear.
CREATE TABLE user_tags (
    place NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (place, tag)
) WITHOUT ROWID;
CREATE TABLE user_trust (place NOT NULL PRIMARY KEY, level INTEGER NOT NULL) WITHOUT ROWID;
-- the effective tags of a document: the file's own, and the user's for it or a parent
CREATE TABLE tags (
    document INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (document, tag)
) WITHOUT ROWID;
CREATE INDEX tags_by_tag ON tags (tag);

-- at: an increasing number; documents opened last are embedded first
CREATE TABLE opened (document INTEGER PRIMARY KEY, at INTEGER NOT NULL);

CREATE TABLE failures (
    number INTEGER PRIMARY KEY,
    folder INTEGER NOT NULL REFERENCES folders (id),
    path NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    since TEXT NOT NULL,
    changed_ns INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE models (id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE);
-- the embedding cache: little-endian f16, L2-normalised
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY,
    model INTEGER NOT NULL REFERENCES models (id),
    content_hash BLOB NOT NULL,
    vector BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_by_content ON vectors (model, content_hash);

-- op: put, delete, vector
CREATE TABLE outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    generation INTEGER NOT NULL,
    op TEXT NOT NULL,
    chunk INTEGER NOT NULL
);
CREATE INDEX outbox_by_generation ON outbox (generation, seq);
-- generation: applied by the index; marker: the generation in its own files at that time
CREATE TABLE indexed (
    name TEXT PRIMARY KEY, generation INTEGER NOT NULL, marker INTEGER NOT NULL
) WITHOUT ROWID;

-- document: the number of an embedded document or failure; file: the number of its file
CREATE TABLE members (
    document INTEGER PRIMARY KEY, file INTEGER NOT NULL, file_path NOT NULL
);
CREATE INDEX members_of_file ON members (file);

-- without the default collection, whose name is empty
CREATE TABLE collections (name TEXT PRIMARY KEY) WITHOUT ROWID;

-- passage: JSON (ASCII, so that undecodable names survive) of a CollectedPassage
CREATE TABLE collected (
    collection TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, note TEXT NOT NULL,
    passage TEXT NOT NULL, PRIMARY KEY (collection, id)
) WITHOUT ROWID;
"""

_TABLES_OF_VERSION_12 = """
-- family: the same number for all versions of one text, 0 without other versions
-- place: 1 is the newest of `size` versions; name: of the file, hashed without marks of versions
-- signature: see engine.ranking.signatures; empty if the text is too short to be compared
CREATE TABLE versions (
    document INTEGER PRIMARY KEY,
    family INTEGER NOT NULL,
    place INTEGER NOT NULL,
    size INTEGER NOT NULL,
    name INTEGER NOT NULL,
    signature BLOB NOT NULL
);
CREATE INDEX versions_of_family ON versions (family, place) WHERE family <> 0;
CREATE INDEX older_versions ON versions (document) WHERE place > 1;
CREATE INDEX versions_by_name ON versions (name);
CREATE TABLE version_bands (
    band INTEGER NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (band, document)
) WITHOUT ROWID;

-- how many files of a folder were added, changed and removed in a minute (UTC, '2026-11-28T21:05')
CREATE TABLE folder_changes (
    folder INTEGER NOT NULL,
    minute TEXT NOT NULL,
    added INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    PRIMARY KEY (folder, minute)
) WITHOUT ROWID;
"""

_TABLES_OF_VERSION_13 = """
-- files described by an entry of a reference manager: absolute, or relative to the library folder
CREATE TABLE described (
    document INTEGER NOT NULL, path NOT NULL, PRIMARY KEY (document, path)
) WITHOUT ROWID;
CREATE INDEX described_by_path ON described (path);
-- digest: of the content of an entry, or of the description with which a file was indexed
CREATE TABLE descriptions (document INTEGER PRIMARY KEY, digest BLOB NOT NULL);
"""


class ForeignCatalogError(CatalogError):
    """The file is a database of another program."""


class OlderCatalogError(CatalogError):
    """The catalog has an older version and must be opened for writing once."""


# MIGRATIONS[n] are the statements that migrate version n to version n + 1. Add columns at the end,
# at the same position as in a new catalog, because rows are written in that order. Versions before
# 10 were never released. Catalogs without a migration are rebuilt, see `recovery`.
MIGRATIONS: Mapping[int, str] = {
    10: "ALTER TABLE chunks ADD COLUMN kind TEXT NOT NULL DEFAULT 'text'",
    11: f"""
        {_TABLES_OF_VERSION_12}
        CREATE TABLE collections (name TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE collected (
            collection TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL,
            note TEXT NOT NULL, passage TEXT NOT NULL, PRIMARY KEY (collection, id)
        ) WITHOUT ROWID;
        INSERT INTO collected SELECT '', id, position, note, passage FROM collection;
        DROP TABLE collection""",
    # Signatures are made in another way: they are added again (indexing.missing_signatures).
    12: f"{_TABLES_OF_VERSION_13} DELETE FROM versions; DELETE FROM version_bands",
}


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Create the tables of a new catalog, or migrate an older one after a backup.

    Raise OlderCatalogError if there is no migration, and CatalogError if the file belongs to
    another program or to a newer version of Twofold.
    """
    version = _version(connection)
    if version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        _create(connection)
        return
    _check_is_known(connection, path)
    steps = range(version, SCHEMA_VERSION)
    if not all(step in MIGRATIONS for step in steps):
        raise _older_error(path)
    if steps:
        _back_up(connection, older_copy(path))
        for step in steps:
            connection.executescript(
                f"BEGIN;{MIGRATIONS[step]};PRAGMA user_version = {step + 1};COMMIT;"
            )


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raise CatalogError if the catalog cannot be read in its current state."""
    _check_is_known(connection, path)
    if _version(connection) < SCHEMA_VERSION:
        raise _older_error(path)


def is_older(path: Path) -> bool:
    """Return whether a file is a catalog of an older version, without opening the database.

    The file may be damaged, so only the header is read (sqlite.org/fileformat2.html): user_version
    and application_id.
    """
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except OSError:
        return False
    version, application = header[60:64], header[68:72]
    is_catalog = int.from_bytes(application) == APPLICATION_ID
    return is_catalog and int.from_bytes(version) < SCHEMA_VERSION


def older_copy(path: Path) -> Path:
    """Return the path to which an older catalog is moved when a newer one replaces it."""
    return path.with_name(f"{path.name}.before-version-{SCHEMA_VERSION}")


def _check_is_known(connection: sqlite3.Connection, path: Path) -> None:
    if _application(connection) != APPLICATION_ID:
        raise ForeignCatalogError(
            message("{path} is not a Twofold library.", path=path),
            message("Choose another library folder."),
        )
    if _version(connection) > SCHEMA_VERSION:
        raise CatalogError(
            message("{path} was written by a newer version of Twofold.", path=path),
            message("Update Twofold to open it."),
        )


def _older_error(path: Path) -> OlderCatalogError:
    return OlderCatalogError(
        message("{path} was written by an older version of Twofold.", path=path),
        message("Close other Twofold windows, and open the library again."),
    )


def _application(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA application_id").fetchone()[0])


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _create(connection: sqlite3.Connection) -> None:
    import uuid  # noqa: PLC0415 (only for a new library)

    library = uuid.uuid4().hex
    connection.executescript(
        f"BEGIN;{_TABLES}{_TABLES_OF_VERSION_12}{_TABLES_OF_VERSION_13}"
        f"INSERT INTO meta VALUES ('generation', 0), ('pruned', 0), ('library', '{library}');"
        f"PRAGMA application_id = {APPLICATION_ID};"
        f"PRAGMA user_version = {SCHEMA_VERSION};"
        "COMMIT;"
    )


def _back_up(connection: sqlite3.Connection, copy: Path) -> None:
    target = sqlite3.connect(copy)
    try:
        connection.backup(target)
    finally:
        target.close()
