"""Definitions shared by all formats of bibliographies."""

from __future__ import annotations

import re
from collections.abc import Iterable

MAX_TEXT_LENGTH = 2_000
CSL_KIND = re.compile(r"[a-z_-]{3,40}")


def first_of(texts: Iterable[str]) -> str:
    """Return the first text that is not empty, or ''."""
    return next(filter(None, texts), "")
