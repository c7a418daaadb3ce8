"""Reading that a person has paused, or a folder of it removed: what is left waits."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.indexing.indexer import TriesAgain
from engine.indexing.look import Look
from engine.indexing.summary import ReadingProgress
from engine.stores.catalog_rows import Folder


@dataclass(frozen=True, slots=True)
class WaitingUpdate:
    """Places to look at when reading goes on, and which failed files to try again there."""

    looks: tuple[Look, ...]
    tries_again: TriesAgain

    def of(self, folders: Iterable[Folder]) -> WaitingUpdate:
        """Return the update as it is wanted now: without folders that were removed meanwhile."""
        known = {folder.root: folder for folder in folders}
        looks = tuple(
            replace(look, folder=known[look.folder.root])
            for look in self.looks
            if look.folder.root in known
        )
        return replace(self, looks=looks)


class PausedReading:
    """Whether all work on the library is paused, and what is to be read afterwards.

    `pause`, `is_paused` and `leave` may be used from any thread, the rest on the indexing thread.
    """

    def __init__(self) -> None:
        self._paused = threading.Event()
        self._left: set[str] = set()
        self._waiting: list[WaitingUpdate] = []
        self.stopped_at = ReadingProgress("", 0, "")

    def pause(self, *, paused: bool) -> None:
        """Pause, or let everything go on."""
        if paused:
            self._paused.set()
        else:
            self._paused.clear()

    @property
    def is_paused(self) -> bool:
        """Whether the person has stopped everything."""
        return self._paused.is_set()

    def leave(self, folder: str) -> None:
        """Read no further in a folder that is about to be removed."""
        self._left.add(folder)

    def take_back(self, folder: str) -> None:
        """Read in a folder of this name again: the removal has its turn."""
        self._left.discard(folder)

    def interrupts(self, update: WaitingUpdate, stopped_at: ReadingProgress) -> bool:
        """Say whether an update ends here; what of it is still wanted is put off then."""
        if self.is_paused:
            self.put_off(update, stopped_at)
            return True
        wanted = tuple(look for look in update.looks if look.folder.name not in self._left)
        if len(wanted) == len(update.looks):
            return False
        if wanted:
            self.put_off(replace(update, looks=wanted))
        return True

    def put_off(self, update: WaitingUpdate, stopped_at: ReadingProgress | None = None) -> None:
        """Do this when work goes on; `stopped_at` is where reading has just stopped."""
        if update not in self._waiting:
            self._waiting.append(update)
        if stopped_at is not None:
            self.stopped_at = stopped_at

    def take(self) -> tuple[WaitingUpdate, ...]:
        """Return what is to be done now that work goes on; nothing while it is paused."""
        if self.is_paused:
            return ()
        waiting, self._waiting = tuple(self._waiting), []
        self.stopped_at = ReadingProgress("", 0, "")
        return waiting
