"""The engine's threads and jobs: newest-wins, priorities, cancellation.

A `Worker` is one thread with a queue of jobs. `SearchPriority` lets background work, which consists
of small steps, yield while the user waits for an answer.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from twofold.engine.api import (
    BadRequestError,
    EngineError,
    Event,
    EventCallback,
    Request,
    RequestFailed,
)
from twofold.engine.model.localized import message

logger = logging.getLogger(__name__)

Work = Callable[[], None]
# Identifies the type and client of a job, such as (SearchRequest, "quick"); () for jobs that
# replace no others.
Kind = tuple[object, ...]
# Returns the name of the folder that a request is about; '' if it is not about a folder.
FolderOf = Callable[[Request], str]

_SECONDS_BETWEEN_CHECKS = 0.1


@dataclass(eq=False, slots=True)
class Job:
    """Work for one thread. `request` is the request that it carries out, if any.

    A newer job of the same `kind` replaces a waiting one. A newer job of the kind `outdated_by`
    sets `cancelled`, which the work checks while it runs. `on_end` is called once: after the work,
    or when the job is dropped.

    If `is_kept`, the job is carried out even if its thread was asked to stop, at least until
    `Worker.note_recorded` is called. If `is_short`, the job may be carried out in the middle of
    longer work, see `Worker.run_short_jobs`, and before earlier jobs, except those about the same
    folder.
    """

    work: Work
    request: Request | None = None
    request_id: int = 0
    kind: Kind = ()
    outdated_by: Kind = ()
    cancelled: threading.Event = field(default_factory=threading.Event)
    on_end: Work | None = None
    is_kept: bool = False
    is_short: bool = False

    def drop(self) -> None:
        """End the job without carrying it out."""
        self.cancelled.set()
        if self.on_end is not None:
            self.on_end()

    def run(self) -> None:
        """Carry out the job. Exceptions are logged."""
        _run_logged(self.work)
        if self.on_end is not None:
            self.on_end()


class Worker:
    """A thread that carries out jobs, oldest first.

    After `rest_seconds` without a job, it repeats `idle_work` as long as that returns True. After
    that, `idle_work` runs after each job and every `idle_seconds()` seconds (None: never).
    `start_work` runs first, on the thread itself. If a job raises, the exception is logged and the
    thread continues.
    """

    def __init__(
        self,
        name: str,
        *,
        start_work: Work | None = None,
        idle_work: Callable[[], bool] | None = None,
        idle_seconds: Callable[[], float | None] = lambda: None,
        rest_seconds: float = 0.0,
    ) -> None:
        self._start_work = start_work
        self._idle_work = idle_work
        self._idle_seconds = idle_seconds
        self._rest_seconds = rest_seconds
        self._jobs: deque[Job] = deque()
        self._running: list[Job] = []
        self._is_closing = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread, which begins with the jobs that are already queued."""
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job. After `ask_to_stop` it is dropped. Thread-safe."""
        with self._changed:
            if self._is_closing:
                dropped = [job]
            else:
                dropped = [old for old in self._jobs if job.kind and old.kind == job.kind]
                for old in dropped:
                    self._jobs.remove(old)
                for old in (*self._jobs, *self._running):
                    if job.kind and old.outdated_by == job.kind:
                        old.cancelled.set()
                self._jobs.append(job)
                self._changed.notify_all()
        for old in dropped:
            old.drop()

    def cancel(self, request_id: int) -> None:
        """Set `cancelled` for the job of a request. A waiting job is still carried out."""
        with self._changed:
            for job in (*self._jobs, *self._running):
                if job.request_id == request_id:
                    job.cancelled.set()

    def run_short_jobs(self, folder_of: FolderOf) -> None:
        """Carry out the waiting short jobs now, in the middle of another job."""
        while (job := self._short_job(folder_of)) is not None and self._take(job):
            self._carry_out(job)

    def has_short_job(self, folder_of: FolderOf) -> bool:
        """Return whether a waiting job may be carried out now, in the middle of longer work."""
        return self._short_job(folder_of) is not None

    @property
    def has_waiting_jobs(self) -> bool:
        """Whether a job is waiting for the thread."""
        return bool(self._jobs)

    @property
    def is_closing(self) -> bool:
        """Whether the thread was asked to stop."""
        return self._is_closing

    def ask_to_stop(self) -> None:
        """Accept no more jobs, cancel running ones, and drop waiting ones that are not kept."""
        with self._changed:
            self._is_closing = True
            dropped = [job for job in self._jobs if not job.is_kept]
            for job in dropped:
                self._jobs.remove(job)
            for job in self._running:
                job.cancelled.set()
            self._changed.notify_all()
        for job in dropped:
            job.drop()

    def note_recorded(self) -> None:
        """Record that the running jobs have saved the requested changes.

        The rest of their work can be done at the next start.
        """
        with self._changed:
            for job in self._running:
                job.is_kept = False
            self._changed.notify_all()

    def wait_for_kept_jobs(self) -> None:
        """Wait until no job that must be kept is waiting or running.

        Other jobs are not waited for.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: not any(job.is_kept for job in (*self._jobs, *self._running))
            )

    def join(self, timeout: float | None = None) -> None:
        """Wait until the thread has ended, at most `timeout` seconds (None: no limit)."""
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _short_job(self, folder_of: FolderOf) -> Job | None:
        """Return the first short job without an earlier job about the same folder."""
        with self._changed:
            jobs = tuple(self._jobs)
        if not any(job.is_short for job in jobs):
            return None
        earlier: set[str] = set()
        for job in jobs:
            folder = folder_of(job.request) if job.request is not None else ""
            if job.is_short and folder not in earlier:
                return job
            earlier |= {folder} - {""}
        return None

    def _take(self, wanted: Job | None = None) -> Job | None:
        """Take a job from the queue, by default the first; None if it is no longer there."""
        with self._changed:
            job = wanted or next(iter(self._jobs), None)
            if job is None or job not in self._jobs:
                return None
            self._jobs.remove(job)
            self._running.append(job)
            return job

    def _carry_out(self, job: Job) -> None:
        job.run()
        with self._changed:
            self._running.remove(job)
            self._changed.notify_all()

    def _run(self) -> None:
        if self._start_work is not None:
            _run_logged(self._start_work)
        is_busy = True
        while True:
            self._wait(self._rest_seconds if is_busy else self._idle_seconds())
            if (job := self._take()) is not None:
                self._carry_out(job)
                is_busy = True
            elif self._is_closing:
                return
            else:
                is_busy = self._idle()

    def _wait(self, seconds: float | None) -> None:
        with self._changed:
            self._changed.wait_for(lambda: bool(self._jobs) or self._is_closing, seconds)

    def _idle(self) -> bool:
        try:
            return self._idle_work is not None and self._idle_work()
        except Exception:
            logger.exception("background work failed")
            return False


