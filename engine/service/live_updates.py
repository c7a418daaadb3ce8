"""Decide which folders to scan again: changed ones, and all of them periodically."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from twofold.engine.indexing.scan import Scan
from twofold.engine.indexing.watcher import ChangedPaths, FolderWatcher, is_remote
from twofold.engine.stores.library_folder import Folder, is_present

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_CHECKS = 3.0
# Folders that cannot be watched. Scanning them takes at most a small share of the time.
_SECONDS_BETWEEN_SCANS_OF_UNWATCHED = 60.0
_SHARE_OF_SCANS = 0.03
# After a scan whose results could not be saved, for example because the disk is full.
_SECONDS_UNTIL_NEXT_TRY = 60.0

FolderIdentity = tuple[int, int, int]


class LiveUpdates:
    """Watches the available folders. Indexing thread only; `wake` is called from others.

    Every folder is scanned completely every `rescan_seconds`. A folder that becomes available or is
    mounted again is watched and scanned again.
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
        self._changed_paths = ChangedPaths(monotonic)
        self._watcher = FolderWatcher(self._files_changed, self._watching, self._cannot_watch)
        self._present: dict[str, FolderIdentity] = {}
        self._unwatched: set[str] = set()
        self._next_check = 0.0
        self._scanned_at: dict[str, float] = {}
        self._scan_seconds = 0.0
        self._scan_began = 0.0

    @property
    def has_changed_files(self) -> bool:
        """Whether individual files or directories are known to have changed."""
        return self._changed_paths.has_paths

    def check(self, folders: Iterable[Folder]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Watch available folders. Return the names of folders that disappeared and reappeared.

        Calling it often is cheap.
        """
        now = self._monotonic()
        if now < self._next_check:
            return (), ()
        self._next_check = now + SECONDS_BETWEEN_CHECKS
        known = tuple(folders)
        identities = {folder.root: _identity(folder) for folder in known if is_present(folder)}
        present = {root: identity for root, identity in identities.items() if identity is not None}
        self._add_due(present, now)
        if present == self._present:
            return (), ()
        before, self._present = self._present, present
        self._unwatched = {root for root in present if is_remote(root)}
        self._watcher.watch(sorted(present))
        gone = tuple(f.name for f in known if f.root in before and f.root not in present)
        return gone, tuple(f.name for f in known if f.root in present and f.root not in before)

    def check_soon(self) -> None:
        """Make the next `check` run immediately, because the list of folders has changed."""
        self._next_check = 0.0

    def add_paths(self, paths: Iterable[str]) -> None:
        """Add absolute paths to the next result of `take`."""
        self._changed_paths.add_paths(paths)

    def take(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return what to scan now."""
        scans = self._changed_paths.take(folders)
        self._scan_began = self._monotonic()
        return scans

    def take_changed_files(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return what to scan inside folders. Whole folders are left for `take`."""
        return self._changed_paths.take_paths(folders)

    def postpone(self, scans: Iterable[Scan]) -> None:
        """Scan these folders completely later, because the results could not be saved."""
        due = self._monotonic() + _SECONDS_UNTIL_NEXT_TRY
        for scan in scans:
            root = scan.folder.root
            self._scanned_at[root] = due - self._seconds_between_scans(root)

    def note_scanned(self, scans: Sequence[Scan]) -> None:
        """Record that the scans returned by `take` are done."""
        now = self._monotonic()
        whole = [scan.folder.root for scan in scans if scan.places == ("",)]
        for root in whole:
            self._scanned_at[root] = now
        if whole:
            self._scan_seconds = now - self._scan_began

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
            self._changed_paths.add_folders(due)
            self._wake()

    def _seconds_between_scans(self, root: str) -> float:
        seconds = self._rescan_seconds
        if root in self._unwatched:
            seconds = min(seconds, _SECONDS_BETWEEN_SCANS_OF_UNWATCHED)
        return max(seconds, self._scan_seconds / _SHARE_OF_SCANS)

    # --- The watcher's thread ---

    def _files_changed(self, paths: Sequence[str]) -> None:
        self._changed_paths.add_paths(paths)
        self._wake()

    def _watching(self, roots: Sequence[str]) -> None:
        self._changed_paths.add_folders(roots)
        self._wake()

    def _cannot_watch(self, roots: Sequence[str]) -> None:
        logger.info("folders that cannot be watched are scanned often: %s", ", ".join(roots))
        self._unwatched.update(roots)
        self._watching(roots)


def _identity(folder: Folder) -> FolderIdentity | None:
    """Return an identity that changes if the folder must be watched again.

    Return None if the folder is missing.
    """
    try:
        status = Path(folder.root).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_mode
