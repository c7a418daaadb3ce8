"""A copy of what exists nowhere else: folders, tags, trust and the collection of a person.

It lies beside the catalog as one small JSON file, written anew after every change of these, so that
a catalog that is lost or damaged beyond reading costs nothing that cannot be computed again. File
names with undecodable bytes survive as escaped surrogates.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from pathlib import Path
from typing import Any

from engine.stores.catalog import collection
from engine.stores.catalog.stored_text import name_from_stored, stored_name, stored_text
from engine.stores.durable_files import replace_file

logger = logging.getLogger(__name__)

FORMAT = "twofold.personal.v1"


def file_beside(catalog: Path) -> Path:
    """Return where the copy for a catalog lies."""
    return catalog.with_name("personal.json")


def save(connection: sqlite3.Connection, catalog: Path) -> None:
    """Write the copy when it differs from what is there; a full disk is only logged."""
    data = json.dumps(_read(connection), indent=1, sort_keys=True).encode("ascii")
    path = file_beside(catalog)
    try:
        if not (path.is_file() and path.read_bytes() == data):
            replace_file(path, data)
    except OSError as error:
        logger.warning("the copy of folders and tags cannot be written: %s", error.strerror)


def restore(connection: sqlite3.Connection, catalog: Path) -> int:
    """Add what the copy holds to an open transaction; return how many folders and tags it held.

    A copy that is missing holds nothing. One that cannot be understood is kept beside it, as the
    next save would write over the only list of a person's folders.
    """
    path = file_beside(catalog)
    kept = _load(path)
    before = connection.total_changes
    try:
        _insert(connection, kept)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        _keep(path)
    return connection.total_changes - before


def _insert(connection: sqlite3.Connection, kept: dict[str, Any]) -> None:
    connection.executemany(
        "INSERT OR IGNORE INTO folders (name, root, rules) VALUES (?, ?, ?)",
        [
            (stored_text(row["name"]), stored_name(row["root"]), json.dumps(row["rules"]))
            for row in kept.get("folders", ())
        ],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO user_tags VALUES (?, ?)",
        [(stored_name(row["place"]), stored_text(row["tag"])) for row in kept.get("tags", ())],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO user_trust VALUES (?, ?)",
        [(stored_name(row["place"]), int(row["level"])) for row in kept.get("trust", ())],
    )
    collection.restore(connection, kept.get("collection", ()))


def _read(connection: sqlite3.Connection) -> dict[str, Any]:
    folders = connection.execute("SELECT name, root, rules FROM folders ORDER BY name")
    tags = connection.execute("SELECT place, tag FROM user_tags ORDER BY place, tag")
    trust = connection.execute("SELECT place, level FROM user_trust ORDER BY place")
    return {
        "format": FORMAT,
        "folders": [
            {"name": name, "root": name_from_stored(root), "rules": json.loads(rules)}
            for name, root, rules in folders
        ],
        "tags": [{"place": name_from_stored(place), "tag": tag} for place, tag in tags],
        "trust": [{"place": name_from_stored(place), "level": level} for place, level in trust],
        "collection": collection.as_rows(connection),
    }


def _load(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        kept = None
    if isinstance(kept, dict) and kept.get("format") == FORMAT:
        return kept
    _keep(path)
    return {}


def _keep(path: Path) -> None:
    kept, number = path.with_name("personal.unreadable.json"), 1
    while kept.exists():  # the first one may be the one with everything in it
        number += 1
        kept = path.with_name(f"personal.unreadable-{number}.json")
    logger.warning("the copy of folders and tags holds something else; it is kept as %s", kept)
    try:
        path.replace(kept)
    except OSError as error:
        logger.warning("it cannot be moved: %s", error.strerror)
