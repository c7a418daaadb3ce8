"""Headers and footers: what stands on every page is read once, after everything else."""

from __future__ import annotations

from collections.abc import Iterable

from engine.extract.text_building import LineText

_MOST_LINES = 500


def add_margins(text: LineText, lines: Iterable[str]) -> None:
    """Write the lines of headers and footers, each once, without those that are only numbers."""
    text.end_sections()
    said = (line for line in lines if any(character.isalpha() for character in line))
    for line in list(dict.fromkeys(said))[:_MOST_LINES]:
        text.add(line)
