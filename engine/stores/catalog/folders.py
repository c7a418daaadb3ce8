"""Folders: whether they are there, and how much of each and of all is searchable.

Documents are counted whether they are files or lie inside one; an archive itself has no text. Each
is counted once: one that could not be read again counts as failed, although its former text is
still searched, as it is listed among the failures.
"""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from engine.model.messages import FolderStatus
from engine.stores.catalog.rows import is_present, name_from_stored, read_folders

# --- How much of each folder and of all is searchable ---
#
# Documents are counted whether they are files or lie inside one; an archive itself has no text. Each
# is counted once: one that could not be read again counts as failed, although its former text is
# still searched, as it is listed among the failures.


_INDEXED = "chunk_count > 0 AND number NOT IN (SELECT number FROM failures)"


@dataclass(frozen=True, slots=True)
class CatalogCounts:
    """How much a library holds. `vectors` counts the chunks that have one."""

    documents: int
    failed: int
    chunks: int
    vectors: int


def count(connection: sqlite3.Connection, fingerprint: str) -> CatalogCounts:
    """Count over the whole library, with the vectors of one model."""
    row = connection.execute(
        f"""SELECT (SELECT count(*) FROM documents WHERE {_INDEXED}),
                  (SELECT count(*) FROM failures),
                  (SELECT count(*) FROM chunks)"""
    ).fetchone()
    return CatalogCounts(row[0], row[1], row[2], sum(_vectors(connection, fingerprint).values()))


def folder_statuses(connection: sqlite3.Connection, fingerprint: str) -> tuple[FolderStatus, ...]:
    """Count per folder, in the order of their names."""
    vectors = _vectors(connection, fingerprint)
    folders = {folder.name: folder for folder in read_folders(connection)}
    rows = connection.execute(
        f"""SELECT f.id, f.name, f.root,
               (SELECT count(*) FROM documents d WHERE d.folder = f.id AND {_INDEXED}),
               (SELECT count(*) FROM failures x WHERE x.folder = f.id),
               (SELECT coalesce(sum(d.chunk_count), 0) FROM documents d WHERE d.folder = f.id)
           FROM folders f ORDER BY f.name"""
    )
    return tuple(
        FolderStatus(
            name=row[1],
            root=name_from_stored(row[2]),
            documents=row[3],
            failed=row[4],
            pending=0,
            chunks=row[5],
            vectors=vectors.get(row[0], 0),
            available=is_present(folders[row[1]]),
            rules=folders[row[1]].rules,
        )
        for row in rows
    )


def _vectors(connection: sqlite3.Connection, fingerprint: str) -> dict[int, int]:
    rows = connection.execute(
        # CROSS JOIN keeps this order, in which every step reads an index only.
        """SELECT d.folder, count(*) FROM documents d
           CROSS JOIN chunks c ON c.document = d.number
           CROSS JOIN vectors v ON v.content_hash = c.content_hash
               AND v.model = (SELECT id FROM models WHERE fingerprint = ?)
           GROUP BY d.folder""",
        (fingerprint,),
    )
    return dict(rows.fetchall())
