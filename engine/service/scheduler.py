"""The engine's threads and their jobs: newest-wins, priorities, cancellation.

A `Worker` is one thread with a queue of jobs. `SearchPriority` lets background work, which is cut
into small steps, yield while a person waits for an answer.
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
from twofold.engine.model.message import message

logger = logging.getLogger(__name__)

Work = Callable[[], None]
# What a job does and for whom, as in (SearchRequest, "quick"); () for a job that replaces no other.
Kind = tuple[object, ...]
# Returns the name of the folder that a request is about; '' if it is not about a folder.
FolderOf = Callable[[Request], str]

_SECONDS_BETWEEN_CHECKS = 0.1


@dataclass(eq=False, slots=True)
class Job:
    """Work for one thread, to carry out `request` if it was asked for.

    A newer job of the same `kind` replaces one that waits. A newer job of the kind `outdated_by`
    sets `cancelled`, which the work checks while it runs. `on_end` is called once: after the work,
    or when the job is dropped.

    One that `is_kept` is carried out also by a thread that was asked to stop, at least until
    `Worker.note_recorded` is called. One that `is_short`
    may be carried out in the middle of longer work, see `Worker.run_short_jobs`, and before jobs
    that were put earlier, except those about the same folder.
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
        """Carry the job out; what it raises is logged."""
        _run_logged(self.work)
        if self.on_end is not None:
            self.on_end()


class Worker:
    """A thread that carries out jobs, oldest first.

    Once no job has come for `rest_seconds` it repeats `idle_work` as long as that returns True;
    after that, once a job was done and every `idle_seconds()` seconds (None: not at all).
    `start_work` runs first, on the thread itself. A job that raises is logged, and the thread goes
    on.
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
        """Begin; jobs put earlier are carried out now."""
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job; after `ask_to_stop` it is dropped. May be called from any thread."""
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
        """Set `cancelled` of the job of a request; one that waits is still carried out."""
        with self._changed:
            for job in (*self._jobs, *self._running):
                if job.request_id == request_id:
                    job.cancelled.set()

    def run_short_jobs(self, folder_of: FolderOf) -> None:
        """Carry out the short jobs that wait now, in the middle of another job."""
        while (job := self._short_job(folder_of)) is not None and self._take(job):
            self._carry_out(job)

    def has_short_job(self, folder_of: FolderOf) -> bool:
        """Return whether a job waits that may be carried out now, in the middle of longer work."""
        return self._short_job(folder_of) is not None

    @property
    def has_waiting_jobs(self) -> bool:
        """True while a job waits for the thread."""
        return bool(self._jobs)

    @property
    def is_closing(self) -> bool:
        """True once the thread was asked to stop."""
        return self._is_closing

    def ask_to_stop(self) -> None:
        """Take no more jobs, cancel the one that runs, drop those that wait and are not kept."""
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
        """Note that the running jobs have saved what they were asked to change.

        What is left of them can be done at the next start.
        """
        with self._changed:
            for job in self._running:
                job.is_kept = False
            self._changed.notify_all()

    def wait_for_kept_jobs(self) -> None:
        """Wait until no job that must not be lost waits or runs; other jobs are not waited for."""
        with self._changed:
            self._changed.wait_for(
                lambda: not any(job.is_kept for job in (*self._jobs, *self._running))
            )

    def join(self, timeout: float | None = None) -> None:
        """Wait until the thread has ended, `timeout` seconds at most (None: for good)."""
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _short_job(self, folder_of: FolderOf) -> Job | None:
        """Return the first short job that no earlier one about its folder holds up."""
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
        """Take a job out of the queue, the first one if none is given; None when it has gone."""
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
    """Send what `answer` returns (None: nothing), or the sentence of the error that it raises."""
    try:
        event = answer()
    except EngineError as error:
        is_bad = isinstance(error, BadRequestError)
        event = RequestFailed(request_id, error.message, error.hint, is_bad)
    except Exception as error:
        logger.exception("request %d failed", request_id)
        event = RequestFailed(
            request_id,
            message("Something went wrong inside Twofold ({name}).", name=type(error).__name__),
            message("The log has the details."),
        )
    if event is not None:
        on_event(event)


class SearchPriority:
    """Counts searches that wait or run, so that background work can yield to them."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._searches = 0
        self._held_until = 0.0
        self._monotonic = monotonic
        self._changed = threading.Condition()

    def hold(self, seconds: float) -> None:
        """Count a search of another process for so many seconds."""
        with self._changed:
            self._held_until = max(self._held_until, self._monotonic() + seconds)

    def begin(self) -> None:
        """Count a search that waits from now on."""
        with self._changed:
            self._searches += 1

    def end(self) -> None:
        """Count a search as answered or dropped."""
        with self._changed:
            self._searches -= 1
            self._changed.notify_all()

    @property
    def is_searching(self) -> bool:
        """True while a search waits or runs, here or in another process. Cheap to ask often."""
        return self._searches > 0 or self._monotonic() < self._held_until

    def yield_to_searches(self, timeout: float, unless: Callable[[], bool] = lambda: False) -> bool:
        """Wait until there is no search, `timeout` seconds at most; return whether that is so.

        The wait also ends when `unless`, which is asked now and then, returns True.
        """
        end = self._monotonic() + timeout
        while self.is_searching and not unless() and (left := end - self._monotonic()) > 0:
            with self._changed:
                seconds = min(left, _SECONDS_BETWEEN_CHECKS)
                self._changed.wait_for(lambda: not self.is_searching, seconds)
        return not self.is_searching
