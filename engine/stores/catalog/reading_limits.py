"""Which files are worth another try because a limit of reading was raised since they failed."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping

from engine.core.document import FailureReason
from engine.stores.catalog.outbox import meta_text, set_meta_text
from engine.stores.catalog.rows import OLDER_READING

_KEY = "reading_limits"
# By the setting that holds the limit: how files fail that are beyond it.
_REASONS: Mapping[str, tuple[FailureReason, ...]] = {
    "indexing.max_file_mb": (FailureReason.TOO_LARGE,),
    "indexing.read_seconds": (FailureReason.TIMED_OUT,),
    "indexing.read_memory_mb": (FailureReason.OUT_OF_MEMORY, FailureReason.READER_CRASHED),
}


def try_again_where_raised(
    connection: sqlite3.Connection, limits: Mapping[str, int], usual: Mapping[str, int]
) -> int:
    """Have the next look read what failed by a limit that is higher now; return how many files.

    `limits` are the values of the settings by key, and kept for the next time; `usual` are those
    of a library that keeps none yet.
    """
    before = {**usual, **json.loads(meta_text(connection, _KEY) or "{}")}
    raised = [key for key in _REASONS if limits[key] > before[key]]
    if any(limits[key] != before[key] for key in _REASONS):
        set_meta_text(connection, _KEY, json.dumps({key: limits[key] for key in _REASONS}))
    reasons = [reason.value for key in raised for reason in _REASONS[key]]
    return _mark(connection, reasons) if reasons else 0


def _mark(connection: sqlite3.Connection, reasons: list[str]) -> int:
    """Let files that failed look changed, and those that hold such read as by an older version."""
    marks = ", ".join("?" * len(reasons))
    holding = connection.execute(
        f"""UPDATE documents SET chunker_version = ? WHERE number IN (
                SELECT m.file FROM members m JOIN failures f ON f.number = m.document
                WHERE f.reason IN ({marks}))""",
        (OLDER_READING, *reasons),
    ).rowcount
    files = connection.execute(
        f"""UPDATE failures SET mtime_ns = -1
            WHERE reason IN ({marks}) AND number NOT IN (SELECT document FROM members)""",
        reasons,
    ).rowcount
    return holding + files
