"""How far an update of the library is, and what it did, in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """Where an update of a folder stands: files still to read, and the one just read.

    `unsaved` files were read and are not found before they are saved with some others.
    """

    folder: str
    pending: int
    current_file: str
    unsaved: int = 0


@dataclass(slots=True)
class FolderSummary:
    """What an update did, in files, documents inside files among them.

    `away` counts folders and directories that are not there.
    """

    read: int = 0
    failed: int = 0
    removed: int = 0
    unchanged: int = 0
    moved: int = 0
    away: int = 0

    @property
    def is_news(self) -> bool:
        """Whether anything that can be found has changed."""
        return bool(self.read or self.failed or self.removed or self.moved)

    def in_words(self) -> str:
        """Return one sentence, without what did not happen."""
        parts = ["1 file read" if self.read == 1 else f"{self.read:,} files read"]
        parts += [f"{self.moved:,} moved"] if self.moved else []
        parts += [f"{self.unchanged:,} unchanged"] if self.unchanged else []
        parts += [f"{self.removed:,} no longer searched"] if self.removed else []
        parts += [f"{self.failed:,} not indexed"] if self.failed else []
        if not self.is_news and not self.unchanged:
            return f"There are no files to read.{_kept(self.away)}"
        return f"{', '.join(parts)}.{_kept(self.away)}"


def _kept(away: int) -> str:
    if away == 1:
        return " 1 folder is not there now and kept."
    return f" {away:,} folders are not there now and kept." if away else ""
