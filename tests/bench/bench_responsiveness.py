"""How the window answers while files are indexed and embedded: the whole program, offscreen.

    QT_QPA_PLATFORM=offscreen python -m tests.bench.bench_responsiveness FOLDER [SECONDS]

Types queries letter by letter while FOLDER is indexed into a scratch library: for half the time
while its files are read, and for half while passages are embedded. It measures on the UI thread, in
milliseconds of wall time: from each key press to painted results and what that time is made of, the
time between two beats of a 5 ms timer (the UI thread was held that much longer than 5 ms), and
collections of garbage, during which Python does nothing else. Compare runs on the same machine
only, in turns, as ratios; on a busy one the processor time from key press to painted results tells
most.
"""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.compose import open_window_engine
from app.garbage import collect_once_settled
from app.paths import default_paths
from engine.api import (
    AddFolder,
    Event,
    IndexingPhase,
    LibraryStatus,
    Request,
    SearchFinished,
    SearchRequest,
    SearchResponse,
    Settings,
    StatusChanged,
)
from tests.bench.measured import tell
from ui.engine_bridge import EngineBridge
from ui.main_window import MainWindow
from ui.theme import Theme

_QUERIES = (
    "limit the memory a pod may use",
    "finalizer",
    "how do network policies select pods",
    "rolling update",
)
_BEAT_MS = 5
_HELD_MS = 50
_BETWEEN_KEYS = 0.12
# Long enough for background work to begin again.
_READING = 2.0
_LOST = 2.0


class _Painted(QObject):
    """Notes when the hit list, or the page that stands in for it, has been painted."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.at = 0.0
        pane = window.search.pane
        for watched in (pane.results.viewport(), pane.state_page):
            watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.at = time.perf_counter()
        return False


class _TimedBridge(EngineBridge):
    """Notes when the newest search was asked for, was answered, and had been taken in."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = self.answered = self.delivered = self.taken = 0.0
        self.stages: dict[str, float] = {}

    def submit(self, request: Request) -> int:
        if isinstance(request, SearchRequest):
            self.asked = time.perf_counter()
        return super().submit(request)

    def post(self, event: Event) -> None:
        if isinstance(event, SearchFinished):
            self.answered = time.perf_counter()
            self.stages = event.response.trace.stage_ms
        super().post(event)

    def _deliver(self, event: Event) -> None:
        started = time.perf_counter()
        super()._deliver(event)
        if isinstance(event, SearchFinished):
            self.delivered, self.taken = started, time.perf_counter()

    def parts(self, pressed: float, painted: float) -> dict[str, float]:
        """Return what the time from a key press to painted results was spent on, in ms."""
        moments = (pressed, self.asked, self.answered, self.delivered, self.taken, painted)
        names = ("typing pause", "engine", "crossing", "taking in", "painting")
        spent = zip(names, moments, moments[1:], strict=False)
        return {name: (end - start) * 1000 for name, start, end in spent} | {
            f"  {stage}": ms for stage, ms in self.stages.items()
        }


