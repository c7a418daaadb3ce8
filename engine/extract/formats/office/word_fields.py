"""Fields of Word documents: tables of contents (left out of the text) and form fields."""

from __future__ import annotations

import re

from twofold.engine.extract.numbering import number_of
from twofold.engine.extract.xml_package import Attributes

_CONTENTS = re.compile(r"\s*TOC(?![A-Za-z])", re.IGNORECASE)
_OF_FIGURES = re.compile(r"\\[ac](?![A-Za-z])", re.IGNORECASE)
_MAX_DEPTH = 100
_MAX_INSTRUCTION = 300
_MAX_ENTRIES = 1000


def is_contents(instruction: str) -> bool:
    """Return whether a field is a table of contents (not one of figures)."""
    return bool(_CONTENTS.match(instruction)) and not _OF_FIGURES.search(instruction)


class Fields:
    """The open fields at a position of a document, and the form field that is being defined."""

    def __init__(self) -> None:
        self._instructions: list[str] = []
        self._contents: int | None = None  # the depth of the outermost table of contents
        self._entries: list[str] = []
        self._chosen = 0

    @property
    def is_in_contents(self) -> bool:
        """Whether text belongs to a table of contents."""
        return self._contents is not None

    def begin(self, instruction: str = "") -> None:
        """Open a field."""
        self._instructions.append(instruction[:_MAX_INSTRUCTION])
        if len(self._instructions) > _MAX_DEPTH:
            self.close_all()

    def add_instruction(self, text: str) -> None:
        """Add text to the instruction of the innermost field."""
        if self._instructions and len(self._instructions[-1]) < _MAX_INSTRUCTION:
            self._instructions[-1] += text[:_MAX_INSTRUCTION]

    def separate(self) -> None:
        """Begin the result of the innermost field."""
        if self._instructions and self._contents is None and is_contents(self._instructions[-1]):
            self._contents = len(self._instructions)

    def end(self) -> None:
        """Close the innermost field."""
        if self._instructions:
            if self._contents == len(self._instructions):
                self._contents = None
            self._instructions.pop()

    def close_all(self) -> None:
        """Close all fields, because the end of one is missing."""
        self._instructions.clear()
        self._contents = None

    def take_mark(self, kind: str) -> None:
        """Process a mark of a field by its type."""
        if kind == "begin":
            self.begin()
        elif kind == "separate":
            self.separate()
        elif kind == "end":
            self.end()

    def take_form(self, name: str, attributes: Attributes) -> None:
        """Process an element that defines a drop-down list."""
        value = attributes.get("val", "")
        if name == "ddList":
            self._entries, self._chosen = [], 0
        elif name == "result":
            self._chosen = number_of(value, 0)
        elif name == "listEntry" and len(self._entries) < _MAX_ENTRIES:
            self._entries.append(value)

    def chosen_entry(self) -> str:
        """Return the chosen entry of the last drop-down list, which is not stored as text."""
        entries, self._entries = self._entries, []
        return entries[self._chosen] if 0 <= self._chosen < len(entries) else ""
