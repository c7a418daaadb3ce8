"""What a worker takes of memory, threads and time, measured from outside, and when it is too much.

Limits that the worker sets itself (engine/processes/limits) come first; these hold where a system
lacks them, or a document has taken over the worker.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import psutil

_SECONDS_BETWEEN_CHECKS = 0.1
# Text recognition starts a thread for each processor; more than this is an attempt to use up those
# of the user. Reading and showing documents needs none (engine/processes/linux_sandbox).
_MAX_THREADS = 512
# How many times the allowed time may pass by the clock: beside ten busy processes one of the lowest
# priority gets less than a hundredth of a processor.
_MAX_TIMES = 120
# A worker that computes less in the allowed time, which is checked in quarters, is stuck.
_MIN_PROGRESS_SECONDS = 0.01
_CHECKS = 4


class WorkerWatch:
    """A thread that ends a worker which takes more memory or threads than it may.

    `end_worker` is called once. The thread looks at the worker now and then between `begin` and
    `rest`, and sleeps otherwise; a worker without requests ends its processes itself.
    """

    def __init__(self, process_id: int, most_bytes: int, end_worker: Callable[[], None]) -> None:
        self._process_id = process_id
        self._most_bytes = most_bytes
        self._end_worker = end_worker
        self._change = threading.Condition()
        self._is_watching = False
        self._closed = False
        self._has_ended_it = False
        self._thread = threading.Thread(target=self._watch, name="worker-watch", daemon=True)
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
                self._change.wait(_SECONDS_BETWEEN_CHECKS if self._is_watching else None)
                if self._is_watching and not self._closed:
                    self._look()

    def _look(self) -> None:
        usage = usage_of(self._process_id)
        if usage.memory_bytes > self._most_bytes or usage.threads > _MAX_THREADS:
            self._has_ended_it = True
            self._end_worker()


class Usage(NamedTuple):
    """What a process and those that it started take; the time is that of processors."""

    memory_bytes: int = 0
    threads: int = 0
    seconds: float = 0.0


def usage_of(process_id: int) -> Usage:
    """Return what a worker takes with its processes; nothing if it is gone.

    Of memory the process that takes most counts: what is forked shares most of its memory.
    """
    import psutil  # noqa: PLC0415 (needed only where files are read)

    usages = [Usage()]
    for one in _worker_processes(process_id):
        with suppress(psutil.Error), one.oneshot():
            times = one.cpu_times()
            # That of processes which have ended is no longer found with these.
            ended = getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
            seconds = times.user + times.system + ended
            usages.append(Usage(_held(one.memory_info()), one.num_threads(), seconds))
    return Usage(
        max(usage.memory_bytes for usage in usages),
        sum(usage.threads for usage in usages),
        sum(usage.seconds for usage in usages),
    )


def _worker_processes(process_id: int) -> list[psutil.Process]:
    """Return a worker and what it started.

    The worker forks processes; on Windows the interpreter of a virtual environment starts the real
    one. Where Linux lists the children of a process, the other processes need not be searched.
    """
    import psutil  # noqa: PLC0415 (needed only where files are read)

    try:
        worker = psutil.Process(process_id)
        listed = Path(f"/proc/{process_id}/task/{process_id}/children")
        if sys.platform == "linux" and listed.exists():
            children = [psutil.Process(int(child)) for child in listed.read_text("ascii").split()]
        else:
            children = worker.children(recursive=True)
    except (psutil.Error, OSError):
        return []
    return [worker, *children]


def _held(memory: object) -> int:
    """Return what the process took: on Windows also what was moved out to the disk."""
    return int(getattr(memory, "private", 0) or getattr(memory, "rss", 0))


class Patience:
    """Decides how long to wait for an answer: limited is the time a worker computes, not the clock.

    A busy computer lets a worker of low priority compute little, and that is no fault of the file.
    But a worker that does not compute at all is stuck (in a drive that does not answer), and one
    that takes _MAX_TIMES as long by the clock could hold up all other files for ever.
    """

    def __init__(self, seconds: float, computed: Callable[[], float]) -> None:
        self._seconds = seconds
        self._computed = computed
        self._began = time.monotonic()
        self.deadline = self._began + seconds
        self._first: float | None = None
        self._last: deque[float] = deque(maxlen=_CHECKS)
        self.is_stuck = False

    def continues(self) -> bool:
        """Return whether to wait until a new `deadline`, now that the one before is reached."""
        computed = self._computed()
        if self._first is None:
            self._first = computed
        elif len(self._last) == _CHECKS and computed - self._last[0] < _MIN_PROGRESS_SECONDS:
            self.is_stuck = True
            return False
        now = time.monotonic()
        if (
            computed - self._first >= self._seconds
            or now >= self._began + _MAX_TIMES * self._seconds
        ):
            return False
        self._last.append(computed)
        self.deadline = now + self._seconds / _CHECKS
        return True
