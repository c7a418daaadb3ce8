"""One row per passage (RFC 4180); no cell is a formula (see below).

Documents are not trusted, so a cell that spreadsheets would run as a formula starts with an
apostrophe (OWASP, "CSV Injection"). A spreadsheet that uses another separator or ignores quotes may
split our cells. Therefore an apostrophe is also inserted inside a cell, wherever such a part could
begin and call a function or another program.
"""

from __future__ import annotations

import csv
import io
import re

from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.export.text import printable
from twofold.engine.model.publication import PUBLICATION_FIELDS
from twofold.engine.model.reference import Reference

_PUBLICATION = tuple(each for each in PUBLICATION_FIELDS if each.in_table)
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
    "note",
    "author",
    "issued",
    *(each.name for each in _PUBLICATION),
    "search",
    "exported_at",
)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Spaces and characters without a width (such as byte order marks) that spreadsheets may skip.
_UNSEEN = re.compile("^[\\s\u200b-\u200f\u2060\ufeff]+")
# Formulas after possible ends of a cell; without brackets, `|` and `!` they are harmless.
_INNER_FORMULA = re.compile(
    '([;,\\t\\r\\n][\\s"\u200b-\u200f\u2060\ufeff]*)(?=[-=+@＝＋－＠][^\\r\\n]*[(|!])'
)

_Value = str | int | float


def render(export: Export, step: Step) -> str:
    """Return the table with a header row; lines end with CR LF."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, delimiter=export.separator, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    references = {reference.id: _reference(reference) for reference in export.references}
    search = (export.record.query, export.record.exported_at)
    for passage in export.passages:
        row = (*_row(passage), *references[passage.reference_id], *search)
        writer.writerow([_cell(value) for value in row])
        step()
    return target.getvalue()


def _row(passage: Passage) -> tuple[_Value, ...]:
    return (
        passage.number,
        "" if passage.rank is None else passage.rank,
        passage.title,
        passage.section,
        passage.folder,
        passage.path,
        passage.fragment,
        passage.uri,
        passage.text,
        passage.lang,
        ", ".join(passage.tags),
        passage.trust,
        "" if passage.score is None else passage.score,
        passage.score_kind,
        passage.indexed_at,
        "true" if passage.stale else "false",
        passage.note,
    )


def _reference(reference: Reference) -> tuple[_Value, ...]:
    return (
        "; ".join(name.in_order_of_family for name in reference.authors),
        "-".join(f"{part:02}" for part in reference.issued),
        *(getattr(reference, each.name) for each in _PUBLICATION),
    )


def _cell(value: _Value) -> _Value:
    if not isinstance(value, str):
        return value
    text = printable(value)
    seen = _UNSEEN.sub("", text)
    inside = text[: len(text) - len(seen)] + _INNER_FORMULA.sub(r"\1'", seen)
    if text.startswith(_FORMULA_STARTS) or seen.startswith(_FORMULA_STARTS):
        return f"'{inside}"
    return inside
