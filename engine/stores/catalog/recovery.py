"""Recover irreplaceable data from a damaged or outdated catalog.

Documents can be read again from their files. The list of folders and the user's tags cannot, and
vectors are expensive to compute. These are copied row by row, as far as SQLite can still read them,
into a new catalog; vectors also come from the vector indexes. The old file is kept next to it. For
damaged files, the previous damaged one is kept too.
"""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

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
from twofold.engine.model.localized import Message, message, system_reason
from twofold.engine.model.personal_copy import rules_of
from twofold.engine.stores.catalog import schema
from twofold.engine.stores.catalog.annotations import restore_copy
from twofold.engine.stores.catalog.connections import (
    CatalogConnections,
    copy_beside,
    translated_errors,
)
from twofold.engine.stores.catalog.rows import TRUST_LEVELS
from twofold.engine.stores.ports import SavedVectors

logger = logging.getLogger(__name__)

Row = tuple[object, ...]

# Suffixes of a new catalog while it is being built, and when it is ready to replace the old one.
_INCOMPLETE, _COMPLETE = "recovering", "recovered"

# All vectors are normalised, so damage inside a page shows in a vector's length.
_NORM_TOLERANCE = 0.02


def recover_catalog(path: Path, saved_vectors: SavedVectors) -> Message:
    """Replace a catalog by a new one. Return a sentence about the recovered data.

    `saved_vectors` yields the vectors in the vector indexes, which are recovered too. The new
    catalog lacks the documents until their folders are read again. Raise CatalogError if the
    damaged file cannot be moved.
    """
    with _translated(path):
        _build(path, saved_vectors, _copy_all)
        return _put_in_place(path)


def restore_catalog(path: Path, saved_vectors: SavedVectors) -> tuple[Message, ...]:
    """Recreate a lost catalog from the copy of the user data, if there is one.

    Return a sentence for the user if something was restored.
    """
    if not copy_beside(path).is_file():
        return ()
    with _translated(path):
        if not _build(path, saved_vectors, lambda _path, _target: None):
            _remove(_beside(path, _COMPLETE))
            return ()
        return (_put_in_place(path),)


def finish_recovery(path: Path) -> tuple[Message, ...]:
    """Finish an interrupted replacement of the catalog. Return what was done."""
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
    """Build the new catalog next to the old one. Return the number of restored user entries.

    The new file gets its final name only when it is complete, so that a crash loses nothing.
    """
    new = _beside(path, _INCOMPLETE)
    _remove(new)
    connections = CatalogConnections(new)
    try:
        with connections.writing() as target:
            save(path, target)
            restored = restore_copy(target, path)
            target.execute("DELETE FROM vectors WHERE model NOT IN (SELECT id FROM models)")
            keep_vectors(target, saved_vectors)
            # Later than any previous generation, so that no older index appears up to date.
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
            "restored from a copy.",
            folders=folders,
        )
    if aside == schema.older_copy(path):
        return message(
            "The library file was created by an older version of Twofold and was kept as "
            "{name}. Recovered from it: folders ({folders}), your tags ({tags}) and "
            "vectors ({vectors}).",
            name=aside.name,
            folders=folders,
            tags=tags,
            vectors=vectors,
        )
    return message(
        "The library file was damaged and was kept as {name}. Recovered from it: "
        "folders ({folders}), your tags ({tags}) and vectors ({vectors}).",
        name=aside.name,
        folders=folders,
        tags=tags,
        vectors=vectors,
    )


def _move_aside(path: Path) -> Path | None:
    """Move the old catalog away with its log. Return its new path, None if it was empty."""
    aside = schema.older_copy(path) if schema.is_older(path) else _next_damaged_path(path)
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
    if len(models) == 1:  # with several models, it is unknown which of them was in use
        target.execute("INSERT OR IGNORE INTO meta VALUES ('answering_model', ?)", (*models,))


def _readable_rows(source: Path, table: str, columns: str) -> Iterator[Row]:
    """Yield the rows of a damaged table that can be read.

    The table is read from both ends up to the damage, in each order for which there may be an
    index. Rows may be yielded more than once.
    """
    names = columns.split(", ")
    for order in (f"{name} {way}" for name in names[:2] for way in ("ASC", "DESC")):
        query = f"SELECT {columns} FROM {table} ORDER BY {order}"
        try:
            with closing(sqlite3.connect(source, isolation_level=None)) as connection:
                yield from connection.execute(query)
        except sqlite3.DatabaseError as error:
            # The message is not logged, because it quotes texts that are not UTF-8.
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
    name, identity, position, note, passage = row
    texts = (name, identity, note, passage)
    return all(isinstance(text, str) for text in texts) and isinstance(position, int)


def _is_name(row: Row) -> bool:
    return isinstance(row[0], str) and bool(row[0])


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
    import numpy as np  # noqa: PLC0415 (only needed with vectors)

    length = float(np.linalg.norm(np.frombuffer(vector, dtype="<f2").astype(np.float64)))
    return abs(length - 1.0) <= _NORM_TOLERANCE


_SAVED: tuple[tuple[str, str, Callable[[Row], bool]], ...] = (
    ("folders", "id, name, root, rules", _is_folder),
    ("user_tags", "place, tag", _is_tag),
    ("user_trust", "place, level", _is_trust),
    ("collections", "name", _is_name),
    ("collected", "collection, id, position, note, passage", _is_collected),
    ("meta", "key, value", _is_of_models),
    ("models", "id, fingerprint", _is_model),
    ("vectors", "id, model, content_hash, vector", _is_vector),
)


# --- Damaged catalogs are renamed to catalog.sqlite.damaged-1, -2 and so on ---


_SUFFIXES = ("-wal", "-shm", "")
# A library may be large. The last but one is kept in case the last one is from a failed attempt.
_KEPT_COPIES = 2


def _next_damaged_path(catalog: Path) -> Path:
    """Return the new path of a damaged catalog. Higher numbers are newer."""
    number = max(_numbers(catalog), default=0) + 1
    return catalog.with_name(f"{catalog.name}.damaged-{number}")


def _drop_older(catalog: Path) -> None:
    """Delete all but the newest two non-empty copies, as far as possible."""
    places = [catalog.with_name(f"{catalog.name}.damaged-{n}") for n in _numbers(catalog)]
    kept = [place for place in places if _holds_anything(place)][-_KEPT_COPIES:]
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
