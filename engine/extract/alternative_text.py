"""Alternative texts of pictures."""

from __future__ import annotations

import re

_FILE_NAME = re.compile(
    r"\S*[/\\]\S*|[^\\/]{1,200}\.(?:png|jpe?g|gif|bmp|tiff?|[ew]mf|svg|webp)", re.IGNORECASE
)
_PATH = re.compile(r"(?:[A-Za-z]:\\|https?://|file:)")
_MAX_LENGTH = 2000


def alternative_text(*texts: str) -> str:
    """Return the first text that describes a picture and is not a file name, on one line."""
    for text in texts:
        words = " ".join(text[: 2 * _MAX_LENGTH].split())[:_MAX_LENGTH]
        is_name = _FILE_NAME.fullmatch(words) or _PATH.match(words)
        if any(map(str.isalnum, words)) and not is_name:
            return words
    return ""
