"""Reading that a person has paused, or that gives way to a change: what is left waits."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from engine.indexing.pipeline import TriesAgain, never
from engine.indexing.scan import Look
from engine.indexing.summary import FolderSummary, ReadingProgress, in_all
from engine.stores.catalog.rows import Folder

Tell = Callable[[str], None]


class Interruption(Enum):
    """Why an update ended before all of it was done."""

    PAUSE = auto()
    CHANGE = auto()


@dataclass(frozen=True, slots=True)
class WaitingUpdate:
    """Places to look at when reading goes on, and which failed files to try again there.

    `parts` are what was done of it before it gave way; `tells` take what was done in all, in words.
    """

    looks: tuple[Look, ...]
    tries_again: TriesAgain = never
    tells: tuple[Tell, ...] = field(default=(), compare=False)
    parts: tuple[FolderSummary, ...] = field(default=(), compare=False)

    def of(self, folders: Iterable[Folder]) -> WaitingUpdate:
        """Return the update as it is wanted now: without folders that were removed meanwhile."""
        known = {folder.root: folder for folder in folders}
        looks = tuple(
            replace(look, folder=known[look.folder.root])
            for look in self.looks
            if look.folder.root in known
        )
        return replace(self, looks=looks)

    def with_part(self, part: FolderSummary) -> WaitingUpdate:
        """Return the update after some more of it was done, which `part` goes on counting."""
        return replace(self, parts=(*self.parts, part))

    def joined(self, other: WaitingUpdate) -> WaitingUpdate:
        """Return this update for all who wait for it or for another one of the same places."""
        tells, parts = (*self.tells, *other.tells), (*self.parts, *other.parts)
        return replace(self, tells=tells, parts=parts)

    def unheard(self) -> WaitingUpdate:
        """Return the update without anyone who waits for it: they were told that it waits."""
        return replace(self, tells=(), parts=())

    def tell(self, words: str) -> None:
        """Tell everyone who waits for it what was done; nothing where no folder of it is left."""
        for tell in self.tells:
            tell(words if self.looks else "")

    def in_words(self) -> str:
        """Return what was done of it so far."""
        return in_all(self.parts, tried_again=self.tries_again is not never).in_words()


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

    def interrupts(self, update: WaitingUpdate, stopped_at: ReadingProgress) -> Interruption | None:
        """Say why an update ends here, None when it goes on; what is left of it is done later."""
        if self.is_paused:
            self.put_off(update.unheard(), stopped_at)
            return Interruption.PAUSE
        if self._changes_wait():
            self.put_off(update)
            return Interruption.CHANGE
        return None

    def put_off(self, update: WaitingUpdate, stopped_at: ReadingProgress | None = None) -> None:
        """Do this when work goes on; `stopped_at` is where reading has just stopped."""
        if update in self._waiting:
            at = self._waiting.index(update)
            self._waiting[at] = self._waiting[at].joined(update)
        else:
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
