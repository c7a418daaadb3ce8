"""Putting extracted text together while keeping the source line of every character."""

from __future__ import annotations

import re
from bisect import bisect_right

from engine.extract.heading_trail import HeadingTrail
from engine.extract.lines import line_spans, line_starts
from engine.model.document import Block, BlockKind

_SOFT_HYPHEN = re.compile("\u00ad")
_LONGEST_TITLE = 300
_MOST_BLANK_LINES = 1000  # verbatim text; a longer run is shortened


class TextLayout:
    """Text that grows, its blocks, and where in the source its characters stand.

    `place_starts[i]` is the offset in the text where source line `place_numbers[i]` begins to
    give characters.
    """

    def __init__(self, source: str) -> None:
        self._line_starts = line_starts(source)
        self._parts: list[str] = []
        self._length = 0
        self._block_start = 0
        self._first_part = 0
        self._kind = BlockKind.PARAGRAPH
        self._level = 0
        self._gap = ""
        self._trail = HeadingTrail()
        self.blocks: list[Block] = []
        self.place_starts: list[int] = []
        self.place_numbers: list[int] = []

    @property
    def text(self) -> str:
        """Everything laid out so far."""
        return "".join(self._parts)

    def open_block(self, kind: BlockKind, level: int = 0) -> None:
        """End the block under way; what follows is of `kind`, a heading of `level`."""
        self.close_block()
        self._kind, self._level = kind, level

    def close_block(self) -> None:
        """End the block under way; one without text leaves no trace."""
        if self._length > self._block_start:
            if self._kind is BlockKind.HEADING:
                self._trail.enter(self._level, self._heading())
            self.blocks.append(Block(self._block_start, self._length, self._kind, self._trail.path))
            self._append("\n" if self._kind is BlockKind.TABLE else "\n\n")
            self._block_start = self._length
            self._first_part = len(self._parts)
        self._gap = ""
        self._kind = BlockKind.PARAGRAPH

    def leave(self, level: int) -> None:
        """Close the headings of `level` and below: what they stood over has ended."""
        self.close_block()
        self._trail.enter(level, "")

    def break_line(self) -> None:
        """Begin a new line inside the block."""
        self._gap = "\n"

    def next_cell(self) -> None:
        """Set the next cell of a table row apart from the one before."""
        self._gap = "\t"

    def add(self, text: str, offset: int, *, verbatim: bool = False) -> None:
        """Add `text`, which stands at `offset` of the source; blanks collapse unless verbatim."""
        text = _SOFT_HYPHEN.sub("", text) if "\u00ad" in text else text
        line = bisect_right(self._line_starts, offset)
        for index, (start, end) in enumerate(line_spans(text)):
            if index:
                self._end_source_line(verbatim=verbatim)
            segment = text[start:end]
            self._add_segment(segment, line + index, verbatim=verbatim)
        if text.endswith(("\n", "\r")):
            self._end_source_line(verbatim=verbatim)

    def _end_source_line(self, *, verbatim: bool) -> None:
        if verbatim:
            grows = len(self._gap) < _MOST_BLANK_LINES
            self._gap = self._gap + "\n" * grows if self._length > self._block_start else ""
        else:
            self._gap = self._gap or " "

    def _add_segment(self, segment: str, line: int, *, verbatim: bool) -> None:
        words = segment.rstrip() if verbatim else " ".join(segment.split())
        if not words:
            if segment:
                self._gap = self._gap or " "
            return
        if not verbatim and segment[0].isspace():
            self._gap = self._gap or " "
        if self._gap and self._length > self._block_start:
            self._append(self._gap)
        self._gap = ""
        self._mark(line)
        self._append(words)
        if segment[-1].isspace():
            self._gap = " "

    def _mark(self, line: int) -> None:
        if not self.place_numbers or self.place_numbers[-1] < line:
            self.place_starts.append(self._length)
            self.place_numbers.append(line)

    def _append(self, piece: str) -> None:
        self._parts.append(piece)
        self._length += len(piece)

    def _heading(self) -> str:
        return " ".join("".join(self._parts[self._first_part :]).split())[:_LONGEST_TITLE]
