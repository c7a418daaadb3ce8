"""Telling someone who types on from someone who looks at the hits.

Letters come every 100 to 300 ms. What a letter needs is its hits; preview, explanation and counts
cost more than these, and each letter would wait for those of the letter before.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLineEdit

RESTED_AFTER_S = 0.2


class TypingDebounce:
    """Knows when a letter was typed into `field` last."""

    def __init__(self, field: QLineEdit, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rested_at = clock()
        field.textEdited.connect(self._note)

    def _note(self, _text: str) -> None:
        self._rested_at = self._clock() + RESTED_AFTER_S

    @property
    def milliseconds(self) -> int:
        """How long to wait until typing rests; 0 when it does."""
        return max(0, round((self._rested_at - self._clock()) * 1000))


class AtRest(QObject):
    """Work that may wait: done once, in the next moment without other work in which nobody types.

    Without typing that is after the next paint.
    """

    def __init__(self, rest: TypingDebounce, work: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._rest = rest
        self._work = work
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._try)

    def soon(self) -> None:
        """Do the work, once, however often this is called before."""
        self._timer.start(self._rest.milliseconds)

    def _try(self) -> None:
        left = self._rest.milliseconds
        if left:
            self._timer.start(left)  # a letter came meanwhile
        else:
            self._work()
