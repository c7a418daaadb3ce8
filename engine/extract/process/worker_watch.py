"""Measuring a worker's memory, threads and time from outside, and ending it above the limits.

Limits that the worker sets itself (engine/processes/limits) apply first. These limits are for
systems without them, and for workers that a document has taken over.
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
# OCR starts a thread for each processor; more than this is an attempt to exhaust the user's
# threads. Reading and showing documents needs none (engine/processes/linux_sandbox).
_MAX_THREADS = 512
# The maximum wall-clock time, as a multiple of the allowed processor time. Next to ten busy
# processes, one with the lowest priority gets less than a hundredth of a processor.
_MAX_CLOCK_FACTOR = 120
# A worker is stuck if it computes less than this during the allowed time; checked every quarter.
_MIN_PROGRESS_SECONDS = 0.01
_CHECKS = 4


class WorkerWatch:
    """A thread that ends a worker if it uses more memory or threads than allowed.

    `end_worker` is called once. The thread checks the worker periodically between `begin` and
    `rest`, and sleeps otherwise. A worker without requests ends its processes itself.
    """

    def __init__(self, process_id: int, max_bytes: int, end_worker: Callable[[], None]) -> None:
        self._process_id = process_id
        self._max_bytes = max_bytes
        self._end_worker = end_worker
        self._change = threading.Condition()
        self._is_watching = False
        self._closed = False
        self._has_ended_worker = False
        self._thread = threading.Thread(target=self._watch, name="worker-watch", daemon=True)
        self._thread.start()

    @property
    def has_ended_worker(self) -> bool:
        """Whether the worker was ended because of its memory or threads."""
        with self._change:
            return self._has_ended_worker

    def begin(self) -> None:
        """Start watching."""
        with self._change:
            if not self._is_watching:
                self._is_watching = True
                self._change.notify()

    def rest(self) -> None:
        """Pause watching until the next `begin`."""
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
            while not (self._closed or self._has_ended_worker):
                self._change.wait(_SECONDS_BETWEEN_CHECKS if self._is_watching else None)
                if self._is_watching and not self._closed:
                    self._check()

    def _check(self) -> None:
        usage = usage_of(self._process_id)
        if usage.memory_bytes > self._max_bytes or usage.threads > _MAX_THREADS:
            self._has_ended_worker = True
            self._end_worker()


class Usage(NamedTuple):
    """The resources used by a process and its children; the time is processor time."""

    memory_bytes: int = 0
    threads: int = 0
    seconds: float = 0.0


def usage_of(process_id: int) -> Usage:
    """Return the resources used by a worker and its processes; nothing if it has ended.

    The memory is the memory of the largest process, because forked processes share most of it.
    """
    import psutil  # noqa: PLC0415 (needed only where files are read)

    usages = [Usage()]
    for one in _worker_processes(process_id):
        with suppress(psutil.Error), one.oneshot():
            times = one.cpu_times()
            # Child processes that have ended are not listed any more, but their time counts.
            ended = getattr(times, "children_user", 0.0) + getattr(times, "children_system", 0.0)
            seconds = times.user + times.system + ended
            usages.append(Usage(_memory_of(one.memory_info()), one.num_threads(), seconds))
    return Usage(
        max(usage.memory_bytes for usage in usages),
        sum(usage.threads for usage in usages),
        sum(usage.seconds for usage in usages),
    )


def _worker_processes(process_id: int) -> list[psutil.Process]:
    """Return a worker and its child processes.

    The worker forks processes, and on Windows the interpreter of a virtual environment starts the
    real one. If Linux lists the children of a process, there is no need to search all processes.
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


def _memory_of(memory: object) -> int:
    """Return the memory of a process; on Windows this includes memory paged out to the disk."""
    return int(getattr(memory, "private", 0) or getattr(memory, "rss", 0))


class WaitPolicy:
    """Decides how long to wait for an answer of a worker.

    The processor time of the worker counts, not the time that has passed: on a busy computer, a
    worker of low priority computes little, which is not the fault of the file. However, a worker
    that does not compute at all is stuck (such as on a drive that does not respond). A worker that
    takes _MAX_CLOCK_FACTOR times as long by the clock could block all other files, so it is ended
    too.
    """

    def __init__(self, seconds: float, computed: Callable[[], float]) -> None:
        self._seconds = seconds
        self._computed = computed
        self._began = time.monotonic()
        self.deadline = self._began + seconds
        self._computed_first: float | None = None
        self._recent: deque[float] = deque(maxlen=_CHECKS)
        self.is_stuck = False

    def continues(self) -> bool:
        """Return whether to wait for another `deadline` after the previous one was reached."""
        computed = self._computed()
        if self._computed_first is None:
            self._computed_first = computed
        elif len(self._recent) == _CHECKS and computed - self._recent[0] < _MIN_PROGRESS_SECONDS:
            self.is_stuck = True
            return False
        now = time.monotonic()
        if (
            computed - self._computed_first >= self._seconds
            or now >= self._began + _MAX_CLOCK_FACTOR * self._seconds
        ):
            return False
        self._recent.append(computed)
        self.deadline = now + self._seconds / _CHECKS
        return True
