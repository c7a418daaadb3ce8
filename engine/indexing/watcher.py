"""Watching library folders for changes, and collecting the changed paths for the next scan.

A report of the operating system is only a hint. Reports of a burst may be incomplete, may cover a
renamed directory but not its files, or may not arrive at all (network drives, too many
directories).
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from twofold.engine.extract.unreadable import possible_iwork_folder
from twofold.engine.indexing.described_files import is_reference_library
from twofold.engine.indexing.ignore_rules import IGNORE_FILES
from twofold.engine.indexing.scan import WHOLE, Scan
from twofold.engine.stores.library_folder import Folder

logger = logging.getLogger(__name__)

# A burst of changes is reported after a pause of _QUIET_MS, or after _MAX_BURST_MS at the latest.
_QUIET_MS = 100
_MAX_BURST_MS = 500
_WAKE_MS = 500
# The same for a reference library.
_LIBRARY_QUIET_SECONDS = 5.0
_MAX_LIBRARY_SECONDS = 60.0
# Above this number, scanning the whole folder is cheaper.
_MAX_PLACES = 5000
# The system's report has this character for each undecodable byte.
_REPLACEMENT = "\ufffd"
# File systems that other machines write to.
_REMOTE = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "9p", "ceph", "glusterfs", "afs", "ncpfs",
        "webdav", "davfs", "vboxsf", "virtiofs", "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse",
        "fuse.davfs", "fuse.s3fs", "fuse.gcsfuse", "fuse.google-drive-ocamlfuse", "fuse.onedriver",
        "fuse.smbnetfs", "fuse.kio-fuse", "macfuse", "drvfs",
    }
)  # fmt: skip

OnPaths = Callable[[Sequence[str]], None]
OnRoots = Callable[[Sequence[str]], None]


class FolderWatcher:
    """Watches a set of folders on its own thread.

    The callbacks run on that thread: `on_paths` receives the absolute paths of changed files,
    `on_watching` the roots once they are watched (earlier changes are not reported, so scan them),
    and `on_unwatchable` the roots that cannot be watched.
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
        """The folders to watch."""
        return self._roots

    def watch(self, roots: Sequence[str]) -> None:
        """Watch exactly these folders from now on."""
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
        """Stop watching; return when the thread has ended."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, roots: tuple[str, ...], stop: threading.Event) -> None:
        try:
            self._listen(roots, stop)
        except Exception as error:  # noqa: BLE001 (periodic scans continue in any case)
            logger.info("folders cannot be watched: %s", error)
            if len(roots) == 1:
                self._on_unwatchable(roots)
                return
            # One root makes watching fail for all; watch each separately.
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


class ChangedPaths:
    """Collects changed paths from the watcher thread until the indexing thread takes them.

    A reference library is read as a whole, and its program writes it after every change. It is
    therefore returned only after a pause, or a minute after the first change.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._paths: set[str] = set()
        self._roots: set[str] = set()
        self._libraries: dict[str, tuple[float, float]] = {}  # the first and the last change

    def add_paths(self, paths: Iterable[str]) -> None:
        """Add absolute paths of files or directories that were changed, created or deleted."""
        now = self._monotonic()
        with self._lock:
            for path in paths:
                if is_reference_library(path.replace("\\", "/")):
                    first, _ = self._libraries.get(path, (now, now))
                    self._libraries[path] = first, now
                else:
                    self._paths.add(path)

    def add_folders(self, roots: Iterable[str]) -> None:
        """Add library folders to scan as a whole."""
        with self._lock:
            self._roots.update(roots)

    @property
    def has_paths(self) -> bool:
        """Whether there are changed paths, not only library folders to scan as a whole."""
        with self._lock:
            self._add_quiet_libraries()
            return bool(self._paths)

    def _add_quiet_libraries(self) -> None:
        now = self._monotonic()
        for path, (first, last) in [*self._libraries.items()]:
            if now - last >= _LIBRARY_QUIET_SECONDS or now - first >= _MAX_LIBRARY_SECONDS:
                del self._libraries[path]
                self._paths.add(path)

    def take(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return the scans to run, and clear the collection."""
        with self._lock:
            self._add_quiet_libraries()
            paths, self._paths = self._paths, set()
            roots, self._roots = self._roots, set()
        scans = []
        for folder in folders:
            places = WHOLE if folder.root in roots else _places(folder, paths)
            if places:
                scans.append(Scan(folder, places))
        return tuple(scans)

    def take_paths(self, folders: Iterable[Folder]) -> tuple[Scan, ...]:
        """Return the scans inside folders and clear their paths; whole folders are kept."""
        with self._lock:
            self._add_quiet_libraries()
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
    """Return the path to scan for a changed path: the whole directory for an ignore file.

    For a file inside a folder that is a single document, return the path of that folder.
    """
    if path.name in IGNORE_FILES or _REPLACEMENT in path.name:
        path = path.parent
    return "" if path == Path() else possible_iwork_folder(path.as_posix())


def is_remote(root: str) -> bool:
    """Return whether other machines may change a folder without a report on this system."""
    if root.startswith("\\\\"):  # Windows name of a network share
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
