"""A thread that works through a queue of jobs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from engine.job_queue import Job, JobQueue

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
