"""The outbox: which changes each derived index has still to follow."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from engine.stores.catalog.rows import IndexRecord, OutboxRow

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
