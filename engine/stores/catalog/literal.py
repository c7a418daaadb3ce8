"""Literal text in the catalog: chunks that hold it, in either case."""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass

from engine.stores.case_folding import unfolded
from engine.stores.catalog.rows import NUMBERS

_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST_PART = 100
_MOST_OF_ONE = 3  # letters that case folding makes of one
_COMMON = re.compile("[a-z ]{0,2}")


def folded_literal(text: str) -> str:
    """Return what is compared of a text that is looked for literally; '' when nothing holds it."""
    folded = text.strip().casefold()
    return "" if _SURROGATE.search(folded) else folded  # no stored text holds half a character


@dataclass(frozen=True, slots=True)
class Range:
    """Which chunks are read: of these documents, these chunks (JSON arrays), the first so many."""

    documents: str | None = None
    chunks: str | None = None
    first: int | None = None


def holders(connection: sqlite3.Connection, folded: str, within: Range, limit: int) -> list[int]:
    """Return the lowest numbers of chunks in a range that hold a case-folded text."""
    test, values = _test(folded)
    conditions = [test]
    for column, numbers in (("document", within.documents), ("number", within.chunks)):
        if numbers is not None:
            conditions.append(f"{column} IN {NUMBERS}")
            values.append(numbers)
    source = "chunks"
    if within.first is not None:
        source = "(SELECT number, document, text FROM chunks ORDER BY number LIMIT ?)"
        values.insert(0, within.first)
    rows = connection.execute(
        f"SELECT number FROM {source} WHERE {' AND '.join(conditions)} ORDER BY number LIMIT ?",
        [*values, limit],
    )
    return [row[0] for row in rows]


def _test(folded: str) -> tuple[str, list[object]]:
    """Return what tells whether `text` holds a case-folded text, with its values."""
    test = "holds_folded(text, ?)"
    values: list[object] = [folded]
    part = _plain_part(folded)
    if part:
        # SQLite's own lower() knows ASCII only, but costs half.
        test = f"CASE WHEN instr(lower(text), ?) > 0 THEN {test} END"
        values.insert(0, part)
    if len(folded) > _LONGEST_PART:
        # Handing a text of 100,000 letters over costs more than reading a passage.
        test = f"CASE WHEN length(CAST(text AS BLOB)) >= ? THEN {test} END"
        values.insert(0, len(folded) // _MOST_OF_ONE)
    return test, values


def holds_folded(text: str, folded: str) -> bool:
    """Whether the case-folded `text` holds `folded`."""
    if text.isascii() and not folded.isascii():
        return False
    return folded in text.casefold()


def changed_after(
    connection: sqlite3.Connection, generation: int, limit: int
) -> tuple[int, ...] | None:
    """Return the chunks written since a generation; None when more than `limit` rows tell."""
    rows = connection.execute(
        "SELECT chunk FROM outbox WHERE generation > ? AND op = 'put' LIMIT ?",
        (generation, limit + 1),
    ).fetchall()
    return None if len(rows) > limit else tuple(row[0] for row in rows)


def _plain_part(folded: str) -> str:
    """Return a part that a holder has as it is, but for ASCII capitals; '' when most texts do."""
    parts = [""]
    for letter in folded[:_LONGEST_PART]:
        if any(source != letter.upper() or not source.isascii() for source in unfolded(letter)):
            parts.append("")
        else:
            parts[-1] += letter
    longest = max(parts, key=len)
    return "" if _COMMON.fullmatch(longest) else longest
