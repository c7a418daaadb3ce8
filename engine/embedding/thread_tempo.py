"""Finding how many threads make bulk embedding fastest beside what else the machine does."""

from __future__ import annotations

_TRIAL_EVERY = 16
_WORTHWHILE = 1.2
_SMOOTHING = 0.3


class ThreadTempo:
    """Watches the speed of batches and now and then tries half or twice the threads.

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
        """Learn that a batch ran with `threads` at `rate` tokens a second."""
        self._batches += 1
        if threads == self._threads:
            self._rate = rate if not self._rate else self._rate + _SMOOTHING * (rate - self._rate)
        elif rate > self._rate * _WORTHWHILE:
            self._threads, self._rate = threads, rate
