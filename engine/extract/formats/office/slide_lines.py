"""The lines of one slide: its title first, wherever it stands."""

from __future__ import annotations

from engine.extract.text_building import LineText
from engine.model.document import BlockKind


class SlideLines:
    """Keeps lines until the whole slide is known."""

    def __init__(self) -> None:
        self._title: list[str] = []
        self._lines: list[tuple[str, BlockKind]] = []

    def add(self, text: str, kind: BlockKind = BlockKind.PARAGRAPH, level: int = 0) -> None:
        """Keep a line; every heading is part of the title."""
        if text and kind is BlockKind.HEADING and level:
            self._title.append(text)
        elif text:
            self._lines.append((text, kind))

    def write(self, text: LineText) -> None:
        """Write the title, then everything else."""
        text.add(" ".join(self._title), BlockKind.HEADING, 1)
        for line, kind in self._lines:
            text.add(line, kind)
