"""How the engine's threads get their work: searches first, everything else in between.

`JobQueue` holds the requests for one thread. `SearchPriority` lets long background work, cut into
small steps, stand aside while a person waits for an answer.
"""

from __future__ import annotations

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
