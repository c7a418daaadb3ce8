"""Documents in the order of their dates, without a search."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from engine.stores.catalog.rows import NUMBERS


class Listed(NamedTuple):
    """A document and its first chunk, as numbers."""

    document: int
    chunk: int


def newest(connection: sqlite3.Connection, documents: str, limit: int) -> tuple[Listed, ...]:
    """Return the `limit` newest of `documents` (a JSON array of numbers).

    Those of one day come by folder and path. SQLite keeps no more than `limit` rows while it sorts,
    and looks for the chunks of those alone.
    """
    rows = connection.execute(
        f"""SELECT newest.number, (SELECT c.number FROM chunks c
                   WHERE c.document = newest.number ORDER BY c.position LIMIT 1)
            FROM (SELECT d.number FROM documents d JOIN folders f ON f.id = d.folder
                  WHERE d.number IN {NUMBERS} ORDER BY d.date DESC, f.name, d.path LIMIT ?
                 ) AS newest""",
        (documents, limit),
    )
    return tuple(Listed(*row) for row in rows if row[1] is not None)
