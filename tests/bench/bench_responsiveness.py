"""How the window answers while files are indexed and embedded: the whole program, offscreen.

    QT_QPA_PLATFORM=offscreen python -m tests.bench.bench_responsiveness FOLDER [SECONDS]

Types queries letter by letter while FOLDER is indexed into a scratch library, and measures on the
UI thread, in milliseconds of wall time: from each key press to painted results, and the longest
time between two beats of a 5 ms timer (the UI thread was held that much longer than 5 ms).
"""

from __future__ import annotations

import statistics
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
from app.paths import default_paths
from engine.api import AddFolder, Event, LibraryStatus, Settings, StatusChanged
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
_BETWEEN_KEYS = 0.12


class _Painted(QObject):
    """Notes when the hit list has been painted."""

    def __init__(self, watched: QObject) -> None:
        super().__init__(watched)
        self.at = 0.0
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self.at = time.perf_counter()
        return False


class _Beats:
    """Wall time between the beats of a timer on the UI thread."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(_BEAT_MS)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now


def _letters() -> Iterator[str]:
    for query in cycle(_QUERIES):
        yield from query
        yield "\n"


def _wait(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        QCoreApplication.processEvents()
        time.sleep(0.0005)


def _report(name: str, values: list[float]) -> None:
    ordered = sorted(values)
    if not ordered:
        return
    p95 = ordered[int(len(ordered) * 0.95)]
    print(
        f"{name:<34} n {len(ordered):>6}  p50 {statistics.median(ordered):7.1f}  "
        f"p95 {p95:7.1f}  p99 {ordered[int(len(ordered) * 0.99)]:7.1f}  max {ordered[-1]:7.1f} ms"
    )


def measure(folder: Path, seconds: float, library: Path) -> None:
    """Index `folder` into `library`, type for `seconds`, and print what was measured."""
    theme = Theme.load("light")
    theme.apply(QApplication.instance() or QApplication([]))  # type: ignore[arg-type]
    status = LibraryStatus()

    def take(event: Event) -> None:
        nonlocal status
        if isinstance(event, StatusChanged):
            status = event.status

    bridge = EngineBridge()
    bridge.happened.connect(take)
    engine = open_window_engine(default_paths().with_library(library), Settings(), bridge.post)
    bridge.attach(engine)
    window = MainWindow(bridge, theme, Settings())
    window.show()
    bridge.submit(AddFolder(folder))
    while not status.chunks:
        _wait(0.05)
    answered: list[float] = []
    window.search.controller.answered.connect(lambda _answer: answered.append(time.perf_counter()))
    painted = _Painted(window.search.pane.results.viewport())
    _type(window, painted, answered, seconds, lambda: status)
    bridge.shut()
    engine.close()
    window.close()


def _type(
    window: MainWindow,
    painted: _Painted,
    answered: list[float],
    seconds: float,
    status: Callable[[], LibraryStatus],
) -> None:
    field = window.search.pane.field
    latencies: dict[str, list[float]] = {}
    beats = _Beats()
    end = time.perf_counter() + seconds
    for letter in _letters():
        if time.perf_counter() > end:
            break
        if letter == "\n":
            field.clear()
            _wait(_BETWEEN_KEYS)
            continue
        answered.clear()
        pressed = time.perf_counter()
        QTest.keyClick(field, letter)
        while (not answered or painted.at < answered[0]) and time.perf_counter() < pressed + 2:
            _wait(0.001)
        latencies.setdefault(status().phase.value, []).append((painted.at - pressed) * 1000)
        _wait(max(0.0, _BETWEEN_KEYS - (time.perf_counter() - pressed)))
    for phase, values in latencies.items():
        _report(f"key press to results, {phase}", values)
    _report("between beats of a 5 ms timer", beats.gaps)
    print(f"beats over 50 ms: {sum(gap > 50 for gap in beats.gaps)} of {len(beats.gaps)}")


def main() -> None:
    """Run the benchmark on the folder of the command line."""
    application = QApplication([])
    folder = Path(sys.argv[1]).resolve()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    with tempfile.TemporaryDirectory() as scratch:
        measure(folder, seconds, Path(scratch) / "library")
    application.quit()


if __name__ == "__main__":
    main()
