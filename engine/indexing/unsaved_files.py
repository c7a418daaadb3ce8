"""What was read and is to be saved soon, in one transaction of a second or two."""

from __future__ import annotations

from collections.abc import Callable

from engine.indexing.read_file import ReadFile
from engine.indexing.summary import FolderSummary
from engine.stores.catalog.rows import Folder

# Fewer and larger commits: Tantivy merges eight small segments into one, writing them again.
_BATCH_CHUNKS = 6000
_FIRST_BATCH_SECONDS = 0.5
_BATCH_SECONDS = 2.0


class UnsavedFiles:
    """Files of a folder that were read but not yet saved.

    Time counts from the first of them: counted from the round before, a round that took long to
    save would be followed by one of a single file, and a busy machine would save all the time.
    """

    def __init__(
        self, folder: Folder, summary: FolderSummary, monotonic: Callable[[], float]
    ) -> None:
        self.folder = folder
        self.summary = summary
        self._files: list[ReadFile] = []
        self._chunks = 0
        self._monotonic = monotonic
        self._seconds = _FIRST_BATCH_SECONDS
        self._due_at = 0.0

    def add(self, read: ReadFile) -> None:
        """Note a file that was read."""
        if not self._files:
            self._due_at = self._monotonic() + self._seconds
        self._files.append(read)
        self._chunks += read.chunks

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self._files)

    def take(self) -> list[ReadFile]:
        """Return the files, and begin anew without them."""
        files, self._files, self._chunks = self._files, [], 0
        self._seconds = _BATCH_SECONDS
        return files

    @property
    def is_due(self) -> bool:
        """Whether they are to be saved now."""
        is_late = bool(self._files) and self._monotonic() >= self._due_at
        return self._chunks >= _BATCH_CHUNKS or is_late
