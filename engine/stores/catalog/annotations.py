"""User data: tags and trust of files and directories, collections, and a backup copy.

A place is a file or directory, written like a folder filter: 'Notes' is the library folder of that
name, 'Notes/2026' a directory in it, 'Notes/2026/plan.md' a file. Tags and trust of a place apply
to everything below it. Tags are added to the file's own tags; the trust of the nearest place
overrides the file's own.
"""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from typing import Any

from twofold.engine.durable_files import replace_file
from twofold.engine.model.citation import CollectedPassage, CollectionSummary
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.localized import Message
from twofold.engine.model.personal_copy import FORMAT, PersonalCopy, collected_of, copy_of
from twofold.engine.stores.catalog.connections import CatalogConnections, copy_beside
from twofold.engine.stores.catalog.rows import (
    TRUST_LEVELS,
    name_from_stored,
    read_folders,
    rules_as_stored,
    stored_name,
    stored_text,
)

Values = tuple[object, ...]


def below(column: str, path: str) -> tuple[str, Values]:
    """Return the condition that `column` is `path` or below it; '' matches everything.

    Names that are not UTF-8 are stored as BLOBs, which SQLite sorts after every TEXT.
    """
    ranges = ranges_below(column, path)
    tests = " OR ".join(test for test, _ in ranges)
    return f"({tests})", tuple(value for _, values in ranges for value in values)


def ranges_below(column: str, path: str) -> tuple[tuple[str, Values], ...]:
    """Return the condition of `below` as disjoint conditions that can each use an index.

    For a combined condition, SQLite does not use an index in which another column comes first.
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


def _with_parents(place: str) -> list[str | bytes]:
    """Return a path and all its parents, nearest first, in their stored form."""
    parts = place.split("/")
    return [stored_name("/".join(parts[:length])) for length in range(len(parts), 0, -1)]


def set_tags(connection: sqlite3.Connection, place: str, tags: Iterable[str]) -> None:
    """Replace the user's tags of a file or directory."""
    connection.execute("DELETE FROM user_tags WHERE place = ?", (stored_name(place),))
    connection.executemany(
        "INSERT OR IGNORE INTO user_tags VALUES (?, ?)",
        [(stored_name(place), stored_text(tag)) for tag in tags if tag],
    )


def set_trust(connection: sqlite3.Connection, place: str, level: TrustLevel | None) -> None:
    """Replace the user's trust of a file or directory; None deletes it."""
    connection.execute("DELETE FROM user_trust WHERE place = ?", (stored_name(place),))
    if level is not None:
        connection.execute("INSERT INTO user_trust VALUES (?, ?)", (stored_name(place), level.rank))


def documents_below(connection: sqlite3.Connection, place: str) -> tuple[int, ...]:
    """Return the numbers of the documents at or below a path."""
    folder, _, path = place.partition("/")
    condition, values = below("d.path", path)
    rows = connection.execute(
        f"""SELECT d.number FROM documents d JOIN folders f ON f.id = d.folder
            WHERE f.name = ? AND {condition}""",
        (folder, *values),
    )
    return tuple(row[0] for row in rows)


