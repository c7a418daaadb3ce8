"""Nested data as blocks: as much of a structure as fits a passage, under the keys above it.

A container that is small stays whole; one that is large is divided into its members, whose
heading path then names the keys that lead to them.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.document import Block, BlockKind

# Characters; about as much as a passage holds.
_SMALL = 800
_DEEPEST_PATH = 8
_LONGEST_KEY = 200
_Path = tuple[str, ...]


@dataclass(slots=True)
class _Container:
    """An open container: its own start, and the run of small members at its end."""

    start: int
    path: _Path
    mark: int
    run_start: int = -1
    run_end: int = -1


class KeyedBlocks:
    """Collects the blocks of one document; offsets are told in ascending order."""

    def __init__(self) -> None:
        self._open = [_Container(0, (), 0)]
        self._blocks: list[Block] = []

    @property
    def depth(self) -> int:
        """How many containers are open."""
        return len(self._open) - 1

    def open(self, start: int, key: str) -> None:
        """Open the container whose key, or itself, begins at `start`."""
        parent = self._open[-1]
        mark = len(self._blocks)
        self._add_run(parent)
        words = " ".join(key.split())[:_LONGEST_KEY]
        path = (*parent.path, words) if words and len(parent.path) < _DEEPEST_PATH else parent.path
        self._open.append(_Container(start, path, mark))

    def close(self, end: int) -> None:
        """Close the innermost container, which ends at `end`."""
        if len(self._open) == 1:
            return
        closed = self._open.pop()
        parent = self._open[-1]
        if end - closed.start <= _SMALL:
            del self._blocks[closed.mark :]
            self._extend(parent, closed.start, end)
            return
        self._add_run(closed)
        parent.run_start = -1

    def leaf(self, start: int, end: int) -> None:
        """Add a member that holds no others."""
        if end > start:
            self._extend(self._open[-1], start, end)

    def finish(self, end: int) -> list[Block]:
        """Close everything at `end` and return the blocks in order."""
        while len(self._open) > 1:
            self.close(end)
        self._add_run(self._open[0])
        return self._blocks

    def _extend(self, container: _Container, start: int, end: int) -> None:
        if container.run_start >= 0 and end - container.run_start > _SMALL:
            self._add_run(container)
            container.run_start = -1
        if container.run_start < 0:
            container.run_start = start
        container.run_end = end

    def _add_run(self, container: _Container) -> None:
        if container.run_start >= 0:
            span = container.run_start, container.run_end
            self._blocks.append(Block(*span, BlockKind.CODE, container.path))