def _run_logged(work: Work) -> None:
    try:
        work()
    except Exception:
        logger.exception("a job failed")


def send_answer(
    on_event: EventCallback, request_id: int, answer: Callable[[], Event | None]
) -> None:
    """Send the result of `answer` (None: nothing), or the message of its exception."""
    try:
        event = answer()
    except EngineError as error:
        is_bad = isinstance(error, BadRequestError)
        event = RequestFailed(request_id, error.message, error.hint, is_bad)
    except Exception as error:
        logger.exception("request %d failed", request_id)
        event = RequestFailed(
            request_id,
            message("An internal error occurred ({name}).", name=type(error).__name__),
            message("See the log for details."),
        )
    if event is not None:
        on_event(event)


class SearchPriority:
    """Counts waiting and running searches, so that background work can yield to them."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._searches = 0
        self._held_until = 0.0
        self._monotonic = monotonic
        self._changed = threading.Condition()

    def hold(self, seconds: float) -> None:
        """Treat a search in another process as running for this many seconds."""
        with self._changed:
            self._held_until = max(self._held_until, self._monotonic() + seconds)

    def begin(self) -> None:
        """Count a waiting search."""
        with self._changed:
            self._searches += 1

    def end(self) -> None:
        """Count a search as answered or dropped."""
        with self._changed:
            self._searches -= 1
            self._changed.notify_all()

    @property
    def is_searching(self) -> bool:
        """Whether a search is waiting or running, here or in another process. Cheap to call."""
        return self._searches > 0 or self._monotonic() < self._held_until

    def yield_to_searches(self, timeout: float, unless: Callable[[], bool] = lambda: False) -> bool:
        """Wait until no search runs, at most `timeout` seconds. Return whether none runs.

        The wait also ends when `unless`, which is called regularly, returns True.
        """
        end = self._monotonic() + timeout
        while self.is_searching and not unless() and (left := end - self._monotonic()) > 0:
            with self._changed:
                seconds = min(left, _SECONDS_BETWEEN_CHECKS)
                self._changed.wait_for(lambda: not self.is_searching, seconds)
        return not self.is_searching
