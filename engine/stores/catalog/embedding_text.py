"""What of a passage is embedded, defined here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath


def embedding_text(title: str, heading_path: Sequence[str], text: str) -> str:
    """Return the passage under a line that says where it stands: 'Title > Heading > Subheading'."""
    line = " > ".join(_without_repeats((title, *heading_path)))
    return f"{line}\n{text}" if line else text


def title_to_embed(title: str, path: str) -> str:
    """Return the title unless it is only the file's name, so that a rename embeds nothing again."""
    file = PurePosixPath(path)
    return "" if title in {file.name, file.stem} else title


def _without_repeats(names: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for name in names:
        if name and (not kept or kept[-1] != name):
            kept.append(name)
    return kept
