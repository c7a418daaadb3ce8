"""Text of one paragraph, list item or table row a line, for documents that have no lines."""

from __future__ import annotations

from engine.extract.failure import document_error
from engine.extract.heading_trail import HeadingTrail
from engine.extract.lines import line_starts
from engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    PlaceKind,
)

_LONGEST_TITLE = 300
_MOST_CHARACTERS = 100_000_000


class LineText:
    """Lines that come one after another, with their kinds and the headings above them.

    Without `begin_place` every line is a place of its own, numbered from 1.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._trail = HeadingTrail()
        self._starts: list[int] = []
        self._numbers: list[int] = []
        self._next_place = 0

    def begin_place(self, number: int) -> None:
        """Let the lines that follow belong to place `number` (a slide); headings begin anew.

        An empty line sets them apart from those before.
        """
        self._next_place = number
        self._trail = HeadingTrail()

    def end_sections(self) -> None:
        """Let what follows stand under no heading."""
        self._trail = HeadingTrail()

    def add(self, text: str, kind: BlockKind = BlockKind.PARAGRAPH, level: int = 0) -> None:
        """Add a line, a heading of `level` 1 or below; one without text leaves no trace."""
        if not text:
            return
        if self._next_place:
            self._begin(self._next_place)
        if kind is BlockKind.HEADING:
            self._trail.enter(level, text[:_LONGEST_TITLE])
        end = self._length + len(text)
        self._blocks.append(Block(self._length, end, kind, self._trail.path))
        self._lines.append(text)
        self._length = end + 1
        if self._length > _MOST_CHARACTERS:
            raise document_error(FailureReason.TOO_LARGE, "The document holds too much text.")

    def _begin(self, place: int) -> None:
        if self._lines:
            self._lines.append("")
            self._length += 1
        self._starts.append(self._length)
        self._numbers.append(place)
        self._next_place = 0

    def extracted(
        self, kind: PlaceKind, metadata: DocumentMetadata, file_type: str
    ) -> ExtractedText:
        """Return everything added; `kind` is what its places are."""
        text = "\n".join(self._lines)
        starts = tuple(self._starts) or line_starts(text)
        return ExtractedText(
            text=text,
            place_kind=kind,
            place_starts=starts,
            place_numbers=tuple(self._numbers) or tuple(range(1, len(starts) + 1)),
            blocks=tuple(self._blocks),
            metadata=metadata,
            file_type=file_type,
        )
