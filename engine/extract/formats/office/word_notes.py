"""Footnotes, endnotes and comments of a Word document."""

from __future__ import annotations

from collections.abc import Mapping

from engine.extract.formats.office.drawing_text import ParagraphLines
from engine.extract.formats.office.open_xml import Relation
from engine.extract.xml_events import Attributes, read_part
from engine.extract.zip_package import ZipPackage

_NOTES = frozenset({"footnote", "endnote", "comment"})

# By kind (footnote, endnote, comment) and id.
Notes = Mapping[tuple[str, str], str]


def read_notes(package: ZipPackage, related: Mapping[str, Relation]) -> Notes:
    """Return the words of every note and comment; a comment begins with who made it."""
    found: dict[tuple[str, str], str] = {}
    for relation in related.values():
        if relation.kind.removesuffix("s") in _NOTES:
            read_part(package, relation.target, _NoteReader(found))
    return found


class _NoteReader(ParagraphLines):
    def __init__(self, found: dict[tuple[str, str], str]) -> None:
        super().__init__()
        self._found = found
        self._key = ("", "")
        self._author = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if name in _NOTES:
            self.lines.clear()
            self._key = (name, attributes.get("id", ""))
            self._author = " ".join(attributes.get("author", "").split())
        else:
            super().start(name, attributes)

    def end(self, name: str) -> None:
        super().end(name)
        if name in _NOTES and self.lines:
            words = " ".join(self.lines)
            self._found[self._key] = f"{self._author}: {words}" if self._author else words
