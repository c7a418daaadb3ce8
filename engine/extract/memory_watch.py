"""Watching from outside how much memory a worker holds while it reads.

The kernel limits it where it can (see `engine.extract.own_limits`). Where it cannot, as on macOS,
this watch is the limit; it may be overstepped by what a program fills between two looks.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import suppress

_SECONDS_BETWEEN_LOOKS = 0.1


class MemoryWatch:
    """A thread that ends a worker which holds more than `most_bytes`; `end_worker` is called once.

    The thread looks at the worker now and then between `begin` and `rest`, and sleeps otherwise.
    """

    def __init__(self, process_id: int, most_bytes: int, end_worker: Callable[[], None]) -> None:
        self._process_id = process_id
        self._most_bytes = most_bytes
        self._end_worker = end_worker
        self._change = threading.Condition()
        self._is_watching = False
        self._closed = False
        self._has_ended_it = False
        self._thread = threading.Thread(target=self._watch, name="memory-watch", daemon=True)
        self._thread.start()

    @property
    def has_ended_it(self) -> bool:
        """Whether the worker was ended for what it held."""
        with self._change:
            return self._has_ended_it

    def begin(self) -> None:
        """Watch from now on."""
        with self._change:
            if not self._is_watching:
                self._is_watching = True
                self._change.notify()

    def rest(self) -> None:
        """Watch no more until the next `begin`."""
        with self._change:
            self._is_watching = False

    def close(self) -> None:
        """End the thread; `end_worker` is not called any more."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    def _watch(self) -> None:
        with self._change:
            while not (self._closed or self._has_ended_it):
                self._change.wait(_SECONDS_BETWEEN_LOOKS if self._is_watching else None)
                if self._is_watching and not self._closed:
                    self._look()

    def _look(self) -> None:
        if memory_of(self._process_id) > self._most_bytes:
            self._has_ended_it = True
            self._end_worker()


def memory_of(process_id: int) -> int:
    """Return the bytes of memory that a process holds; 0 when it is gone.

    On Windows the interpreter of a virtual environment only starts the real one, so there the
    processes that it started count too.
    """
    import psutil  # noqa: PLC0415 (needed only where files are read)

    with suppress(psutil.Error):
        process = psutil.Process(process_id)
        started = process.children(recursive=True) if sys.platform == "win32" else []
        return sum(_held(one.memory_info()) for one in (process, *started))
    return 0


def _held(memory: object) -> int:
    """Return what the process took: on Windows also what was moved out to the disk."""
    return int(getattr(memory, "private", 0) or getattr(memory, "rss", 0))
