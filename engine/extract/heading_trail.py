"""The headings that enclose the place a reader has come to."""

from __future__ import annotations


class HeadingTrail:
    """Keeps the open headings by level; a heading closes those of its level and below."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []
        self.path: tuple[str, ...] = ()

    def enter(self, level: int, title: str) -> None:
        """Open a heading. Levels may be skipped; an empty title closes others and names nothing."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, title))
        self.path = tuple(title for _, title in self._open if title)
