"""The number of threads for embedding, and the priority of queries over passages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition

_MAX_THREADS = 8
_WEIGHTS_A_THREAD = 50_000_000
_CGROUP_QUOTA = Path("/sys/fs/cgroup/cpu.max")

# For ThreadTuner: batches between trials, the required gain, the weight of a new rate.
_TRIAL_EVERY = 16
_WORTHWHILE = 1.2
_SMOOTHING = 0.3


def automatic_threads(quota_file: Path = _CGROUP_QUOTA) -> int:
    """Return the useful number of threads: the processors available to this process, at most 8.

    More threads than processors make llama.cpp slower, because they wait for each other.
    """
    if hasattr(os, "sched_getaffinity"):
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    return max(1, min(processors, _quota(quota_file), _MAX_THREADS))


def query_threads(weights_a_token: int, threads: int) -> int:
    """Return the number of threads for one short query, at most `threads`.

    Threads wait for each other at every step of the model. On a busy machine, that costs far more
    than parallel computation saves for a small model (measured for multilingual-e5-small on 2 busy
    cores: 38 ms with one thread, 430 ms with two; when idle, two are about 2 ms faster).
    """
    return max(1, min(threads, weights_a_token // _WEIGHTS_A_THREAD + 1))


def _quota(quota_file: Path) -> int:
    """Return the number of processors available to a Linux container, or a large number."""
    try:
        quota, period = quota_file.read_text(encoding="ascii").split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return _MAX_THREADS


class ThreadTuner:
    """Measures the speed of batches and occasionally tries half or twice as many threads.

    Threads that wait for each other on a busy machine can be slower than a single one, and faster
    again when the machine is idle. Only the measured speed shows which. Not thread-safe.
    """

    def __init__(self, max_threads: int) -> None:
        self._max_threads = max_threads
        self._threads = max_threads
        self._rate = 0.0
        self._batches = 0

    def limit(self, max_threads: int) -> None:
        """Use at most this many threads from now on."""
        self._max_threads = max(1, max_threads)
        self._threads = min(self._threads, self._max_threads)

    def next_threads(self) -> int:
        """Return the number of threads for the next batch; sometimes half or twice the best one."""
        turn = self._batches % _TRIAL_EVERY
        if turn == _TRIAL_EVERY // 2:
            return max(1, self._threads // 2)
        if turn == _TRIAL_EVERY - 1:
            return min(self._max_threads, self._threads * 2)
        return self._threads

    def note(self, threads: int, rate: float) -> None:
        """Record that a batch ran with `threads` at `rate` tokens per second."""
        self._batches += 1
        if threads == self._threads:
            self._rate = rate if not self._rate else self._rate + _SMOOTHING * (rate - self._rate)
        elif rate > self._rate * _WORTHWHILE:
            self._threads, self._rate = threads, rate


class QueryGate:
    """Counts waiting and running queries, so that passages wait for them."""

    def __init__(self) -> None:
        self._idle = Condition()
        self._queries = 0

    @contextmanager
    def query(self) -> Iterator[None]:
        """Context manager for a query: `wait` does not return before it is left."""
        with self._idle:
            self._queries += 1
        try:
            yield
        finally:
            with self._idle:
                self._queries -= 1
                self._idle.notify_all()

    def wait(self) -> None:
        """Return once no query is waiting or running. Called between two batches of passages."""
        with self._idle:
            self._idle.wait_for(lambda: self._queries == 0)
