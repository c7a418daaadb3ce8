"""Long work of the UI thread in turns: keys are taken and pictures painted between them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class IncrementalTask(QObject):
    """Carries out one piece of work at a time; a newer one takes the place of what is left."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[None] = iter(())
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._take_turn)

    def start(self, work: Iterator[None]) -> None:
        """Carry out `work`, up to its first `yield` at once, and a stretch of it in each turn."""
        self._work = work
        self._take_turn()

    def drop(self) -> None:
        """Leave undone what is left."""
        self._next.stop()
        self._work = iter(())

    def _take_turn(self) -> None:
        work = self._work
        ended = object()
        if next(work, ended) is not ended and work is self._work:
            self._next.start(0)
