"""Places of the library on the command line: paths, or names as answers show them."""

from __future__ import annotations

from pathlib import Path

from app.paths import expanded


def as_place(word: str) -> str:
    """Return the absolute path of what is there, else the word: 'Notes/2026/plan.md'."""
    path = expanded(Path(word))
    is_path = path.is_absolute() or word.startswith((".", "~")) or path.exists()
    return str(path.absolute()) if is_path else word
