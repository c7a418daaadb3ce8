"""How smoothly a list of ten thousand hits scrolls and changes its selection.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_result_list [HITS]

A frame is everything between an input event and the painted list: layout and painting. Times are in
milliseconds. The limit is 16 ms (60 frames per second); a key that is held down repeats 30 times
per second. The rest of each frame is left to the window for its other work. Both wall time and CPU
time are reported. On a busy machine, only CPU time is meaningful.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEventLoop, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bench.print_times import print_times
from tests.ui.samples import make_hit, sample_ranking, sample_response, shown
from twofold.engine.api import Hit, SearchResponse, Snippet, TextSpan
from twofold.ui.results.result_list import ResultList
from twofold.ui.theme import Theme

_TEXT = (
    "the controller removes a finalizer when its namespace is deleted and memory limits of pods "
    "in quotas follow 네임스페이스를 삭제 コンテナのメモリ Arbeitsspeicher begrenzen политика сети"
)
_WORDS = _TEXT.split()
_LANGUAGES = ("en", "de", "ja", "ko", "ru")
_FRAMES = 300
_LETTERS = 50
_FRAME_MS = 16
_KEY_MS = 33


def main() -> None:
    """Run the benchmark."""
    hits = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    application = QApplication([])
    theme = Theme("light")
    theme.apply(application)
    results = ResultList(theme)
    results.resize(660, 900)
    results.show()
    bench = _Bench(results)
    response = response_of(hits)
    bench.frame("a long answer arrives", lambda: results.set_answer(shown(response)))
    for letter in range(_LETTERS):
        page = replace(response, hits=response.hits[12 * letter : 12 * letter + 12])
        bench.frame("a letter is answered", lambda page=page: results.set_answer(shown(page)))
    results.set_answer(shown(response))
    bench.scroll("scrolling", 90)
    bench.scroll("scrolling by pages", 900)
    bench.press("arrow down", Qt.Key.Key_Down)
    bench.press("Shift and arrow down", Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    bench.press("Page down", Qt.Key.Key_PageDown)
    bench.frame("the end", lambda: results.verticalScrollBar().setValue(10**9))
    bench.frame("all selected", results.selectAll)
    bench.scroll("scrolling back, all selected", -90)
    bench.print_times()


class _Bench:
    """Sends input events and measures the frames."""

    def __init__(self, results: ResultList) -> None:
        self._results = results
        self._wall: dict[str, list[float]] = {}
        self._worked: dict[str, list[float]] = {}

    def frame(self, name: str, gesture: Callable[[], object], every: float = _FRAME_MS) -> None:
        """Measure one frame, and give the window the rest of `every` milliseconds."""
        wall, worked = time.perf_counter(), time.thread_time()
        gesture()
        QCoreApplication.processEvents()
        self._worked.setdefault(name, []).append((time.thread_time() - worked) * 1000)
        self._wall.setdefault(name, []).append((time.perf_counter() - wall) * 1000)
        dispatcher = QAbstractEventDispatcher.instance()
        while (time.thread_time() - worked) * 1000 < every:
            if not dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents):
                break

    def scroll(self, name: str, pixels: int) -> None:
        """Measure frames of scrolling."""
        bar = self._results.verticalScrollBar()
        for _ in range(_FRAMES):
            self.frame(name, lambda: bar.setValue(bar.value() + pixels))

    def press(
        self,
        name: str,
        key: Qt.Key,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Measure frames of selecting with the keyboard."""
        for _ in range(_FRAMES):
            self.frame(name, lambda: QTest.keyClick(self._results, key, modifier), _KEY_MS)

    def print_times(self) -> None:
        """Print the frame times."""
        for name, worked in self._worked.items():
            print_times(name, self._wall[name])
            print_times("  processor time", worked)
            late = sum(spent > _FRAME_MS for spent in worked)
            print(f"  frames over {_FRAME_MS} ms of processor time: {late} of {len(worked)}")


def response_of(number: int) -> SearchResponse:
    """Return an answer with this many hits, in several scripts."""
    order = random.Random(0)
    ranking = sample_ranking(100)
    hits = tuple(_hit(rank, order) for rank in range(1, number + 1))
    return replace(sample_response(), hits=hits, ranking=ranking)


def _hit(rank: int, order: random.Random) -> Hit:
    words = order.choices(_WORDS, k=order.randint(5, 60))
    text = " ".join(words)[:300]
    marks = sorted({text.find(word) for word in words[:4]})
    spans = [TextSpan(start, start + 3) for start in marks]
    return replace(
        make_hit(rank, ranks=(rank, rank + 1)),
        snippet=Snippet(text, tuple(spans)),
        text=text,
        lang=order.choice(_LANGUAGES),
    )


if __name__ == "__main__":
    main()
