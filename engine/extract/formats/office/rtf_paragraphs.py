"""The paragraphs, rows and notes of an RTF document."""

from __future__ import annotations

from engine.extract.formats.office.reading_order import Lines
from engine.model.document import BlockKind

_SOFT_HYPHEN = "\u00ad"


class RtfParagraphs:
    """Gathers text into lines. Notes, comments and text boxes follow what they stand in."""

    def __init__(self, lines: Lines) -> None:
        self.kind = BlockKind.PARAGRAPH
        self.level = 0
        self.is_in_table = False
        self.commenter = ""
        self._lines = lines
        self._parts: list[str] = []
        self._cell: list[str] = []
        self._cells: list[str] = []
        self._asides: list[list[str]] = []  # Those open, one inside the other.
        self._later: list[str] = []

    def add(self, text: str) -> None:
        """Add text to what is innermost."""
        (self._asides[-1] if self._asides else self._parts).append(text)

    def reset(self) -> None:
        """Forget what the paragraph is."""
        if not self._asides:
            self.kind, self.level, self.is_in_table = BlockKind.PARAGRAPH, 0, False

    def end_paragraph(self) -> None:
        """End a paragraph; inside a table cell or a note it is only a part of it."""
        if self._asides:
            self._asides[-1].append(" ")
        elif self.is_in_table:
            self._cell.append(_plain(self._parts))
        else:
            self._end_open_row()
            self._lines.add(_plain(self._parts), self.kind, self.level)
            self._write_later()

    def end_cell(self) -> None:
        """End a table cell."""
        if self._asides:
            self._asides[-1].append(" ")
            return
        self._cell.append(_plain(self._parts))
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
        author = " ".join(self.commenter.split())
        self._asides.append([f"{author}: "] if is_comment and author else [])
        if is_comment:
            self.commenter = ""

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
    """Return the text and empty the parts; halves of characters above U+FFFF are joined."""
    text = "".join(parts).replace(_SOFT_HYPHEN, "").replace("\0", "")
    parts.clear()
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return " ".join(whole.split())
