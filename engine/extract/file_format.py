"""What a format is: how it is recognised, what reads it, and what its files are listed under."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.extract.container import Container
from engine.model.document import ExtractedText

LooksLike = Callable[[bytes, bytes, str], bool]
Extract = Callable[[bytes, str], ExtractedText]
OpenContainer = Callable[[bytes, str], Container]


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read. Each module of engine.extract.formats holds one, as FORMAT.

    `name` is for people. Documents are listed under one of `file_types`: the extension when it is
    among them, else the first. `looks_like(head, whole, extension)` gets the first bytes of a file,
    all of them, and its extension in lower case without the dot; it is quick and never raises.
    `extract(data, file_type)` reads the file; it raises DocumentError when it cannot, and imports
    the libraries it needs itself, so that a reader process starts fast.

    Files that hold documents of their own (archives, mails) have `open_container(data, name)` too:
    it gives their own text, if they have one, and their entries, and is called instead.

    `extensions` are further names of its files (`htm`). Those of `active` are not opened without a
    question: what they are opened with may run macros in them, or take them for something else.

    Binary formats are asked before text formats; among each, those of lower `priority` first.
    Text formats are read from the beginning of a large file, except where one `needs_all`.
    """

    name: str
    file_types: tuple[str, ...]
    looks_like: LooksLike
    extract: Extract
    priority: int = 50
    is_binary: bool = False
    open_container: OpenContainer | None = None
    extensions: frozenset[str] = frozenset()
    active: frozenset[str] = frozenset()
    needs_all: bool = False

    @property
    def can_be_cut(self) -> bool:
        """Whether the beginning of a file can be read without the rest."""
        return not (self.is_binary or self.open_container or self.needs_all)

    def file_type(self, extension: str) -> str:
        """Return what a file with this extension is listed under."""
        return extension if extension in self.file_types else self.file_types[0]
