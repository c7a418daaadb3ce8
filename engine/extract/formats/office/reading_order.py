"""From nested paragraphs, table cells and text boxes to lines in the order they are read in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from engine.model.document import BlockKind

_SOFT_HYPHEN = "\u00ad"


class Lines(Protocol):
    """What lines are written to (see engine.extract.text_building)."""

    def add(self, text: str, kind: BlockKind = ..., level: int = ...) -> None:
        """Take a line; an empty one leaves no trace."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0


@dataclass(slots=True)
class Paragraph:
    """A paragraph under way; what it is may be learned while it is read."""

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    is_left_out: bool = False
    parts: list[str] = field(default_factory=list)

    def line(self) -> _Line:
        """Return the paragraph as a line; blanks collapse, but not in code."""
        text = "".join(self.parts).replace(_SOFT_HYPHEN, "")
        if self.is_left_out:
            return _Line("")
        if self.kind is BlockKind.CODE:
            return _Line(text.rstrip().strip("\r\n"), self.kind)
        return _Line(" ".join(text.split()), self.kind, self.level)


@dataclass(slots=True)
class _Row:
    cells: list[list[_Line]] = field(default_factory=list)

    def lines(self) -> list[_Line]:
        """Return the row as one line; a single cell (a frame around text) as its own lines."""
        if len(self.cells) <= 1:
            return [line for cell in self.cells for line in cell]
        cells = (" ".join(" ".join(line.text.split()) for line in cell) for cell in self.cells)
        return [_Line("\t".join(cells).rstrip("\t"), BlockKind.TABLE)]


class ReadingOrder:
    """Takes what a document says as it comes, and writes lines.

    Cells of a row come on one line, with tabs between. What hangs on a paragraph (a text box, a
    note, a comment) follows it; what hangs on a table row follows the row.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._open: list[Paragraph | _Row] = []
        self._later: list[_Line] = []

    @property
    def paragraph(self) -> Paragraph | None:
        """The innermost open paragraph; None between paragraphs."""
        innermost = self._open[-1] if self._open else None
        return innermost if isinstance(innermost, Paragraph) else None

    def open_paragraph(self, kind: BlockKind = BlockKind.PARAGRAPH, level: int = 0) -> Paragraph:
        """Begin a paragraph and return it."""
        paragraph = Paragraph(kind, level)
        self._open.append(paragraph)
        return paragraph

    def open_row(self) -> None:
        """Begin a table row."""
        self._open.append(_Row())

    def open_cell(self) -> None:
        """Begin the next cell of the row."""
        innermost = self._open[-1] if self._open else None
        if isinstance(innermost, _Row):
            innermost.cells.append([])

    def add(self, text: str) -> None:
        """Add text to the open paragraph; text outside paragraphs is none of the document's."""
        if self._open and isinstance(self._open[-1], Paragraph):
            self._open[-1].parts.append(text)

    def hang(self, text: str) -> None:
        """Add a line that follows the paragraph or row under way."""
        self._later.append(_Line(" ".join(text.split())))
        if not self._open:
            self._write_later()

    def close(self) -> None:
        """End the innermost paragraph or row."""
        if not self._open:
            return
        ended = self._open.pop()
        self._pass_on([ended.line()] if isinstance(ended, Paragraph) else ended.lines())

    def _pass_on(self, lines: list[_Line]) -> None:
        holder = self._open[-1] if self._open else None
        if isinstance(holder, _Row):
            if not holder.cells:
                holder.cells.append([])
            holder.cells[-1].extend(line for line in lines if line.text.strip())
        elif holder is not None:
            self._later.extend(lines)
        else:
            for line in lines:
                self._lines.add(line.text, line.kind, line.level)
            self._write_later()

    def _write_later(self) -> None:
        later, self._later = self._later, []
        for line in later:
            self._lines.add(line.text, line.kind, line.level)
