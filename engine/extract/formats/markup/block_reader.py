"""Base class for parsers of the block structure of markup, line by line, with exact offsets.

A parser makes one pass over the lines and decides for each one which block begins there. A line
without recognised markup belongs to a paragraph, so no line is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twofold.engine.extract.lines import line_spans
from twofold.engine.extract.text_building import HeadingTrail
from twofold.engine.model.document import Block, BlockKind

# Patterns see only this many characters of a line, which limits their work.
MAX_MARKED = 1000
_MAX_TITLE_LENGTH = 300


class BlockReader:
    """The lines of a text from offset `begin`, the open headings and the current line (`at`).

    The text continues below the headings of `trail` if given (for a cell of a notebook). A format
    derives from this class and implements `next_block` for the current line.
    """

    def __init__(self, text: str, begin: int = 0, trail: HeadingTrail | None = None) -> None:
        self.text = text
        self.spans = line_spans(text, begin)
        self.trail = trail or HeadingTrail()
        self.at = 0

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks in order; every block begins and ends at a line boundary."""
        while self.at < len(self.spans):
            before = self.at
            block = self.next_block()
            if block is not None:
                yield block
            self.at = max(self.at, before + 1)

    def next_block(self) -> Block | None:
        """Return the block that begins at the current line, or skip lines without one."""
        raise NotImplementedError

    def line(self, index: int) -> str:
        """Return the beginning of a line, '' before the first and after the last."""
        if not 0 <= index < len(self.spans):
            return ""
        start, end = self.spans[index]
        return self.text[start : min(end, start + MAX_MARKED)]

    def is_blank(self, index: int) -> bool:
        """Return whether a line is blank or past the end."""
        if not 0 <= index < len(self.spans):
            return True
        start, end = self.spans[index]
        return not self.text[start:end].strip()

    def take(self, kind: BlockKind, end: int) -> Block | None:
        """Return the lines up to `end` as a block, without blank lines at its start and end."""
        first, self.at = self.at, max(end, self.at + 1)
        last = min(self.at, len(self.spans))
        while first < last and self.is_blank(first):
            first += 1
        while last > first and self.is_blank(last - 1):
            last -= 1
        if first == last:
            return None
        return Block(self.spans[first][0], self.spans[last - 1][1], kind, self.trail.path)

    def heading(self, level: int, title: str, end: int) -> Block | None:
        """Open a heading and return its lines as a block."""
        self.trail.enter(level, " ".join(title.split())[:_MAX_TITLE_LENGTH])
        return self.take(BlockKind.HEADING, end)

    def skip(self, end: int) -> None:
        """Skip the lines up to `end`."""
        self.at = max(end, self.at + 1)

    def blank_after(self, index: int) -> int:
        """Return the first blank line from `index` on."""
        while not self.is_blank(index):
            index += 1
        return min(index, len(self.spans))

    def paragraph_end(self, interrupts: Callable[[str], bool]) -> int:
        """Return the end of the current paragraph: a blank line or one that interrupts it."""
        end = self.at + 1
        while not self.is_blank(end) and not interrupts(self.line(end)):
            end += 1
        return end

    def indented_after(self, index: int, indent: int = 0) -> int:
        """Return the end of lines indented deeper than `indent`, including blank lines between."""
        end = index
        while index < len(self.spans):
            if not self.is_blank(index):
                if self.indent(index) <= indent:
                    break
                end = index + 1
            index += 1
        return end

    def indent(self, index: int) -> int:
        """Return the indentation of a line; a tab extends to the next multiple of 8 columns."""
        line = self.line(index)
        lead = line[: len(line) - len(line.lstrip(" \t"))]
        return len(lead.expandtabs(8))
