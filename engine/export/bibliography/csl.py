"""References as items of CSL-JSON (CSL 1.0.2)."""

from __future__ import annotations

from typing import Any

from twofold.engine.export.text import one_line
from twofold.engine.model.publication import PUBLICATION_FIELDS
from twofold.engine.model.reference import Name, Reference, names_of


def csl_item(reference: Reference) -> dict[str, Any]:
    """Return the CSL-JSON item (CSL 1.0.2) without unknown variables."""
    item: dict[str, Any] = {
        "id": reference.key or reference.id,
        "type": reference.kind,
        "title": one_line(reference.title),
        "author": [_csl_name(name) for name in reference.authors],
        "issued": {"date-parts": [list(reference.issued)]} if reference.issued else None,
    }
    for each in PUBLICATION_FIELDS:
        value = getattr(reference, each.name)
        if each.csl:
            names = names_of(value) if each.has_names and value else ()
            item[each.csl] = [_csl_name(name) for name in names] or one_line(value)
        if each.name == "url":
            item["language"] = reference.lang if reference.lang != "und" else ""
    return {name: value for name, value in item.items() if value}


def _csl_name(name: Name) -> dict[str, str]:
    if name.literal:
        return {"literal": one_line(name.literal)}
    parts = {"family": name.family, "given": name.given, "suffix": name.suffix}
    return {part: one_line(value) for part, value in parts.items() if value}
