"""The program, with output when its window and the hits of one search are painted.

    python -m bench.timed_start LIBRARY QUERY

Prints a line at each of the two moments: its name, the system's monotonic clock in seconds, and the
CPU seconds of this process. This module imports only what the program itself imports, because other
imports would count as startup time.
"""

from __future__ import annotations

import sys
import time

from PySide6.QtCore import QEvent, QObject, QTimer

from twofold.app.__main__ import main as run_program
from twofold.app.desktop import gui
from twofold.ui.window.main_window import MainWindow


class _TimedWindow(MainWindow):
    """Prints a line when it is painted, then searches, and closes once the hits are painted."""

    query: str

    def __init__(self, *arguments: object, **named: object) -> None:
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        self._stages = iter(("window", "search"))
        self._watched: QObject = self
        self.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._watched and event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._painted)
        return super().eventFilter(watched, event)

    def _painted(self) -> None:
        stage = next(self._stages)
        sys.stdout.write(f"{stage} {time.monotonic()} {time.process_time()}\n")
        if stage == "search":
            self.close()
            return
        self._watched = self.search.pane.results.viewport()
        self._watched.installEventFilter(self)
        self.search.pane.field.set_query(self.query)


if __name__ == "__main__":
    library, _TimedWindow.query = sys.argv[1:]
    gui.MainWindow = _TimedWindow  # type: ignore[misc]
    sys.exit(run_program(["--library", library]))
