"""Text as SQLite can hold it.

A file name that is not valid UTF-8 reaches us with lone surrogates (PEP 383), which SQLite's TEXT
cannot hold; such names are stored as BLOBs, so that they come back exactly. Elsewhere a lone
surrogate is replaced by U+FFFD, one character for one, so that offsets stay right.
"""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def stored_name(name: str) -> str | bytes:
    """Return a file name in a form that SQLite holds without loss."""
    return name.encode("utf-8", "surrogatepass") if _SURROGATE.search(name) else name


def name_from_stored(value: str | bytes) -> str:
    """Read back what `stored_name` made."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else value


def stored_text(text: str) -> str:
    """Return the text with lone surrogates replaced, of the same length."""
    return _SURROGATE.sub("\ufffd", text) if _SURROGATE.search(text) else text
