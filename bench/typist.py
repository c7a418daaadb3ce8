"""A simulated user who types queries into the window, with measurements at each key press."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import cycle

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer, Signal
from PySide6.QtTest import QTest

from bench.print_times import print_times
from bench.processor_time import ThreadTimes, difference, times_by_thread
from bench.ui_blocking import GarbageCollections, TimerIntervals
from twofold.engine.api import Event, Request, SearchFinished, SearchRequest, SearchResponse
from twofold.ui.client import EngineClient
from twofold.ui.explain.times import elapsed_ms
from twofold.ui.window.main_window import MainWindow

_QUERIES = (
    "limit the memory a pod may use",
    "finalizer",
    "how do network policies select pods",
    "rolling update",
)
_BETWEEN_KEYS = 0.12
# Takes about a millisecond of CPU time, more on a busy machine.
_YARDSTICK = range(20_000)
_YARDSTICKS = 20
# Long enough for background work to resume.
_READING = 2.0
_LOST = 2.0


class TimedClient(EngineClient):
    """Records when the newest search was sent, answered and processed."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = self.answered = self.delivered = self.taken = 0.0
        self.engine_ms = 0.0
        self.stages: dict[str, float] = {}

    def submit(self, request: Request, client: str = "") -> int:
        if isinstance(request, SearchRequest):
            self.asked = time.perf_counter()
        return super().submit(request, client)

    def post(self, event: Event) -> None:
        if isinstance(event, SearchFinished):
            self.answered = time.perf_counter()
            self.stages = event.response.trace.stage_ms
            self.engine_ms = elapsed_ms(event.response.trace)
        super().post(event)

    def _deliver(self, event: Event) -> None:
        started = time.perf_counter()
        super()._deliver(event)
        if isinstance(event, SearchFinished):
            self.delivered, self.taken = started, time.perf_counter()

    def parts(self, pressed: float, painted: float) -> dict[str, float]:
        """Return the parts of the time from a key press to painted results, in ms.

        The stages of the search are indented. 'between the stages' is the time in which its threads
        waited for each other, or for the GIL outside of a stage.
        """
        moments = (pressed, self.asked, self.answered, self.delivered, self.taken, painted)
        names = ("typing pause", "engine", "crossing", "taking in", "painting")
        spent = zip(names, moments, moments[1:], strict=False)
        parts = {name: (end - start) * 1000 for name, start, end in spent}
        between_stages = {"  between the stages": parts["engine"] - self.engine_ms}
        return parts | {f"  {stage}": ms for stage, ms in self.stages.items()} | between_stages


class Typist:
    """Types queries, pauses after each, and measures every key press."""

    def __init__(self, window: MainWindow, client: TimedClient, phase: Callable[[], str]) -> None:
        self._client = client
        self._phase = phase
        self._field = window.search.pane.field
        self._painted = _Painted(window)
        self._answer: SearchResponse | None = None
        window.search.session.answered.connect(self._take)
        self._intervals = TimerIntervals()
        self._collections = GarbageCollections()
        self._lost = 0
        self._presses: dict[str, list[float]] = {}
        self._parts: dict[str, list[float]] = {}
        self._yardstick: list[float] = []

    def _take(self, response: SearchResponse) -> None:
        self._answer = response

    def type_for(self, seconds: float) -> None:
        """Type for this many seconds, and complete the last query."""
        end = time.perf_counter() + seconds
        queries = _queries()
        while time.perf_counter() < end:
            self._field.clear()
            for place, letter in enumerate(next(queries)):
                began = time.perf_counter()
                self._press(letter, "first of a query" if not place else "while typing")
                wait(max(0.0, _BETWEEN_KEYS - (time.perf_counter() - began)))
            wait(_READING)
            self._measure_machine()

    def _measure_machine(self) -> None:
        """Record the time of a fixed amount of work, which shows how busy the machine is."""
        for _ in range(_YARDSTICKS):
            started = time.perf_counter()
            sum(number * number for number in _YARDSTICK)
            self._yardstick.append((time.perf_counter() - started) * 1000)

    def _press(self, letter: str, kind: str) -> None:
        phase, before = self._phase(), times_by_thread()
        worked, pressed = time.process_time(), time.perf_counter()
        QTest.keyClick(self._field, letter)
        self._wait_for_answer()
        worked = (time.process_time() - worked) * 1000
        self._note("processor time of the window", worked)
        self._note_threads(difference(before, times_by_thread()))
        if not self._shows_answer():
            self._lost += 1
            return
        painted = self._painted.at
        for name in (f"{phase}, {kind}", "all"):
            self._presses.setdefault(name, []).append((painted - pressed) * 1000)
        for name, spent in self._client.parts(pressed, painted).items():
            self._note(name, spent)

    def _wait_for_answer(self) -> None:
        """Run the event loop, sleeping when it is idle, until the hits are painted."""
        painted = QEventLoop()
        check = self._painted.noted.connect(lambda: self._shows_answer() and painted.quit())
        QTimer.singleShot(round(_LOST * 1000), painted, painted.quit)
        painted.exec()
        self._painted.noted.disconnect(check)

    def _note(self, name: str, spent: float) -> None:
        self._parts.setdefault(name, []).append(spent)

    def _note_threads(self, threads: dict[str, ThreadTimes]) -> None:
        for kind, spent in threads.items():
            self._note(f"  worked: {kind}", spent.worked)
        waited = sum(spent.waited for spent in threads.values())
        self._note("ready, without a processor", waited)

    def _shows_answer(self) -> bool:
        """Return whether the hits for the text in the field have been painted."""
        if self._answer is None or self._answer.request.query != self._field.text():
            return False
        return self._painted.at >= self._client.delivered

    def print_times(self) -> None:
        """Print all measurements."""
        for name, values in sorted(self._presses.items()):
            print_times(f"key press, {name}", values)
        print(f"key presses without results after {_LOST:g} s: {self._lost}")
        for name, values in self._parts.items():
            print_times(f"  {name}", values)
        print_times("collections of garbage", self._collections.spent)
        print_times("the same work each time (machine)", self._yardstick)
        self._intervals.print_times()


class _Painted(QObject):
    """Records when the hits, or the page shown instead of them, are painted.

    The recorded time is that of the next event loop iteration after the paint event. Paint events
    that paint no row of the list do not count. Afterwards `noted` is emitted.
    """

    noted = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.at = 0.0
        self._results = window.search.pane.results
        self._next_turn = QTimer(self, singleShot=True)
        self._next_turn.timeout.connect(self._note)
        for watched in (self._results.viewport(), window.search.pane.empty_state):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self._shows_something(watched):
            self._next_turn.start(0)
        return False

    def _shows_something(self, watched: QObject) -> bool:
        return watched is not self._results.viewport() or bool(self._results.hits_in_view())

    def _note(self) -> None:
        self.at = time.perf_counter()
        self.noted.emit()


def _queries() -> Iterator[str]:
    """Yield queries endlessly. Their words are shuffled, so that repeated ones differ."""
    order = random.Random(0)
    for query in cycle(_QUERIES):
        words = query.split()
        order.shuffle(words)
        yield " ".join(words)


def wait(seconds: float) -> None:
    """Run the event loop for a while, sleeping when it is idle."""
    moment = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), moment, moment.quit)
    moment.exec()
