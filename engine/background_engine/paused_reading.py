"""Reading that a person has paused, or that gives way to a change: what is left waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
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

    `pause` and `is_paused` may be used from any thread, the rest on the indexing thread. Reading
    also gives way while `changes_wait`: what a person changes is not to wait for an hour of it.
    """

    def __init__(self, changes_wait: Callable[[], bool] = lambda: False) -> None:
        self._paused = threading.Event()
        self._changes_wait = changes_wait
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

    @property
    def goes_on(self) -> bool:
        """Whether what was put off is read as soon as the changes are done."""
        return bool(self._waiting) and not self.is_paused

    def interrupts(self, update: WaitingUpdate, stopped_at: ReadingProgress) -> bool:
        """Say whether an update ends here; what is left of it is done later then."""
        if self.is_paused:
            self.put_off(update, stopped_at)
        elif self._changes_wait():
            self.put_off(update)
        else:
            return False
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
