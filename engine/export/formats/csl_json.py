"""The documents as CSL-JSON, for reference managers and citation processors.

Each item quotes its passages in `note`; `custom` (CSL-JSON 1.0.2) holds them for programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.export.bibliography.reference import Name, Reference
from engine.export.contents import Export, Step, by_reference, quotation_note
from engine.export.text import one_line
from engine.model.wire import json_pieces


def csl_item(reference: Reference) -> dict[str, Any]:
    """Return the item; variables that are not known are left out."""
    item: dict[str, Any] = {
        "id": reference.key or reference.id,
        "type": reference.kind,
        "title": one_line(reference.title),
        "author": [_name(name) for name in reference.authors],
        "issued": {"date-parts": [list(reference.issued)]} if reference.issued else None,
        "container-title": one_line(reference.container),
        "publisher": one_line(reference.publisher),
        "DOI": one_line(reference.doi),
        "ISBN": one_line(reference.isbn),
        "URL": one_line(reference.url),
        "language": reference.lang if reference.lang != "und" else "",
    }
    item |= {name: one_line(value) for name, value in reference.details.items()}
    return {name: value for name, value in item.items() if value}


def _name(name: Name) -> dict[str, str]:
    if name.literal:
        return {"literal": one_line(name.literal)}
    parts = {"family": one_line(name.family), "given": one_line(name.given)}
    return {part: value for part, value in parts.items() if value}


def render(export: Export, step: Step) -> str:
    """Return a JSON array with one item a document."""
    return "".join((*json_pieces(_items(export, step)), "\n"))


def _items(export: Export, step: Step) -> Iterator[dict[str, Any]]:
    grouped = by_reference(export)
    record = export.record.as_json()
    for reference in export.references:
        passages = grouped.get(reference.id, [])
        quoted = [
            {"text": p.text, "folder": p.folder, "uri": p.uri, "place": p.place} for p in passages
        ]
        item = csl_item(reference)
        item["note"] = "\n\n".join(quotation_note(passage) for passage in passages)
        item["custom"] = {"twofold": {"passages": quoted, "search": record}}
        yield item
        for _ in passages:
            step()
