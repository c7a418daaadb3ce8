"""Files and documents that cannot be searched, and pages waiting for OCR."""

# ruff: noqa: S608 - statements consist of constants only; every value is bound

from __future__ import annotations

from collections.abc import Iterable

from twofold.engine.model.document import FileState
from twofold.engine.model.failure import WAITING_FOR_OCR, DocumentFailure
from twofold.engine.stores.catalog.connections import CatalogConnections
from twofold.engine.stores.catalog.rows import (
    NUMBERS,
    WaitingScan,
    as_json_array,
    failure,
    name_from_stored,
)

_WAITING_FOR_OCR = ", ".join(f"'{reason}'" for reason in sorted(WAITING_FOR_OCR))


class Failures:
    """The failures in the catalog."""

    def __init__(self, connections: CatalogConnections) -> None:
        self._connections = connections

    def every(self) -> tuple[DocumentFailure, ...]:
        """Return all files that are not indexed. Their paths start with the folder name."""
        with self._connections.reading() as connection:
            rows = connection.execute(
                """SELECT f.name, x.path, x.reason, x.detail, x.since, d.indexed_at, m.file_path
                   FROM failures x JOIN folders f ON f.id = x.folder
                   LEFT JOIN members m ON m.document = x.number
                   LEFT JOIN documents d ON d.number = x.number AND d.chunker_version <> ''
                   ORDER BY f.name, x.path"""
            ).fetchall()
        return tuple(failure(row) for row in rows)

    def count_scans(self) -> int:
        """Return the number of documents waiting for OCR."""
        with self._connections.reading() as connection:
            row = connection.execute(
                f"SELECT count(*) FROM failures WHERE reason IN ({_WAITING_FOR_OCR})"
            ).fetchone()
            return int(row[0])

    def waiting_scans(
        self, limit: int, *, without: Iterable[int] = (), only: int | None = None
    ) -> tuple[WaitingScan, ...]:
        """Return documents waiting for OCR, newest first.

        Documents with a number in `without` are left out; `only` restricts the result to one
        document.
        """
        with self._connections.reading() as connection:
            rows = connection.execute(
                f"""SELECT x.number, f.name, f.root, x.path, m.file_path, x.size, x.mtime_ns,
                       x.inode, coalesce(d.digest, x''), x.changed_ns
                   FROM failures x JOIN folders f ON f.id = x.folder
                   LEFT JOIN members m ON m.document = x.number
                   LEFT JOIN documents d ON d.number = m.file
                   WHERE x.reason IN ({_WAITING_FOR_OCR}) AND x.number NOT IN {NUMBERS}
                       AND x.number = coalesce(?, x.number)
                   ORDER BY x.mtime_ns DESC, x.number LIMIT ?""",
                (as_json_array(without), only, limit),
            ).fetchall()
        return tuple(
            WaitingScan(
                row[0],
                row[1],
                name_from_stored(row[2]),
                name_from_stored(row[3]),
                name_from_stored(row[4] or ""),
                FileState(*row[5:]),
            )
            for row in rows
        )