class _Beats:
    """Wall time between the beats of a timer on the UI thread, and what of it the thread worked."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.worked: list[float] = []
        self._last, self._last_worked = time.perf_counter(), time.thread_time()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(_BEAT_MS)

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.gaps.append((now - self._last) * 1000)
        self.worked.append((worked - self._last_worked) * 1000)
        self._last, self._last_worked = now, worked


def _queries() -> Iterator[str]:
    """Yield queries without end; their words change places, so that none is asked twice."""
    order = random.Random(0)
    for query in cycle(_QUERIES):
        words = query.split()
        order.shuffle(words)
        yield " ".join(words)


def _wait(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        QCoreApplication.processEvents()
        time.sleep(0.0005)


def measure(folder: Path, seconds: float, library: Path) -> None:
    """Index `folder` into `library`, type for `seconds`, and print what was measured."""
    theme = Theme.load("light")
    theme.apply(QApplication.instance() or QApplication([]))  # type: ignore[arg-type]
    status = LibraryStatus()

    def take(event: Event) -> None:
        nonlocal status
        if isinstance(event, StatusChanged):
            status = event.status

    bridge = _TimedBridge()
    bridge.happened.connect(take)
    engine = open_window_engine(default_paths().with_library(library), Settings(), bridge.post)
    bridge.attach(engine)
    window = MainWindow(bridge, theme, Settings())
    window.show()
    bridge.submit(AddFolder(folder))
    _wait_until(lambda: status.chunks > 0)
    typist = _Typist(window, bridge, lambda: status.phase.value)
    typist.type_for(seconds / 2)
    _wait_until(lambda: status.phase in {IndexingPhase.EMBEDDING, IndexingPhase.IDLE})
    typist.type_for(seconds / 2)
    typist.tell()
    print(f"passages with vectors at the end: {status.vectors_ready:,} of {status.chunks:,}")
    bridge.shut()
    engine.close()
    window.close()


def _wait_until(condition: Callable[[], bool]) -> None:
    while not condition():
        _wait(0.05)


class _Collections:
    """Notes how long each collection of garbage takes."""

    def __init__(self) -> None:
        self.spent: list[float] = []
        self._started = 0.0
        gc.callbacks.append(self._note)

    def _note(self, phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            self._started = time.perf_counter()
        else:
            self.spent.append((time.perf_counter() - self._started) * 1000)


class _Typist:
    """Types queries, reads for a moment after each, and measures every key press."""

    def __init__(self, window: MainWindow, bridge: _TimedBridge, phase: Callable[[], str]) -> None:
        self._bridge = bridge
        self._phase = phase
        self._field = window.search.pane.field
        self._painted = _Painted(window)
        self._answer: SearchResponse | None = None
        window.search.controller.answered.connect(self._take)
        self._beats = _Beats()
        self._collections = _Collections()
        self._lost = 0
        self._presses: dict[str, list[float]] = {}
        self._parts: dict[str, list[float]] = {}

    def _take(self, response: SearchResponse) -> None:
        self._answer = response

    def type_for(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        queries = _queries()
        while time.perf_counter() < end:
            self._field.clear()
            for place, letter in enumerate(next(queries)):
                pressed = time.perf_counter()
                self._press(letter, pressed, "first of a query" if not place else "while typing")
                _wait(max(0.0, _BETWEEN_KEYS - (time.perf_counter() - pressed)))
            _wait(_READING)

    def _press(self, letter: str, pressed: float, kind: str) -> None:
        phase = self._phase()
        worked = time.process_time()
        QTest.keyClick(self._field, letter)
        while not self._shows_answer() and time.perf_counter() < pressed + _LOST:
            _wait(0.001)
        worked = (time.process_time() - worked) * 1000
        self._parts.setdefault("processor time of the window", []).append(worked)
        if not self._shows_answer():
            self._lost += 1
            return
        painted = self._painted.at
        for name in (f"{phase}, {kind}", "all"):
            self._presses.setdefault(name, []).append((painted - pressed) * 1000)
        for name, spent in self._bridge.parts(pressed, painted).items():
            self._parts.setdefault(name, []).append(spent)

    def _shows_answer(self) -> bool:
        """Whether the hits of what stands in the field have been painted."""
        if self._answer is None or self._answer.request.query != self._field.text():
            return False
        return self._painted.at >= self._bridge.delivered

    def tell(self) -> None:
        for name, values in sorted(self._presses.items()):
            tell(f"key press, {name}", values)
        print(f"key presses without results after {_LOST:g} s: {self._lost}")
        for name, values in self._parts.items():
            tell(f"  {name}", values)
        tell("collections of garbage", self._collections.spent)
        gaps, worked = self._beats.gaps, self._beats.worked
        tell(f"between beats of a {_BEAT_MS} ms timer", gaps)
        tell("  of it work of the UI thread", worked)
        late = sum(gap > _HELD_MS for gap in gaps)
        print(f"beats over {_HELD_MS} ms: {late} of {len(gaps)}, {late / len(gaps):.2%}")


def main() -> None:
    """Run the benchmark on the folder of the command line."""
    application = QApplication([])
    collect_once_settled(application)
    folder = Path(sys.argv[1]).resolve()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    with tempfile.TemporaryDirectory() as scratch:
        measure(folder, seconds, Path(scratch) / "library")
    application.quit()


if __name__ == "__main__":
    main()
