"""How many processor threads embedding takes, and that queries come before passages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition

_MOST = 8
_WEIGHTS_A_THREAD = 50_000_000
_CGROUP_QUOTA = Path("/sys/fs/cgroup/cpu.max")

# Of ThreadTuner: batches between trials, the gain that a change needs, the weight of a new rate.
_TRIAL_EVERY = 16
_WORTHWHILE = 1.2
_SMOOTHING = 0.3


def automatic_threads(quota_file: Path = _CGROUP_QUOTA) -> int:
    """Return the threads that help: the processors this process may use, at most 8.

    More threads than processors make llama.cpp slower, not faster: they wait for each other.
    """
    if hasattr(os, "sched_getaffinity"):
        processors = len(os.sched_getaffinity(0))
    else:
        processors = os.cpu_count() or 1
    return max(1, min(processors, _quota(quota_file), _MOST))


def query_threads(weights_a_token: int, threads: int) -> int:
    """Return the threads for one short query, at most `threads`.

    Threads wait for each other at every step of the model. On a machine with other work that costs
    far more than sharing out a small model saves (measured for multilingual-e5-small on 2 busy
    cores: 38 ms with one thread, 430 ms with two; idle, about 2 ms the other way).
    """
    return max(1, min(threads, weights_a_token // _WEIGHTS_A_THREAD + 1))


def _quota(quota_file: Path) -> int:
    """Return the whole processors a Linux container may use, or a large number."""
    try:
        quota, period = quota_file.read_text(encoding="ascii").split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return _MOST


class ThreadTuner:
    """Measures the speed of batches and sometimes tries half or twice as many threads.

    Threads that wait for each other on a busy machine can be slower than one alone, and faster
    again as soon as the machine is idle; nothing but the speed itself tells which. Not thread-safe.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads = most
        self._rate = 0.0
        self._batches = 0

    def limit(self, most: int) -> None:
        """Use at most so many threads from now on."""
        self._most = max(1, most)
        self._threads = min(self._threads, self._most)

    def next_threads(self) -> int:
        """Return the threads for the next batch: mostly those in use, sometimes a trial."""
        turn = self._batches % _TRIAL_EVERY
        if turn == _TRIAL_EVERY // 2:
            return max(1, self._threads // 2)
        if turn == _TRIAL_EVERY - 1:
            return min(self._most, self._threads * 2)
        return self._threads

    def note(self, threads: int, rate: float) -> None:
        """Record that a batch ran with `threads` at `rate` tokens a second."""
        self._batches += 1
        if threads == self._threads:
            self._rate = rate if not self._rate else self._rate + _SMOOTHING * (rate - self._rate)
        elif rate > self._rate * _WORTHWHILE:
            self._threads, self._rate = threads, rate


class QueryGate:
    """Counts waiting and running queries, so that passages wait while there are any."""

    def __init__(self) -> None:
        self._idle = Condition()
        self._queries = 0

    @contextmanager
    def query(self) -> Iterator[None]:
        """Have `wait` block while the block runs."""
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
