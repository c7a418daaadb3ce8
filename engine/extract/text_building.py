"""Building text with one line for each paragraph, list item or table row.

A place is a part of the text that has its own locator, such as a page, a slide or a line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from twofold.engine.extract.lines import line_spans, line_starts, paragraphs
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import Message, message


class HeadingTrail:
    """The open headings by level.

    A new heading closes the headings of the same level and below.
    """

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []
        self.path: tuple[str, ...] = ()

    def enter(self, level: int, title: str) -> None:
        """Open a heading. Levels may be skipped; an empty title only closes other headings."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, title))
        self.path = tuple(title for _, title in self._open if title)


_MAX_TITLE_LENGTH = 300
_MAX_CHARACTERS = 100_000_000
_GAP = "\n\n"


class TextBuilder:
    """A text under construction, with its blocks and places.

    A place is a part of the text that has its own locator.
    """

    def __init__(self) -> None:
        self.length = 0
        self.blocks: list[Block] = []
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._numbers: list[int] = []
        self._labels: list[str] = []

    @property
    def places(self) -> int:
        """The number of places (parts with their own locator) so far."""
        return len(self._starts)

    @property
    def last_place(self) -> tuple[int, str]:
        """Number and label of the last place; (0, '') if there is none."""
        return (self._numbers or [0])[-1], (self._labels or [""])[-1]

    def begin_place(self, number: int, label: str | None = None) -> None:
        """Begin a place (a part with its own locator) at the current end of the text.

        The first place begins at the start of the text.
        """
        self._starts.append(self.length if self._starts else 0)
        self._numbers.append(number)
        if label is not None:
            self._labels.append(label)

    def append(self, part: str) -> None:
        """Append text outside of any block."""
        self._parts.append(part)
        self.length += len(part)

    def add_blocks(self, text: str, blocks: Iterable[Block]) -> None:
        """Append text with its blocks, whose offsets are relative to `text`."""
        at = self.length
        self.blocks += [replace(b, start=b.start + at, end=b.end + at) for b in blocks]
        self.append(text)

    def by_place(
        self,
        kind: LocatorKind,
        metadata: DocumentMetadata,
        file_type: str,
        warnings: tuple[Message, ...] = (),
    ) -> ExtractedText:
        """Return the text with its places; if none was begun, the whole text is one place."""
        return ExtractedText(
            text="".join(self._parts),
            place_kind=kind,
            place_starts=tuple(self._starts) or (0,),
            place_numbers=tuple(self._numbers) or (1,),
            blocks=tuple(self.blocks),
            metadata=metadata,
            file_type=file_type,
            warnings=warnings,
            place_labels=tuple(self._labels),
        )

    def by_line(
        self,
        kind: LocatorKind,
        metadata: DocumentMetadata,
        file_type: str,
        warnings: tuple[Message, ...] = (),
    ) -> ExtractedText:
        """Return the text with a locator for each line, numbered from 1."""
        text = "".join(self._parts)
        starts = line_starts(text)
        return ExtractedText(
            text=text,
            place_kind=kind,
            place_starts=starts,
            place_numbers=tuple(range(1, len(starts) + 1)),
            blocks=tuple(self.blocks),
            metadata=metadata,
            file_type=file_type,
            warnings=warnings,
        )


class LineText:
    """Lines of text with their kinds and the headings above them.

    If `begin_place` is never called, every line has its own locator, numbered from 1.
    """

    def __init__(self) -> None:
        self._text = TextBuilder()
        self._trail = HeadingTrail()
        self._table = 1
        self._next_place = 0

    def begin_place(self, number: int) -> None:
        """Begin a part of the text with its own locator (such as slide `number`) at the next line.

        The part is outside of all headings, and an empty line separates it from the previous part.
        """
        self._next_place = number
        self._trail = HeadingTrail()
        self.end_table()

    def end_sections(self) -> None:
        """Close all headings, so that the next lines are outside of them."""
        self._trail = HeadingTrail()

    def end_table(self) -> None:
        """End a table: the next row belongs to another one."""
        self._table += 1

    def add(self, text: str, kind: BlockKind = BlockKind.PARAGRAPH, level: int = 0) -> None:
        """Add a line; a heading has a `level` of at least 1. Empty text is ignored."""
        if not text:
            return
        if self._text.length:
            self._text.append("\n")
        if self._next_place:
            if self._text.length:
                self._text.append("\n")
            self._text.begin_place(self._next_place)
            self._next_place = 0
        if kind is BlockKind.HEADING:
            self._trail.enter(level, text[:_MAX_TITLE_LENGTH])
        table = self._table if kind is BlockKind.TABLE else 0
        self._text.add_blocks(text, [Block(0, len(text), kind, self._trail.path, table=table)])
        if self._text.length >= _MAX_CHARACTERS:
            raise DocumentError(
                FailureReason.TOO_LARGE, message("The document contains too much text.")
            )

    def extracted(
        self, kind: LocatorKind, metadata: DocumentMetadata, file_type: str
    ) -> ExtractedText:
        """Return the document with everything added; `kind` is the kind of its locators."""
        of_places = self._text.by_place if self._text.places else self._text.by_line
        return of_places(kind, metadata, file_type)


