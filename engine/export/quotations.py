"""Passages grouped under the documents they are from, and as notes to a reference."""

from __future__ import annotations

from collections import defaultdict

from engine.export.passages import Export, Passage
from engine.export.safe_text import one_line


def by_reference(export: Export) -> dict[str, list[Passage]]:
    """Return the passages of each document, by the id of its reference."""
    grouped: dict[str, list[Passage]] = defaultdict(list)
    for passage in export.passages:
        grouped[passage.reference_id].append(passage)
    return grouped


def quotation_note(passage: Passage) -> str:
    """Return a passage in one line: the quotation, its place, its citation, the person's note."""
    quoted = f"“{one_line(passage.text)}” ({one_line(passage.place)}; {passage.uri})"
    return f"{quoted} {one_line(passage.note)}".strip()
