"""Watching library folders for changes, and collecting the places that are to be scanned.

A report of the system is only a hint: reports of a burst may be incomplete, come for a renamed
directory but not for its files, or not come at all (network drives, too many directories).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from twofold.engine.extract.unreadable import possible_iwork_folder
from twofold.engine.indexing.ignore_rules import IGNORE_FILES
from twofold.engine.indexing.scan import WHOLE, Scan
from twofold.engine.stores.library_folder import Folder

logger = logging.getLogger(__name__)

# A burst of changes is reported when there was no other for this long, or after the longer time.
_QUIET_MS = 100
_MAX_BURST_MS = 500
_WAKE_MS = 500
# Beyond so many, scanning the whole folder costs less.
_MAX_PLACES = 5000
# What the system's report puts in the place of bytes that are no text.
_REPLACEMENT = "\ufffd"
# File systems that other machines write to.
_REMOTE = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "9p", "ceph", "glusterfs", "afs", "ncpfs",
        "webdav", "davfs", "vboxsf", "virtiofs", "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse",
        "fuse.davfs", "fuse.s3fs", "drvfs",
    }
)  # fmt: skip

OnPaths = Callable[[Sequence[str]], None]
OnRoots = Callable[[Sequence[str]], None]


class FolderWatcher:
    """Watches folders on a thread of its own, one set at a time.

    `on_paths` is called on that thread with the absolute paths of what changed; `on_watching` with
    the roots once they are watched (what changed before is not reported: scan them),
    `on_unwatchable` with roots that cannot be watched.
    """

    def __init__(self, on_paths: OnPaths, on_watching: OnRoots, on_unwatchable: OnRoots) -> None:
        self._on_paths = on_paths
        self._on_watching = on_watching
        self._on_unwatchable = on_unwatchable
        self._roots: tuple[str, ...] = ()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    @property
    def roots(self) -> tuple[str, ...]:
        """The folders that are to be watched."""
        return self._roots

    def watch(self, roots: Sequence[str]) -> None:
        """Watch just these folders from now on."""
        self.close()
        self._roots = tuple(roots)
        if not self._roots:
            return
        self._stop = threading.Event()
        self._thread = threading.Thread(
            target=self._run, args=(self._roots, self._stop), name="watcher", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop watching; returns when the thread has ended."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, roots: tuple[str, ...], stop: threading.Event) -> None:
        try:
            self._listen(roots, stop)
        except Exception as error:  # noqa: BLE001 (whatever the system refuses: scans go on)
            logger.info("folders cannot be watched: %s", error)
            if len(roots) == 1:
                self._on_unwatchable(roots)
                return
            # One of them spoils it for all; those that can be watched shall be.
            self._listen_to_each(roots, stop)

    def _listen_to_each(self, roots: tuple[str, ...], stop: threading.Event) -> None:
        threads = [
            threading.Thread(target=self._run, args=((root,), stop), name="watcher", daemon=True)
            for root in roots
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _listen(self, roots: tuple[str, ...], stop: threading.Event) -> None:
        from watchfiles import watch  # noqa: PLC0415 (needed only where folders are watched)

        is_watching = False
        for changes in watch(
            *roots,
            watch_filter=None,
            debounce=_MAX_BURST_MS,
            step=_QUIET_MS,
            stop_event=stop,
            rust_timeout=_WAKE_MS,
            yield_on_timeout=True,
            ignore_permission_denied=True,
            raise_interrupt=False,
        ):
            if not is_watching:
                is_watching = True
                self._on_watching(roots)
            if changes and not stop.is_set():
                self._on_paths([path for _, path in changes])


class DirtyPlaces:
    """Collects changed paths from the watching thread until the indexing thread takes them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._paths: set[str] = set()
        self._roots: set[str] = set()

    def add_paths(self, paths: Iterable[str]) -> None:
        """Note absolute paths of files or directories that changed, came or went."""
        with self._lock:
            self._paths.update(paths)

    def add_folders(self, roots: Iterable[str]) -> None:
        """Note library folders that are to be scanned as a whole."""
        with self._lock:
            self._roots.update(roots)

    @property
    def has_paths(self) -> bool:
        """True when more is known than which folders are to be scanned as a whole."""
        with self._lock:
            return bool(self._paths)

    def take(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return what to scan, and forget it."""
        with self._lock:
            paths, self._paths = self._paths, set()
            roots, self._roots = self._roots, set()
        scans = []
        for folder in folders:
            places = WHOLE if folder.root in roots else _places(folder, paths)
            if places:
                scans.append(Scan(folder, places))
        return tuple(scans)

    def take_paths(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return what to scan inside of folders, and forget it; whole folders stay noted."""
        with self._lock:
            paths, self._paths = self._paths, set()
        found = [Scan(folder, _places(folder, paths)) for folder in folders]
        self.add_folders([scan.folder.root for scan in found if scan.places == WHOLE])
        return tuple(scan for scan in found if scan.places not in ((), WHOLE))


def _places(folder: Folder, paths: Iterable[str]) -> tuple[str, ...]:
    root = Path(folder.root)
    inside = (Path(path) for path in paths)
    places = {_place(path.relative_to(root)) for path in inside if path.is_relative_to(root)}
    return WHOLE if "" in places or len(places) > _MAX_PLACES else tuple(sorted(places))


def _place(path: Path) -> str:
    """Return the place to scan: an ignore file concerns its whole directory.

    So does a part of a folder that is one document: none of the others is one.
    """
    if path.name in IGNORE_FILES or _REPLACEMENT in path.name:
        path = path.parent
    return "" if path == Path() else possible_iwork_folder(path.as_posix())


def is_remote(root: str) -> bool:
    """Say whether others may change a folder without this system hearing of it."""
    if root.startswith("\\\\"):  # Windows' name of a share
        return True
    import psutil  # noqa: PLC0415 (needed only where folders are watched)

    try:
        partitions = psutil.disk_partitions(all=True)
    except (OSError, RuntimeError):
        return False
    path = Path(root)
    around = [one for one in partitions if path.is_relative_to(one.mountpoint)]
    nearest = max(around, key=lambda one: len(one.mountpoint), default=None)
    if nearest is None:
        return False
    return nearest.fstype.lower() in _REMOTE or "remote" in nearest.opts.split(",")