class Composition:
    """Text built from blocks, each with the path of its headings."""

    def __init__(self) -> None:
        self._text = TextBuilder()
        self._next_place: tuple[int, str] | None = None

    def begin_place(self, number: int, label: str) -> None:
        """Begin a part with its own locator, such as chapter `number`, at the next text.

        Parts without text are left out.
        """
        self._next_place = (number, label)

    def add_heading(self, text: str, path: tuple[str, ...]) -> None:
        """Add a heading; the last part of `path` is its title."""
        self._add(text, [Block(0, len(text), BlockKind.HEADING, path)])

    def add_paragraphs(self, text: str, path: tuple[str, ...] = ()) -> None:
        """Add plain text whose paragraphs are separated by blank lines."""
        self._add(
            text, (replace(b, heading_path=path) for b in paragraphs(text, BlockKind.PARAGRAPH))
        )

    def add_text(self, extracted: ExtractedText, path: tuple[str, ...] = ()) -> None:
        """Add an extracted document, with its headings below the headings in `path`."""
        blocks = extracted.blocks
        self._add(
            extracted.text.rstrip(),
            (replace(block, heading_path=_below(path, block.heading_path)) for block in blocks),
        )

    def by_place(
        self, kind: LocatorKind, metadata: DocumentMetadata, file_type: str
    ) -> ExtractedText:
        """Return the document with the locators that `begin_place` has set."""
        return self._text.by_place(kind, metadata, file_type)

    def by_line(self, metadata: DocumentMetadata, file_type: str) -> ExtractedText:
        """Return the document with a locator for each line of its text."""
        text = self._text.by_line(LocatorKind.PARAGRAPH, metadata, file_type)
        return replace(text, place_labels=tuple(f"line {number}" for number in text.place_numbers))

    def _add(self, text: str, blocks: Iterable[Block]) -> None:
        if not text.strip():
            return
        if self._text.length:
            self._text.append(_GAP)
        if self._next_place is not None:
            self._text.begin_place(*self._next_place)
            self._next_place = None
        self._text.add_blocks(text, blocks)


def _below(path: tuple[str, ...], inner: tuple[str, ...]) -> tuple[str, ...]:
    """Join two heading paths; a title that the inner path repeats is included once."""
    if path and inner and path[-1].casefold() == inner[0].casefold():
        return path + inner[1:]
    return path + inner


_SOFT_HYPHEN = re.compile("\u00ad")
_MAX_TABS = 100  # the maximum number of empty cells between two cells with text
_MAX_BLANK_LINES = 1000  # verbatim text; a longer run is shortened


class TextLayout:
    """A text under construction whose characters have locators.

    The locators are the source lines from which the characters come.
    """

    def __init__(self, source: str) -> None:
        self._line_starts = line_starts(source)
        self._text = TextBuilder()
        self._block_parts: list[str] = []
        self._block_start = 0
        self._kind = BlockKind.PARAGRAPH
        self._level = 0
        self._gap = ""
        self._trail = HeadingTrail()
        self._table = 1

    def extracted(
        self, metadata: DocumentMetadata, file_type: str, warnings: tuple[Message, ...]
    ) -> ExtractedText:
        """End the current block and return everything added."""
        self.close_block()
        return self._text.by_place(LocatorKind.LINE, metadata, file_type, warnings)

    def open_block(self, kind: BlockKind, level: int = 0) -> None:
        """End the current block and begin one of `kind`, for a heading of `level`."""
        self.close_block()
        self._kind, self._level = kind, level

    def close_block(self) -> None:
        """End the current block and drop it if it has no text."""
        if self._text.length > self._block_start:
            if self._kind is BlockKind.HEADING:
                self._trail.enter(self._level, self._heading())
            is_row = self._kind is BlockKind.TABLE
            table = self._table if is_row else 0
            end = self._text.length
            self._text.blocks.append(
                Block(self._block_start, end, self._kind, self._trail.path, table=table)
            )
            self._text.append("\n" if is_row else "\n\n")
            self._block_start = self._text.length
            self._block_parts = []
        self._gap = ""
        self._kind = BlockKind.PARAGRAPH

    def leave(self, level: int) -> None:
        """Close the headings of `level` and below, because their section has ended."""
        self.close_block()
        self._trail.enter(level, "")

    def end_table(self) -> None:
        """End a table: the next row belongs to another one."""
        self.close_block()
        self._table += 1

    def break_line(self) -> None:
        """Begin a new line inside the block."""
        self._gap = "\n"

    def next_cell(self) -> None:
        """Separate the next cell of a table row from the previous one, which may be empty."""
        tabs = self._gap if self._gap.startswith("\t") else ""
        self._gap = f"{tabs}\t"[:_MAX_TABS]

    def add(self, text: str, offset: int, *, verbatim: bool = False) -> None:
        """Add `text` from `offset` of the source; white space collapses unless verbatim."""
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
            grows = len(self._gap) < _MAX_BLANK_LINES
            self._gap = self._gap + "\n" * grows if self._text.length > self._block_start else ""
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
        if self._gap and self._text.length > self._block_start:
            self._append(self._gap)
        self._gap = ""
        self._mark(line)
        self._append(words)
        if segment[-1].isspace():
            self._gap = " "

    def _mark(self, line: int) -> None:
        if self._text.last_place[0] < line:
            self._text.begin_place(line)

    def _append(self, piece: str) -> None:
        self._block_parts.append(piece)
        self._text.append(piece)

    def _heading(self) -> str:
        return " ".join("".join(self._block_parts).split())[:_MAX_TITLE_LENGTH]
