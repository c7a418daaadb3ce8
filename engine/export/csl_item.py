"""References as CSL-JSON items (Citation Style Language 1.0.2), which most managers read."""

from __future__ import annotations

from typing import Any

from engine.export.reference import Name, Reference
from engine.export.safe_text import one_line


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
