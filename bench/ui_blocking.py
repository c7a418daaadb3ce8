"""How long the UI thread is blocked, measured with a 5 ms timer, and garbage collection times."""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QTimer

from bench.print_times import print_times
from bench.processor_time import CurrentThreadTimes

_TIMER_MS = 5
_BLOCKED_MS = 50


class TimerIntervals:
    """The intervals between the timeouts of a timer on the UI thread.

    Each interval has two parts that are measured: the time in which the thread worked, and the time
    in which it was ready but had no processor. During the rest, it waited for the timer or for the
    GIL.
    """

    def __init__(self) -> None:
        self._gaps: list[float] = []
        self._worked: list[float] = []
        self._without_wait: list[float] = []
        self._spent = CurrentThreadTimes()
        self._last, self._last_spent = time.perf_counter(), self._spent()
        self._timer = QTimer()
        self._timer.timeout.connect(self._record_interval)
        self._timer.start(_TIMER_MS)

    def _record_interval(self) -> None:
        now, spent = time.perf_counter(), self._spent()
        gap, waited = (now - self._last) * 1000, spent.waited - self._last_spent.waited
        self._gaps.append(gap)
        self._worked.append(spent.worked - self._last_spent.worked)
        self._without_wait.append(gap - waited)
        self._last, self._last_spent = now, spent

    def begin(self) -> None:
        """Discard all measurements and start again."""
        self._record_interval()
        for spent in (self._gaps, self._worked, self._without_wait):
            spent.clear()

    @property
    def worked(self) -> tuple[float, ...]:
        """The CPU time of the thread in each interval, in ms."""
        return tuple(self._worked)

    def stop(self) -> None:
        """Stop the timer."""
        self._timer.stop()
        self._spent.close()

    def print_times(self) -> None:
        """Print the statistics of the intervals."""
        print_times(f"between ticks of a {_TIMER_MS} ms timer", self._gaps)
        print_times("  less waiting for a processor", self._without_wait)
        print_times("  CPU time of the UI thread", self._worked)
        for name, spent in (
            ("beats", self._gaps),
            ("  without waiting for a processor", self._without_wait),
            ("  CPU time of the UI thread", self._worked),
        ):
            late = sum(gap > _BLOCKED_MS for gap in spent)
            share = late / max(1, len(spent))
            print(f"{name} over {_BLOCKED_MS} ms: {late} of {len(spent)}, {share:.2%}")


class GarbageCollections:
    """Records how long each garbage collection takes."""

    def __init__(self) -> None:
        self.spent: list[float] = []
        self._started = 0.0
        gc.callbacks.append(self._note)

    def stop(self) -> None:
        """Stop recording."""
        gc.callbacks.remove(self._note)

    def _note(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._started = time.perf_counter()
        else:
            self.spent.append((time.perf_counter() - self._started) * 1000)
