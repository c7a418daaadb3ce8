"""Hearing from the system when something in a library folder changes.

What is heard is only a hint where to look: the reports of a burst may be incomplete, come for a
renamed directory but not for what is in it, or not come at all (network drives, too many
directories). What matters is that a look follows, and that all folders are looked at now and then.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

logger = logging.getLogger(__name__)

# A burst of changes is reported when nothing was heard for this long, or after the longer time.
_QUIET_MS = 100
_LONGEST_BURST_MS = 500
_WAKE_MS = 500

OnPaths = Callable[[Sequence[str]], None]
OnRoots = Callable[[Sequence[str]], None]


class FolderWatcher:
    """Watches folders on a thread of its own, one set at a time.

    `on_paths` is called on that thread with the absolute paths of what changed; `on_watching` with
    the roots once they are watched (what changed before is not heard: look at them), `on_deaf` with
    roots that cannot be watched.
    """

    def __init__(self, on_paths: OnPaths, on_watching: OnRoots, on_deaf: OnRoots) -> None:
        self._on_paths = on_paths
        self._on_watching = on_watching
        self._on_deaf = on_deaf
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
        except Exception as error:  # noqa: BLE001 (whatever the system refuses: looks go on)
            logger.info("folders cannot be watched: %s", error)
            if len(roots) == 1:
                self._on_deaf(roots)
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
            debounce=_LONGEST_BURST_MS,
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