def update_annotations(connection: sqlite3.Connection, number: int) -> bool:
    """Recompute the tags and trust of a document. Return whether they changed."""
    folder, path, own_trust, trust = connection.execute(
        """SELECT f.name, d.path, d.own_trust, d.trust FROM documents d
           JOIN folders f ON f.id = d.folder WHERE d.number = ?""",
        (number,),
    ).fetchone()
    places = _with_parents(f"{folder}/{name_from_stored(path)}")
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
    """Transfer tags and trust from one path to another after a file or directory was moved.

    Return whether there was anything to transfer.
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


# --- Collections, which are independent of files and folders ---


def add_collected(connection: sqlite3.Connection, passages: Sequence[CollectedPassage]) -> int:
    """Append passages to the collections they name. Return how many were not there yet."""
    row = connection.execute("SELECT coalesce(max(position), 0) FROM collected").fetchone()
    add_collections(connection, {passage.collection for passage in passages})
    before = connection.total_changes
    connection.executemany(
        "INSERT OR IGNORE INTO collected VALUES (?, ?, ?, ?, ?)",
        [
            (
                stored_text(passage.collection),
                passage.id,
                int(row[0]) + number,
                storable_note(passage.note),
                _stored_passage(passage),
            )
            for number, passage in enumerate(passages, start=1)
        ],
    )
    return connection.total_changes - before


def add_collections(connection: sqlite3.Connection, names: Iterable[str]) -> None:
    """Create collections. Existing ones and the default one ('') are left as they are."""
    connection.executemany(
        "INSERT OR IGNORE INTO collections VALUES (?)",
        [(stored_text(name),) for name in names if name],
    )


def _collections_as_rows(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return the passages of all collections for the backup copy."""
    rows = connection.execute(
        "SELECT collection, id, note, passage FROM collected ORDER BY collection, position, id"
    )
    return [
        {"id": identity, "note": note, "passage": json.loads(stored)}
        | ({"collection": name} if name else {})
        for name, identity, note, stored in rows
    ]


def _stored_passage(passage: CollectedPassage) -> str:
    values = asdict(passage)
    del values["id"], values["note"], values["collection"]
    return json.dumps(values)


def _passages(rows: Iterable[tuple[str, str, str, str]]) -> Iterator[CollectedPassage]:
    """Yield the readable passages, skipping unreadable ones."""
    for name, identity, note, stored in rows:
        try:
            yield collected_of(identity, note, json.loads(stored), name)
        except ValueError:
            logger.warning("the passage %s of the collection cannot be read", identity)


def storable_note(text: str) -> str:
    """Return a note in a form that SQLite can store."""
    return text.encode("utf-8", "replace").decode("utf-8")


# --- The backup copy next to the catalog ---
#
# A small JSON file with the data that exists nowhere else. It is rewritten after every change, so
# that the loss of the catalog costs nothing that cannot be computed again. File names with
# undecodable bytes survive as escaped surrogates.


logger = logging.getLogger(__name__)


def restore_copy(connection: sqlite3.Connection, catalog: Path) -> int:
    """Add the content of the copy to an open transaction. Return how many entries were added.

    A missing copy is empty. Invalid entries are left out, and the file is then preserved under
    another name, because the next save would overwrite the only list of the user's folders.
    """
    path, problems = copy_beside(catalog), list[Message]()
    copy = copy_of(_load_copy(path), problems.append)
    before = connection.total_changes
    add_copy(connection, copy)
    if problems:
        _preserve_unreadable(path)
    return connection.total_changes - before


def add_copy(connection: sqlite3.Connection, copy: PersonalCopy) -> None:
    """Add the content of a copy to an open transaction. Existing data is kept."""
    connection.executemany(
        "INSERT OR IGNORE INTO folders (name, root, rules) VALUES (?, ?, ?)",
        [
            (stored_text(one.name), stored_name(one.root), rules_as_stored(one.rules))
            for one in copy.folders
        ],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO user_tags VALUES (?, ?)",
        [(stored_name(place), stored_text(tag)) for place, tag in copy.tags],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO user_trust VALUES (?, ?)",
        [(stored_name(place), level.rank) for place, level in copy.trust],
    )
    add_collections(connection, copy.collections)
    add_collected(connection, copy.collection)


def _read_copy(connection: sqlite3.Connection) -> dict[str, Any]:
    tags = connection.execute("SELECT place, tag FROM user_tags ORDER BY place, tag")
    trust = connection.execute("SELECT place, level FROM user_trust ORDER BY place")
    return {
        "format": FORMAT,
        "folders": [
            {"name": one.name, "root": one.root, "rules": asdict(one.rules)}
            for one in read_folders(connection)
        ],
        "tags": [{"place": name_from_stored(place), "tag": tag} for place, tag in tags],
        "trust": [{"place": name_from_stored(place), "level": level} for place, level in trust],
        "collections": [{"name": name} for (name,) in _collection_names(connection)],
        "collection": _collections_as_rows(connection),
    }


