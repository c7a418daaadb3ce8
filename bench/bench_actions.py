"""How long each action of a person holds the window: everything that opens, and another theme.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_actions [FOLDER]

FOLDER, or the sample library, is read for keywords into a scratch library; then each action is
carried out twice. Printed is the processor time in ms that the UI thread worked between two beats
of a 5 ms timer, at most and in all: time without a processor is not counted, but a busy machine
makes the same work slower. Compare runs on the same machine only.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from bench.beats import Beats
from bench.program_window import program_window
from bench.typist import wait
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


class _Person:
    """Does one thing after the other, and rests in between."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._beats = Beats()

    def act(self, name: str, action: Callable[[], object]) -> None:
        """Carry out an action, print how long it held the window, and close what it opened."""
        self._beats.begin()
        action()
        wait(_REST_SECONDS)
        print(f"{name:34} {max(self._beats.worked):6.1f} at most, {sum(self._beats.worked):6.1f}")
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
    """Read `folder` and carry out every action twice."""
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
    person = _Person(window)
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
