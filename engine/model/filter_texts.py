"""The filters of a search as JSON and as text."""

from __future__ import annotations

from typing import Any

from twofold.engine.model.filters import FILTERS, SearchFilters


def filters_as_json(filters: SearchFilters) -> dict[str, Any]:
    """Return the filters that are set, by field."""
    described: dict[str, Any] = {}
    for field in (field for known in FILTERS for field in known.fields):
        value = getattr(filters, field)
        if value:
            described[field] = list(value) if isinstance(value, tuple) else str(value)
    return described


def format_filters(filters: SearchFilters) -> str:
    """Format the filters that are set: 'tags work; without languages de, fr'."""
    parts = []
    for known in FILTERS:
        for field in known.fields:
            value = getattr(filters, field)
            values = ", ".join(value) if isinstance(value, tuple) else str(value or "")
            name = known.name if field == known.fields[0] else f"without {known.name}"
            parts += [f"{name} {values}"] if values else []
    return "; ".join(parts)
