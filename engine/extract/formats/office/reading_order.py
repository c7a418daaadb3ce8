"""Lines in reading order, from nested paragraphs, table cells, notes and text boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from twofold.engine.extract.raised_text import Script, needs_space
from twofold.engine.extract.text_building import LineText
from twofold.engine.model.document import BlockKind

_SOFT_HYPHEN = "\u00ad"
_PARTS_BEFORE = 6  # a word before a raised mark rarely has more pieces


class Lines(Protocol):
    """A destination of lines (see engine.extract.text_building)."""

    def add(self, text: str, kind: BlockKind = ..., level: int = ...) -> None:
        """Add a line unless it is empty."""

    def end_table(self) -> None:
        """End a table: the next row belongs to another one."""


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0


@dataclass(slots=True)
class Paragraph:
    """An open paragraph; its kind may change while it is read.

    `label` is its automatic number.
    """

    kind: BlockKind = BlockKind.PARAGRAPH
    level: int = 0
    is_left_out: bool = False
    label: str = ""
    parts: list[str] = field(default_factory=list)
    script: Script = Script.NORMAL

    def change(self, script: Script, text: str) -> None:
        """Begin `text` in another script, separating marks that are not part of the word before."""
        before = "".join(self.parts[-_PARTS_BEFORE:])
        if needs_space(before, text, script, self.script):
            self.parts.append(" ")
        self.script = script

    def line(self) -> _Line:
        """Return the paragraph as a line; blanks collapse, except in code."""
        text = "".join(self.parts).replace(_SOFT_HYPHEN, "")
        if self.is_left_out:
            return _Line("")
        if self.kind is BlockKind.CODE:
            return _Line(text.rstrip().strip("\r\n"), self.kind)
        words = " ".join(text.split())
        return _Line(
            f"{self.label} {words}" if self.label and words else words, self.kind, self.level
        )


@dataclass(slots=True)
class _Row:
    cells: list[list[_Line]] = field(default_factory=list)

    def lines(self) -> list[_Line]:
        """Return the row as one line; a single cell (a frame) as separate lines."""
        if len(self.cells) <= 1:
            return [line for cell in self.cells for line in cell]
        cells = (" ".join(" ".join(line.text.split()) for line in cell) for cell in self.cells)
        return [_Line("\t".join(cells).rstrip("\t"), BlockKind.TABLE)]


class ReadingOrder:
    """Writes nested paragraphs and rows as lines in reading order.

    The cells of a row are one line, separated by tabs. A text box, note or comment follows the
    paragraph or table row that contains it.
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

    def end_table(self) -> None:
        """End a table; a table inside a cell, a text box or a note is ignored."""
        if not self._open:
            self._lines.end_table()

    def add(self, text: str, script: Script = Script.NORMAL) -> None:
        """Add text to the open paragraph; text outside of paragraphs is ignored."""
        innermost = self._open[-1] if self._open else None
        if isinstance(innermost, Paragraph):
            if script is not innermost.script:
                innermost.change(script, text)
            innermost.parts.append(text)

    def add_after(self, text: str) -> None:
        """Add a line that follows the open paragraph or row."""
        self._later.append(_Line(" ".join(text.split())))
        if not self._open:
            self._write_later()

    def close(self) -> None:
        """End the innermost paragraph or row."""
        if not self._open:
            return
        ended = self._open.pop()
        self._write_lines([ended.line()] if isinstance(ended, Paragraph) else ended.lines())

    def _write_lines(self, lines: list[_Line]) -> None:
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


class SlideLines:
    """Collects the lines of a slide, so that the title is written first wherever it is."""

    def __init__(self) -> None:
        self._title: list[str] = []
        self._lines: list[tuple[str, BlockKind]] = []

    def add(self, text: str, kind: BlockKind = BlockKind.PARAGRAPH, level: int = 0) -> None:
        """Add a line; every heading is part of the title."""
        if text and kind is BlockKind.HEADING and level:
            self._title.append(text)
        elif text:
            self._lines.append((text, kind))

    def end_table(self) -> None:
        """Do nothing, because a slide rarely has more than one table."""

    def write(self, text: LineText) -> None:
        """Write the title, then everything else."""
        text.add(" ".join(self._title), BlockKind.HEADING, 1)
        for line, kind in self._lines:
            text.add(line, kind)


