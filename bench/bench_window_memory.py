"""The private memory of the window by kind, with an open library and after ten searches.

    QT_QPA_PLATFORM=offscreen TWOFOLD_HOME=... python -m bench.bench_window_memory LIBRARY
        [--objects]

Prints the private memory of the window's process (without the indexer) by kind, in MB (10^6 bytes):
once the library is open, after ten searches with the list scrolled to its end, and after seven
seconds without a search (Linux). Clean pages of mapped files can be reclaimed by the system.
`--objects` lists the code that allocated most memory in Python and numpy; it uses memory itself.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tracemalloc
from collections import defaultdict
from pathlib import Path

from PySide6.QtWidgets import QApplication

from bench.program_window import program_window
from bench.synthetic_library import words
from bench.typist import wait
from twofold.app.compose import open_window_engine
from twofold.app.desktop.garbage_collection import collect_once_settled
from twofold.app.paths import default_paths
from twofold.engine.api import Event, LibraryStatus, SearchFinished, Settings, StatusChanged
from twofold.ui.client import EngineClient
from twofold.ui.theme import Theme

_SECONDS_TO_OPEN = 8.0
_SEARCHES = 10
_SECONDS_TO_REST = 7.0
_PAGES = 6
_PLACES = 25
_KEYS = ("Private_Clean", "Private_Dirty")


def private_memory() -> dict[str, tuple[float, float]]:
    """Return the clean and dirty private memory of this process for each kind of mapping."""
    kinds: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    kind = ""
    for line in Path("/proc/self/smaps").read_text(encoding="ascii").splitlines():
        key, _, rest = line.partition(":")
        if key in _KEYS:
            kinds[kind][_KEYS.index(key)] += 1.024e-3 * int(rest.split()[0])
        elif re.match(r"[0-9a-f]+-[0-9a-f]+ ", line):
            kind = _kind(line.split(maxsplit=5)[5:])
    return {kind: (clean, dirty) for kind, (clean, dirty) in kinds.items()}


def _kind(names: list[str]) -> str:
    if not names:
        return "anonymous"
    path = Path(names[0])
    if names[0].startswith("["):
        return names[0]
    if "PySide6" in path.parts or "Qt6" in path.name:
        return "Qt and PySide6"
    if ".so" in path.name or "/bin/" in names[0]:
        return "other libraries"
    if "lexical" in path.parts:
        return "keyword index"
    return re.sub(r"-\d+-\d+", "", path.name)


def _print_memory(title: str) -> None:
    kinds = private_memory()
    clean, dirty = (sum(values) for values in zip(*kinds.values(), strict=True))
    status = Path("/proc/self/status").read_text(encoding="ascii")
    anonymous = 1.024e-3 * int(status.split("RssAnon:")[1].split()[0])
    print(f"{title}: private {clean + dirty:.0f} MB, {clean:.0f} of it clean; ", end="")
    print(f"anonymous (RssAnon) {anonymous:.0f}")
    for kind, (of_clean, of_dirty) in sorted(kinds.items(), key=lambda item: -sum(item[1])):
        if of_clean + of_dirty >= 0.5:
            print(f"  {kind:36} {of_clean + of_dirty:7.1f}  clean {of_clean:6.1f}")


class _EventRecorder:
    """Records the library status and the duration of searches."""

    def __init__(self) -> None:
        self.status = LibraryStatus()
        self.spent: list[float] = []

    def take(self, event: Event) -> None:
        """Record an event of the engine."""
        if isinstance(event, StatusChanged):
            self.status = event.status
        elif isinstance(event, SearchFinished):
            self.spent.append(sum(event.response.trace.stage_ms.values()))


def main() -> None:
    """Open the library, search, and print the memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", metavar="LIBRARY", type=Path)
    parser.add_argument("--objects", action="store_true")
    options = parser.parse_args()
    if options.objects:
        tracemalloc.start(6)
    application = QApplication([])
    collect_once_settled(application)
    theme = Theme("light")
    theme.apply(application)
    client, looker = EngineClient(), _EventRecorder()
    client.event_received.connect(looker.take)
    paths = default_paths().with_library(options.library)
    engine = open_window_engine(paths, Settings(), client.post)
    client.attach(engine)
    window = program_window(client, theme, paths, Settings())
    window.show()
    wait(_SECONDS_TO_OPEN)
    print(f"{looker.status.chunks:,} passages, {looker.status.vectors_ready:,} with vectors")
    _print_memory("open")
    for number in range(_SEARCHES):
        query = f"{words(300 + 37 * number)} {words(900 + 91 * number)}"
        window.search_for(query)
        wait(1.5)
        bar = window.search.pane.results.verticalScrollBar()
        for _ in range(_PAGES):
            bar.setValue(bar.maximum())
            wait(0.15)
    wait(1.0)
    print(f"{len(looker.spent)} answers, p50 {statistics.median(looker.spent):.0f} ms of stages")
    _print_memory("after ten searches")
    wait(_SECONDS_TO_REST)
    _print_memory("left alone")
    if options.objects:
        shot = tracemalloc.take_snapshot()
        for found in shot.statistics("lineno")[:_PLACES]:
            print(f"  {found.size / 1e6:6.1f} MB {found.count:8} {found.traceback}")
    client.shut()
    engine.close()
    window.close()


if __name__ == "__main__":
    main()
