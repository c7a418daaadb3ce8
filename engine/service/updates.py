"""Which places of the library are to be scanned: pending updates and changes on the disk."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from pathlib import Path

from engine.indexing.scan import Scan
from engine.indexing.summary import FolderSummary, ReadingProgress, in_all
from engine.indexing.watcher import DirtyPlaces, FolderWatcher, is_remote
from engine.stores.catalog.folders import is_present
from engine.stores.catalog.rows import Folder

Tell = Callable[[str], None]


class Interruption(Enum):
    """Why an update ended before all of it was done."""

    PAUSE = auto()
    CHANGE = auto()


@dataclass(frozen=True, slots=True)
class PendingUpdate:
    """Places to scan when reading goes on.

    `parts` are what was done of it before it gave way; `tells` take what was done in all, in words.
    """

    scans: tuple[Scan, ...]
    tells: tuple[Tell, ...] = field(default=(), compare=False)
    parts: tuple[FolderSummary, ...] = field(default=(), compare=False)

    def of(self, folders: Iterable[Folder]) -> PendingUpdate:
        """Return the update as it is wanted now: without folders that were removed meanwhile."""
        known = {folder.root: folder for folder in folders}
        scans = tuple(
            replace(scan, folder=known[scan.folder.root])
            for scan in self.scans
            if scan.folder.root in known
        )
        return replace(self, scans=scans)

    def with_part(self, part: FolderSummary) -> PendingUpdate:
        """Return the update after some more of it was done, which `part` goes on counting."""
        return replace(self, parts=(*self.parts, part))

    def joined(self, other: PendingUpdate) -> PendingUpdate:
        """Return this update for all who wait for it or for another one of the same places."""
        tells, parts = (*self.tells, *other.tells), (*self.parts, *other.parts)
        return replace(self, tells=tells, parts=parts)

    def unheard(self) -> PendingUpdate:
        """Return the update without anyone who waits for it: they were told that it waits."""
        return replace(self, tells=(), parts=())

    def tell(self, words: str) -> None:
        """Tell everyone who waits for it what was done; nothing where no folder of it is left."""
        for tell in self.tells:
            tell(words if self.scans else "")

    def in_words(self) -> str:
        """Return what was done of it so far."""
        is_retry = any(scan.retry for scan in self.scans)
        return in_all(self.parts, is_retry=is_retry).in_words()


class PendingUpdates:
    """Whether all work on the library is paused, and what is to be read afterwards.

    `pause` and `is_paused` may be used from any thread, the rest on the indexing thread. Reading
    also gives way while `changes_wait`: what a person changes is not to wait for an hour of it.
    """

    def __init__(self, changes_wait: Callable[[], bool] = lambda: False) -> None:
        self._paused = threading.Event()
        self._changes_wait = changes_wait
        self._waiting: list[PendingUpdate] = []
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

    def interrupts(self, update: PendingUpdate, stopped_at: ReadingProgress) -> Interruption | None:
        """Say why an update ends here, None when it goes on; what is left of it is done later."""
        if self.is_paused:
            self.put_off(update.unheard(), stopped_at)
            return Interruption.PAUSE
        if self._changes_wait():
            self.put_off(update)
            return Interruption.CHANGE
        return None

    def put_off(self, update: PendingUpdate, stopped_at: ReadingProgress | None = None) -> None:
        """Do this when work goes on; `stopped_at` is where reading has just stopped."""
        if update in self._waiting:
            at = self._waiting.index(update)
            self._waiting[at] = self._waiting[at].joined(update)
        else:
            self._waiting.append(update)
        if stopped_at is not None:
            self.stopped_at = stopped_at

    def take(self) -> tuple[PendingUpdate, ...]:
        """Return what is to be done now that work goes on; nothing while it is paused."""
        if self.is_paused:
            return ()
        waiting, self._waiting = tuple(self._waiting), []
        self.stopped_at = ReadingProgress("", 0, "")
        return waiting


logger = logging.getLogger(__name__)

SECONDS_BETWEEN_CHECKS = 3.0
# Folders whose changes are not heard; the time that scanning takes is kept to a small share.
_SECONDS_BETWEEN_SCANS_OF_DEAF = 60.0
_SCANS_SHARE = 0.03
# After a scan whose findings could not be saved, as on a full disk.
_SECONDS_UNTIL_NEXT_TRY = 60.0

FolderIdentity = tuple[int, int, int]


class LiveUpdates:
    """Watches the folders that are there. Used by the indexing thread; it calls `wake` from others.

    `rescan_seconds` is the time after which every folder is scanned as a whole. A folder that
    comes back, or is mounted anew, is watched and scanned again.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        rescan_seconds: float,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wake = wake
        self._rescan_seconds = rescan_seconds
        self._monotonic = monotonic
        self._dirty = DirtyPlaces()
        self._watcher = FolderWatcher(self._heard, self._watching, self._deaf_to)
        self._seen: dict[str, FolderIdentity] = {}
        self._deaf: set[str] = set()
        self._next_check = 0.0
        self._scanned_at: dict[str, float] = {}
        self._scan_seconds = 0.0
        self._began = 0.0

    @property
    def has_changed_files(self) -> bool:
        """Whether it is known of single files or directories that they changed."""
        return self._dirty.has_paths

    def check(self, folders: Iterable[Folder]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Watch what is there; return the names of folders that have gone away and come back.

        Cheap to call often.
        """
        now = self._monotonic()
        if now < self._next_check:
            return (), ()
        self._next_check = now + SECONDS_BETWEEN_CHECKS
        known = tuple(folders)
        there = {folder.root: _identity(folder) for folder in known if is_present(folder)}
        seen = {root: identity for root, identity in there.items() if identity is not None}
        self._add_due(seen, now)
        if seen == self._seen:
            return (), ()
        before, self._seen = self._seen, seen
        self._deaf = {root for root in seen if is_remote(root)}
        self._watcher.watch(sorted(seen))
        gone = tuple(f.name for f in known if f.root in before and f.root not in seen)
        return gone, tuple(f.name for f in known if f.root in seen and f.root not in before)

    def check_soon(self) -> None:
        """Let the next `check` not wait: the list of folders has changed."""
        self._next_check = 0.0

    def ask_for(self, paths: Iterable[str]) -> None:
        """Let these absolute paths be scanned with what `take` returns next."""
        self._dirty.add_paths(paths)

    def take(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return what is to be scanned now."""
        scans = self._dirty.take(folders)
        self._began = self._monotonic()
        return scans

    def take_changed_files(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return what is to be scanned inside of folders; whole folders wait for `take`."""
        return self._dirty.take_paths(folders)

    def put_off(self, scans: Iterable[Scan]) -> None:
        """Let folders that were scanned in vain be scanned again, as a whole, in a while."""
        due = self._monotonic() + _SECONDS_UNTIL_NEXT_TRY
        for scan in scans:
            root = scan.folder.root
            self._scanned_at[root] = due - self._seconds_between_scans(root)

    def scanned(self, scans: Sequence[Scan]) -> None:
        """Note that what `take` returned was scanned."""
        now = self._monotonic()
        whole = [scan.folder.root for scan in scans if scan.places == ("",)]
        for root in whole:
            self._scanned_at[root] = now
        if whole:
            self._scan_seconds = now - self._began

    def close(self) -> None:
        """Stop watching."""
        self._watcher.close()

    def _add_due(self, roots: Iterable[str], now: float) -> None:
        due = [
            root
            for root in roots
            if now - self._scanned_at.setdefault(root, now) >= self._seconds_between_scans(root)
        ]
        if due:
            self._dirty.add_folders(due)
            self._wake()

    def _seconds_between_scans(self, root: str) -> float:
        wanted = self._rescan_seconds
        if root in self._deaf:
            wanted = min(wanted, _SECONDS_BETWEEN_SCANS_OF_DEAF)
        return max(wanted, self._scan_seconds / _SCANS_SHARE)

    # --- The watching thread ---

    def _heard(self, paths: Sequence[str]) -> None:
        self._dirty.add_paths(paths)
        self._wake()

    def _watching(self, roots: Sequence[str]) -> None:
        self._dirty.add_folders(roots)
        self._wake()

    def _deaf_to(self, roots: Sequence[str]) -> None:
        logger.info("changes are found by scanning now and then: %s", ", ".join(roots))
        self._deaf.update(roots)
        self._watching(roots)


def _identity(folder: Folder) -> FolderIdentity | None:
    """Return what differs once it has to be watched anew, as what was closed could not be."""
    try:
        status = Path(folder.root).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_mode
