"""The name an export is offered to be saved under."""

from __future__ import annotations

import re


def file_stem(query: str) -> str:
    """Return the first words of the query, joined so that every system takes them as a name."""
    words = re.findall(r"\w+", query)
    return "-".join(words[:6])[:60].lower() or "passages"
