"""What holds the UI thread: told by a timer that should beat every 5 ms, and by the collector."""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QTimer

from bench.measured import tell
from bench.processor_time import OwnTime

_BEAT_MS = 5
_HELD_MS = 50


class Beats:
    """Wall time between the beats of a timer on the UI thread.

    Told apart: what of it the thread worked, and what it was ready to but had no processor. What is
    left was spent waiting: for the beat, or for Python's lock.
    """

    def __init__(self) -> None:
        self._gaps: list[float] = []
        self._worked: list[float] = []
        self._without_wait: list[float] = []
        self._spent = OwnTime()
        self._last, self._last_spent = time.perf_counter(), self._spent()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(_BEAT_MS)

    def _beat(self) -> None:
        now, spent = time.perf_counter(), self._spent()
        gap, waited = (now - self._last) * 1000, spent.waited - self._last_spent.waited
        self._gaps.append(gap)
        self._worked.append(spent.worked - self._last_spent.worked)
        self._without_wait.append(gap - waited)
        self._last, self._last_spent = now, spent

    def begin(self) -> None:
        """Forget what was measured, and measure from now on."""
        self._beat()
        for spent in (self._gaps, self._worked, self._without_wait):
            spent.clear()

    @property
    def worked(self) -> tuple[float, ...]:
        """What the thread worked between two beats each, in ms."""
        return tuple(self._worked)

    def stop(self) -> None:
        """Beat no more."""
        self._timer.stop()
        self._spent.close()

    def tell(self) -> None:
        """Print how far the beats were from each other."""
        tell(f"between beats of a {_BEAT_MS} ms timer", self._gaps)
        tell("  less waiting for a processor", self._without_wait)
        tell("  of it work of the UI thread", self._worked)
        for name, spent in (
            ("beats", self._gaps),
            ("  less waiting for a processor,", self._without_wait),
            ("  by work of the UI thread", self._worked),
        ):
            late = sum(gap > _HELD_MS for gap in spent)
            share = late / max(1, len(spent))
            print(f"{name} over {_HELD_MS} ms: {late} of {len(spent)}, {share:.2%}")


class Collections:
    """Notes how long each collection of garbage takes."""

    def __init__(self) -> None:
        self.spent: list[float] = []
        self._started = 0.0
        gc.callbacks.append(self._note)

    def stop(self) -> None:
        """Note no more."""
        gc.callbacks.remove(self._note)

    def _note(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._started = time.perf_counter()
        else:
            self.spent.append((time.perf_counter() - self._started) * 1000)
