"""Bookkeeping: the table `meta`, the outbox for the indexes, files to be read again, and counts."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.model.document import FailureReason
from engine.model.messages import FolderStatus
from engine.stores.catalog.rows import (
    OLDER_READING,
    IndexRecord,
    OutboxRow,
    is_present,
    name_from_stored,
    read_folders,
)

_PASSAGES = "passages"  # in `meta`; missing where an earlier version wrote last


def meta_number(connection: sqlite3.Connection, key: str) -> int:
    """Return a number kept in the table `meta`."""
    return int(connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0])


def passages_generation(connection: sqlite3.Connection) -> int:
    """Return the generation that changed passages or documents last; vectors change neither."""
    last = meta_text(connection, _PASSAGES)
    return int(last) if last else meta_number(connection, "generation")


def raise_passages(connection: sqlite3.Connection, generation: int) -> None:
    """Record that a generation changes passages or documents."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_PASSAGES, generation))


def meta_text(connection: sqlite3.Connection, key: str) -> str:
    """Return a text kept in the table `meta`, '' when there is none."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def set_meta_text(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a text in the table `meta`."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def rows_after(
    connection: sqlite3.Connection, generation: int, limit: int | None
) -> tuple[OutboxRow, ...]:
    """Return changes with a higher generation, oldest first."""
    rows = connection.execute(
        """SELECT generation, op, chunk FROM outbox WHERE generation > ?
           ORDER BY generation, seq LIMIT ?""",
        (generation, -1 if limit is None else limit),
    )
    return tuple(OutboxRow(*row) for row in rows)


def recorded(connection: sqlite3.Connection, index: str) -> IndexRecord | None:
    """Return what is recorded of an index, None when nothing is."""
    row = connection.execute(
        "SELECT generation, marker FROM indexed WHERE name = ?", (index,)
    ).fetchone()
    return None if row is None else IndexRecord(*row)


def recorded_names(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Return the names of every index that was ever recorded."""
    return tuple(row[0] for row in connection.execute("SELECT name FROM indexed ORDER BY name"))


def record(connection: sqlite3.Connection, index: str, record: IndexRecord) -> None:
    """Record how far an index has followed."""
    connection.execute(
        "INSERT OR REPLACE INTO indexed VALUES (?, ?, ?)", (index, record.generation, record.marker)
    )


def prune(connection: sqlite3.Connection, indexes: Sequence[str]) -> None:
    """Drop rows that all the indexes hold; an index that is not named must then be rebuilt."""
    records = [recorded(connection, index) for index in indexes]
    if records:
        done = min(record.generation if record else 0 for record in records)
        connection.execute("DELETE FROM outbox WHERE generation <= ?", (done,))
        connection.execute("UPDATE meta SET value = max(value, ?) WHERE key = 'pruned'", (done,))


def changed_after(
    connection: sqlite3.Connection, generation: int, limit: int
) -> tuple[int, ...] | None:
    """Return the chunks written since a generation; None when more than `limit` rows tell."""
    rows = connection.execute(
        "SELECT chunk FROM outbox WHERE generation > ? AND op = 'put' LIMIT ?",
        (generation, limit + 1),
    ).fetchall()
    return None if len(rows) > limit else tuple(row[0] for row in rows)


