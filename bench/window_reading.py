"""The window as a user starts it, with a folder added immediately. For `bench_memory`.

    QT_QPA_PLATFORM=offscreen TWOFOLD_HOME=... python -m bench.window_reading FOLDER SECONDS

Exits SECONDS after embedding began, or when every passage has a vector.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from bench.program_window import program_window
from twofold.app.compose import open_window_engine
from twofold.app.desktop.garbage_collection import collect_once_settled
from twofold.app.paths import default_paths
from twofold.engine.api import Event, IndexingPhase, Settings, StatusChanged
from twofold.ui.client import EngineClient
from twofold.ui.theme import Theme


class _Stop:
    """Exits the program after the given time."""

    def __init__(self, seconds: float, end: Callable[[], None]) -> None:
        self._seconds = seconds
        self._end = end
        self._embeds = False

    def take(self, event: Event) -> None:
        """Handle an event of the engine."""
        if not isinstance(event, StatusChanged):
            return
        status = event.status
        if status.phase is IndexingPhase.EMBEDDING and not self._embeds:
            self._embeds = True
            QTimer.singleShot(round(self._seconds * 1000), self._end)
        if status.chunks and status.vectors_ready == status.chunks:
            self._end()


def main() -> None:
    """Show the window, add the folder, and wait."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("seconds", metavar="SECONDS", type=float)
    options = parser.parse_args()
    application = QApplication([])
    collect_once_settled(application)
    theme = Theme("light")
    theme.apply(application)
    client = EngineClient()
    # Qt keeps only a weak reference to the object of a bound method.
    stop = _Stop(options.seconds, application.quit)
    client.event_received.connect(stop.take)
    engine = open_window_engine(default_paths(), Settings(), client.post)
    client.attach(engine)
    window = program_window(client, theme, default_paths(), Settings())
    window.show()
    QTimer.singleShot(0, lambda: window.add_folders([options.folder.resolve()]))
    application.exec()
    client.shut()
    engine.close()
    window.close()


if __name__ == "__main__":
    main()
