"""The threads of the engine and their jobs: newest-wins, priorities, cancellation."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

Work = Callable[[], None]

_LOOK_AROUND = 0.1


@dataclass(frozen=True, slots=True)
class Job:
    """Work with an optional `kind`: a newer job of the same kind displaces those still waiting.

    `displaced` is called (by the thread that puts the newer job) when that happens. One that
    `is_kept` is carried out also by a thread that was asked to stop; for one that `is_short` longer
    work may be interrupted.
    """

    work: Work
    kind: str = ""
    displaced: Work | None = None
    is_kept: bool = False
    is_short: bool = False


class JobQueue:
    """Jobs waiting for one thread, oldest first."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def put(self, job: Job) -> None:
        """Add a job; after `close` it is dropped. May be called from any thread."""
        with self._changed:
            if self._closed:
                displaced = [job]
            else:
                displaced = self._take_displaced(job.kind)
                self._jobs.append(job)
                self._changed.notify()
        for old in displaced:
            if old.displaced is not None:
                old.displaced()

    def _take_displaced(self, kind: str) -> list[Job]:
        displaced = [job for job in self._jobs if kind and job.kind == kind]
        for job in displaced:
            self._jobs.remove(job)
        return displaced

    def get(self, timeout: float | None = None) -> Job | None:
        """Wait at most `timeout` seconds for a job; None when there is none or at the end."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._jobs) or self._closed, timeout)
            return self._jobs.popleft() if self._jobs else None

    @property
    def is_empty(self) -> bool:
        """True while no job waits."""
        with self._changed:
            return not self._jobs

    @property
    def has_short(self) -> bool:
        """True while a job waits that is short."""
        with self._changed:
            return any(job.is_short for job in self._jobs)

    @property
    def is_closed(self) -> bool:
        """True after `close`."""
        return self._closed

    def close(self) -> None:
        """Take no more jobs; those that wait are still handed out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class SearchPriority:
    """Counts searches that wait or run, so that background work can step aside."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._searches = 0
        self._quiet_at = 0.0
        self._monotonic = monotonic
        self._changed = threading.Condition()

    def hold(self, seconds: float) -> None:
        """Keep background work aside for a moment: a search runs in another process."""
        with self._changed:
            self._quiet_at = max(self._quiet_at, self._monotonic() + seconds)

    def announce(self) -> None:
        """Count a search that waits from now on."""
        with self._changed:
            self._searches += 1

    def finish(self) -> None:
        """Count an announced search as answered or dropped."""
        with self._changed:
            self._searches -= 1
            self._changed.notify_all()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Answer an announced search."""
        try:
            yield
        finally:
            self.finish()

    @property
    def is_wanted(self) -> bool:
        """True while a search waits or runs, here or in another process. Cheap to ask often."""
        return self._searches > 0 or self._monotonic() < self._quiet_at

    def step_aside(self, timeout: float, unless: Callable[[], bool] = lambda: False) -> bool:
        """Wait until no search is wanted, `timeout` seconds at most; say whether that is so.

        `unless`, asked now and then, says that something else wants the thread.
        """
        end = self._monotonic() + timeout
        while self.is_wanted and not unless() and (left := end - self._monotonic()) > 0:
            with self._changed:
                self._changed.wait_for(lambda: not self.is_wanted, min(left, _LOOK_AROUND))
        return not self.is_wanted


logger = logging.getLogger(__name__)

IdleWork = Callable[[], bool]


class WorkerThread:
    """Carries out jobs in order; while none waits it repeats `idle_work` as long as that is True.

    After that it is repeated when a job was done, and after every `patience()` seconds (None: not
    at all). `start_work` runs first, on the thread itself. A job that raises is logged; the thread
    goes on.
    """

    def __init__(
        self,
        name: str,
        *,
        start_work: Callable[[], None] | None = None,
        idle_work: IdleWork | None = None,
        patience: Callable[[], float | None] = lambda: None,
        end_work: Callable[[], None] | None = None,
    ) -> None:
        self._queue = JobQueue()
        self._start_work = start_work
        self._idle_work = idle_work
        self._patience = patience
        self._end_work = end_work
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin; jobs put earlier are carried out now."""
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job. May be called from any thread."""
        self._queue.put(job)

    @property
    def has_waiting_jobs(self) -> bool:
        """True while a job waits for the thread."""
        return not self._queue.is_empty

    @property
    def has_short_jobs(self) -> bool:
        """True while a job waits for which longer work is to be interrupted."""
        return self._queue.has_short

    @property
    def is_closing(self) -> bool:
        """True once the thread was asked to stop."""
        return self._queue.is_closed

    def ask_to_stop(self) -> None:
        """Take no more jobs and drop those that wait, but for those that are kept."""
        self._queue.close()

    def join(self) -> None:
        """Wait until the thread has ended."""
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        self._guarded(self._start_work)
        busy = True
        while not self._queue.is_closed:
            job = self._queue.get(timeout=0 if busy else self._patience())
            if job is not None:
                self._carry_out(job)
                busy = True
            elif self._idle_work is not None and not self._queue.is_closed:
                busy = self._idle_work_guarded(self._idle_work)
            else:
                busy = False
        while (left := self._queue.get(timeout=0)) is not None:
            self._carry_out(left)
        self._guarded(self._end_work)

    def _carry_out(self, job: Job) -> None:
        if job.is_kept or not self._queue.is_closed:
            self._guarded(job.work)

    def _idle_work_guarded(self, idle_work: IdleWork) -> bool:
        try:
            return idle_work()
        except Exception:
            logger.exception("background work failed")
            return False

    def _guarded(self, work: Callable[[], None] | None) -> None:
        if work is None:
            return
        try:
            work()
        except Exception:
            logger.exception("a job failed")
