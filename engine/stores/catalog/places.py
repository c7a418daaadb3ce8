"""Places of the library, and what a person said of them.

A place is written like a folder filter: 'Notes' is the library folder of that name, 'Notes/2026' a
directory in it, 'Notes/2026/plan.md' a file. Tags and trust given to a place hold for all below:
tags add up with the file's own, and the trust of the nearest place counts, before the file's own.
"""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from engine.core.request import TrustLevel
from engine.stores.catalog.rows import TRUST_LEVELS
from engine.stores.catalog.stored_text import name_from_stored, stored_name, stored_text

Values = tuple[object, ...]


def below(column: str, path: str) -> tuple[str, Values]:
    """Return the condition that `column` is `path` or a path below it; '' is above them all.

    Names that are not UTF-8 are BLOBs, which SQLite orders after every TEXT.
    """
    ranges = ranges_below(column, path)
    tests = " OR ".join(test for test, _ in ranges)
    return f"({tests})", tuple(value for _, values in ranges for value in values)


def ranges_below(column: str, path: str) -> tuple[tuple[str, Values], ...]:
    """Return the same in conditions of which each row meets one at most, and which an index serves.

    SQLite uses none for them together when another column comes first in it.
    """
    if not path:
        return (("1", ()),)
    raw = path.encode("utf-8", "surrogatepass")
    within = f"{column} > ? AND {column} < ?"
    blobs = (within, (raw + b"/", raw + b"0"))
    itself = (f"{column} = ?", (stored_name(path),))
    if isinstance(stored_name(path), bytes):
        return itself, blobs
    return itself, (within, (f"{path}/", f"{path}0")), blobs


def and_above(place: str) -> list[str | bytes]:
    """Return a place and every place above it, the nearest first, as they are stored."""
    parts = place.split("/")
    return [stored_name("/".join(parts[:length])) for length in range(len(parts), 0, -1)]


def set_tags(connection: sqlite3.Connection, place: str, tags: Iterable[str]) -> None:
    """Replace the tags the person gave to a place."""
    connection.execute("DELETE FROM user_tags WHERE place = ?", (stored_name(place),))
    connection.executemany(
        "INSERT OR IGNORE INTO user_tags VALUES (?, ?)",
        [(stored_name(place), stored_text(tag)) for tag in tags if tag],
    )


def set_trust(connection: sqlite3.Connection, place: str, level: TrustLevel | None) -> None:
    """Replace the trust the person gave to a place; None takes it away."""
    connection.execute("DELETE FROM user_trust WHERE place = ?", (stored_name(place),))
    if level is not None:
        connection.execute("INSERT INTO user_trust VALUES (?, ?)", (stored_name(place), level.rank))


def tags_of(connection: sqlite3.Connection, place: str) -> tuple[str, ...]:
    """Return the tags given to just this place."""
    rows = connection.execute(
        "SELECT tag FROM user_tags WHERE place = ? ORDER BY tag", (stored_name(place),)
    )
    return tuple(row[0] for row in rows)


def tags_given(connection: sqlite3.Connection, place: str) -> tuple[str, ...]:
    """Return the tags given to a place or to one above it, in order."""
    return tuple(sorted(_given_tags(connection, and_above(place))))


def trust_of(connection: sqlite3.Connection, place: str) -> TrustLevel | None:
    """Return the trust given to just this place."""
    row = connection.execute(
        "SELECT level FROM user_trust WHERE place = ?", (stored_name(place),)
    ).fetchone()
    return None if row is None else TRUST_LEVELS[row[0]]


def documents_below(connection: sqlite3.Connection, place: str) -> tuple[int, ...]:
    """Return the numbers of the documents at a place or below it."""
    folder, _, path = place.partition("/")
    condition, values = below("d.path", path)
    rows = connection.execute(
        f"""SELECT d.number FROM documents d JOIN folders f ON f.id = d.folder
            WHERE f.name = ? AND {condition}""",
        (folder, *values),
    )
    return tuple(row[0] for row in rows)


def settle_document(connection: sqlite3.Connection, number: int) -> bool:
    """Work out the tags and the trust that count for a document; say whether they changed."""
    folder, path, own_trust, trust = connection.execute(
        """SELECT f.name, d.path, d.own_trust, d.trust FROM documents d
           JOIN folders f ON f.id = d.folder WHERE d.number = ?""",
        (number,),
    ).fetchone()
    places = and_above(f"{folder}/{name_from_stored(path)}")
    wanted = _file_tags(connection, number) | _given_tags(connection, places)
    level = _given_level(connection, places)
    level = own_trust if level is None else level
    if level != trust:
        connection.execute("UPDATE documents SET trust = ? WHERE number = ?", (level, number))
    rows = connection.execute("SELECT tag FROM tags WHERE document = ?", (number,))
    if wanted == {row[0] for row in rows}:
        return bool(level != trust)
    connection.execute("DELETE FROM tags WHERE document = ?", (number,))
    connection.executemany("INSERT INTO tags VALUES (?, ?)", [(number, tag) for tag in wanted])
    return True


def move_marks(connection: sqlite3.Connection, old: str, new: str) -> bool:
    """Let what was said of one place hold for another, where the file or directory is now.

    Return whether anything was said of it.
    """
    moved = 0
    for table in ("user_tags", "user_trust"):
        moved += connection.execute(
            f"UPDATE OR REPLACE {table} SET place = ? WHERE place = ?",
            (stored_name(new), stored_name(old)),
        ).rowcount
    return moved > 0


def _file_tags(connection: sqlite3.Connection, number: int) -> set[str]:
    rows = connection.execute("SELECT tag FROM file_tags WHERE document = ?", (number,))
    return {row[0] for row in rows}


def _given_tags(connection: sqlite3.Connection, places: list[str | bytes]) -> set[str]:
    marks = ", ".join("?" * len(places))
    rows = connection.execute(f"SELECT tag FROM user_tags WHERE place IN ({marks})", places)
    return {row[0] for row in rows}


def _given_level(connection: sqlite3.Connection, places: list[str | bytes]) -> int | None:
    marks = ", ".join("?" * len(places))
    rows = connection.execute(
        f"SELECT place, level FROM user_trust WHERE place IN ({marks})", places
    )
    levels: dict[str | bytes, int] = dict(rows.fetchall())
    return next((levels[place] for place in places if place in levels), None)
