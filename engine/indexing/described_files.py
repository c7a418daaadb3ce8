"""Rules for the files next to a reference library (Zotero's database).

Of its stored files, only those that an item names are indexed. The others are in the trash, or they
are parts of saved web pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from twofold.engine.indexing.crawl import Finding, FoundFile
from twofold.engine.model.localized import EMPTY, Message, message
from twofold.engine.stores.catalog.descriptions import REFERENCE_LIBRARY, DescribedFiles

# What Zotero itself writes next to its database.
_PROGRAM_FOLDERS = frozenset({"styles", "translators", "locate", "cache", "pipes", "logs"})
_STORED = "storage"


def is_reference_library(path: str) -> bool:
    """Return whether a file describes other files."""
    return path == REFERENCE_LIBRARY or path.endswith(f"/{REFERENCE_LIBRARY}")


class LibraryFiles:
    """The rules for files next to a reference library."""

    def __init__(self, described: DescribedFiles) -> None:
        self._described = described.files
        self._directories = {
            directory_of(path): path in described.read for path in described.libraries
        }

    def why_excluded(self, path: str) -> Message:
        """Return why a file is not indexed; EMPTY if it is.

        Until a library has been read, all of its stored files are indexed.
        """
        for directory, is_read in self._directories.items():
            if directory and not path.startswith(f"{directory}/"):
                continue
            first, _, below = path[len(directory) :].lstrip("/").partition("/")
            is_copy = not below and first != REFERENCE_LIBRARY and ".sqlite" in first
            if is_copy or (below and first in _PROGRAM_FOLDERS):
                return message("it is a file of the program Zotero")
            if below and first == _STORED and is_read and path not in self._described:
                return message("it belongs to no item of the Zotero library")
        return EMPTY

    def wanted(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Leave out the excluded files."""
        for one in findings:
            if not (isinstance(one, FoundFile) and self.why_excluded(one.path)):
                yield one


def directory_of(path: str) -> str:
    """Return the directory of a path, '' for the top of the library folder."""
    parent = str(PurePosixPath(path).parent)
    return "" if parent == "." else parent
