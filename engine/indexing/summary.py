"""How far an update of the library has come, and what it did, as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
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

    `away` counts folders and directories that are not there, `saved` files as they lie on the disk.
    """

    read: int = 0
    failed: int = 0
    removed: int = 0
    unchanged: int = 0
    moved: int = 0
    away: int = 0
    saved: int = 0

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


def in_all(parts: Sequence[FolderSummary], *, is_retry: bool = False) -> FolderSummary:
    """Return what an update did that was interrupted between its parts; there is at least one.

    Each part scans everything: what those before it read is unchanged for the last one, except for
    failed files in an update that is a retry.
    """
    earlier, last = parts[:-1], parts[-1]
    known = sum(one.saved + one.moved - one.failed * is_retry for one in earlier)
    return FolderSummary(
        read=sum(one.read for one in parts),
        failed=sum(one.failed for one in (parts[-1:] if is_retry else parts)),
        removed=sum(one.removed for one in parts),
        unchanged=max(0, last.unchanged - known),
        moved=sum(one.moved for one in parts),
        away=last.away,
        saved=sum(one.saved for one in parts),
    )


def _kept(away: int) -> str:
    if away == 1:
        return " 1 folder is not there now and kept."
    return f" {away:,} folders are not there now and kept." if away else ""
