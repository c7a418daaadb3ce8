"""The content of the start page: recent documents, and changes by folder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HomeDocument:
    """A document of the start page. `day` is the day of its last change (ISO 8601, or '')."""

    doc_id: str
    title: str
    file_type: str
    folder: str
    path: str
    day: str


@dataclass(frozen=True, slots=True)
class FolderNews:
    """How many files of a folder were added, changed and removed."""

    folder: str
    added: int
    changed: int
    removed: int


@dataclass(frozen=True, slots=True)
class Home:
    """The documents that the user opened last, the files changed last, and the folders' changes."""

    opened: tuple[HomeDocument, ...] = ()
    changed: tuple[HomeDocument, ...] = ()
    folders: tuple[FolderNews, ...] = ()
