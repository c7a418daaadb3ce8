"""Saving what exists nowhere else out of a catalog that is damaged or of an older version.

Documents can be read again from their files. The list of folders and the tags a person gave cannot,
and vectors are costly: these are copied row by row, as far as SQLite can still read them, into a
new catalog; vectors also from the vector indexes. The former file is kept beside it, and of damaged
ones also the one before, if there is one.
"""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from twofold.engine.durable_files import put_in_place
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import CatalogError
from twofold.engine.model.message import Message, message, system_reason
from twofold.engine.model.personal_copy import rules_of
from twofold.engine.stores.catalog import personal, schema
from twofold.engine.stores.catalog.connections import (
    CatalogConnections,
    copy_beside,
    translated_errors,
)
from twofold.engine.stores.catalog.rows import TRUST_LEVELS
from twofold.engine.stores.ports import SavedVectors

logger = logging.getLogger(__name__)

Row = tuple[object, ...]

# A new catalog while it is made, and when it only waits to take the old one's place.
_INCOMPLETE, _COMPLETE = "recovering", "recovered"

# Damage inside a page shows in a vector's length: all are normalised.
_NORM_TOLERANCE = 0.02


def recover_catalog(path: Path, saved_vectors: SavedVectors) -> Message:
    """Put a new catalog in the place of a former one; return a sentence about what was saved.

    `saved_vectors` yields those of the vector indexes, which are kept too. The new catalog lacks
    the documents until their folders are read again. Raises CatalogError when the damaged file
    cannot be moved.
    """
    with _translated(path):
        _build(path, saved_vectors, _copy_all)
        return _put_in_place(path)


def restore_catalog(path: Path, saved_vectors: SavedVectors) -> tuple[Message, ...]:
    """Make a catalog that was lost anew from the copy of what the person said, if there is one.

    Returns a sentence for the person when there was something to restore.
    """
    if not copy_beside(path).is_file():
        return ()
    with _translated(path):
        if not _build(path, saved_vectors, lambda _path, _target: None):
            _remove(_beside(path, _COMPLETE))
            return ()
        return (_put_in_place(path),)


def finish_recovery(path: Path) -> tuple[Message, ...]:
    """Go on where putting a new catalog in place was interrupted; return what was done."""
    with _translated(path):
        return (_put_in_place(path),) if _beside(path, _COMPLETE).exists() else ()


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        with translated_errors(path):
            yield
    except OSError as error:
        problem = message(
            "The library cannot be written: {path}: {strerror}.",
            path=path,
            strerror=system_reason(error),
        )
        hint = message("Close other programs that use it.")
        raise CatalogError(*disk_first(error, problem, hint)) from error


def _build(
    path: Path, saved_vectors: SavedVectors, save: Callable[[Path, sqlite3.Connection], None]
) -> int:
    """Make the new catalog beside the old one; return how much of what a person said it holds.

    Only a complete one gets its name, so that a crash loses nothing of the old one.
    """
    new = _beside(path, _INCOMPLETE)
    _remove(new)
    connections = CatalogConnections(new)
    try:
        with connections.writing() as target:
            save(path, target)
            restored = personal.restore_copy(target, path)
            target.execute("DELETE FROM vectors WHERE model NOT IN (SELECT id FROM models)")
            keep_vectors(target, saved_vectors)
            # Later than any generation there has been, so that no older index seems up to date.
            now = time.time_ns() // 1_000_000
            target.execute(
                "UPDATE meta SET value = ? WHERE key IN ('generation', 'pruned')", (now,)
            )
    finally:
        connections.close()
    put_in_place(new, _beside(path, _COMPLETE))
    return restored


def _put_in_place(path: Path) -> Message:
    aside = _move_aside(path)
    put_in_place(_beside(path, _COMPLETE), path)
    _drop_older(path)
    with closing(sqlite3.connect(path)) as catalog:
        folders, tags, vectors = (
            catalog.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("folders", "user_tags", "vectors")
        )
    if aside is None:
        return message(
            "The library file was missing. Your tags and folders ({folders}) were "
            "restored from their copy.",
            folders=folders,
        )
    if aside == schema.older_copy(path):
        return message(
            "The library file was made by an older version of Twofold and is kept as "
            "{name}. Saved from it: folders ({folders}), tags of yours ({tags}) and "
            "vectors ({vectors}).",
            name=aside.name,
            folders=folders,
            tags=tags,
            vectors=vectors,
        )
    return message(
        "The library file was damaged and is kept as {name}. Saved from it: "
        "folders ({folders}), tags of yours ({tags}) and vectors ({vectors}).",
        name=aside.name,
        folders=folders,
        tags=tags,
        vectors=vectors,
    )


def _move_aside(path: Path) -> Path | None:
    """Move the old catalog away with its log; return where it is, None when nothing was in it."""
    aside = schema.older_copy(path) if schema.is_older(path) else _next_place(path)
    has_content = path.exists() and path.stat().st_size > 0
    for suffix in _SUFFIXES:
        part = path.with_name(f"{path.name}{suffix}")
        if part.exists():
            part.replace(aside.with_name(f"{aside.name}{suffix}"))
    path.with_name(f"{path.name}.suspect").unlink(missing_ok=True)
    return aside if has_content else None


