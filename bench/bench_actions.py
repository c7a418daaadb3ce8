"""How long each user action blocks the window: opening each dialog, and switching the theme.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_actions [FOLDER]

FOLDER (default: the sample library) is indexed for keywords into a temporary library. Then each
action is carried out twice. The output is the CPU time of the UI thread between two timeouts of a 5
ms timer, in ms: the maximum and the total. Time without a processor is not counted, but the same
work takes longer on a busy machine, so compare only runs on the same machine.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from bench.program_window import program_window
from bench.typist import wait
from bench.ui_blocking import TimerIntervals
from twofold.app.compose import open_window_engine
from twofold.app.desktop.garbage_collection import collect_once_settled
from twofold.app.paths import default_paths, sample_library
from twofold.engine.api import AddFolder, Settings
from twofold.ui.client import EngineClient
from twofold.ui.theme import Theme
from twofold.ui.window.main_window import MainWindow

_REST_SECONDS = 1.0
_FIRST_SECONDS = 4.0
_MAX_WAITS = 200

Action = tuple[str, Callable[[], object]]


class _ActionRunner:
    """Carries out actions, with a pause after each."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._intervals = TimerIntervals()

    def act(self, name: str, action: Callable[[], object]) -> None:
        """Carry out an action, print how long it blocked the window, and close what it opened."""
        self._intervals.begin()
        action()
        wait(_REST_SECONDS)
        worked = self._intervals.worked
        print(f"{name:34} {max(worked):6.1f} at most, {sum(worked):6.1f}")
        for opened in QApplication.topLevelWidgets():
            if opened is not self._window and opened.isVisible():
                opened.close()
        wait(_REST_SECONDS / 4)


def _openings(window: MainWindow) -> list[Action]:
    hits = window.search.pane.results
    return [
        ("settings", window.show_settings),
        ("settings of a group", partial(window.show_settings, "window")),
        ("keys", window.show_shortcuts),
        ("export", window.show_export),
        ("collection", window.open_collection),
        ("tags", lambda: window.library_page.edit_hits(hits.selected_hits())),
        ("quick search", window.tray.quick.activate),
        ("menu", lambda: window.menu.popup(window.mapToGlobal(window.rect().center()))),
        ("library", window.show_library),
        ("models", window.library_page.show_models),
        ("search", window.show_search),
        ("filters away", window.search.columns.toggle_filters),
        ("filters back", window.search.columns.toggle_filters),
        ("explanation", window.search.columns.toggle_explain),
        ("explanation again", window.search.columns.toggle_explain),
    ]


def _themes(window: MainWindow) -> list[Action]:
    choose = window.theme_menu.choose
    return [(f"theme: {name}", partial(choose, name)) for name in ("dark", "contrast", "light")]


def measure(folder: Path, scratch: Path, app: QApplication) -> None:
    """Index `folder` and carry out every action twice."""
    theme = Theme("light")
    theme.apply(app)
    client = EngineClient()
    paths = default_paths().with_library(scratch)
    engine = open_window_engine(paths, Settings(), client.post)
    client.attach(engine)
    window = program_window(client, theme, paths, Settings())
    window.show()
    client.submit(AddFolder(folder))
    wait(_FIRST_SECONDS)
    window.search_for("finalizer")
    for _ in range(_MAX_WAITS):
        if window.search.response is not None and window.search.response.hits:
            break
        wait(0.1)
    wait(_FIRST_SECONDS)
    results = window.search.pane.results
    results.setCurrentIndex(results.model().index(0, 0))
    person = _ActionRunner(window)
    for _ in range(2):
        for name, action in _openings(window) + _themes(window):
            person.act(name, action)
    print(f"of {len(app.allWidgets())} widgets")
    client.shut()
    engine.close()
    window.close()


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=sample_library())
    options = parser.parse_args()
    application = QApplication([])
    collect_once_settled(application)
    with tempfile.TemporaryDirectory() as scratch:
        measure(options.folder.resolve(), Path(scratch), application)
    application.quit()


if __name__ == "__main__":
    main()
