"""The collection's table: a person's own, so it is kept when files and folders go away."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from engine.core.citation import Place
from engine.core.collection import CollectedPassage
from engine.core.document import PlaceKind

# passage: JSON (ASCII, so that names that are no text survive) of a CollectedPassage
TABLES = """
CREATE TABLE collection (
    id TEXT PRIMARY KEY, position INTEGER NOT NULL, note TEXT NOT NULL, passage TEXT NOT NULL
) WITHOUT ROWID
"""


def read(connection: sqlite3.Connection) -> tuple[CollectedPassage, ...]:
    """Return the collection in its order."""
    rows = connection.execute("SELECT id, note, passage FROM collection ORDER BY position, id")
    return tuple(_passage(identity, note, stored) for identity, note, stored in rows)


def add(connection: sqlite3.Connection, passages: Sequence[CollectedPassage]) -> int:
    """Add passages at the end; those already there stay as they are. Return how many are new."""
    row = connection.execute("SELECT coalesce(max(position), 0) FROM collection").fetchone()
    before = connection.total_changes
    connection.executemany(
        "INSERT OR IGNORE INTO collection VALUES (?, ?, ?, ?)",
        [
            (passage.id, int(row[0]) + number, _storable(passage.note), _stored(passage))
            for number, passage in enumerate(passages, start=1)
        ],
    )
    return connection.total_changes - before


def set_note(connection: sqlite3.Connection, identity: str, note: str) -> None:
    """Replace a note."""
    connection.execute("UPDATE collection SET note = ? WHERE id = ?", (_storable(note), identity))


def remove(connection: sqlite3.Connection, identity: str) -> None:
    """Drop a passage."""
    connection.execute("DELETE FROM collection WHERE id = ?", (identity,))


def set_order(connection: sqlite3.Connection, identities: Sequence[str]) -> None:
    """Put the passages in this order."""
    connection.executemany(
        "UPDATE collection SET position = ? WHERE id = ?",
        [(position, identity) for position, identity in enumerate(identities, start=1)],
    )


def as_rows(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return the collection for the copy beside the catalog."""
    rows = connection.execute("SELECT id, note, passage FROM collection ORDER BY position, id")
    return [{"id": i, "note": note, "passage": json.loads(stored)} for i, note, stored in rows]


def restore(connection: sqlite3.Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Add what the copy beside the catalog held."""
    passages = [_passage(r["id"], r["note"], json.dumps(r["passage"])) for r in rows]
    add(connection, passages)


def _stored(passage: CollectedPassage) -> str:
    values = asdict(passage)
    del values["id"], values["note"]
    return json.dumps(values)


def _passage(identity: str, note: str, stored: str) -> CollectedPassage:
    values = json.loads(stored)
    place = values.pop("place")
    tags = tuple(values.pop("tags", ()))
    known = CollectedPassage.__dataclass_fields__
    return CollectedPassage(
        id=identity,
        note=note,
        place=Place(PlaceKind(place["kind"]), place["start"], place["end"]),
        tags=tags,
        **{name: value for name, value in values.items() if name in known},
    )


def _storable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
