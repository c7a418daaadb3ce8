"""Work on the UI thread that is done in steps."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class IncrementalTask(QObject):
    """Runs one job step by step; a newer job replaces the rest of an older one.

    The event loop handles input and painting between the steps.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[None] = iter(())
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._take_turn)

    def start(self, work: Iterator[None]) -> None:
        """Run `work` up to its first `yield` now, and one step in each turn of the event loop."""
        self._work = work
        self._take_turn()

    def drop(self) -> None:
        """Cancel the remaining steps."""
        self._next.stop()
        self._work = iter(())

    def _take_turn(self) -> None:
        work = self._work
        ended = object()
        if next(work, ended) is not ended and work is self._work:
            self._next.start(0)
