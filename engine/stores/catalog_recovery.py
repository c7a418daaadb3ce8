"""Saving what exists nowhere else out of a damaged catalog.

Documents can be read again from their files. The list of folders and the tags a person gave cannot,
and vectors are costly: these are copied row by row, as far as SQLite can still read them, into a
new catalog. The damaged file is kept beside it.
"""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from engine.core.errors import CatalogError
from engine.stores import personal_data
from engine.stores.catalog_connections import CatalogConnections
from engine.stores.catalog_rows import TRUST_LEVELS

logger = logging.getLogger(__name__)

Row = tuple[object, ...]

# Damage inside a page shows in a vector's length: all are normalised.
_NORM_TOLERANCE = 0.02


def recover_catalog(path: Path) -> str:
    """Put a new catalog in the place of a damaged one; return a sentence about what was saved.

    The documents are missing from it until their folders are read again. Raises CatalogError when
    the damaged file cannot be moved.
    """
    aside = _move_aside(path)
    connections = CatalogConnections(path)
    try:
        with connections.writing() as target:
            for table, columns, is_sound in _SAVED:
                _copy(aside, target, table, columns, is_sound)
            personal_data.restore(target, path)
            target.execute("DELETE FROM vectors WHERE model NOT IN (SELECT id FROM models)")
            # Later than any generation there has been, so that no older index seems up to date.
            now = time.time_ns() // 1_000_000
            target.execute(
                "UPDATE meta SET value = ? WHERE key IN ('generation', 'pruned')", (now,)
            )
            folders, tags, vectors = (
                target.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("folders", "user_tags", "vectors")
            )
    finally:
        connections.close()
    return (
        f"The library file was damaged and is kept as {aside.name}. Saved from it: {folders} "
        f"folders, {tags} tags of yours and {vectors} vectors; the documents are read again."
    )


def restore_catalog(path: Path) -> tuple[str, ...]:
    """Make a catalog that was lost anew from the copy of what the person said, if there is one.

    Returns a sentence for the person when there was something to restore.
    """
    if not personal_data.file_beside(path).is_file():
        return ()
    connections = CatalogConnections(path)
    try:
        with connections.writing() as target:
            restored = personal_data.restore(target, path)
            folders = target.execute("SELECT count(*) FROM folders").fetchone()[0]
    finally:
        connections.close()
    if not restored:
        return ()
    sentence = (
        f"The library file was missing. Your tags and {folders} folders were restored from their "
        "copy; the documents are read again."
    )
    return (sentence,)


def _move_aside(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        path.with_name(f"{path.name}.suspect").unlink(missing_ok=True)
        for suffix in ("-wal", "-shm", ""):
            part = path.with_name(f"{path.name}{suffix}")
            if part.exists():
                part.rename(aside.with_name(f"{aside.name}{suffix}"))
    except OSError as error:
        raise CatalogError(
            f"The damaged library file {path} cannot be moved away: {error.strerror}.",
            "Close other programs that use it.",
        ) from error
    return aside


def _copy(
    source: Path,
    target: sqlite3.Connection,
    table: str,
    columns: str,
    is_sound: Callable[[Row], bool],
) -> int:
    marks = ", ".join("?" * len(columns.split(",")))
    before = target.total_changes
    target.executemany(
        f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})",
        (row for row in _readable_rows(source, table, columns) if is_sound(row)),
    )
    return target.total_changes - before


def _readable_rows(source: Path, table: str, columns: str) -> Iterator[Row]:
    """Read from both ends towards the damage, by every order there may be an index of.

    Rows may come more than once.
    """
    names = columns.split(", ")
    for order in (f"{name} {way}" for name in names[:2] for way in ("ASC", "DESC")):
        query = f"SELECT {columns} FROM {table} ORDER BY {order}"
        try:
            with closing(sqlite3.connect(source, isolation_level=None)) as connection:
                yield from connection.execute(query)
        except sqlite3.DatabaseError as error:
            logger.warning("%s of %s: %s", table, source, error)
        else:
            return


def _is_folder(row: Row) -> bool:
    if not (isinstance(row[1], str) and isinstance(row[2], str | bytes)):
        return False
    if len(row) == 3:
        return True
    try:
        return isinstance(json.loads(str(row[3])), dict)
    except ValueError:
        return False


def _is_tag(row: Row) -> bool:
    return isinstance(row[0], str | bytes) and isinstance(row[1], str)


def _is_trust(row: Row) -> bool:
    return isinstance(row[0], str | bytes) and row[1] in range(len(TRUST_LEVELS))


def _is_collected(row: Row) -> bool:
    return all(isinstance(row[column], str) for column in (0, 2, 3)) and isinstance(row[1], int)


def _is_model(row: Row) -> bool:
    return isinstance(row[0], int) and isinstance(row[1], str)


def _is_vector(row: Row) -> bool:
    _, model, content, vector = row
    if not (isinstance(model, int) and isinstance(content, bytes) and isinstance(vector, bytes)):
        return False
    if len(content) != 16 or len(vector) % 2:
        return False
    length = float(np.linalg.norm(np.frombuffer(vector, dtype="<f2").astype(np.float64)))
    return abs(length - 1.0) <= _NORM_TOLERANCE


# The folders of an older catalog have no rules; those read before stay as they are.
_SAVED: tuple[tuple[str, str, Callable[[Row], bool]], ...] = (
    ("folders", "id, name, root, rules", _is_folder),
    ("folders", "id, name, root", _is_folder),
    ("user_tags", "place, tag", _is_tag),
    ("user_trust", "place, level", _is_trust),
    ("collection", "id, position, note, passage", _is_collected),
    ("models", "id, fingerprint", _is_model),
    ("vectors", "id, model, content_hash, vector", _is_vector),
)
