"""Copy all index data of one folder from one catalog to another."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

_DOCUMENTS = "(SELECT number FROM documents WHERE folder = :folder)"
_ROWS = {
    "chunks": f"document IN {_DOCUMENTS}",
    "file_tags": f"document IN {_DOCUMENTS}",
    "described": f"document IN {_DOCUMENTS}",
    "descriptions": f"document IN {_DOCUMENTS}",
    "members": f"""document IN {_DOCUMENTS}
        OR document IN (SELECT number FROM failures WHERE folder = :folder)""",
}


def copy_folder(source: sqlite3.Connection, target: sqlite3.Connection, name: str) -> None:
    """Copy the rules, documents, passages, failures and vectors of a folder.

    The target must contain an empty folder of the same name, because document numbers depend on the
    name. Both catalogs must have the same schema.
    """
    own = {"folder": _id_of(source, name)}
    target_id = _id_of(target, name)
    rules = source.execute("SELECT rules, mounts FROM folders WHERE id = :folder", own).fetchone()
    target.execute("UPDATE folders SET rules = ?, mounts = ? WHERE id = ?", (*rules, target_id))
    for table in ("documents", "failures"):
        rows = source.execute(f"SELECT * FROM {table} WHERE folder = :folder", own)
        _insert(target, table, ((row[0], target_id, *row[2:]) for row in rows))
    for table, condition in _ROWS.items():
        rows = source.execute(f"SELECT * FROM {table} WHERE {condition}", own)
        _insert(target, table, rows)
    copy_vectors(source, target, name)


def copy_vectors(source: sqlite3.Connection, target: sqlite3.Connection, name: str) -> None:
    """Copy the vectors of a folder's passages. Existing vectors are kept."""
    rows = source.execute(
        f"""SELECT m.fingerprint, v.content_hash, v.vector FROM vectors v
            JOIN models m ON m.id = v.model WHERE v.content_hash IN
                (SELECT content_hash FROM chunks WHERE document IN {_DOCUMENTS})""",
        {"folder": _id_of(source, name)},
    )
    for fingerprint, content_hash, vector in rows:
        target.execute("INSERT OR IGNORE INTO models (fingerprint) VALUES (?)", (fingerprint,))
        target.execute(
            """INSERT OR IGNORE INTO vectors (model, content_hash, vector)
               SELECT id, ?, ? FROM models WHERE fingerprint = ?""",
            (content_hash, vector, fingerprint),
        )


def _id_of(connection: sqlite3.Connection, name: str) -> int:
    row = connection.execute("SELECT id FROM folders WHERE name = ?", (name,)).fetchone()
    return int(row[0])


def _insert(target: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    columns = len(target.execute(f"SELECT * FROM {table} LIMIT 0").description)
    marks = ", ".join("?" * columns)
    target.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)
