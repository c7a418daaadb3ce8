"""Paragraphs of drawings and comments, where only their words matter."""

from __future__ import annotations

from engine.extract.formats.office.open_xml import Relation
from engine.extract.xml_events import Attributes, XmlListener, read_part
from engine.extract.zip_package import ZipPackage

_ENDS_A_LINE = frozenset({"p", "text"})
_HOLDS_TEXT = frozenset({"t", "text"})
_BLANKS = frozenset({"tab", "br", "cr"})


def lines_of(package: ZipPackage, relation: Relation | None) -> tuple[str, ...]:
    """Return the paragraphs of a part (the words of a diagram, comments on a slide)."""
    reader = ParagraphLines()
    if relation is not None:
        read_part(package, relation.target, reader)
    return tuple(reader.lines)


class ParagraphLines(XmlListener):
    """Collects paragraphs, one a line."""

    skipped = frozenset({"del", "moveFrom", "delText", "instrText", "Fallback", "rt"})

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._parts: list[str] = []
        self._in_text = False

    def start(self, name: str, _attributes: Attributes) -> None:
        """Listen inside text; tabs and breaks are blanks."""
        if name in _HOLDS_TEXT:
            self._in_text = True
        elif name in _BLANKS:
            self._parts.append(" ")

    def end(self, name: str) -> None:
        """End text, and lines."""
        if name in _HOLDS_TEXT:
            self._in_text = False
        if name in _ENDS_A_LINE:
            self.end_line()

    def data(self, text: str) -> None:
        """Take text of the paragraph."""
        if self._in_text:
            self._parts.append(text)

    def end_line(self) -> None:
        """Keep the line under way, if it says anything."""
        line = " ".join("".join(self._parts).split())
        self._parts.clear()
        if line:
            self.lines.append(line)