def _collection_names(connection: sqlite3.Connection) -> sqlite3.Cursor:
    return connection.execute("SELECT name FROM collections ORDER BY name")


def _load_copy(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        kept = None
    if isinstance(kept, dict) and kept.get("format") == FORMAT:
        return kept
    _preserve_unreadable(path)
    return {}


def _preserve_unreadable(path: Path) -> None:
    kept, number = path.with_name("personal.unreadable.json"), 1
    while kept.exists():  # the first one may be the complete one
        number += 1
        kept = path.with_name(f"personal.unreadable-{number}.json")
    logger.warning("the copy of folders and tags is unreadable; it is preserved as %s", kept)
    try:
        path.replace(kept)
    except OSError as error:
        logger.warning("it cannot be moved: %s", error.strerror)


class Annotations:
    """The user's tags, trust and collections."""

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections
        self._saving_copy = Lock()  # an older state must not overwrite a newer one

    def tags(self, place: str) -> tuple[str, ...]:
        """Return the user's tags of this file or directory, without those of its parents."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                "SELECT tag FROM user_tags WHERE place = ? ORDER BY tag", (stored_name(place),)
            )
            return tuple(row[0] for row in rows)

    def tags_given(self, place: str) -> tuple[str, ...]:
        """Return the user's tags of a file or directory and of its parents, sorted."""
        with self._connections.reading() as connection:
            return tuple(sorted(_given_tags(connection, _with_parents(place))))

    def trust(self, place: str) -> TrustLevel | None:
        """Return the user's trust of this file or directory, ignoring its parents."""
        with self._connections.reading() as connection:
            row = connection.execute(
                "SELECT level FROM user_trust WHERE place = ?", (stored_name(place),)
            ).fetchone()
            return None if row is None else TRUST_LEVELS[row[0]]

    def trust_given(self, place: str) -> tuple[TrustLevel, str] | None:
        """Return the trust that applies to a place, and the place or parent for which it is set."""
        for length in range(place.count("/") + 1, 0, -1):
            parent = "/".join(place.split("/")[:length])
            if (level := self.trust(parent)) is not None:
                return level, parent
        return None

    def collections(self) -> tuple[CollectionSummary, ...]:
        """Return the collections by name; the default one is the first."""
        with self._connections.reading() as connection:
            names = ["", *(name for (name,) in _collection_names(connection))]
            rows = connection.execute(
                "SELECT collection, count(*), sum(note <> '') FROM collected GROUP BY collection"
            )
            counts = {name: (passages, notes) for name, passages, notes in rows}
        names.sort(key=lambda name: (name.casefold(), name))
        return tuple(CollectionSummary(name, *counts.get(name, (0, 0))) for name in names)

    def collection(self, name: str = "") -> tuple[CollectedPassage, ...]:
        """Return the passages of a collection in order."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT collection, id, note, passage FROM collected WHERE collection = ?
                   ORDER BY position, id""",
                (stored_text(name),),
            )
            return tuple(_passages(rows))

    def save_copy(self) -> None:
        """Write the copy next to the catalog if it has changed. A full disk is only logged."""
        with self._saving_copy, self._connections.reading_one_state() as connection:
            data = json.dumps(_read_copy(connection), indent=1, sort_keys=True).encode("ascii")
            path = copy_beside(self._connections.path)
            try:
                if not (path.is_file() and path.read_bytes() == data):
                    replace_file(path, data)
            except OSError as error:
                logger.warning("the copy of folders and tags cannot be written: %s", error.strerror)