_MAX_LINES = 500


def add_headers_and_footers(text: LineText, lines: Iterable[str]) -> None:
    """Write the lines of headers and footers at the end.

    Duplicates and lines that are only numbers are left out.
    """
    text.end_sections()
    kept = (line for line in lines if any(character.isalpha() for character in line))
    for line in list(dict.fromkeys(kept))[:_MAX_LINES]:
        text.add(line)


class EndMarkedParagraphs:
    """Paragraphs of formats that define a paragraph at its end (RTF, Word 97).

    Notes, comments and text boxes follow the paragraph or row that contains them.
    """

    def __init__(self, lines: Lines) -> None:
        self.kind = BlockKind.PARAGRAPH
        self.level = 0
        self.is_in_table = False
        self.author = ""
        self.label = ""  # the automatic number of the paragraph
        self._lines = lines
        self._script = Script.NORMAL
        self._parts: list[str] = []
        self._cell: list[str] = []
        self._cells: list[str] = []
        self._asides: list[list[str]] = []  # open notes, outermost first
        self._later: list[str] = []

    def add(self, text: str, script: Script = Script.NORMAL) -> None:
        """Add text to the innermost note or paragraph, separating raised marks from words."""
        parts = self._asides[-1] if self._asides else self._parts
        if script is not self._script:
            before = "".join(parts[-_PARTS_BEFORE:])
            if needs_space(before, text, script, self._script):
                parts.append(" ")
            self._script = script
        parts.append(text)

    def add_after(self, text: str) -> None:
        """Add a line that follows the paragraph or row."""
        self._later.append(text)

    def reset(self) -> None:
        """Reset the format of the paragraph."""
        if not self._asides:
            self.kind, self.level, self.is_in_table = BlockKind.PARAGRAPH, 0, False

    def end_paragraph(self) -> None:
        """End a paragraph. Inside a table cell or a note, add its text to the cell or note."""
        if self._asides:
            self._asides[-1].append(" ")
        elif self.is_in_table:
            self._cell.append(self._ended())
        else:
            self._end_open_row()
            self._lines.end_table()
            self._lines.add(self._ended(), self.kind, self.level)
            self._write_later()

    def end_cell(self) -> None:
        """End a table cell."""
        if self._asides:
            self._asides[-1].append(" ")
            return
        self._cell.append(self._ended())
        self._cells.append(" ".join(part for part in self._cell if part))
        self._cell.clear()

    def end_row(self) -> None:
        """Write a table row as one line."""
        if self._asides:
            return
        self._lines.add("\t".join(self._cells).rstrip("\t"), BlockKind.TABLE)
        self._cells.clear()
        self._write_later()

    def begin_aside(self, *, is_comment: bool) -> None:
        """Begin a note, a comment or a text box."""
        author = " ".join(self.author.split())
        self._asides.append([f"{author}: "] if is_comment and author else [])
        if is_comment:
            self.author = ""

    def end_aside(self) -> None:
        """End the innermost note."""
        if self._asides:
            self._later.append(_plain(self._asides.pop()))

    def finish(self) -> None:
        """Write everything that is still open."""
        while self._asides:
            self.end_aside()
        self.is_in_table = False
        self.end_paragraph()

    def _ended(self) -> str:
        """Return the text of the ended paragraph, preceded by its number."""
        label, self.label = self.label, ""
        text = _plain(self._parts)
        return f"{label} {text}" if label and text else text

    def _end_open_row(self) -> None:
        if self._cell or self._cells:
            self._cells.append(" ".join(part for part in self._cell if part))
            self._cell.clear()
            self.end_row()

    def _write_later(self) -> None:
        later, self._later = self._later, []
        for line in later:
            self._lines.add(line)


def _plain(parts: list[str]) -> str:
    """Return the text and clear the parts; surrogate pairs are joined."""
    text = "".join(parts).replace(_SOFT_HYPHEN, "").replace("\0", "")
    parts.clear()
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return " ".join(whole.split())