def integrity_problems(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Run SQLite's own checks, and ours of what SQLite cannot know."""
    problems = [
        row[0] for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"
    ]
    problems += [
        f"A row of {row[0]} refers to a missing {row[2]}."
        for row in connection.execute("PRAGMA foreign_key_check")
    ]
    wrong = connection.execute(
        """SELECT count(*) FROM documents d WHERE chunk_count <>
           (SELECT count(*) FROM chunks c WHERE c.document = d.number)"""
    ).fetchone()[0]
    if wrong:
        problems.append(f"Documents without as many passages as recorded: {wrong}.")
    return tuple(problems)


# --- Files of which this version reads more ---
#
# What is read of a format may grow (charts, margins, notes). Files of such formats are then read
# once more by the next scan: their passages answer until then, and equal text keeps its vector.


_READERS_KEY = "readers"
# For each version of the readers the file types of which it reads more than the one before. A
# number is added together with a change of what formats give.
GAINED: Mapping[int, tuple[str, ...]] = {}


def mark_outdated(connection: sqlite3.Connection) -> int:
    """Mark files of which more is read now, and what holds such; return how many.

    Files of types that could not be read before are forgotten, so that the next scan reads them.
    """
    known = int(meta_text(connection, _READERS_KEY) or 0)
    types = [kind for version, kinds in GAINED.items() if version > known for kind in kinds]
    if not types:
        return 0
    set_meta_text(connection, _READERS_KEY, str(max(GAINED)))
    marks = ", ".join("?" * len(types))
    outdated = connection.execute(
        f"""UPDATE documents SET chunker_version = ? WHERE number IN (
                SELECT coalesce(m.file, d.number) FROM documents d
                LEFT JOIN members m ON m.document = d.number WHERE d.file_type IN ({marks}))""",
        (OLDER_READING, *types),
    ).rowcount
    return outdated + _try_unsupported_again(connection)


def _try_unsupported_again(connection: sqlite3.Connection) -> int:
    """Forget files of formats that could not be read, and mark what holds such; return how many."""
    holding = connection.execute(
        """UPDATE documents SET chunker_version = ?1 WHERE chunker_version != ?1 AND number IN (
               SELECT m.file FROM members m JOIN failures f ON f.number = m.document
               WHERE f.reason = ?2)""",
        (OLDER_READING, FailureReason.UNSUPPORTED.value),
    ).rowcount
    files = connection.execute(
        """DELETE FROM failures
           WHERE reason = ? AND number NOT IN (SELECT document FROM members)""",
        (FailureReason.UNSUPPORTED.value,),
    ).rowcount
    return holding + files


# --- Files that failed by a limit that was raised ---


_LIMITS_KEY = "reading_limits"
# By the setting that holds the limit: how files fail that are beyond it.
_REASONS: Mapping[str, tuple[FailureReason, ...]] = {
    "indexing.max_file_mb": (FailureReason.TOO_LARGE,),
    "indexing.read_seconds": (FailureReason.TIMED_OUT,),
    "indexing.read_memory_mb": (FailureReason.OUT_OF_MEMORY, FailureReason.READER_CRASHED),
}


def try_again_where_raised(
    connection: sqlite3.Connection, limits: Mapping[str, int], usual: Mapping[str, int]
) -> int:
    """Have the next scan read what failed by a limit that is higher now; return how many files.

    `limits` are the values of the settings by key, and kept for the next time; `usual` are those
    of a library that keeps none yet.
    """
    before = {**usual, **json.loads(meta_text(connection, _LIMITS_KEY) or "{}")}
    raised = [key for key in _REASONS if limits[key] > before[key]]
    if any(limits[key] != before[key] for key in _REASONS):
        set_meta_text(connection, _LIMITS_KEY, json.dumps({key: limits[key] for key in _REASONS}))
    reasons = [reason.value for key in raised for reason in _REASONS[key]]
    return _mark_failed(connection, reasons) if reasons else 0


def _mark_failed(connection: sqlite3.Connection, reasons: list[str]) -> int:
    """Make failed files count as changed, and files that hold some as read by an older version."""
    marks = ", ".join("?" * len(reasons))
    holding = connection.execute(
        f"""UPDATE documents SET chunker_version = ? WHERE number IN (
                SELECT m.file FROM members m JOIN failures f ON f.number = m.document
                WHERE f.reason IN ({marks}))""",
        (OLDER_READING, *reasons),
    ).rowcount
    files = connection.execute(
        f"""UPDATE failures SET mtime_ns = -1
            WHERE reason IN ({marks}) AND number NOT IN (SELECT document FROM members)""",
        reasons,
    ).rowcount
    return holding + files


# --- How much of each folder and of all is searchable ---
#
# Documents are counted whether they are files or lie inside one; an archive itself has no text.
# Each is counted once: one that could not be read again counts as failed, although its former text
# is still searched, as it is listed among the failures.


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