def _beside(path: Path, state: str) -> Path:
    return path.with_name(f"{path.name}.{state}")


def _remove(database: Path) -> None:
    for suffix in _SUFFIXES:
        database.with_name(f"{database.name}{suffix}").unlink(missing_ok=True)


def _copy_all(source: Path, target: sqlite3.Connection) -> None:
    for table, columns, is_sound in _SAVED:
        marks = ", ".join("?" * len(columns.split(",")))
        target.executemany(
            f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})",
            (row for row in _readable_rows(source, table, columns) if is_sound(row)),
        )


def keep_vectors(target: sqlite3.Connection, saved_vectors: SavedVectors) -> None:
    """Add the vectors that the catalog does not have."""
    models = set()
    for fingerprint, vectors in saved_vectors():
        models.add(fingerprint)
        target.execute("INSERT OR IGNORE INTO models (fingerprint) VALUES (?)", (fingerprint,))
        model = target.execute(
            "SELECT id FROM models WHERE fingerprint = ?", (fingerprint,)
        ).fetchone()[0]
        rows: Iterator[Row] = ((None, model, text, vector) for text, vector in vectors)
        target.executemany(
            "INSERT OR IGNORE INTO vectors (id, model, content_hash, vector) VALUES (?, ?, ?, ?)",
            (row for row in rows if _is_vector(row)),
        )
    if len(models) == 1:  # else nobody knows which of them answered
        target.execute("INSERT OR IGNORE INTO meta VALUES ('answering_model', ?)", (*models,))


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
            # Not its message, which quotes a text that is no UTF-8.
            reason = getattr(error, "sqlite_errorname", type(error).__name__)
            logger.warning("%s of %s: %s", table, source, reason)
        else:
            return


def _is_folder(row: Row) -> bool:
    if not (isinstance(row[1], str) and isinstance(row[2], str | bytes)):
        return False
    try:
        rules_of(json.loads(str(row[3])))
    except (ValueError, RecursionError):
        return False
    return True


def _is_tag(row: Row) -> bool:
    return isinstance(row[0], str | bytes) and isinstance(row[1], str)


def _is_trust(row: Row) -> bool:
    return isinstance(row[0], str | bytes) and row[1] in range(len(TRUST_LEVELS))


def _is_collected(row: Row) -> bool:
    return all(isinstance(row[column], str) for column in (0, 2, 3)) and isinstance(row[1], int)


def _is_of_models(row: Row) -> bool:
    key, value = row
    wanted = isinstance(key, str) and key.startswith(("answering_model", "embedding_rate:"))
    return wanted and isinstance(value, str)


def _is_model(row: Row) -> bool:
    return isinstance(row[0], int) and isinstance(row[1], str)


def _is_vector(row: Row) -> bool:
    _, model, content, vector = row
    if not (isinstance(model, int) and isinstance(content, bytes) and isinstance(vector, bytes)):
        return False
    if len(content) != 16 or len(vector) % 2:
        return False
    import numpy as np  # noqa: PLC0415 (only where there are vectors)

    length = float(np.linalg.norm(np.frombuffer(vector, dtype="<f2").astype(np.float64)))
    return abs(length - 1.0) <= _NORM_TOLERANCE


_SAVED: tuple[tuple[str, str, Callable[[Row], bool]], ...] = (
    ("folders", "id, name, root, rules", _is_folder),
    ("user_tags", "place, tag", _is_tag),
    ("user_trust", "place, level", _is_trust),
    ("collection", "id, position, note, passage", _is_collected),
    ("meta", "key, value", _is_of_models),
    ("models", "id, fingerprint", _is_model),
    ("vectors", "id, model, content_hash, vector", _is_vector),
)


# --- Damaged catalogs moved aside: catalog.sqlite.damaged-1, -2 and so on ---


_SUFFIXES = ("-wal", "-shm", "")
# A library may be large; the one before the last is kept in case that the last is of an attempt.
_KEPT = 2


def _next_place(catalog: Path) -> Path:
    """Return where a damaged catalog is moved to: later numbers are newer."""
    number = max(_numbers(catalog), default=0) + 1
    return catalog.with_name(f"{catalog.name}.damaged-{number}")


def _drop_older(catalog: Path) -> None:
    """Delete all copies but the newest two that hold anything; what cannot be deleted stays."""
    places = [catalog.with_name(f"{catalog.name}.damaged-{n}") for n in _numbers(catalog)]
    kept = [place for place in places if _holds_anything(place)][-_KEPT:]
    for place in places:
        if place not in kept:
            logger.info("an older damaged library is deleted: %s", place)
            with suppress(OSError):
                _remove(place)


def _numbers(catalog: Path) -> list[int]:
    name = re.compile(rf"{re.escape(catalog.name)}\.damaged-(\d{{1,9}})")
    found = (name.fullmatch(path.name) for path in catalog.parent.iterdir())
    return sorted(int(one[1]) for one in found if one)


def _holds_anything(place: Path) -> bool:
    parts = (place.with_name(f"{place.name}{suffix}") for suffix in _SUFFIXES)
    return any(part.is_file() and part.stat().st_size for part in parts)
