"""The outbox: changes for the indexes, and how far each index has caught up; the table `meta`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from twofold.engine.stores.catalog.connections import CatalogConnections
from twofold.engine.stores.catalog.rows import NUMBERS, IndexRecord, OutboxRow, as_json_array

_PASSAGES = "passages"  # in `meta`; missing if an earlier version was the last to write


def meta_number(connection: sqlite3.Connection, key: str) -> int:
    """Return a number stored in the table `meta`."""
    return int(connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0])


def meta_text(connection: sqlite3.Connection, key: str) -> str:
    """Return a text stored in the table `meta`, '' if there is none."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def set_meta_text(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Store a text in the table `meta`."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def passages_generation(connection: sqlite3.Connection) -> int:
    """Return the last generation that changed passages or documents. Vectors change neither."""
    last = meta_text(connection, _PASSAGES)
    return int(last) if last else meta_number(connection, "generation")


def raise_passages(connection: sqlite3.Connection, generation: int) -> None:
    """Record that a generation changes passages or documents."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_PASSAGES, generation))


class Outbox:
    """The changes that indexes have not applied yet. Indexes are identified by name."""

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections

    @property
    def pruned(self) -> int:
        """The generation up to which changes are deleted. Older indexes must be rebuilt."""
        with self._connections.reading() as connection:
            return meta_number(connection, "pruned")

    def after(self, generation: int) -> tuple[OutboxRow, ...]:
        """Return changes with a higher generation, oldest first."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT generation, op, chunk FROM outbox WHERE generation > ?
                   ORDER BY generation, seq""",
                (generation,),
            )
            return tuple(OutboxRow(*row) for row in rows)

    def stored_lengths(self, chunks: Iterable[int]) -> dict[int, int]:
        """Return the length of text and headings of chunks in the catalog, in characters."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"""SELECT number, length(text) + length(heading_path) FROM chunks
                    WHERE number IN {NUMBERS}""",  # noqa: S608 - constants only
                (as_json_array(chunks),),
            )
            return dict(rows.fetchall())

    def recorded(self, index: str) -> IndexRecord | None:
        """Return the record of an index, None if there is none."""
        with self._connections.reading() as connection:
            row = connection.execute(
                "SELECT generation, marker FROM indexed WHERE name = ?", (index,)
            ).fetchone()
            return None if row is None else IndexRecord(*row)

    def names(self) -> tuple[str, ...]:
        """Return the names of all recorded indexes."""
        with self._connections.reading() as connection:
            return tuple(
                row[0] for row in connection.execute("SELECT name FROM indexed ORDER BY name")
            )

    def record(self, index: str, record: IndexRecord) -> None:
        """Record how far an index has caught up."""
        with self._connections.writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO indexed VALUES (?, ?, ?)",
                (index, record.generation, record.marker),
            )

    def prune(self, indexes: Sequence[str]) -> None:
        """Delete the changes that all of these indexes have applied.

        Other indexes must then be rebuilt.
        """
        with self._connections.writing() as connection:
            reached = dict(connection.execute("SELECT name, generation FROM indexed").fetchall())
            done = min(reached.get(index, 0) for index in indexes)
            connection.execute("DELETE FROM outbox WHERE generation <= ?", (done,))
            connection.execute(
                "UPDATE meta SET value = max(value, ?) WHERE key = 'pruned'", (done,)
            )

    def written_since(self, index: str, marker: int, limit: int) -> tuple[int, ...] | None:
        """Return the chunks written since the state of an index whose files contain `marker`.

        Return None if these changes are no longer recorded, or if there are more than `limit`.
        """
        with self._connections.reading_one_state() as connection:
            record = connection.execute(
                "SELECT generation FROM indexed WHERE name = ? AND marker = ?", (index, marker)
            ).fetchone()
            generation = record[0] if record else marker
            if generation < meta_number(connection, "pruned"):
                return None
            rows = connection.execute(
                "SELECT chunk FROM outbox WHERE generation > ? AND op = 'put' LIMIT ?",
                (generation, limit + 1),
            ).fetchall()
            return None if len(rows) > limit else tuple(row[0] for row in rows)
