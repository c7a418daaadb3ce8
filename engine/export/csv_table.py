"""Hits as a table, one row a hit: RFC 4180, safe to open in a spreadsheet.

A cell that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, "CSV
Injection"), for documents are not trusted.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from engine.core.hit import Hit, SearchResponse
from engine.export.safe_text import printable

COLUMNS = (
    "number",
    "rank",
    "title",
    "section",
    "folder",
    "path",
    "place",
    "citation",
    "text",
    "lang",
    "tags",
    "trust_level",
    "score",
    "score_kind",
    "indexed_at",
    "stale",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Spaces, and signs without a width (such as a byte order mark), that a spreadsheet may skip.
_UNSEEN = re.compile("^[\\s\u200b-\u200f\u2060\ufeff]+")


def render(_response: SearchResponse, hits: Sequence[Hit]) -> str:
    """Return the table with a header row; lines end with CR LF."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for number, hit in enumerate(hits, start=1):
        writer.writerow([_cell(value) for value in _row(number, hit)])
    return target.getvalue()


def _row(number: int, hit: Hit) -> tuple[str | int | float, ...]:
    return (
        number,
        hit.rank,
        hit.title,
        hit.section_label,
        hit.folder,
        hit.doc_path,
        hit.citation.place.fragment,
        hit.citation.uri,
        hit.text or hit.snippet.text,
        hit.lang,
        ", ".join(hit.tags),
        hit.trust_level.value,
        hit.score,
        hit.score_kind.value,
        hit.indexed_at,
        "true" if hit.stale else "false",
    )


def _cell(value: str | float) -> str | float:
    if not isinstance(value, str):
        return value
    text = printable(value)
    seen = _UNSEEN.sub("", text)
    if text.startswith(_FORMULA_STARTS) or seen.startswith(_FORMULA_STARTS):
        return f"'{text}"
    return text
