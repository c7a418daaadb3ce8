"""Putting the text of a document together out of parts: messages, chapters, headers and bodies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.extract.lines import line_starts
from engine.extract.plain_text import paragraphs
from engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText, PlaceKind

_GAP = "\n\n"


class Composition:
    """Text that grows by blocks, which stand under the headings of `path`."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._place_starts: list[int] = []
        self._place_numbers: list[int] = []
        self._place_labels: list[str] = []
        self._next_place: tuple[int, str] | None = None

    def begin_place(self, number: int, label: str) -> None:
        """Let what follows stand in place `number`; a place without text leaves no trace."""
        self._next_place = (number, label)

    def add_heading(self, text: str, path: tuple[str, ...]) -> None:
        """Add a heading; its own title is the last of `path`."""
        self._add(text, [Block(0, len(text), BlockKind.HEADING, path)])

    def add_paragraphs(self, text: str, path: tuple[str, ...] = ()) -> None:
        """Add plain text, its paragraphs parted by blank lines."""
        self._add(
            text, (replace(b, heading_path=path) for b in paragraphs(text, BlockKind.PARAGRAPH))
        )

    def add_text(self, extracted: ExtractedText, path: tuple[str, ...] = ()) -> None:
        """Add a document that was read, its headings below those of `path`."""
        blocks = extracted.blocks
        self._add(
            extracted.text.rstrip(),
            (replace(block, heading_path=_below(path, block.heading_path)) for block in blocks),
        )

    def by_place(
        self, kind: PlaceKind, metadata: DocumentMetadata, file_type: str
    ) -> ExtractedText:
        """Return the document with the places that were begun."""
        return ExtractedText(
            text="".join(self._parts),
            place_kind=kind,
            place_starts=(0, *self._place_starts[1:]),
            place_numbers=tuple(self._place_numbers) or (1,),
            blocks=tuple(self._blocks),
            metadata=metadata,
            file_type=file_type,
            place_labels=tuple(self._place_labels),
        )

    def by_line(self, metadata: DocumentMetadata, file_type: str) -> ExtractedText:
        """Return the document with a place for each line of its text."""
        text = "".join(self._parts)
        starts = line_starts(text)
        return ExtractedText(
            text=text,
            place_kind=PlaceKind.PARAGRAPH,
            place_starts=starts,
            place_numbers=tuple(range(1, len(starts) + 1)),
            blocks=tuple(self._blocks),
            metadata=metadata,
            file_type=file_type,
            place_labels=tuple(f"line {number}" for number in range(1, len(starts) + 1)),
        )

    def _add(self, text: str, blocks: Iterable[Block]) -> None:
        if not text.strip():
            return
        if self._parts:
            self._append(_GAP)
        if self._next_place is not None:
            self._place_starts.append(self._length)
            self._place_numbers.append(self._next_place[0])
            self._place_labels.append(self._next_place[1])
            self._next_place = None
        at = self._length
        self._blocks += [replace(b, start=b.start + at, end=b.end + at) for b in blocks]
        self._append(text)

    def _append(self, part: str) -> None:
        self._parts.append(part)
        self._length += len(part)


def _below(path: tuple[str, ...], inner: tuple[str, ...]) -> tuple[str, ...]:
    """Join two heading paths; a title that the inner one repeats is named once."""
    if path and inner and path[-1].casefold() == inner[0].casefold():
        return path + inner[1:]
    return path + inner
